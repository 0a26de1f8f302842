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
    private let clock: any WallClock
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
        let gaps: BallotGaps
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
        state.withLock { $0.ballots } ?? BallotBook(elections: [], contests: [], measures: [])
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
        let reading = LinkReading(
            links: DatasetLinks(stations?.stations ?? [], map, addresses.entries, precincts),
            gaps: BallotGaps(
                ballots ?? BallotBook(elections: [], contests: [], measures: []),
                known: Set(named.map(DistrictKey.init))
            ),
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

    // MARK: Answering

    /// What a voter at a place is told.
    ///
    /// - Parameters:
    ///   - location: Where the voter is.
    ///   - election: The id or the key of an election; nil as in
    ///     ``BallotBook/ballot(in:election:today:)``.
    ///   - scope: How much of what lies around is told.
    /// - Complexity: O(log n + m) for the m corners of the districts that hold the place.
    public func answer(
        at location: VoterLocation,
        election: String? = nil,
        scope: VoterScope = .standard
    ) -> VoterAnswer {
        let map = districts.map
        let holders = map.districts(holding: location.coordinate)
        // Districts without boundaries that a list says the voter's precinct belongs to.
        let links = links
        let listed = listed(of: holders, links)
        let centers = voteCenters(near: location.coordinate, holders, listed, map, links)
        var finding = Finding(nearby: nearby(location.coordinate, scope), links: links)
        assign(location, holders, map, &finding, centers: centers.count)
        warnOfDistance(&finding, centers)
        let ballot = ballots.ballot(
            in: (holders.map(\.reference) + listed.map(\.reference)),
            election: election,
            today: today
        )
        warnOfBallot(
            ballot,
            election,
            known: { map.hasDistricts(ofType: $0) },
            holders.map(\.reference) + listed.map(\.reference),
            &finding
        )
        return VoterAnswer(
            location: location,
            matchedAddresses: [],
            districts: holders,
            assignment: finding.assignment,
            choices: finding.choices,
            nearby: finding.nearby,
            voteCenters: Array(centers.prefix(scope.voteCenterLimit)),
            voteCenterCount: centers.count,
            ballot: ballot,
            warnings: finding.warnings,
            sources: sources(finding, holders)
        )
    }

    /// The districts without boundaries that lists of precincts say districts belong to.
    func listed(of holders: [District], _ links: DatasetLinks) -> [NamedDistrict] {
        holders.flatMap { holder in
            precincts.districts(of: holder.reference) { links.belongs(precincts: $0, to: holder) }
        }.unique
    }

    /// The day, half a day behind UTC, so that an election is still to come while it is held west of
    /// Greenwich.
    var today: CalendarDate {
        CalendarDate(
            daysSince1970: Int(
                (clock.now.millisecondsSince1970 - 12 * 3_600_000).flooredDivision(by: 86_400_000)
            )
        )
    }

    struct Finding {
        var assignment: Assignment?
        var choices: [AssignmentChoice] = []
        var warnings: [VoterWarning] = []
        let nearby: NearbyStations
        let links: DatasetLinks

        /// What to say of the stations that are listed where nothing is assigned.
        var nearWords: String {
            nearby.stations.isEmpty ? "" : " The stations listed are merely near."
        }
    }

    /// What lists say of precincts; empty before the first loading.
    var precincts: PrecinctBook { state.withLock { $0.precincts } }

    /// - Parameters:
    ///   - holders: The districts that hold the place.
    ///   - centers: How many vote centers serve the place.
    private func assign(
        _ location: VoterLocation,
        _ holders: [District],
        _ map: DistrictMap,
        _ finding: inout Finding,
        centers: Int
    ) {
        let known = Self.assigningTypes.filter(map.hasDistricts)
        guard !known.isEmpty else {
            finding.warnings.append(
                VoterWarning(
                    .noData,
                    "No boundaries of precincts are loaded: nothing tells where you vote."
                        + finding.nearWords
                )
            )
            return
        }
        let place = location.coordinate
        let margin = max(Self.boundaryWarningMeters, location.accuracy?.meters ?? 0)
        let reach = Distance(uncheckedMeters: margin)
        let type = known.first { type in
            holders.contains { DistrictKey.canonicalType($0.reference.type) == type }
        }
        let near = map.districts(ofTypes: [type ?? known[0]], near: place, within: reach)
        let neighbours = near.prefix(Self.neighbourCount).map { entry in
            choice(entry.district, place, entry.distance, holds: false, map, finding.links)
        }
        let noun = Self.words(type ?? known[0])
        let rest =
            near.count > neighbours.count
            ? " The nearest \(neighbours.count) of \(near.count) are listed." : ""
        guard let type else {
            finding.choices = neighbours
            finding.warnings.append(
                VoterWarning(
                    .outsideDistricts,
                    neighbours.isEmpty
                        ? "The place lies in no \(noun) that is loaded." + finding.nearWords
                        : "The place lies in no \(noun) that is loaded, but within "
                            + "\(reach.words) of \(Self.counted(near.count, noun)). "
                            + "Compare your address with the choices." + rest
                )
            )
            return
        }
        let own = holders.filter { DistrictKey.canonicalType($0.reference.type) == type }
            .map { district in
                let distance = map.boundaryDistance(of: district.id, from: place)
                return choice(district, place, distance, holds: true, map, finding.links)
            }
        let stationIDs = own.map { Set($0.stations.map(\.station.id)) }
        guard let first = own.first, Set(stationIDs).count == 1 else {
            finding.choices = own + neighbours
            finding.warnings.append(
                VoterWarning(
                    .overlappingDistricts,
                    "\(Self.counted(own.count, noun)) claim the place"
                        + (neighbours.isEmpty
                            ? ""
                            : ", and \(near.count) more " + (near.count == 1 ? "is" : "are")
                                + " within \(reach.words) of it")
                        + ". Compare your address with the choices." + rest
                )
            )
            return
        }
        settle(
            first,
            by: .district,
            boundaryDistance: own.compactMap(\.boundaryDistance).min(),
            &finding,
            centers: centers
        )
        if let distance = own.compactMap(\.boundaryDistance).min(), distance.meters < margin {
            let others = neighbours.filter {
                Set($0.stations.map(\.station.id)) != stationIDs[0]
            }
            if !others.isEmpty || neighbours.isEmpty {
                if !others.isEmpty { finding.choices = [first] + others }
                finding.warnings.append(
                    .nearBoundary(distance, accuracy: location.accuracy, rest)
                )
            }
        }
    }

    static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// A type of district in words: `polling district`.
    static func words(_ type: String) -> String { type.replacingUnderscores }

    /// Takes the one answer that there is: an assignment where it is sure, else a choice of one.
    ///
    /// - Parameter centers: How many vote centers serve the voter besides.
    func settle(
        _ only: AssignmentChoice,
        by method: Assignment.Method,
        boundaryDistance: Distance? = nil,
        _ finding: inout Finding,
        centers: Int = 0
    ) {
        if let doubt = only.doubt {
            finding.choices = [only]
            finding.warnings.append(VoterWarning(.doubtfulStation, doubt))
            return
        }
        finding.assignment = Assignment(
            method: method,
            district: only.district,
            stations: only.stations,
            boundaryDistance: boundaryDistance
        )
        warnOfStations(only, &finding, centers: centers)
    }

    /// - Parameter centers: How many vote centers serve the voter besides.
    func warnOfStations(
        _ choice: AssignmentChoice,
        _ finding: inout Finding,
        centers: Int = 0
    ) {
        let name = "\(choice.district.type.replacingUnderscores) \(choice.district.code)"
        // What is open before the day alone is no second answer.
        let onTheDay = choice.stations.count { $0.station.isOpenOnElectionDay }
        switch choice.stations.isEmpty ? 0 : max(1, onTheDay) {
        case 0:
            finding.warnings.append(
                VoterWarning(
                    .noStation,
                    precincts.isMailOnly(choice.district)
                        ? "You belong to \(name), whose voters vote by mail."
                        : centers > 0
                            ? "You belong to \(name), which has no station of its own: vote at "
                                + (centers == 1
                                    ? "the vote center." : "any of the \(centers) vote centers.")
                            : "You belong to \(name), but no station that is loaded serves it."
                                + finding.nearWords
                )
            )
        case 1: break
        default:
            finding.warnings.append(
                VoterWarning(
                    .severalStations,
                    "\(onTheDay) stations serve \(name); the nearest comes first. "
                        + "Your polling card may name one of them."
                )
            )
        }
        if choice.stations.first?.isOutsideDistrict == true {
            finding.warnings.append(
                VoterWarning(
                    .stationOutsideDistrict,
                    "The station stands outside \(name); that is so in the official list."
                )
            )
        }
    }

    /// The stations of a district.
    ///
    /// - Parameter holds: Whether the district holds the voter's place; nil where that is not known.
    func choice(
        _ district: District,
        _ place: Coordinate?,
        _ boundaryDistance: Distance?,
        holds: Bool? = nil,
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) -> AssignmentChoice {
        let serving = links.stations(serving: district)
        let isSure = !serving.stations.isEmpty
        return AssignmentChoice(
            district: district.reference,
            stations: assigned(isSure ? serving.stations : serving.doubtful, from: place) {
                station in station.coordinate.map { !map.holds(district.id, $0) }
            },
            boundaryDistance: boundaryDistance,
            holdsPlace: holds,
            doubt: Self.doubt(serving, district.reference, of: district.dataset)
        )
    }

    /// Why it is not known that stations serve a district; nil where it is, and where there are none.
    ///
    /// - Parameter dataset: Of the boundaries or the list that names the district.
    static func doubt(
        _ serving: DatasetLinks.Serving,
        _ district: DistrictReference?,
        of dataset: DatasetName
    ) -> String? {
        let name = district.map { "\(words($0.type)) \($0.code)" } ?? "this station"
        guard serving.stations.isEmpty else {
            // A code of one county is another district's in the next.
            let counties = serving.stations.map { station in
                Set(station.districts.map(DistrictKey.init).filter { $0.type == "county" })
            }
            guard counties.allSatisfy({ $0.count == 1 }), Set(counties).count > 1 else {
                return nil
            }
            return "\(Set(counties).count) counties have a \(name), and nothing tells which of "
                + "them is yours. Choose the station of your own county."
        }
        let sets = Set(serving.doubtful.map(\.dataset.text)).sorted()
        guard !sets.isEmpty else { return nil }
        return "Nothing tells whether the stations of \(sets.joined(separator: " or ")) are those "
            + "of \(dataset): they have \(name) in common, and no places, postcodes or streets. "
            + "They may be another county's; ask your election office before you go."
    }

    func assigned(
        _ serving: [Station],
        from place: Coordinate?,
        isOutside: (Station) -> Bool?
    ) -> [AssignedStation] {
        serving.map { station in
            AssignedStation(
                station: station,
                distance: place.flatMap { place in
                    station.coordinate.map { Geodesic.distance(from: place, to: $0) }
                },
                isOutsideDistrict: isOutside(station)
            )
        }.sorted { left, right in
            // Where a voter votes on the day comes before what is open earlier.
            let isFirst = left.station.isOpenOnElectionDay
            guard isFirst == right.station.isOpenOnElectionDay else { return isFirst }
            return switch (left.distance, right.distance) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.station.id < right.station.id
            }
        }
    }

    // MARK: Sources

    func sources(
        _ finding: Finding,
        _ holders: [District],
        _ lists: [DatasetName] = []
    ) -> [DatasetVersion] {
        var names: [DatasetName] = []
        func add(_ name: DatasetName) { if !names.contains(name) { names.append(name) } }
        for station in finding.assignment?.stations ?? [] { add(station.station.dataset) }
        for choice in finding.choices { choice.stations.forEach { add($0.station.dataset) } }
        for name in lists { add(name) }
        for district in holders { add(district.dataset) }
        return state.withLock { state in names.compactMap { state.versions[$0] } }
    }
}

extension String {
    fileprivate var replacingUnderscores: String {
        String(map { $0 == "_" ? " " : $0 })
    }
}

extension Int64 {
    /// The quotient rounded down.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
