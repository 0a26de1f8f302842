public import Datasets
internal import Synchronization
public import Timekeeping

/// What voters are told from, read from a store and shown as a whole.
///
/// Stations, districts, elections, addresses and postcodes are read, what links them is found, and only
/// then does a new ``VoterGuide`` take the old one's place: no voter is answered from the stations of one
/// reading and the boundaries of another.
public final class VotingDirectory: Sendable {
    /// What the directory needs of a store.
    public typealias Store = DistrictStore & ElectionStore & AddressStore
        & PostcodeStore & DatasetLedger

    private let stations: StationDirectory
    private let districts: DistrictDirectory
    private let store: any Store
    private let clock: any WallClock
    private let state: Mutex<State>
    private let loads = LoadQueue()

    private struct State {
        var guide: VoterGuide
        /// What the guide was made from; nil before the first reading.
        var reading: VotingReading?
    }

    /// How often what changes while it is read is read again; what changes after that is read when the
    /// change is noticed.
    private static let mostReadings = 3

    /// A directory that knows nothing until it is loaded.
    ///
    /// - Parameter stations: Loaded with everything else.
    public init(stations: StationDirectory, store: any Store, clock: any WallClock) {
        self.stations = stations
        self.store = store
        self.clock = clock
        districts = DistrictDirectory(store: store)
        state = Mutex(State(guide: VoterGuide(VotingReading(), clock: clock)))
    }

    /// Whether everything has been loaded once.
    public var isLoaded: Bool { state.withLock { $0.reading != nil } }

    /// The guide of the present reading; one that knows nothing before the first.
    public var guide: VoterGuide { state.withLock { $0.guide } }

    /// What was read together with the guide; nil before the first reading.
    package var published: PublishedVoting? {
        state.withLock { state in
            state.reading.map {
                PublishedVoting(
                    stations: $0.stations,
                    districts: $0.districts.whole,
                    ballots: state.guide.ballots,
                    versions: Array($0.versions.values)
                )
            }
        }
    }

    /// Reads everything.
    ///
    /// - Throws: What the store throws; the guide is then the one that it was.
    public func load() async throws { try await read(nil) }

    /// Reads again what datasets of some kinds have changed.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the guide is then the one that it was.
    public func reload(_ kinds: Set<DatasetKind>) async throws { try await read(kinds) }

    private func read(_ kinds: Set<DatasetKind>?) async throws {
        try await loads.run { try await self.replaceGuide(kinds) }
    }

    private func replaceGuide(_ asked: Set<DatasetKind>?) async throws {
        let known = state.withLock { $0.reading }
        var kinds = known == nil ? nil : asked
        var reading = known ?? VotingReading()
        var versions = try await publishedVersions()
        for _ in 1...Self.mostReadings {
            try await read(kinds, into: &reading)
            // What was published meanwhile may be in one part and not in another.
            let after = try await publishedVersions()
            let changed = Self.kinds(of: versions, after)
            versions = after
            if changed.isEmpty { break }
            kinds = changed
        }
        reading.versions = versions
        let guide = VoterGuide(reading, clock: clock)
        state.withLock { state in
            state.reading = reading
            state.guide = guide
        }
    }

    /// - Parameter kinds: nil for all.
    private func read(_ kinds: Set<DatasetKind>?, into reading: inout VotingReading) async throws {
        func isAsked(_ some: Set<DatasetKind>) -> Bool {
            kinds.map { !$0.isDisjoint(with: some) } ?? true
        }
        if isAsked([.stations]) {
            try await stations.load()
            reading.stations = stations.current ?? reading.stations
        }
        if isAsked([.districts]) {
            try await districts.load()
            reading.districts = districts.vintages
        }
        if isAsked([.addresses]) { reading.addresses = AddressBook(try await addresses()) }
        if isAsked([.postcodes]) { reading.postcodes = PostcodeBook(try await postcodes()) }
        if isAsked([.elections, .contests, .measures, .precincts]) {
            reading.ballots = try await ballots()
            reading.precincts = PrecinctBook(try await precincts())
        }
    }

    /// The kinds of the datasets of which one list has another version than the other.
    private static func kinds(
        of before: [DatasetName: DatasetVersion],
        _ after: [DatasetName: DatasetVersion]
    ) -> Set<DatasetKind> {
        var kinds: Set<DatasetKind> = []
        for name in Set(before.keys).union(after.keys)
        where before[name]?.number != after[name]?.number {
            kinds.formUnion([before[name]?.kind, after[name]?.kind].compactMap { $0 })
        }
        return kinds
    }

    private func ballots() async throws -> BallotBook {
        let elections = Mutex<[Election]>([])
        let contests = Mutex<[Contest]>([])
        let measures = Mutex<[BallotMeasure]>([])
        try await store.forEachElection { batch in elections.withLock { $0 += batch } }
        try await store.forEachContest { batch in contests.withLock { $0 += batch } }
        try await store.forEachMeasure { batch in measures.withLock { $0 += batch } }
        return BallotBook(
            elections: elections.withLock { $0 },
            contests: contests.withLock { $0 },
            measures: measures.withLock { $0 }
        )
    }

    private func precincts() async throws -> [Precinct] {
        let read = Mutex<[Precinct]>([])
        try await store.forEachPrecinct { batch in read.withLock { $0 += batch } }
        return read.withLock { $0 }
    }

    private func addresses() async throws -> [AddressEntry] {
        let read = Mutex<[AddressEntry]>([])
        try await store.forEachAddress { batch in read.withLock { $0 += batch } }
        return read.withLock { $0 }
    }

    private func postcodes() async throws -> [PostcodePlace] {
        let read = Mutex<[PostcodePlace]>([])
        try await store.forEachPostcode { batch in read.withLock { $0 += batch } }
        return read.withLock { $0 }
    }

    private func publishedVersions() async throws -> [DatasetName: DatasetVersion] {
        Dictionary(
            try await store.publishedVersions().map { ($0.dataset, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// The stations and the districts of one reading, and what was published then.
package struct PublishedVoting: Sendable {
    /// The stations.
    package let stations: StationSnapshot
    /// The districts, whenever they are in force.
    package let districts: DistrictMap
    /// The elections with what is voted on.
    package let ballots: BallotBook
    /// What was published of all kinds.
    package let versions: [DatasetVersion]
}

/// What was read of a store, of which a guide is made.
struct VotingReading: Sendable {
    var stations = StationSnapshot([])
    var districts = DistrictVintages(DistrictMap([]))
    var ballots = BallotBook(elections: [], contests: [], measures: [])
    var precincts = PrecinctBook([])
    var addresses = AddressBook([])
    var postcodes = PostcodeBook([])
    var versions: [DatasetName: DatasetVersion] = [:]
}
