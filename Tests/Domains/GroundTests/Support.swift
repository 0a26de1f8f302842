import Datasets
import Geodesy
import Timekeeping

@testable import Ground

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
}

/// A square ring, counterclockwise, `side` degrees wide.
func ring(_ west: Double, _ south: Double, _ side: Double) throws -> [Coordinate] {
    try [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map {
        try place(south + $0.1, west + $0.0)
    }
}

func square(_ west: Double, _ south: Double, _ side: Double) throws -> MultiPolygon {
    MultiPolygon([try Polygon(exterior: ring(west, south, side))])
}

func feature(
    _ key: String,
    _ shape: GroundShape,
    _ groundClass: GroundClass = .water,
    name: String? = nil
) throws -> GroundFeature {
    GroundFeature(
        dataset: try DatasetName("curlew"),
        key: key,
        groundClass: groundClass,
        name: name,
        shape: shape
    )
}

/// SplitMix64 (S. Vigna, public domain algorithm).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededRandom {
    /// A line that wanders about from (0.5, 0.5), each step at most 0.01 in both directions.
    mutating func wander(_ count: Int) -> [PlanePoint] {
        var point = PlanePoint(x: 0.5, y: 0.5)
        return (0..<count).map { _ in
            point.x += Double.random(in: -0.01...0.01, using: &self)
            point.y += Double.random(in: -0.01...0.01, using: &self)
            return point
        }
    }
}
