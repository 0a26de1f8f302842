public import Datasets
internal import Geodesy
internal import Synchronization
public import Timekeeping

/// Tells voters where they vote, what they vote on, and how that is known.
///
/// What assigns a station is a district that the station's file says it serves, never nearness. Where
/// what is known allows several answers, they are the choices; where it allows none, there is only
/// what is nearby.
public final class VoterGuide: Sendable {
    /// What the guide needs of a store.
    public typealias Store = DistrictStore & ElectionStore & AddressStore
        & PostcodeStore & DatasetLedger

    /// The districts.
    public let districts: DistrictDirectory
    let stations: StationDirectory
    private let store: any Store
    let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var ballots: BallotBook?
        var precincts = PrecinctBook([])
        var addresses = AddressBook([])
        var postcodes = PostcodeBook([])
        /// Made when it is first asked, and again after each change.
        var geocoder: Geocoder?
        var links: LinkReading?
        var versions: [DatasetName: DatasetVersion] = [:]
    }

    /// The links between the datasets of some readings.
    private struct LinkReading {
        let links: DatasetLinks
        /// The ballots, with the elections of places that lie apart told apart.
        let book: BallotBook
        let places: DatasetPlaces
        let gaps: BallotGaps
        let ballotLinks: BallotLinks
        let electionClocks: ElectionClocks
        let counties: CountyBook
        let stations: (any StationReading)?
        let map: DistrictMap
        let addresses: AddressBook
        let ballots: BallotBook?
    }

    /// Closer to a boundary than this, a voter is warned.
    public static let boundaryWarningMeters = 30.0

    /// How many stations are shown as nearby.
    public static let nearbyCount = 5

    /// How many districts beside the voter's place are choices at most, the nearest: a position that is
    /// good to no more than a country has all of its districts beside it.
    public static let neighbourCount = 50

    /// The types of district by which stations are assigned, the first that holds a place counts.
    static let assigningTypes = ["precinct", "polling_district"]

    /// A guide that knows nothing until it is loaded.
    ///
    /// - Parameter stations: Loaded by its owner.
    public init(stations: StationDirectory, store: any Store, clock: any WallClock) {
        self.stations = stations
        self.store = store
        self.clock = clock
        districts = DistrictDirectory(store: store)
    }

    /// Whether everything has been loaded once.
    public var isLoaded: Bool { districts.isLoaded && state.withLock { $0.ballots != nil } }

    /// The elections; empty before the first loading.
    public var ballots: BallotBook {
        // What is being read in shows as a whole when it is.
        state.withLock { $0.links?.book } ?? linkReading.book
    }

    /// The addresses; empty before the first loading.
    public var addresses: AddressBook { state.withLock { $0.addresses } }

    /// The postcodes of gazetteers; empty before the first loading.
    public var postcodes: PostcodeBook { state.withLock { $0.postcodes } }

    /// Reads districts, elections, addresses, postcodes and the ledger.
    ///
    /// - Throws: What the store throws; the guide is then as it was.
    public func load() async throws {
        try await districts.load()
        try await loadAddresses()
        try await loadPostcodes()
        try await loadBallots()
        try await loadVersions()
        _ = links
    }

    /// Reads again what a dataset of some kind has changed.
    public func reload(_ kind: DatasetKind) async throws {
        switch kind {
        case .districts: try await districts.load()
        case .elections, .contests, .measures, .precincts: try await loadBallots()
        case .addresses: try await loadAddresses()
        case .postcodes: try await loadPostcodes()
        default: break
        }
        try await loadVersions()
        state.withLock { $0.geocoder = nil }
        _ = links
    }

    /// Finds what is loaded by what people write.
    ///
    /// - Complexity: O(n) the first time and after a change, O(1) else.
    public var geocoder: Geocoder {
        if let geocoder = state.withLock({ $0.geocoder }) { return geocoder }
        let geocoder = Geocoder(
            stations: stations.all,
            districts: districts.map.districts,
            addresses: addresses.entries,
            postcodes: postcodes.places
        )
        state.withLock { $0.geocoder = geocoder }
        return geocoder
    }

    /// Which of the present datasets belong together.
    ///
    /// - Complexity: As ``DatasetLinks`` the first time and after a change, O(1) else.
    var links: DatasetLinks { linkReading.links }

    /// What is missing from ballots.
    var ballotGaps: BallotGaps { linkReading.gaps }

    /// Which contests are of which place.
    var ballotLinks: BallotLinks { linkReading.ballotLinks }

    /// What the counties are called.
    var countyBook: CountyBook { linkReading.counties }

    /// What elections tell of the clocks and the days of stations.
    public var electionClocks: ElectionClocks { linkReading.electionClocks }

    /// Which datasets are of places that lie apart.
    var places: DatasetPlaces { linkReading.places }

    private var linkReading: LinkReading {
        let (stations, map) = (stations.reading, districts.map)
        let (known, addresses, precincts, ballots) = state.withLock {
            ($0.links, $0.addresses, $0.precincts, $0.ballots)
        }
        if let known, known.stations === stations, known.map === map,
            known.addresses === addresses, known.ballots === ballots
        {
            return known
        }
        var named = Set(map.districts.map(\.reference))
        for entry in addresses.entries { named.formUnion(entry.districts) }
        for precinct in precincts.all {
            named.formUnion(precinct.districts)
            named.insert(DistrictReference(type: "precinct", code: precinct.code))
        }
        let book = ballots ?? BallotBook(elections: [], contests: [], measures: [])
        let links = DatasetLinks(stations?.stations ?? [], map, addresses.entries, precincts)
        let lists = addresses.entries.reduce(into: [DatasetName: BallotLinks.List]()) {
            $0[$1.dataset, default: BallotLinks.List($1.dataset, links)]
                .districts.formUnion($1.districts.map(DistrictKey.init))
        }
        let boundaries =
            book.datasets.isEmpty ? [:] : Dictionary(grouping: map.districts, by: \.dataset)
        var keys = lists.mapValues(\.districts)
        for (dataset, districts) in boundaries {
            keys[dataset, default: []].formUnion(districts.map { DistrictKey($0.reference) })
        }
        let grounds = DatasetGrounds(boundaries, map, lists)
        let places = DatasetPlaces(
            book,
            keys: keys,
            Set(boundaries.keys),
            grounds,
            DatasetPlaces.Material(
                stations: Dictionary(grouping: stations?.stations ?? [], by: \.dataset),
                addresses: Dictionary(grouping: addresses.entries, by: \.dataset),
                map: map,
                links: links
            )
        )
        let told = book.told(apart: places.relation)
        let ballotLinks = BallotLinks(book, keys: keys, lists: lists, grounds, places)
        let reading = LinkReading(
            links: links,
            book: told,
            places: places,
            gaps: BallotGaps(told, known: Set(named.map(DistrictKey.init))),
            ballotLinks: ballotLinks,
            electionClocks: ElectionClocks(told, map, ballotLinks),
            counties: CountyBook(map.districts),
            stations: stations,
            map: map,
            addresses: addresses,
            ballots: ballots
        )
        state.withLock { $0.links = reading }
        return reading
    }

    /// The stations that are known to serve a district, by id: those that name its code, and belong
    /// where it lies.
    public func stations(serving district: District) -> [Station] {
        links.stations(serving: district).stations
    }

    private func loadBallots() async throws {
        let elections = Mutex<[Election]>([])
        let contests = Mutex<[Contest]>([])
        let measures = Mutex<[BallotMeasure]>([])
        let precincts = Mutex<[Precinct]>([])
        try await store.forEachElection { batch in elections.withLock { $0 += batch } }
        try await store.forEachContest { batch in contests.withLock { $0 += batch } }
        try await store.forEachMeasure { batch in measures.withLock { $0 += batch } }
        try await store.forEachPrecinct { batch in precincts.withLock { $0 += batch } }
        let book = BallotBook(
            elections: elections.withLock { $0 },
            contests: contests.withLock { $0 },
            measures: measures.withLock { $0 }
        )
        let lists = PrecinctBook(precincts.withLock { $0 })
        state.withLock { state in
            state.ballots = book
            state.precincts = lists
        }
    }

    private func loadAddresses() async throws {
        let read = Mutex<[AddressEntry]>([])
        try await store.forEachAddress { batch in read.withLock { $0 += batch } }
        let book = AddressBook(read.withLock { $0 })
        state.withLock { $0.addresses = book }
    }

    private func loadPostcodes() async throws {
        let read = Mutex<[PostcodePlace]>([])
        try await store.forEachPostcode { batch in read.withLock { $0 += batch } }
        let book = PostcodeBook(read.withLock { $0 })
        state.withLock { $0.postcodes = book }
    }

    private func loadVersions() async throws {
        let versions = try await store.publishedVersions()
        state.withLock { state in
            state.versions = Dictionary(
                versions.map { ($0.dataset, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The day, half a day behind UTC, so that an election is still to come while it is held west of
    /// Greenwich.
    package var today: CalendarDate { CalendarDate(lastOnEarthAt: clock.now) }

    /// What lists say of precincts; empty before the first loading.
    var precincts: PrecinctBook { state.withLock { $0.precincts } }

    /// The published versions of datasets, those that are known.
    func versions(of names: [DatasetName]) -> [DatasetVersion] {
        state.withLock { state in names.compactMap { state.versions[$0] } }
    }
}

extension Int64 {
    /// The quotient rounded down.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
