public import Datasets
public import Roads
public import Timekeeping

/// Brings a file of roads into a dataset, as ``StationImporter`` does with stations: lines with a name,
/// a class, a speed and one-way streets, as far as the file has them.
public struct RoadImporter: Sendable {
    private let store: any DatasetStore<Road>
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - clock: Tells the moment of publication.
    public init(store: any DatasetStore<Road>, clock: any WallClock) {
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
            .roads,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress
        ) { [now = clock.now] (sample, options) throws(ImportError) in
            try RoadCollector(sample, options: options, now: now)
        }
    }
}

extension Road: ImportableRecord {
    package var importKey: String { id }
    package var displayName: String { title ?? "\(kind.rawValue) \(key)" }

    package func differences(from old: Road) -> [Finding] {
        var differences: [Finding] = []
        if old.title != title {
            let before = old.title.map { Finding.Value.text($0) }
            differences.append(
                Finding(.wasCalled, ["before": before ?? .finding(Finding(.nothingAtAll))])
            )
        }
        if old.kind != kind { differences.append(Difference.was(.wasA, old.kind.rawValue)) }
        if old.driving != driving {
            differences.append(Difference.was(.drivingWas, old.driving.rawValue))
        }
        if old.walking != walking {
            differences.append(Difference.was(.walkingWas, old.walking.rawValue))
        }
        if old.speedKilometersPerHour != speedKilometersPerHour {
            differences.append(Finding(.speedChanged))
        }
        if old.line != line { differences.append(Finding(.courseChanged)) }
        if old.isDrivingLimited != isDrivingLimited || old.barriers != barriers {
            differences.append(Finding(.passageChanged))
        }
        if old.turnRules != turnRules { differences.append(Finding(.turnRulesChanged)) }
        return differences
    }
}
