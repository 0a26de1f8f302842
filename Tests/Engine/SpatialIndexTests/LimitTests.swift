import Foundation
import Testing

@testable import Geodesy
@testable import SpatialIndex

/// Places at the very edge of what a query finds: there the bounds by which the index leaves out
/// lanes and points have nothing to spare.
@Suite struct LimitTests {
    /// Latitudes of every kind: anywhere, the poles, around them and around the equator.
    private static func latitude(_ kind: Int, _ random: inout SeededGenerator) -> Double {
        switch kind % 5 {
        case 0: [90, -90, 0].randomElement(using: &random) ?? 0
        case 1: 90 - pow(10, .random(in: -6...1.3, using: &random))
        case 2: -90 + pow(10, .random(in: -6...1.3, using: &random))
        default: .random(in: -90...90, using: &random)
        }
    }

    private static func center(_ kind: Int, _ random: inout SeededGenerator) -> Coordinate {
        Coordinate(
            uncheckedLatitude: latitude(kind, &random),
            longitude: kind % 3 == 0
                ? [-180, 180, 179.9999999].randomElement(using: &random) ?? 180
                : .random(in: -180...180, using: &random)
        )
    }

    @Test("a radius finds the place at its end, and one shorter by a last bit does not")
    func radius() throws {
        var random = SeededGenerator(seed: 41)
        for kind in 0..<30_000 {
            let center = Self.center(kind, &random)
            let place = Geodesic.destination(
                from: center,
                bearingDegrees: kind % 7 == 0
                    ? Double(kind % 4) * 90 - 180 : .random(in: -180...180, using: &random),
                distance: try .meters(pow(10, .random(in: -1...7.2, using: &random)))
            )
            let distance = Geodesic.distance(from: center, to: place)
            let shorter = try Distance.meters(distance.meters.nextDown)
            let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: place)])
            #expect(tree.within(distance, of: center).map(\.distance) == [distance])
            #expect(tree.within(shorter, of: center).isEmpty)
            #expect(
                tree.nearest(to: center, count: 1, within: distance).map(\.distance) == [distance]
            )
            #expect(tree.nearest(to: center, count: 1, within: shorter).isEmpty)
        }
    }

    @Test("a reach is found from its end, and from no farther")
    func reach() throws {
        var random = SeededGenerator(seed: 42)
        for kind in 0..<30_000 {
            let center = Self.center(kind, &random)
            let place = Geodesic.destination(
                from: center,
                bearingDegrees: .random(in: -180...180, using: &random),
                distance: try .meters(pow(10, .random(in: -1...7.2, using: &random)))
            )
            let distance = Geodesic.distance(from: center, to: place)
            // The shortest reach of 24 bits that the distance is within, and the one before it.
            var reach = Float(distance.meters)
            if Double(reach) < distance.meters { reach = reach.nextUp }
            for (length, isFound) in [(reach, true), (reach.nextDown, false)] {
                let tree = NumberedQuadTree([
                    IndexedPoint(
                        id: 1,
                        coordinate: place,
                        reach: .upTo(try .meters(Double(length)))
                    )
                ])
                #expect(
                    tree.within(try .kilometers(30_000), of: center).isEmpty != isFound,
                    "reach \(length) of \(distance.meters) m"
                )
                #expect(tree.nearest(to: center, count: 1).isEmpty != isFound)
            }
        }
    }

    @Test("nearest tells apart places that differ by millimetres", arguments: UInt64(0)..<150)
    func rings(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 43)
        let center = Self.center(Int(seed), &random)
        let meters = pow(10, Double.random(in: 0...6, using: &random))
        // The ring's width goes from a share of what chords leave open to many times that.
        let width = pow(10, Double.random(in: -3...1, using: &random)) + meters * 1e-6
        let points = try (0..<400).map { id in
            IndexedPoint(
                id: UInt32(id),
                coordinate: Geodesic.destination(
                    from: center,
                    bearingDegrees: .random(in: -180...180, using: &random),
                    distance: try .meters(meters + .random(in: 0...width, using: &random))
                )
            )
        }
        let tree = NumberedQuadTree(points)
        let all = BruteForce(points).exactly(within: try .kilometers(30_000), of: center)
        for k in [1, 7, 100, 399] {
            #expect(tree.nearest(to: center, count: k) == Array(all.prefix(k)))
        }
        let median = all[200].distance
        #expect(
            tree.within(median, of: center).sorted { $0.precedes($1) }
                == all.filter { $0.distance <= median }
        )
    }
}
