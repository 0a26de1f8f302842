public import Datasets
public import Polling
public import Timekeeping

/// Brings a gazetteer of postcodes into a dataset: GeoNames' postal codes, the Census Bureau's
/// gazetteer, or any table with a code, a latitude and a longitude.
public struct PostcodeImporter: Sendable {
    private let store: any DatasetStore<PostcodePlace>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<PostcodePlace>, clock: any WallClock) {
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
        try await importTable(
            .postcodes,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress
        ) { (sample, options) throws(ImportError) in
            try PostcodeCollector(sample, options: options)
        }
    }
}

extension PostcodePlace: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { line }
    package static var guards: ImportGuards { .postcodes }

    package var parts: RecordParts {
        var hasher = Hasher()
        for text in [code, place, region, country] { hasher.combine(text) }
        hasher.combine(accuracy)
        return RecordParts(
            name: 0,
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: 0,
            other: hasher.finalize(),
            place: coordinate
        )
    }

    package func differences(from old: PostcodePlace) -> [Finding] {
        var differences: [Finding] = []
        if old.coordinate != coordinate { differences.append(Finding(.movedSomewhere)) }
        if old.line != line { differences.append(Difference.was(.wasValue, "\"\(old.line)\"")) }
        if old.accuracy != accuracy { differences.append(Finding(.accuracyChanged)) }
        return differences
    }
}
