internal import Datasets
internal import Geodesy

/// Which datasets belong together, so that a code that they have in common names one district.
///
/// Codes such as `17` are everywhere. A station goes with the boundaries, or with the addresses of a
/// list, that have its code when it stands on their ground, or when at least half of the stations of
/// its dataset do.
///
/// The ground of boundaries is what those of one type and one dataset cover. That of a list is told by
/// ``ListGround``. Datasets of one feed, such as `va-stations` and `va-addresses`, belong together by
/// their names; stations of which nothing else tells where they are do not belong to a feed that has
/// stations of its own.
final class DatasetLinks: Sendable {
    /// The stations that go with a code.
    struct Serving: Sendable {
        /// Those that are known to.
        var stations: [Station] = []
        /// Those of which nothing tells whether their dataset belongs here.
        var doubtful: [Station] = []
        /// The datasets of the stations, where these are of places that lie apart and nothing tells
        /// which of them is meant.
        var places: [DatasetName] = []
    }

    /// How a dataset of stations belongs to the ground of another.
    enum Link: Sendable {
        /// All of it does.
        case whole
        /// Only some of its stations do: the list is of a part of what the stations are of.
        case part(Set<Station.ID>)
        /// It belongs elsewhere.
        case elsewhere
        /// Nothing tells.
        case unknown
    }

    /// The ground of boundaries: what those of one type and one dataset cover.
    struct Cover: Hashable, Sendable {
        let dataset: DatasetName
        let type: String

        init(_ district: District) {
            self.init(district.dataset, DistrictKey.canonicalType(district.reference.type))
        }

        init(_ dataset: DatasetName, _ type: String) {
            self.dataset = dataset
            self.type = type
        }
    }

    /// The grounds that there are, and those that hold a place.
    struct Covers {
        let byType: [String: [Cover]]
        let holding: (Coordinate) -> Set<Cover>

        init(_ all: some Sequence<Cover>, holding: @escaping (Coordinate) -> Set<Cover>) {
            byType = Dictionary(grouping: all, by: \.type)
            self.holding = holding
        }

        /// Those of a map.
        init(_ map: DistrictMap) {
            self.init(Set(map.districts.map(Cover.init))) { place in
                Set(map.districts(holding: place).map(Cover.init))
            }
        }
    }

    private let served: [District.ID: Serving]
    /// How datasets of stations belong to boundaries.
    private let coverLinks: [DatasetName: [Cover: Link]]
    /// How datasets of stations belong to lists of addresses, by the list.
    private let listLinks: [DatasetName: [DatasetName: Link]]
    /// Where the stations of each dataset are, if there are lists of addresses.
    let spreads: [DatasetName: StationSpread]
    /// The boundaries that are those of a list's districts.
    private let listCovers: [DatasetName: Set<Cover>]
    /// The lists of addresses of which something tells where they lie.
    private let placedLists: Set<DatasetName>
    /// The datasets of the stations that lists of precincts name.
    private let namedSets: [DatasetName: Set<DatasetName>]
    /// The boundaries that are those of a list of precincts.
    private let precinctCovers: [DatasetName: Set<Cover>]

    /// - Complexity: O(n log m) for n stations and addresses and m districts.
    convenience init(
        _ stations: [Station],
        _ map: DistrictMap,
        _ addresses: [AddressEntry],
        _ precincts: PrecinctBook
    ) {
        let lists = Dictionary(grouping: addresses, by: \.dataset)
        self.init(stations, Covers(map), lists.mapValues { ListGround($0) }, precincts, map)
    }

    /// Links by what boundaries hold the places of stations and addresses.
    ///
    /// - Parameters:
    ///   - lists: Where each list of addresses is.
    ///   - map: The boundaries, to tell which stations serve each; nil to leave that out.
    init(
        _ stations: [Station],
        _ covers: Covers,
        _ lists: [DatasetName: ListGround],
        _ precincts: PrecinctBook = PrecinctBook([]),
        _ map: DistrictMap? = nil
    ) {
        let sets = Dictionary(grouping: stations, by: \.dataset)
        var standing: [Station.ID: Set<Cover>] = [:]
        var coverLinks: [DatasetName: [Cover: Link]] = [:]
        let grounds = Set(covers.byType.values.joined().map(\.dataset)).union(lists.keys)
        let supplied = grounds.filter { ground in
            sets.keys.contains { Self.isOneFeed($0, ground) }
        }
        for (name, members) in sets {
            coverLinks[name] = Self.links(of: members, to: covers, supplied, &standing)
        }
        self.coverLinks = coverLinks
        served = map.map { Self.served(stations, $0, standing, coverLinks) } ?? [:]

        var listLinks: [DatasetName: [DatasetName: Link]] = [:]
        var listCovers: [DatasetName: Set<Cover>] = [:]
        var placedLists: Set<DatasetName> = []
        let facts = lists.isEmpty ? [:] : sets.mapValues { $0.map(StationGround.init) }
        let spreads = facts.count < 2 ? [:] : facts.mapValues { StationSpread($0) }
        self.spreads = spreads
        for (list, ground) in lists {
            var links: [DatasetName: Link] = [:]
            for (name, members) in facts {
                let link =
                    Self.isOneFeed(list, name)
                    ? .whole
                    : ground.link(to: members) { Self.hasRivals(name, spreads) }
                if case .unknown = link, supplied.contains(list) {
                    links[name] = .elsewhere
                } else {
                    links[name] = link
                }
            }
            listLinks[list] = links
            let isLinked = links.values.contains { link in
                if case .unknown = link { false } else { true }
            }
            let own = Set(
                covers.byType.values.joined().filter { cover in
                    Self.isOneFeed(list, cover.dataset) || ground.lies(in: cover, covers)
                        || sets.contains { name, members in
                            Self.covers(cover, links[name] ?? .unknown, members, standing)
                        }
                }
            )
            listCovers[list] = own
            if ground.isPlaced || isLinked || !own.isEmpty { placedLists.insert(list) }
        }
        self.placedLists = placedLists
        self.listLinks = listLinks
        self.listCovers = listCovers
        (namedSets, precinctCovers) = Self.links(of: precincts.all, stations, covers)
    }

    // MARK: Asking

    /// The stations that serve a district, by id.
    ///
    /// - Complexity: O(1).
    func stations(serving district: District) -> Serving { served[district.id] ?? Serving() }

    /// Those of some stations that go with the addresses of a list.
    func stations(_ named: [Station], for list: DatasetName) -> Serving {
        var serving = Serving()
        var part: [Station] = []
        for station in named {
            switch listLinks[list]?[station.dataset] ?? .unknown {
            case .whole: serving.stations.append(station)
            case .part(let own): if own.contains(station.id) { part.append(station) }
            case .elsewhere: continue
            case .unknown: serving.doubtful.append(station)
            }
        }
        if serving.stations.isEmpty { serving.stations = part }
        return serving
    }

    /// How a dataset of stations belongs to the ground of boundaries; nil where its stations name no
    /// district of their type.
    func link(of stations: DatasetName, to cover: Cover) -> Link? { coverLinks[stations]?[cover] }

    /// Whether boundaries are those of the districts that a list of addresses names.
    func belongs(_ district: District, to list: DatasetName) -> Bool {
        belongs(Cover(district), to: list)
    }

    /// The same of all that boundaries of one type and one dataset cover.
    func belongs(_ cover: Cover, to list: DatasetName) -> Bool {
        listCovers[list]?.contains(cover) ?? false
    }

    /// The datasets of the boundaries that are those of a list's districts.
    func boundaries(of list: DatasetName) -> Set<DatasetName> {
        Set((listCovers[list] ?? []).map(\.dataset))
    }

    /// The datasets of the stations that are those of a list of addresses as a whole.
    func stationSets(of list: DatasetName) -> Set<DatasetName> {
        Set(
            (listLinks[list] ?? [:]).filter { _, link in
                if case .whole = link { true } else { false }
            }.keys
        )
    }

    /// Whether anything tells where a list of addresses lies: places of its own, boundaries or
    /// stations.
    func isPlaced(_ list: DatasetName) -> Bool { placedLists.contains(list) }

    /// Whether a station goes with a list, of addresses or of precincts.
    func belongs(_ station: Station, to list: DatasetName) -> Bool {
        if Self.isOneFeed(station.dataset, list) { return true }
        if listLinks[list] != nil { return !stations([station], for: list).stations.isEmpty }
        return namedSets[list]?.contains(station.dataset) ?? false
    }

    /// Whether a list of precincts speaks of those that have boundaries: most of the stations that it
    /// names stand on their ground.
    func belongs(precincts list: DatasetName, to district: District) -> Bool {
        Self.isOneFeed(list, district.dataset)
            || precinctCovers[list]?.contains(Cover(district)) ?? false
    }

    /// Whether a list of precincts speaks of those that a list of addresses names: the stations that
    /// it names go with that list.
    func belongs(precincts list: DatasetName, toList addresses: DatasetName) -> Bool {
        if Self.isOneFeed(list, addresses) { return true }
        return (namedSets[list] ?? []).contains { set in
            switch listLinks[addresses]?[set] ?? .unknown {
            case .whole, .part: true
            case .elsewhere, .unknown: false
            }
        }
    }

    // MARK: Linking

    /// The words that stand behind a feed's name in its datasets'.
    private static let feedParts: Set<Substring> = [
        "stations", "districts", "addresses", "precincts", "elections", "contests", "measures",
    ]

    /// Whether two names are those of one feed's datasets: `va-stations` and `va-addresses`.
    static func isOneFeed(_ one: DatasetName, _ other: DatasetName) -> Bool {
        guard one != other else { return true }
        guard let first = feed(one), let second = feed(other) else { return false }
        return first == second
    }

    private static func feed(_ name: DatasetName) -> Substring? {
        guard let dash = name.text.lastIndex(of: "-"),
            feedParts.contains(name.text[name.text.index(after: dash)...])
        else { return nil }
        return name.text[..<dash]
    }

    /// Whether there are stations of another place than those of a dataset, as far as anything tells.
    private static func hasRivals(
        _ name: DatasetName,
        _ spreads: [DatasetName: StationSpread]
    ) -> Bool {
        guard let own = spreads[name] else { return false }
        return spreads.contains { other, spread in
            !isOneFeed(other, name) && own.isApart(from: spread) ?? true
        }
    }

    /// How the stations of one dataset belong to boundaries.
    ///
    /// - Parameters:
    ///   - supplied: The datasets whose feed has stations of its own.
    ///   - standing: Takes in the grounds that each station stands on.
    private static func links(
        of members: [Station],
        to covers: Covers,
        _ supplied: Set<DatasetName>,
        _ standing: inout [Station.ID: Set<Cover>]
    ) -> [Cover: Link] {
        guard let set = members.first?.dataset else { return [:] }
        var placed: [String: Int] = [:]
        var stood: [Cover: Int] = [:]
        for station in members {
            let types = Set(station.districts.map { DistrictKey($0).type })
                .filter { covers.byType[$0] != nil }
            for type in types { placed[type, default: 0] += 0 }
            guard !types.isEmpty, let place = station.coordinate else { continue }
            let grounds = covers.holding(place).filter { types.contains($0.type) }
            standing[station.id] = grounds
            for type in types { placed[type, default: 0] += 1 }
            for ground in grounds { stood[ground, default: 0] += 1 }
        }
        var links: [Cover: Link] = [:]
        for (type, count) in placed {
            for cover in covers.byType[type] ?? [] {
                if isOneFeed(set, cover.dataset) {
                    links[cover] = .whole
                } else if count == 0 {
                    links[cover] = supplied.contains(cover.dataset) ? .elsewhere : .unknown
                } else {
                    links[cover] = stood[cover, default: 0] * 2 >= count ? .whole : .elsewhere
                }
            }
        }
        return links
    }

    /// The datasets of stations that lists of precincts name, and the boundaries on whose ground most
    /// of these stations stand.
    private static func links(
        of precincts: [Precinct],
        _ stations: [Station],
        _ grounds: Covers
    ) -> (sets: [DatasetName: Set<DatasetName>], covers: [DatasetName: Set<Cover>]) {
        guard !precincts.isEmpty else { return ([:], [:]) }
        let known = Dictionary(
            stations.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var sets: [DatasetName: Set<DatasetName>] = [:]
        var covers: [DatasetName: Set<Cover>] = [:]
        for (list, members) in Dictionary(grouping: precincts, by: \.dataset) {
            let named = Set(members.flatMap(\.stations)).compactMap { known[$0] }
            sets[list] = Set(named.map(\.dataset))
            let places = named.compactMap(\.coordinate)
            var stood: [Cover: Int] = [:]
            for place in places {
                for cover in grounds.holding(place) { stood[cover, default: 0] += 1 }
            }
            covers[list] = Set(stood.filter { $0.value * 2 >= places.count }.keys)
        }
        return (sets, covers)
    }

    private static func served(
        _ stations: [Station],
        _ map: DistrictMap,
        _ standing: [Station.ID: Set<Cover>],
        _ links: [DatasetName: [Cover: Link]]
    ) -> [District.ID: Serving] {
        var served: [District.ID: Serving] = [:]
        /// Stations that merely stand there, of datasets that as a whole do not belong there.
        var visitors: [District.ID: [Station]] = [:]
        for station in stations {
            let grounds = standing[station.id] ?? []
            var seen: Set<DistrictKey> = []
            for reference in station.districts where seen.insert(DistrictKey(reference)).inserted {
                let districts = map.districts(named: reference)
                let isAtHome = districts.contains { grounds.contains(Cover($0)) }
                for district in districts {
                    let cover = Cover(district)
                    let stands = grounds.contains(cover)
                    switch links[station.dataset]?[cover] ?? .unknown {
                    case .whole:
                        // What stands where another district has the code is that one's.
                        guard stands || !isAtHome && district.mayBeServed(by: station) else {
                            continue
                        }
                        served[district.id, default: Serving()].stations.append(station)
                    case .part, .elsewhere:
                        if stands { visitors[district.id, default: []].append(station) }
                    case .unknown:
                        served[district.id, default: Serving()].doubtful.append(station)
                    }
                }
            }
        }
        for (id, stations) in visitors where served[id]?.stations.isEmpty ?? true {
            served[id, default: Serving()].stations = stations
        }
        return served
    }

    /// Whether the stations by which a list belongs somewhere stand on the ground of boundaries.
    private static func covers(
        _ cover: Cover,
        _ link: Link,
        _ members: [Station],
        _ standing: [Station.ID: Set<Cover>]
    ) -> Bool {
        var own: Set<Station.ID>?
        switch link {
        case .whole: break
        case .part(let part): own = part
        case .elsewhere, .unknown: return false
        }
        let placed = members.filter { station in
            standing[station.id] != nil && own.map { $0.contains(station.id) } ?? true
        }
        let inside = placed.count { standing[$0.id]?.contains(cover) ?? false }
        return inside > 0 && inside * 2 >= placed.count
    }
}
