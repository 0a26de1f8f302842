internal import Geodesy
internal import SpatialIndex

/// Where the addresses of a list are, as far as that shows which stations are theirs: by their places,
/// else by their postcodes, else by their streets and towns, whichever most entries of the list and most
/// stations have.
struct ListGround {
    private let entryCount: Int
    /// How many entries have a place.
    private let placedCount: Int
    private let places: NumberedQuadTree
    private let samples: [Coordinate]
    /// How many entries each postcode has; of a postcode with letters its area, `EX2` of `EX2 9RZ`.
    private let postcodes: [String: Int]
    /// nil where they are not known.
    private let streets: Set<String>?
    /// The words of the towns, where most entries have one; empty where not.
    private let towns: Set<String>

    /// A station this close to an address of the list stands on its ground, in metres.
    private static let nearMeters = 2_000.0
    /// Addresses have a station this close to them, in metres, where the stations are theirs.
    private static let reachMeters = 5_000.0
    /// Stations in fewer streets whose names the list has may be those of another place: a Main St is
    /// everywhere.
    private static let leastStreets = 4

    /// - Parameter entries: Of one list.
    init(_ entries: [AddressEntry]) {
        var facts = ListFacts()
        for entry in entries { facts.add(entry) }
        self.init(facts)
    }

    init(_ facts: ListFacts) {
        entryCount = facts.entryCount
        placedCount = facts.placedCount
        samples = facts.samples
        places = NumberedQuadTree(
            samples.enumerated().lazy.map {
                IndexedPoint(id: UInt32($0.offset), coordinate: $0.element, reach: .unlimited)
            }
        )
        var postcodes: [String: Int] = [:]
        for (postcode, count) in facts.postcodes {
            if let area = Self.postcodeArea(postcode) { postcodes[area, default: 0] += count }
        }
        self.postcodes = postcodes
        towns =
            facts.townCount * 2 >= facts.entryCount
            ? Set(facts.towns.flatMap(AddressWords.words)).filter(StationGround.isTownWord) : []
        streets = facts.streets.map { streets in
            Set(
                streets.flatMap { street in
                    [street, AddressBook.withoutPart(street)].compactMap { $0 }
                        .map { AddressWords.words($0).joined() }
                }
            )
        }
    }

    /// A postcode as far as neighbours share it: all of one that is a number, else what stands before
    /// its last three letters.
    static func postcodeArea(_ text: String) -> String? {
        guard let code = Postcode.normal(text) else { return nil }
        guard !code.allSatisfy(\.isNumber), code.count > 4 else { return code }
        return String(code.dropLast(3))
    }

    /// Whether a number is at least half of another, and not nothing.
    private func isMost(_ count: Int, of all: Int) -> Bool { count > 0 && count * 2 >= all }

    /// Whether most of the addresses have places.
    var isPlaced: Bool { isMost(placedCount, of: entryCount) }

    /// How the stations of one dataset belong to the list.
    ///
    /// - Parameter hasRivals: Whether there are stations of other places, so that a few streets of the
    ///   same names tell nothing.
    func link(to stations: [StationGround], hasRivals: () -> Bool = { false })
        -> DatasetLinks.Link
    {
        let placed = stations.compactMap { station in
            station.place.map { (station.id, $0) }
        }
        if isPlaced, isMost(placed.count, of: stations.count) {
            return byPlace(placed)
        }
        let coded = stations.compactMap { station in
            station.postcode.map { (station.id, $0) }
        }
        if isMost(postcodes.values.reduce(0, +), of: entryCount),
            isMost(coded.count, of: stations.count)
        {
            return byPostcode(coded)
        }
        let streeted = stations.compactMap(\.street)
        guard isMost(streeted.count, of: stations.count) else { return .unknown }
        // A Main St is everywhere, and so are the streets around it: the town's name decides.
        let towned = stations.map(\.townWords).filter { !$0.isEmpty }
        let isTownTold = !towns.isEmpty && isMost(towned.count, of: stations.count)
        let own = towned.count { !$0.isDisjoint(with: towns) }
        // A list of fewer streets than the stations stand in may be of a part of what they are of.
        let isPart = isTownTold && own > 0 && (streets?.count ?? .max) < Set(streeted).count
        let mayBePart = isPart || isTownTold && sharesStreets(stations)
        if isTownTold, !isMost(own, of: towned.count) { return mayBePart ? .unknown : .elsewhere }
        guard let streets else { return .unknown }
        // Streets of one name are everywhere: one alone tells nothing.
        let isWhole = isMost(streeted.count { streets.contains($0) }, of: streeted.count)
        guard isWhole else { return mayBePart ? .unknown : .elsewhere }
        if !isTownTold, Set(streeted).intersection(streets).count < Self.leastStreets, hasRivals() {
            return .unknown
        }
        return .whole
    }

    /// Whether stations in a town of the list stand in two of its streets or more: it may be of some of their
    /// precincts, however many streets these have.
    private func sharesStreets(_ stations: [StationGround]) -> Bool {
        guard let streets else { return false }
        let own = stations.filter { !$0.townWords.isDisjoint(with: towns) }.compactMap(\.street)
        return Set(own).intersection(streets).count > 1
    }

    private func byPlace(_ stations: [(id: Station.ID, place: Coordinate)]) -> DatasetLinks.Link {
        let near = Distance(uncheckedMeters: Self.nearMeters)
        let own = stations.filter { !places.nearest(to: $0.place, count: 1, within: near).isEmpty }
        if isMost(own.count, of: stations.count) { return .whole }
        guard !own.isEmpty else { return .elsewhere }
        let all = NumberedQuadTree(
            stations.enumerated().lazy.map {
                IndexedPoint(id: UInt32($0.offset), coordinate: $0.element.place, reach: .unlimited)
            }
        )
        let reach = Distance(uncheckedMeters: Self.reachMeters)
        let reached = samples.count { !all.nearest(to: $0, count: 1, within: reach).isEmpty }
        return isMost(reached, of: samples.count) ? .part(Set(own.map(\.id))) : .elsewhere
    }

    private func byPostcode(
        _ stations: [(id: Station.ID, postcode: String)]
    ) -> DatasetLinks.Link {
        let own = stations.filter { postcodes[$0.postcode] != nil }
        if isMost(own.count, of: stations.count) { return .whole }
        let reached = Set(own.map(\.postcode)).reduce(0) { $0 + postcodes[$1, default: 0] }
        return isMost(reached, of: postcodes.values.reduce(0, +))
            ? .part(Set(own.map(\.id))) : .elsewhere
    }

    /// Whether most of the addresses lie within boundaries.
    func lies(in cover: DatasetLinks.Cover, _ covers: DatasetLinks.Covers) -> Bool {
        guard isPlaced else { return false }
        let inside = soundings.count { covers.holding($0).contains(cover) }
        return isMost(inside, of: soundings.count)
    }

    /// The places of some addresses, evenly spread: those that are looked up in boundaries.
    var soundings: [Coordinate] {
        let step = max(1, samples.count / 200)
        return stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    }
}

/// Where a station is, as far as that shows to which list of addresses it belongs.
struct StationGround {
    let id: Station.ID
    let place: Coordinate?
    let postcode: String?
    let street: String?
    /// What stands behind the comma of its address and may be its town.
    let townWords: Set<String>

    /// Whether a word may be a town's: no number, and longer than a state's two letters.
    static func isTownWord(_ word: String) -> Bool {
        word.count > 2 && word.allSatisfy(\.isLetter)
    }

    init(_ station: Station) {
        id = station.id
        place = station.coordinate
        postcode = station.writtenPostcode.flatMap(ListGround.postcodeArea)
        // `1351 Alabama Ave SE, Washington`, `Aachener Str. 12`: without what stands behind the comma
        // and the house's number.
        let line = station.address.map { String($0.prefix { $0 != "," && $0 != ";" }) } ?? ""
        let rest = station.address.map { $0.dropFirst(line.count) } ?? ""
        townWords = Set(AddressWords.words(String(rest))).filter(Self.isTownWord)
        var street = AddressWords.words(line)
        if street.count > 1, street.first?.first?.isNumber == true, !Self.isOrdinal(street[0]) {
            street.removeFirst()
        } else {
            while street.count > 1, street.last?.first?.isNumber == true { street.removeLast() }
        }
        self.street = street.isEmpty ? nil : street.joined()
    }

    /// Whether a word is a street's number, as in `7th St`.
    private static func isOrdinal(_ word: String) -> Bool {
        ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
    }
}

extension Station {
    /// The postcode of the station's file, or else the one in its address, as it is written.
    fileprivate var writtenPostcode: String? {
        if let postcode { return postcode }
        // The first word is the house's number.
        return AddressWords.words(address ?? "").dropFirst()
            .last { $0.utf8.count == 5 && $0.allSatisfy(\.isNumber) }
    }

    /// The postcode in the one way that it is compared.
    var ownPostcode: String? { writtenPostcode.flatMap(Postcode.normal) }
}
