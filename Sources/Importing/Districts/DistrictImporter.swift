public import Datasets
public import Polling
public import Timekeeping

/// Brings a file of district polygons into a dataset, as ``StationImporter`` does with stations.
///
/// What the districts are is said for the whole file, `--type precinct`, or by a column. Polygons
/// that are not valid are mended, with a warning, or refused where nothing is left to mend.
public struct DistrictImporter: Sendable {
    private let store: any DatasetStore<District>
    private let mender: any AreaMender
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - mender: Judges polygons, and mends them.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<District>,
        mender: any AreaMender,
        clock: any WallClock
    ) {
        self.store = store
        self.mender = mender
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
        let run = ImportRun<CollectingReader<DistrictCollector>>(
            kind: .districts,
            store: store,
            clock: clock,
            options: options,
            input: input
        ) { [mender] sample, open throws(ImportError) in
            CollectingReader(
                try DistrictCollector(sample, options: options, mender: mender),
                open: open
            )
        }
        return try await run.run { progress?($0) }
    }
}
