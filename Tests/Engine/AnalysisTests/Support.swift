import CProj
import Geodesy

/// A small generator with a seed (SplitMix64), so that every run sees the same places.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A place in a box, which may cross the antimeridian.
    mutating func place(in box: BoundingBox = .world) throws -> Coordinate {
        let width = box.crossesAntimeridian ? box.east - box.west + 360 : box.east - box.west
        var longitude = box.west + Double.random(in: 0...1, using: &self) * width
        if longitude > 180 { longitude -= 360 }
        return try Coordinate(
            latitude: Double.random(in: box.south...box.north, using: &self),
            longitude: longitude
        )
    }
}

/// PROJ's geodesics, asked directly: the oracle that owes nothing to Ambit.
enum Karney {
    nonisolated(unsafe) private static let ellipsoid: UnsafeMutablePointer<geod_geodesic> = {
        let pointer = UnsafeMutablePointer<geod_geodesic>.allocate(capacity: 1)
        geod_init(pointer, 6_378_137, 1 / 298.257223563)
        return pointer
    }()

    static func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
        meters(a.latitude, a.longitude, b.latitude, b.longitude)
    }

    static func meters(
        _ latitude: Double,
        _ longitude: Double,
        _ otherLatitude: Double,
        _ otherLongitude: Double
    ) -> Double {
        var meters = 0.0
        geod_inverse(
            ellipsoid,
            latitude,
            longitude,
            otherLatitude,
            otherLongitude,
            &meters,
            nil,
            nil
        )
        return meters
    }

    /// The least distance from a place to the geodesic between two others: 2,000 points of it, then
    /// golden sections about the best.
    static func meters(_ place: Coordinate, toSegment start: Coordinate, _ end: Coordinate)
        -> Double
    {
        var line = geod_geodesicline()
        geod_inverseline(
            &line,
            ellipsoid,
            start.latitude,
            start.longitude,
            end.latitude,
            end.longitude,
            0
        )
        let length = line.s13
        func distance(_ along: Double) -> Double {
            var latitude = 0.0
            var longitude = 0.0
            geod_position(&line, along, &latitude, &longitude, nil)
            var meters = 0.0
            geod_inverse(
                ellipsoid,
                place.latitude,
                place.longitude,
                latitude,
                longitude,
                &meters,
                nil,
                nil
            )
            return meters
        }
        let count = 2000
        let best =
            (0...count).min {
                distance(length * Double($0) / Double(count))
                    < distance(length * Double($1) / Double(count))
            } ?? 0
        var low = length * Double(max(0, best - 1)) / Double(count)
        var high = length * Double(min(count, best + 1)) / Double(count)
        let golden = (5.0.squareRoot() - 1) / 2
        for _ in 0..<60 {
            let left = high - golden * (high - low)
            let right = low + golden * (high - low)
            if distance(left) < distance(right) { high = right } else { low = left }
        }
        return min(distance((low + high) / 2), distance(0), distance(length))
    }

    /// The area of a geodesic polygon in square metres.
    static func squareMeters(_ corners: [Coordinate]) -> Double {
        var latitudes = corners.map(\.latitude)
        var longitudes = corners.map(\.longitude)
        var area = 0.0
        var perimeter = 0.0
        geod_polygonarea(
            ellipsoid,
            &latitudes,
            &longitudes,
            Int32(corners.count),
            &area,
            &perimeter
        )
        return area.magnitude
    }
}

extension Coordinate {
    /// A place that the test knows to be one.
    init(_ latitude: Double, _ longitude: Double) throws {
        try self.init(latitude: latitude, longitude: longitude)
    }
}
