public import Datasets
public import Polling
internal import Synchronization
public import Timekeeping

/// Brings a list of addresses into a dataset, as ``StationImporter`` does with stations: one address a
/// row, as registers of electors have them, or the odd and even numbers of a street.
public struct AddressImporter: Sendable {
    private let store: any DatasetStore<AddressEntry>
    private let districts: (any DistrictStore & StationStore)?
    private let clock: any WallClock

    /// - Parameters:
    ///   - store: Where the dataset lives.
    ///   - districts: The published districts and stations, to report how many addresses name a
    ///     district that is not among them; nil to leave that out.
    ///   - clock: Tells the moment of publication.
    public init(
        store: any DatasetStore<AddressEntry>,
        districts: (any DistrictStore & StationStore)? = nil,
        clock: any WallClock
    ) {
        self.store = store
        self.districts = districts
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
        let named = CountedDistricts()
        var report = try await importTable(
            .addresses,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            feed: { $0.addresses(in: $1) },
            collector: { (sample, options) throws(ImportError) in
                try AddressCollector(sample, options: options, namedDistricts: named)
            }
        )
        let counts = named.counts
        guard let districts, !counts.isEmpty else { return report }
        let known = Mutex<(published: Set<DistrictReference>, served: Set<DistrictReference>)>(
            ([], [])
        )
        try await districts.forEachDistrict { batch in
            known.withLock { $0.published.formUnion(batch.map(\.reference)) }
        }
        try await districts.forEachStation { batch in
            known.withLock { $0.served.formUnion(batch.flatMap(\.districts)) }
        }
        let (published, served) = known.withLock { $0 }
        report.districts = DistrictUse.joins(
            Set(counts.keys),
            published,
            served: served,
            counts: counts
        )
        return report
    }
}

/// The districts that a file's addresses name, and how many name each.
final class CountedDistricts: Sendable {
    private let numbers = Mutex<[DistrictReference: Int]>([:])

    var counts: [DistrictReference: Int] { numbers.withLock { $0 } }

    func count(_ references: [DistrictReference]) {
        numbers.withLock { numbers in
            for reference in references {
                // A column of other ids names a new one in each row.
                if numbers.count < NamedDistricts.limit || numbers[reference] != nil {
                    numbers[reference, default: 0] += 1
                }
            }
        }
    }

    func clear() { numbers.withLock { $0 = [:] } }
}

extension AddressEntry: ImportableRecord {
    var importKey: String { id.rawValue }
    var displayName: String { line }

    func differences(from old: AddressEntry) -> [String] {
        var differences: [String] = []
        if old.line != line { differences.append("was \"\(old.line)\"") }
        if old.districts != districts {
            let codes = old.districts.map(\.shortText)
            differences.append("belonged to \(codes.joined(separator: ", "))")
        }
        if old.stationKey != stationKey {
            differences.append("station was \(old.stationKey ?? "blank")")
        }
        if old.coordinate != coordinate { differences.append("moved") }
        return differences
    }
}
