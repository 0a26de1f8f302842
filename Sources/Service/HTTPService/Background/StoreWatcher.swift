public import Datasets
public import Logging
public import ServiceLifecycle

/// Loads the store's content, then notices when another process publishes a dataset.
///
/// What is published is noted before the loading begins, so a version published meanwhile is at
/// worst loaded twice and never missed.
public struct StoreWatcher: Service {
    /// Loads everything once.
    public typealias Load = @Sendable () async throws -> Void
    /// Loads datasets again, whose published versions are new, have changed back, or are gone: what was
    /// published in one go is loaded in one go.
    public typealias Reload = @Sendable ([DatasetName: DatasetKind]) async throws -> Void

    private struct Published: Equatable {
        let number: Int
        let kind: DatasetKind
    }

    private let sensor: any ChangeSensor
    private let ledger: any DatasetLedger
    private let pause: Pause
    private let logger: Logger
    private let load: Load
    private let reload: Reload
    private let follow: @Sendable () async throws -> Void

    /// A watcher that looks four times a second.
    ///
    /// - Parameters:
    ///   - interval: How long to wait between two looks.
    ///   - load: Loads everything; when it throws, the service ends with that error.
    ///   - reload: Loads some datasets again; when it throws, it is tried again at the next look.
    ///   - follow: Takes over what else another process has written, such as
    ///     `MessageBoard.follow()`; tried again likewise.
    public init(
        sensor: any ChangeSensor,
        ledger: any DatasetLedger,
        every interval: Duration = .milliseconds(250),
        logger: Logger,
        load: @escaping Load,
        reload: @escaping Reload,
        follow: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.init(
            sensor: sensor,
            ledger: ledger,
            logger: logger,
            pause: { try await Task.sleep(for: interval) },
            load: load,
            reload: reload,
            follow: follow
        )
    }

    package init(
        sensor: any ChangeSensor,
        ledger: any DatasetLedger,
        logger: Logger,
        pause: @escaping Pause,
        load: @escaping Load,
        reload: @escaping Reload,
        follow: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.sensor = sensor
        self.ledger = ledger
        self.logger = logger
        self.pause = pause
        self.load = load
        self.reload = reload
        self.follow = follow
    }

    /// Loads, then watches until it is shut down.
    ///
    /// - Throws: What the first look at the store or the loading throws.
    public func run() async throws {
        var revision: Int64? = try await sensor.revision()
        var known = try await published()
        try await load()
        await repeatRounds(pausing: pause) {
            do {
                let current = try await sensor.revision()
                guard current != revision else { return }
                // Unknown until all is done, so that a failure is tried again.
                revision = nil
                try await follow()
                try await followDatasets(&known)
                revision = current
            } catch {
                logger.error("reload failed", metadata: ["error": "\(type(of: error))"])
            }
        }
    }

    /// Reloads the datasets whose published version is not the known one.
    private func followDatasets(_ known: inout [DatasetName: Published]) async throws {
        let current = try await published()
        var changed: [DatasetName: DatasetKind] = [:]
        for name in Set(known.keys).union(current.keys) where known[name] != current[name] {
            changed[name] = current[name]?.kind ?? known[name]?.kind
        }
        guard !changed.isEmpty else { return }
        try await reload(changed)
        known = current
        for name in changed.keys.sorted() {
            logger.info("dataset reloaded", metadata: ["dataset": "\(name)"])
        }
    }

    private func published() async throws -> [DatasetName: Published] {
        var published: [DatasetName: Published] = [:]
        for version in try await ledger.publishedVersions() {
            published[version.dataset] = Published(number: version.number, kind: version.kind)
        }
        return published
    }
}
