public import Datasets
public import Ground
public import Polling
public import Timekeeping

/// Brings a file of water or parks into a dataset, as ``StationImporter`` does with stations.
///
/// What the ground is is said for the whole file, `--type water`, or by a column. Areas that are not
/// valid are mended, with a warning; water that the file says lies below ground is left out.
public struct GroundImporter: Sendable {
    private let store: any DatasetStore<GroundFeature>
    private let mender: any AreaMender
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - mender: Judges areas, and mends them.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<GroundFeature>,
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
        try await importTable(
            .ground,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress
        ) { [mender] (sample, options) throws(ImportError) in
            try GroundCollector(sample, options: options, mender: mender)
        }
    }
}
