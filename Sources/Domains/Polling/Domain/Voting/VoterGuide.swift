internal import Datasets
internal import Geodesy
internal import Synchronization
internal import Timekeeping

/// Tells voters where they vote, what they vote on, and how that is known.
///
/// What assigns a station is a district that the station's file says it serves, never nearness. Where
/// what is known allows several answers, they are the choices; where it allows none, there is only
/// what is nearby.
///
/// A guide never changes: whoever asks it twice is answered from the same reading of everything.
/// ``VotingDirectory`` makes one, and another when something is published.
public final class VoterGuide: Sendable {
    /// The districts, by the day on which they are in force.
    public let districts: DistrictVintages
    /// The elections, those of places that lie apart told apart.
    public let ballots: BallotBook
    /// The addresses.
    public let addresses: AddressBook
    /// The postcodes of gazetteers.
    public let postcodes: PostcodeBook
    /// What elections tell of the clocks and the days of stations.
    public let electionClocks: ElectionClocks
    let stations: StationSnapshot
    /// What lists say of precincts.
    let precincts: PrecinctBook
    /// Which of the datasets belong together.
    let links: DatasetLinks
    /// Which lists of addresses know the districts around them.
    let wholeLists: WholeLists
    /// What is missing from ballots.
    let ballotGaps: BallotGaps
    /// Contests of districts that boundaries have in parts, or as a part of others.
    let splitDistricts: SplitDistricts
    /// Which contests are of which place.
    let ballotLinks: BallotLinks
    /// What the counties are called.
    let countyBook: CountyBook
    /// Which datasets are of places that lie apart.
    let places: DatasetPlaces
    let clock: any WallClock
    /// The districts that are loaded, with a boundary or in a list.
    private let knownDistricts: Set<DistrictKey>
    private let versions: [DatasetName: DatasetVersion]
    /// Made when it is first asked for.
    private let madeGeocoder = Mutex<Geocoder?>(nil)

    /// Closer to a boundary than this, a voter is warned.
    public static let boundaryWarningMeters = 30.0

    /// How many stations are shown as nearby.
    public static let nearbyCount = 5

    /// How many districts beside the voter's place are choices at most, the nearest: a position that is
    /// good to no more than a country has all of its districts beside it.
    public static let neighbourCount = 50

    /// - Complexity: As ``DatasetLinks`` and ``DatasetPlaces``: O(n log m) for n stations and addresses and m
    ///   districts.
    init(_ reading: VotingReading, clock: any WallClock) {
        let (map, book) = (reading.districts.whole, reading.ballots)
        let (addresses, precincts) = (reading.addresses, reading.precincts)
        var named = Set(map.districts.map(\.reference))
        for entry in addresses.entries { named.formUnion(entry.districts) }
        for precinct in precincts.all {
            named.formUnion(precinct.districts)
            named.insert(DistrictReference(type: "precinct", code: precinct.code))
        }
        let links = DatasetLinks(reading.stations.all, map, addresses.entries, precincts)
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
        wholeLists = WholeLists(
            VoterGuide.names(addresses.entries, lists),
            reading.stations,
            links
        )
        places = DatasetPlaces(
            book,
            keys: keys,
            Set(boundaries.keys),
            grounds,
            DatasetPlaces.Material(
                stations: Dictionary(grouping: reading.stations.all, by: \.dataset),
                addresses: Dictionary(grouping: addresses.entries, by: \.dataset),
                map: map,
                links: links
            )
        )
        ballots = book.told(apart: places.relation)
        ballotLinks = BallotLinks(book, keys: keys, lists: lists, grounds, places)
        for precinct in precincts.all {
            let own = [DistrictReference(type: "precinct", code: precinct.code)]
            keys[precinct.dataset, default: []].formUnion(
                (own + precinct.districts).map(DistrictKey.init)
            )
        }
        splitDistricts = SplitDistricts(ballots, keys: keys)
        let known = Set(named.map(DistrictKey.init))
        ballotGaps = BallotGaps(ballots, known: known)
        knownDistricts = known
        electionClocks = ElectionClocks(ballots, map, ballotLinks)
        countyBook = CountyBook(map.districts)
        districts = reading.districts
        stations = reading.stations
        postcodes = reading.postcodes
        versions = reading.versions
        self.addresses = addresses
        self.precincts = precincts
        self.links = links
        self.clock = clock
    }

    /// What each list of addresses names.
    private static func names(
        _ entries: [AddressEntry],
        _ lists: [DatasetName: BallotLinks.List]
    ) -> [DatasetName: WholeLists.Names] {
        var names = lists.mapValues { WholeLists.Names(districts: $0.districts) }
        for entry in entries {
            guard let key = entry.stationKey else { continue }
            names[entry.dataset]?.stationKeys.insert(key)
        }
        return names
    }

    /// Finds what is loaded by what people write.
    ///
    /// - Complexity: O(n) the first time, for which others wait; O(1) else.
    public var geocoder: Geocoder {
        madeGeocoder.withLock { made in
            let geocoder =
                made
                ?? Geocoder(
                    stations: stations.all,
                    districts: districts.whole.districts,
                    addresses: addresses.entries,
                    postcodes: postcodes.places
                )
            made = geocoder
            return geocoder
        }
    }

    /// Whether a district is loaded, with a boundary, in a list of addresses or precincts, or as one that
    /// stations serve.
    ///
    /// - Parameter type: nil for a code of any type.
    /// - Complexity: O(1), and O(n) for n districts without a type.
    public func knowsDistrict(ofType type: String?, code: String) -> Bool {
        guard let type else {
            return knownDistricts.contains { $0 == DistrictKey(type: $0.type, code: code) }
        }
        let reference = DistrictReference(type: type, code: code)
        return knownDistricts.contains(DistrictKey(reference))
            || !stations.stations(serving: reference).isEmpty
    }

    /// The stations that are known to serve a district, by id: those that name its code, and belong
    /// where it lies.
    public func stations(serving district: District) -> [Station] {
        links.stations(serving: district).stations
    }

    /// The day, half a day behind UTC, so that an election is still to come while it is held west of
    /// Greenwich.
    package var today: CalendarDate { CalendarDate(lastOnEarthAt: clock.now) }

    /// The published versions of datasets, those that are known.
    func versions(of names: [DatasetName]) -> [DatasetVersion] {
        names.compactMap { versions[$0] }
    }
}

extension Int64 {
    /// The quotient rounded down.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
