public import Datasets
public import Polling
public import Timekeeping

/// Brings a file of contests and their candidates into a dataset, as ``StationImporter`` does with
/// stations: lists of candidates, and results by precinct as OpenElections publishes them.
public struct ContestImporter: Sendable {
    private let store: any DatasetStore<Contest>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<Contest>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let run = ImportRun<CollectingReader<ContestCollector>>(
            kind: .contests,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, open throws(ImportError) in
            CollectingReader(
                try ContestCollector(sample, options: options, fileName: input.name),
                open: open
            )
        }
        return try await run.run { progress?($0) }
    }
}

/// Brings a file of ballot measures into a dataset; rows of one measure in several languages become
/// one record.
public struct MeasureImporter: Sendable {
    private let store: any DatasetStore<BallotMeasure>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<BallotMeasure>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let run = ImportRun<CollectingReader<MeasureCollector>>(
            kind: .measures,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, open throws(ImportError) in
            CollectingReader(
                try MeasureCollector(sample, options: options, fileName: input.name),
                open: open
            )
        }
        return try await run.run { progress?($0) }
    }
}

/// Brings a file of elections into a dataset.
public struct ElectionImporter: Sendable {
    private let store: any DatasetStore<Election>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<Election>, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Runs the import.
    ///
    /// - Parameter progress: Called some ten times a second at most, on no particular thread.
    /// - Throws: ``ImportError``, or what the store throws; nothing was changed then.
    public func run(
        _ input: ImportInput,
        options: ImportOptions,
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        let run = ImportRun<CollectingReader<ElectionCollector>>(
            kind: .elections,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { sample, open throws(ImportError) in
            CollectingReader(try ElectionCollector(sample, options: options), open: open)
        }
        return try await run.run { progress?($0) }
    }
}
