internal import Geodesy

/// Some of a file's places, the same ones whenever the file is read, and whatever the order of its rows.
///
/// A place has a number that looks random and follows from its coordinates; those with the least numbers
/// are kept, each as often as there are stations at it. So rows that repeat a station count once, though
/// nothing else is known of the rows before.
///
/// Source: bottom-k sketches, E. Cohen, H. Kaplan, "Summarizing data using bottom-k sketches", PODC
/// (2007).
struct PlaceSample {
    private var kept: [UInt64: Kept] = [:]
    /// The greatest number of those that are kept, once there are enough.
    private var greatest = UInt64.max
    private var added = 0

    private struct Kept {
        let place: Coordinate
        /// Which of the places it was that were ever kept, for the file's order.
        let order: Int
        var stations: Set<UInt64>
    }

    /// How many stations' places are told.
    static let limit = 400

    /// Adds the place of a row.
    ///
    /// - Parameter station: Stands for the row's station.
    mutating func add(_ place: Coordinate, of station: UInt64) {
        let number = Self.number(place.latitude, place.longitude)
        guard number <= greatest else { return }
        if let known = kept[number] {
            if known.stations.count < Self.limit { kept[number]?.stations.insert(station) }
            return
        }
        added += 1
        kept[number] = Kept(place: place, order: added, stations: [station])
        guard kept.count >= Self.limit else { return }
        if kept.count > Self.limit { kept[greatest] = nil }
        greatest = kept.keys.max() ?? .max
    }

    /// The places, in the order in which they first came.
    var places: [Coordinate] {
        var chosen: [Kept] = []
        var room = Self.limit
        for (_, place) in kept.sorted(by: { $0.key < $1.key }) where room > 0 {
            chosen.append(place)
            room -= place.stations.count
        }
        return chosen.sorted { $0.order < $1.order }
            .flatMap { repeatElement($0.place, count: $0.stations.count) }
    }

    /// Mixes the bits of two numbers (the finalizer of SplitMix64, G. Steele et al., 2014).
    static func number(_ first: Double, _ second: Double) -> UInt64 {
        var mixed = first.bitPattern &* 0x9E37_79B9_7F4A_7C15 ^ second.bitPattern
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Where a file's places lie, as most of them tell.
///
/// The middle is the place with the least sum of distances to all others: up to half of the places
/// may be wrong without moving it away. How far the others lie from it is told by the distance
/// within which seven in ten lie, so that three in ten may be wrong.
struct Neighborhood {
    let middle: Coordinate
    private let origin: GeodesicOrigin
    private let places: [Coordinate]
    /// The same, each once: many stations may stand at one place.
    private let distinctPlaces: Set<Coordinate>
    /// Beyond it a place is far, in metres from the middle.
    private let farMeters: Double
    /// Beyond it a place that has no neighbour is lonely, in metres from the middle.
    private let lonelyMeters: Double
    /// Within it of another place, a place is among the others.
    private let nearMeters: Double
    /// The share of the Earth that is among the others.
    let share: Double
    /// Those of the sample that lie not far from the middle.
    var members: [Coordinate] { places }

    /// Fewer places tell nothing of where the others should lie.
    static let leastPlaces = 5
    private static let spread = 6.0
    /// Where most people live in one city, the others' towns lie many times as far from it.
    private static let lonelySpread = 20.0
    /// A town's stations may lie this far from it and be none the worse.
    private static let leastFarMeters = 20_000.0
    private static let leastNearMeters = 5_000.0
    private static let earthRadiusMeters = 6_371_000.0

    /// - Complexity: O(n^2) for n places of the sample, some 10 ms.
    init?(_ sample: PlaceSample) {
        let places = sample.places
        guard places.count >= Self.leastPlaces else { return nil }
        var sums = Array(repeating: 0.0, count: places.count)
        var table: [[Double]] = []
        for (index, place) in places.enumerated() {
            let origin = GeodesicOrigin(place)
            let row = places[..<index].map { origin.distance(to: $0).meters }
            for (other, meters) in row.enumerated() {
                sums[index] += meters
                sums[other] += meters
            }
            table.append(row)
        }
        guard let middle = sums.indices.min(by: { sums[$0] < sums[$1] }) else { return nil }
        func meters(_ one: Int, _ other: Int) -> Double {
            one == other ? 0 : table[max(one, other)][min(one, other)]
        }
        let distances = places.indices.map { meters(middle, $0) }
        let sorted = distances.sorted()
        let usual = sorted[(places.count - 1) * 7 / 10]
        let far = Self.spread * usual + Self.leastFarMeters
        let members = places.indices.filter { distances[$0] <= far }
        // How far each is from its nearest neighbour: what lies far from all is nobody's.
        let gaps = members.compactMap { one in
            members.map { meters(one, $0) }.filter { $0 > 0 }.min()
        }.sorted()
        let near = max(
            Self.leastNearMeters,
            3 * (gaps.isEmpty ? 0 : gaps[(gaps.count - 1) * 9 / 10])
        )
        self.middle = places[middle]
        origin = GeodesicOrigin(places[middle])
        self.places = members.map { places[$0] }
        distinctPlaces = Set(self.places)
        farMeters = far
        lonelyMeters = Self.lonelySpread * usual + Self.leastFarMeters
        nearMeters = near
        share = Self.share(of: self.places, near: near)
    }

    /// At most the discs around the places, and at most the cells of two degrees that hold them, with what
    /// is near around each: where gaps are wide, as in a list of embassies, most of the Earth.
    private static func share(of places: [Coordinate], near: Double) -> Double {
        let disc = (near / earthRadiusMeters) * (near / earthRadiusMeters) / 4
        let margin = near / earthRadiusMeters * 180 / .pi
        var cells: [Int: Double] = [:]
        for place in places {
            let row = Int((place.latitude + 90) / 2)
            let column = Int((place.longitude + 180) / 2)
            // A cell's share of the sphere: two degrees of longitude, between two sines.
            let (south, north) = (Double(row) * 2 - 90 - margin, Double(row + 1) * 2 - 90 + margin)
            let widest = min(180, max(south.magnitude, north.magnitude))
            let narrowing = max(0.01, sine(90 - min(90, widest)))
            let width = min(360, 2 + 2 * margin / narrowing)
            cells[row * 181 + column] = (sine(north) - sine(south)) / 2 * width / 360
        }
        return min(1, Double(places.count) * disc, cells.values.reduce(0, +))
    }

    /// The sine of an angle in degrees by its series: good to a part in ten thousand, which is more
    /// than a share needs.
    static func sine(_ degrees: Double) -> Double {
        let x = max(-90, min(90, degrees)) * .pi / 180
        return x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5_040
    }

    /// How far a place lies from the middle, in metres.
    func metersFromMiddle(_ place: Coordinate) -> Double { origin.distance(to: place).meters }

    /// Whether a place lies far from the others.
    ///
    /// Going along the middle's parallel first and along the place's meridian then is no shorter
    /// than the geodesic, and tells without any trigonometry that most places are not far.
    func isFar(_ place: Coordinate) -> Bool {
        let apart = (place.longitude - middle.longitude).magnitude
        let detour =
            min(apart, 360 - apart) * Self.greatestMetersPerDegree * origin.cosine
            + (place.latitude - middle.latitude).magnitude * Self.greatestMetersPerDegree
        return detour > farMeters && metersFromMiddle(place) > farMeters
    }

    private static let greatestMetersPerDegree =
        Geodesic.greatestRadiusOfCurvatureMeters * .pi / 180

    /// Whether a place lies so far from all others that it is worth a look, even in a land where
    /// most live in one city and a few at its far end.
    func isLonely(_ place: Coordinate) -> Bool {
        metersFromMiddle(place) > lonelyMeters && !isAmong(place)
    }

    /// Whether a place lies among the others.
    ///
    /// The box about the place holds all that is near, and tells without a distance that most of the
    /// others are not.
    ///
    /// - Parameter excluded: A place that is none of the others.
    /// - Complexity: O(n) for the n places of the sample, some 1 ns each, and 200 ns for each that is
    ///   nearly near.
    func isAmong(_ place: Coordinate, besides excluded: Coordinate? = nil) -> Bool {
        let near = BoundingBox(around: place, radius: Distance(uncheckedMeters: nearMeters))
        let origin = GeodesicOrigin(place)
        return distinctPlaces.contains { other in
            other.latitude >= near.south && other.latitude <= near.north && near.contains(other)
                && other != excluded && origin.distance(to: other).meters <= nearMeters
        }
    }
}
