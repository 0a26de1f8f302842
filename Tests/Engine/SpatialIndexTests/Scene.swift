import Foundation

@testable import Geodesy
@testable import SpatialIndex

/// Random points, centres and radii for property tests.
enum Scene {
    static func points(_ terrain: Terrain, count: Int, _ random: inout SeededGenerator)
        -> [IndexedPoint<UInt32>]
    {
        (0..<count).map { point(UInt32($0), terrain, &random) }
    }

    /// Half of the points reach everywhere, the others from nothing to half the Earth.
    static func point(_ id: UInt32, _ terrain: Terrain, _ random: inout SeededGenerator)
        -> IndexedPoint<UInt32>
    {
        let reach: Reach =
            Bool.random(using: &random)
            ? .unlimited
            : .upTo(
                Distance(uncheckedMeters: pow(10.0, Double.random(in: -1...7.4, using: &random)))
            )
        return IndexedPoint(id: id, coordinate: terrain.place(&random), reach: reach)
    }

    /// A centre: one of the points, a place of the same kind, or anywhere.
    static func center(
        _ terrain: Terrain,
        _ points: [IndexedPoint<UInt32>],
        _ random: inout SeededGenerator
    ) -> Coordinate {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: points.randomElement(using: &random)?.coordinate ?? terrain.place(&random)
        case 1: terrain.place(&random)
        default: Terrain.uniform.place(&random)
        }
    }

    /// From nothing to more than half the Earth's circumference.
    static func radius(_ random: inout SeededGenerator) throws -> Distance {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .zero
        case 1: try .meters(20_003_931.5)
        case 2: try .kilometers(30_000)
        default: try .meters(pow(10.0, Double.random(in: -2...7.3, using: &random)))
        }
    }
}
