internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization

/// What is published and goes into a feed, but for the texts of stations and for addresses, which are read
/// again when they are written.
struct FeedSource: Sendable {
    /// A station, as far as precincts and localities name it.
    struct StationFact: Sendable {
        let id: Station.ID
        let name: String
        /// The precincts that vote there.
        let precincts: [DistrictReference]
        /// The counties and towns whose anybody may.
        let localities: [DistrictReference]
        /// The keys by which lists of addresses name it.
        let keys: [String]
        let isForAnybody: Bool
    }

    /// Where the people of some addresses vote.
    struct Destination: Sendable, Hashable {
        let stationKey: String?
        let districts: [DistrictReference]
    }

    var election: Election?
    var contests: [Contest] = []
    var measures: [BallotMeasure] = []
    var otherElectionCount = 0
    var precincts: [Precinct] = []
    var stations: [StationFact] = []
    /// How many addresses lead to each.
    var destinations: [Destination: Int] = [:]
    /// The boundaries in force on the day of the election.
    var districts: [District] = []

    static let localityTypes: Set<String> = [
        "county", "city", "town", "township", "borough", "municipality", "village", "parish",
    ]

    var isEmpty: Bool {
        contests.isEmpty && measures.isEmpty && precincts.isEmpty && stations.isEmpty
            && destinations.isEmpty
    }

    /// Reads all of it.
    ///
    /// - Throws: ``FeedExportError``, or what the store throws.
    static func read(
        _ store: any FeedExport.Store,
        _ options: FeedExport.Options
    ) async throws -> FeedSource {
        let elections = Mutex<[Election]>([])
        try await store.forEachElection { batch in
            elections.withLock { $0 += batch.filter { options.has($0.dataset) } }
        }
        let read = Mutex(FeedSource())
        let election = try chosen(elections.withLock { $0 }, options)
        read.withLock { $0.election = election }
        try await store.forEachContest { batch in
            read.withLock { source in
                for contest in batch where options.has(contest.dataset) {
                    if Self.isOf(contest.election, election) {
                        source.contests.append(contest)
                    } else {
                        source.otherElectionCount += 1
                    }
                }
            }
        }
        try await store.forEachMeasure { batch in
            read.withLock { source in
                for measure in batch where options.has(measure.dataset) {
                    if Self.isOf(measure.election, election) {
                        source.measures.append(measure)
                    } else {
                        source.otherElectionCount += 1
                    }
                }
            }
        }
        try await store.forEachPrecinct { batch in
            read.withLock { $0.precincts += batch.filter { options.has($0.dataset) } }
        }
        try await store.forEachStation { batch in
            let facts = batch.filter { options.has($0.dataset) }.map(StationFact.init)
            read.withLock { $0.stations += facts }
        }
        try await store.forEachDestination { dataset, destination, count in
            guard options.has(dataset) else { return }
            let key = Destination(
                stationKey: destination.stationKey,
                districts: destination.districts
            )
            read.withLock { $0.destinations[key, default: 0] += count }
        }
        let day = election?.date
        try await store.forEachDistrict { batch in
            let some = batch.filter { district in
                options.has(district.dataset) && day.map(district.validity.contains) ?? true
            }
            read.withLock { $0.districts += some }
        }
        let source = read.withLock { $0 }
        guard !source.isEmpty else { throw FeedExportError.nothing }
        return source
    }

    private static func isOf(_ reference: ElectionReference, _ election: Election?) -> Bool {
        guard let election else { return true }
        return !reference.meant(among: [election]).isEmpty
            || reference.date != nil && reference.date == election.date
    }

    /// The election that was asked for; else the next one, or the last.
    private static func chosen(
        _ elections: [Election],
        _ options: FeedExport.Options
    ) throws(FeedExportError) -> Election? {
        let dated = elections.filter { $0.date != nil }.sorted {
            ($0.date?.daysSince1970 ?? 0, $0.id) < ($1.date?.daysSince1970 ?? 0, $1.id)
        }
        guard let name = options.election else {
            let today = CalendarDate(lastOnEarthAt: options.moment)
            let next = dated.first { ($0.date ?? today) >= today } ?? dated.last
            guard next != nil || elections.isEmpty else {
                throw .electionWithoutDay(elections[0].key)
            }
            return next
        }
        let found = elections.filter { election in
            [election.key, election.id.rawValue, election.date?.description].contains(name)
        }
        guard let first = found.first else {
            throw .unknownElection(name, known: elections.map(\.key).sorted())
        }
        guard first.date != nil else { throw .electionWithoutDay(first.key) }
        return first
    }
}

extension FeedSource.StationFact {
    init(_ station: Station) {
        id = station.id
        name = station.name
        precincts = station.districts.filter {
            DistrictKey.assigningTypes.contains(DistrictKey($0).type)
        }
        localities = station.districts.filter {
            FeedSource.localityTypes.contains(DistrictKey($0).type)
        }
        keys = station.sourceKeys
        isForAnybody = station.kinds.contains(.voteCenter)
    }
}
