package import Datasets
package import Logging
package import ServiceLifecycle

/// What a module does while the service runs: loads what it answers from, follows what others change,
/// removes what has expired, and ends what would not end by itself.
package struct ModuleLife: Sendable {
    /// Loads everything once; when it throws, the service ends with that error.
    package var load: @Sendable () async throws -> Void = {}
    /// The kinds of dataset whose publication ``reload`` is told of.
    package var kinds: Set<DatasetKind> = []
    /// Loads datasets again that were published, rolled back or withdrawn, those of one moment in one go;
    /// tried again where it throws.
    package var reload: @Sendable ([DatasetName: DatasetKind]) async throws -> Void = { _ in }
    /// Takes over what else another process has written; tried again where it throws.
    package var follow: (@Sendable () async throws -> Void)?
    /// Removes at most `limit` expired records and tells how many there were.
    package var sweep: (@Sendable (_ limit: Int) async throws -> Int)?
    /// Does some of the work that can wait, and tells whether more is left.
    package var upkeep: (@Sendable () async throws -> Bool)?
    /// Runs as long as the service does, such as live streams.
    package var run: (@Sendable () async -> Void)?
    /// What else runs as long as the service does and logs what goes wrong.
    package var background: (@Sendable (Logger) -> [any Service])?
    /// Ends ``run`` and whatever connections wait for it.
    package var end: (@Sendable () -> Void)?
    /// Whether everything is loaded.
    package var isReady: @Sendable () -> Bool = { true }
    /// How much there is of what.
    package var gauges: [Metric] = []
    /// What else `/metrics` tells; the names begin with `ambit_` and the module's name.
    package var metrics: [Metric] = []

    /// A life in which nothing happens, to be changed member by member.
    package init() {}
}

extension [ModuleLife] {
    /// What keeps modules going: a watcher over the store, a sweeper and upkeep for each that has some.
    ///
    /// - Parameters:
    ///   - freshness: Is told of what cannot be loaded.
    ///   - errorLabel: What of an error may stand in the log.
    ///   - changeCount: How many changes others have made so far; see ``Upkeep``.
    package func services(
        sensor: any ChangeSensor,
        ledger: any DatasetLedger,
        logger: Logger,
        freshness: Freshness,
        errorLabel: @escaping @Sendable (any Error) -> String,
        changeCount: @escaping @Sendable () -> Int
    ) -> [any Service] {
        let watcher = StoreWatcher(
            sensor: sensor,
            ledger: ledger,
            logger: logger,
            freshness: freshness,
            errorLabel: errorLabel
        ) {
            for life in self { try await life.load() }
        } reload: { datasets in
            for life in self {
                let own = datasets.filter { life.kinds.contains($0.value) }
                if !own.isEmpty { try await life.reload(own) }
            }
        } follow: {
            for life in self { try await life.follow?() }
        }
        let sweepers = compactMap { life in life.sweep.map { Sweeper(logger: logger, sweep: $0) } }
        let upkeep = compactMap { life in
            life.upkeep.map { Upkeep(logger: logger, changeCount: changeCount, step: $0) }
        }
        return [watcher] + sweepers + upkeep + compactMap(\.background).flatMap { $0(logger) }
    }
}
