internal import Geodesy
internal import Polling

/// Stations that stand far from the town or the postcode that they name, as the other stations of their
/// file tell, or published postcodes.
///
/// A published postcode lies where its boundary or its gazetteer says; a town, or another postcode, most stations
/// that name it do: in the middle of their latitudes and longitudes, as far as eight in ten reach. What lies
/// many times as far off has another's place, or another's town. Names that stand for wide or for two
/// grounds, such as a state's or those of two towns of one name, tell nothing.
struct StatedTowns {
    /// A station that stands far from what it names.
    struct Stray {
        let station: Station
        /// The town or the postcode.
        let named: String
        let meters: Double
    }

    /// Something that a station's words say of where it is.
    private enum Name: Hashable {
        case town(String)
        case postcode(String)
    }

    /// Where most stations of a name lie.
    private struct Ground {
        let middle: Coordinate
        /// From here on a station is far, in metres.
        let farMeters: Double
    }

    private let stations: [Station]
    /// What each station names, beside it, with how it is shown; a postcode first.
    private let names: [[(name: Name, shown: String)]]
    private let grounds: [Name: Ground]
    /// How far a station lies from its postcode as it is published, in metres.
    private let metersFromPostcode: (Station) -> Double?

    /// Fewer different places tell nothing of a town.
    private static let leastPlaces = 5
    /// One in so many may lie elsewhere; where more do, a name stands for two grounds.
    private static let strayShare = 5
    private static let spread = 6.0
    private static let leastFarMeters = 20_000.0
    /// No town is so wide, in metres from its middle.
    private static let widestMeters = 50_000.0
    /// So far from its published postcode a station may stand, in metres.
    static let postcodeMeters = 5_000.0

    /// - Parameter metersFromPostcode: How far a station lies from its postcode as it is published, in
    ///   metres; nil where that is not known.
    /// - Complexity: O(n log n) for n stations.
    init(_ stations: [Station], metersFromPostcode: @escaping (Station) -> Double? = { _ in nil }) {
        self.stations = stations
        self.metersFromPostcode = metersFromPostcode
        names = stations.map(Self.names)
        var places: [Name: Set<Coordinate>] = [:]
        for (station, names) in zip(stations, names) {
            guard let place = station.coordinate else { continue }
            for (name, _) in names { places[name, default: []].insert(place) }
        }
        grounds = places.compactMapValues(Self.ground)
    }

    private static func ground(_ places: Set<Coordinate>) -> Ground? {
        guard places.count >= leastPlaces, let first = places.first else { return nil }
        // Counted from one of them, so that the antimeridian parts none.
        let east = places.map { ($0.longitude - first.longitude).remainder(dividingBy: 360) }
        let longitude = first.longitude + east.sorted()[places.count / 2]
        guard
            let middle = try? Coordinate(
                latitude: places.map(\.latitude).sorted()[places.count / 2],
                longitude: longitude.remainder(dividingBy: 360)
            )
        else { return nil }
        let distances = places.map { Geodesic.distance(from: middle, to: $0).meters }.sorted()
        let usual = distances[(places.count - 1) * 8 / 10]
        let far = leastFarMeters + spread * usual
        let strays = distances.count { $0 > far }
        guard usual <= widestMeters, strays <= max(1, places.count / strayShare) else { return nil }
        return Ground(middle: middle, farMeters: far)
    }

    /// How many stations name something of which it is known where it lies.
    var judged: Int {
        zip(stations, names).count { station, names in
            station.coordinate != nil
                && (names.contains { grounds[$0.name] != nil }
                    || metersFromPostcode(station) != nil)
        }
    }

    /// The stations that stand far from what they name, the farthest first. Where a station's postcode
    /// says that it stands right, its town's name is another's.
    var strays: [Stray] {
        zip(stations, names).compactMap(stray)
            .sorted { ($1.meters, $0.station.id.rawValue) < ($0.meters, $1.station.id.rawValue) }
    }

    private func stray(_ station: Station, _ names: [(name: Name, shown: String)]) -> Stray? {
        guard let place = station.coordinate else { return nil }
        if let meters = metersFromPostcode(station), let code = station.postcode {
            return meters > Self.postcodeMeters
                ? Stray(station: station, named: code, meters: meters) : nil
        }
        var stray: Stray?
        for (name, shown) in names {
            guard let ground = grounds[name] else { continue }
            let meters = Geodesic.distance(from: ground.middle, to: place).meters
            if meters > ground.farMeters {
                stray = stray ?? Stray(station: station, named: shown, meters: meters)
            } else if case .postcode = name {
                return nil
            }
        }
        return stray
    }

    // MARK: Words

    private static func names(_ station: Station) -> [(name: Name, shown: String)] {
        var names: [(name: Name, shown: String)] = []
        if let code = station.postcode, let normal = Postcode.normal(code) {
            names.append((.postcode(normal), code))
        }
        let parts = station.address.map(towns) ?? []
        for (index, part) in parts.enumerated() {
            // `Salem, OR` and `Salem, MA` are two.
            let whole = parts[index...].map(\.words).joined(separator: "|")
            names.append((.town(whole), part.shown))
        }
        return names
    }

    /// The last two parts of an address, behind commas, that may be a town, a state or a country.
    private static func towns(_ address: String) -> [(words: String, shown: String)] {
        let parts = address.split(separator: ",").dropFirst().map { part in
            (part, words: part.smallWords.filter { !$0.contains(where: \.isNumber) })
        }
        return parts.filter { !$0.words.isEmpty }.suffix(2).compactMap { part, words in
            let isHouse = part.smallWords.contains {
                $0.count < 4 && $0.contains(where: \.isNumber)
            }
            guard !isHouse, !AddressWords.isStreet(words) else { return nil }
            let shown = part.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
            return (words.joined(separator: " "), shown.joined(separator: " "))
        }
    }
}
