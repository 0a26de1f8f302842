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
    ///     district or a station that is not among them; nil to leave that out.
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
        let today = CalendarDate(lastOnEarthAt: clock.now)
        let destinations = CountedDestinations()
        let facts = districts == nil ? nil : GatheredFacts()
        let witnesses = districts == nil ? nil : AddressWitnesses()
        var report = try await importTable(
            .addresses,
            into: store,
            input,
            options: options,
            clock: clock,
            progress: progress,
            feed: { $0.addresses(in: $1) },
            collector: { (sample, options) throws(ImportError) in
                try AddressCollector(sample, options: options, today: today)
            },
            observe: { entries in
                destinations.observe(entries)
                facts?.observe(entries)
                witnesses?.observe(entries)
            },
            noteKept: { entries in
                destinations.keep(entries)
                facts?.keep(entries)
            },
            consents: { [districts] in
                guard let districts, let witnesses else { return [] }
                return try await witnesses.judgment(districts).consents
            }
        )
        guard let districts, let facts else { return report }
        let counts = destinations.counts
        // A task of its own: what is published by now is told, whoever cancels.
        report = try await Task { [report] in
            var report = try await Self.joined(
                report,
                counts,
                facts.all,
                of: options.dataset,
                districts
            )
            let misfits = try await PublishedVintages.misfits(
                Set(counts.keys.flatMap(\.districts)),
                of: Finding(.theseAddresses),
                among: districts,
                at: clock.now
            )
            let notes = try await witnesses?.judgment(districts).notes ?? []
            report.notes.insert(contentsOf: misfits + notes, at: 0)
            return report
        }.value
        return report
    }

    /// The report with what the addresses name held against what is published.
    private static func joined(
        _ report: ImportReport,
        _ destinations: [AddressDestination: Int],
        _ facts: ListFacts,
        of list: DatasetName,
        _ published: any DistrictStore & StationStore
    ) async throws -> ImportReport {
        var report = report
        var counts: [DistrictReference: Int] = [:]
        for (destination, count) in destinations {
            for reference in destination.districts { counts[reference, default: 0] += count }
        }
        let known = Mutex<[Station]>([])
        try await published.forEachStation { batch in
            known.withLock { $0 += batch.map { $0.footing(withAddress: true) } }
        }
        let ground = try await MeantDistricts(known.withLock { $0 }, lists: [list: facts])
            .adding(published)
        let meant = ground.districts(meantBy: list)
        report.districts = DistrictUse.joins(
            Set(counts.keys),
            meant.bounded,
            served: meant.served,
            counts: counts
        )
        var stations = KnownStations(wantedBy: [destinations])
        try await stations.add(publishedIn: published, where: ground.stationsGoing(with: list))
        let use = AddressListUse(list: report.dataset, destinations, stations)
        guard use.addresses > 0 else { return report }
        report.addressLists = [use]
        var all = KnownStations(wantedBy: [destinations])
        try await all.add(publishedIn: published)
        let found = AddressListUse(list: report.dataset, destinations, all).addressesWithout
        let why: StationWording =
            all.count == 0
            ? .noStationYet : found < use.addressesWithout ? .stationsElsewhere : .noStationHasThem
        if let warning = use.warning(because: why) {
            report.notes.insert(warning, at: 0)
        }
        return report
    }
}

/// What tells where the addresses of a file are.
private final class GatheredFacts: Sendable {
    private static let none = ListFacts(streetLimit: NamedDistricts.limit)
    private let state = Mutex((passed: none, kept: none))

    /// Of the file's last pass, and of what stays beside it.
    var all: ListFacts {
        state.withLock { state in
            var all = state.passed
            all.add(state.kept)
            return all
        }
    }

    /// Takes in a batch of a pass; nil at its beginning.
    func observe(_ entries: [AddressEntry]?) {
        state.withLock { state in
            guard let entries else { return state.passed = Self.none }
            for entry in entries { state.passed.add(entry) }
        }
    }

    /// Takes in published entries that stay beside those of the file.
    func keep(_ entries: [AddressEntry]) {
        state.withLock { state in for entry in entries { state.kept.add(entry) } }
    }
}

extension AddressEntry: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { line }
    package static var guards: ImportGuards { .addresses }

    package var parts: RecordParts {
        var rest = self
        (rest.districts, rest.stationKey) = ([], nil)
        (rest.street, rest.houses, rest.coordinate) = ("", [], nil)
        var ways = Hasher()
        ways.combine(districts)
        ways.combine(stationKey)
        return RecordParts(
            name: Self.hash(of: [street], houses),
            address: 0,
            hours: 0,
            accessibility: 0,
            districts: ways.finalize(),
            other: rest.hashValue,
            folded: FoldedParts(name: Self.hash(of: streetWords, houses), address: 0),
            place: coordinate
        )
    }

    private static func hash(of street: [String], _ houses: [HouseRange]) -> Int {
        var hasher = Hasher()
        hasher.combine(street)
        hasher.combine(houses)
        return hasher.finalize()
    }

    package func differences(from old: AddressEntry) -> [Finding] {
        var differences: [Finding] = []
        if old.line != line { differences.append(Difference.was(.wasValue, "\"\(old.line)\"")) }
        if old.districts != districts {
            let codes = old.districts.map(\.shortText)
            differences.append(Finding(.belongedTo, ["districts": .texts(codes)]))
        }
        if old.stationKey != stationKey {
            differences.append(Finding(.stationWas, ["before": Difference.plain(old.stationKey)]))
        }
        if old.coordinate != coordinate { differences.append(Finding(.movedSomewhere)) }
        return differences
    }
}
