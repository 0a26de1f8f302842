public import Datasets
public import Logging
public import ServiceLifecycle

/// Loads the store's content, then notices when another process publishes a dataset.
///
/// What cannot be loaded is tried again, after longer and longer pauses of half a minute at most unless something
/// else is published; until then it is noted as stale, and said in the log once for each cause and now and then.
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
    private let freshness: Freshness
    private let errorLabel: @Sendable (any Error) -> String

    /// So many rounds are left out at most before what failed is tried again.
    private static let longestPause = 120

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
            every: interval,
            logger: logger,
            freshness: Freshness(),
            errorLabel: { "\(type(of: $0))" },
            load: load,
            reload: reload,
            follow: follow
        )
    }

    /// The same, which notes what is stale.
    ///
    /// - Parameter errorLabel: What of an error may stand in the log.
    package init(
        sensor: any ChangeSensor,
        ledger: any DatasetLedger,
        every interval: Duration = .milliseconds(250),
        logger: Logger,
        freshness: Freshness,
        errorLabel: @escaping @Sendable (any Error) -> String,
        load: @escaping Load,
        reload: @escaping Reload,
        follow: @escaping @Sendable () async throws -> Void
    ) {
        self.init(
            sensor: sensor,
            ledger: ledger,
            logger: logger,
            pause: { try await Task.sleep(for: interval) },
            load: load,
            reload: reload,
            follow: follow,
            freshness: freshness,
            errorLabel: errorLabel
        )
    }

    package init(
        sensor: any ChangeSensor,
        ledger: any DatasetLedger,
        logger: Logger,
        pause: @escaping Pause,
        load: @escaping Load,
        reload: @escaping Reload,
        follow: @escaping @Sendable () async throws -> Void = {},
        freshness: Freshness = Freshness(),
        errorLabel: @escaping @Sendable (any Error) -> String = { "\(type(of: $0))" }
    ) {
        self.freshness = freshness
        self.errorLabel = errorLabel
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
        var failure = Failure()
        await repeatRounds(pausing: pause) {
            do {
                let current = try await sensor.revision()
                guard current != revision else { return }
                // Unknown until all is done, so that a failure is tried again.
                revision = nil
                try await follow()
                let published = try await published()
                guard failure.isDue(published) else { return }
                try await followDatasets(&known, to: published)
                revision = current
                if failure.count > 0 { logger.info("what could not be loaded is loaded") }
                failure = Failure()
            } catch {
                note(error, &failure)
            }
        }
    }

    /// What failed last.
    private struct Failure {
        /// How often, one time after the other.
        var count = 0
        /// How many rounds are left out before the next time.
        var pause = 0
        /// What was published then.
        private var published: [DatasetName: Published]?
        /// The kind of error that was logged.
        var said: String?

        /// Whether it is time to try again.
        mutating func isDue(_ current: [DatasetName: Published]) -> Bool {
            defer { published = current }
            guard pause > 0, published == current else { return true }
            pause -= 1
            return false
        }
    }

    private func note(_ error: any Error, _ failure: inout Failure) {
        failure.count += 1
        failure.pause = min((1 << min(failure.count, 16)) / 2 - 1, Self.longestPause)
        let cause = errorLabel(error)
        // Each cause once, and then now and then: at the first try of every pause that is longer.
        guard failure.said != cause || failure.pause < Self.longestPause || failure.count % 20 == 0
        else { return }
        failure.said = cause
        var metadata: Logger.Metadata = ["error": "\(cause)"]
        if !freshness.stale.isEmpty {
            metadata["stale"] = "\(freshness.stale.map(\.text).joined(separator: " "))"
        }
        logger.error("reload failed", metadata: metadata)
    }

    /// Reloads the datasets whose published version is not the known one.
    private func followDatasets(
        _ known: inout [DatasetName: Published],
        to current: [DatasetName: Published]
    ) async throws {
        var changed: [DatasetName: DatasetKind] = [:]
        for name in Set(known.keys).union(current.keys) where known[name] != current[name] {
            changed[name] = current[name]?.kind ?? known[name]?.kind
        }
        guard !changed.isEmpty else { return freshness.note([]) }
        do {
            try await reload(changed)
        } catch {
            freshness.note(changed.keys)
            throw error
        }
        freshness.note([])
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
