public import Datasets
public import Polling
internal import Synchronization
public import Timekeeping

/// Brings a file of district polygons into a dataset, as ``StationImporter`` does with stations.
///
/// What the districts are is said for the whole file, `--type precinct`, or by a column. Polygons
/// that are not valid are mended, with a warning, or refused where nothing is left to mend.
public struct DistrictImporter: Sendable {
    private let store: any DatasetStore<District>
    private let mender: any AreaMender
    private let overlay: (any AreaOverlay)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - mender: Judges polygons, and mends them.
    ///   - overlay: Finds what neighbours both claim, and what lies between them; nil to leave that
    ///     out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<District>,
        mender: any AreaMender,
        overlay: (any AreaOverlay)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.mender = mender
        self.overlay = overlay
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
        let gathered = GatheredDistricts()
        var report = try await importTable(
            .districts,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress
        ) { [mender, overlay] (sample, options) throws(ImportError) in
            try DistrictCollector(
                sample,
                options: options,
                mender: mender,
                overlay: overlay,
                gathered: gathered
            )
        }
        if let overlay {
            report.districtFits = try await BlockingWork.run {
                try DistrictFit.fits(of: gathered.all, overlay)
            }
        }
        return report
    }
}

/// The districts that a file gives, once it has been read.
final class GatheredDistricts: Sendable {
    private let districts = Mutex<[District]>([])

    var all: [District] { districts.withLock { $0 } }

    func set(_ all: [District]) { districts.withLock { $0 = all } }
}
