import Analysis
import Foundation
import Geodesy
import Testing

/// Areas with so many corners that most of them are passed over, compared with looks at all of them.
@Suite struct MeasuredAreaTests {
    typealias Corner = (longitude: Double, latitude: Double)

    /// A ragged ring about a place; corners often share a latitude or a longitude.
    private static func ring(
        at center: Corner,
        breadth: Double,
        corners count: Int,
        using random: inout SeededRandom
    ) -> [Corner] {
        let step = breadth / 64
        return (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            let radius = breadth * Double.random(in: 0.6...1, using: &random)
            func snapped(_ degrees: Double) -> Double { (degrees / step).rounded() * step }
            return (
                center.longitude + snapped(radius * sin(angle)),
                center.latitude + snapped(radius * cos(angle))
            )
        }
    }

    private static func area(_ polygons: [[[Corner]]]) throws -> Area {
        func text(_ ring: [Corner]) -> String {
            let corners = (ring + ring.prefix(1)).map { "[\($0.longitude),\($0.latitude)]" }
            return "[\(corners.joined(separator: ","))]"
        }
        let rings = polygons.map { "[\($0.map(text).joined(separator: ","))]" }
        let json =
            #"{"type":"MultiPolygon","coordinates":[\#(rings.joined(separator: ","))]}"#
        return try Shape.area(of: Shape.all(in: Array(json.utf8)))
    }

    @Test("what is held is what a look at every edge holds", arguments: 0..<6)
    func holds(seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 70)
        let outer = Self.ring(at: (10, 50), breadth: 1, corners: 400, using: &random)
        let holes = [(9.8, 50.1), (10.2, 50), (10, 49.8)].map {
            Self.ring(at: $0, breadth: 0.08, corners: 60, using: &random)
        }
        let area = try Self.area([[outer] + holes])
        let measured = MeasuredArea(area)
        let corners = outer + holes.joined()
        var (inside, outside) = (0, 0)
        for number in 0..<2_000 {
            let corner = corners[Int.random(in: corners.indices, using: &random)]
            let other = corners[Int.random(in: corners.indices, using: &random)]
            let place: Coordinate
            switch number % 4 {
            // On a corner, and level with two: where rays meet ends of edges.
            case 0: place = try Coordinate(corner.latitude, corner.longitude)
            case 1: place = try Coordinate(corner.latitude, other.longitude)
            default:
                place = try random.place(
                    in: BoundingBox(west: 8.9, south: 48.9, east: 11.1, north: 51.1)
                )
            }
            let expected = area.contains(place)
            #expect(measured.holds(place) == expected, "\(place)")
            if number % 4 == 0 { #expect(expected) }
            inside += expected ? 1 : 0
            outside += expected ? 0 : 1
        }
        #expect(inside > 500 && outside > 500)
    }

    /// The least distance from the edges of a ring: places of every edge, and golden sections about
    /// the best of each that may be it.
    private static func meters(from place: Coordinate, to ring: [Corner]) -> Double {
        var least = Double.infinity
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            func distance(_ share: Double) -> Double {
                var longitude = start.longitude + share * (end.longitude - start.longitude)
                if longitude > 180 { longitude -= 360 }
                let latitude = start.latitude + share * (end.latitude - start.latitude)
                guard let point = try? Coordinate(latitude, longitude) else { return .infinity }
                return Karney.meters(place, point)
            }
            let count = 4
            let samples = (0...count).map { distance(Double($0) / Double(count)) }
            let best = samples.indices.min { samples[$0] < samples[$1] } ?? 0
            // No place of the edge is nearer than that by more than its length.
            guard samples[best] - abs(samples[0] - samples[count]) - 4_000 < least else { continue }
            var low = Double(max(0, best - 1)) / Double(count)
            var high = Double(min(count, best + 1)) / Double(count)
            let golden = (5.0.squareRoot() - 1) / 2
            for _ in 0..<45 {
                let (left, right) = (high - golden * (high - low), low + golden * (high - low))
                if distance(left) < distance(right) { high = right } else { low = left }
            }
            least = min(least, samples[best], distance((low + high) / 2))
        }
        return least
    }

    @Test(
        "a distance is that of a look at every edge, and none where it is over the limit",
        arguments: [(-77.0, 38.9), (180, -17), (30, 70)]
    )
    func distances(center: (Double, Double)) throws {
        var random = SeededRandom(seed: 12)
        let ring = Self.ring(at: center, breadth: 0.05, corners: 300, using: &random)
        let measured = MeasuredArea(try Self.area([[ring]]))
        for number in 0..<16 {
            // Inside and near, and from far away.
            let place =
                number < 12
                ? try Geodesic.destination(
                    from: Coordinate(center.1, center.0 == 180 ? -180 : center.0),
                    bearingDegrees: Double.random(in: 0...360, using: &random),
                    distance: .meters(Double.random(in: 0...9_000, using: &random))
                ) : try random.place()
            let found = try #require(measured.distance(from: place))
            let expected =
                measured.holds(place) ? 0 : Self.meters(from: place, to: ring)
            #expect(abs(found.meters - expected) < 0.001)
            #expect(measured.distance(from: place, limit: found) == found)
            guard found.meters > 0 else { continue }
            let less = try Distance.meters(found.meters * (1 - 1e-12) - 1e-9)
            #expect(measured.distance(from: place, limit: less) == nil)
            let more = try Distance.meters(found.meters * 2)
            #expect(measured.distance(from: place, limit: more) == found)
        }
    }

    @Test(
        "two areas are as far apart as their nearest places",
        arguments: [(-77.0, 38.9), (179.98, -17), (30, 70)]
    )
    func between(center: (Double, Double)) throws {
        var random = SeededRandom(seed: 31)
        let first = Self.ring(at: center, breadth: 0.03, corners: 80, using: &random)
        let one = MeasuredArea(try Self.area([[first]]))
        var (apart, touching) = (0, 0)
        for number in 0..<8 {
            let shift = 0.03 + Double(number) * 0.012
            let second = Self.ring(
                at: (center.0 + shift, center.1 + 0.4 * shift),
                breadth: 0.03,
                corners: 80,
                using: &random
            )
            let other = MeasuredArea(try Self.area([[second]]))
            let limit = try Distance.meters(20_000)
            let found = try #require(one.distance(to: other, limit: limit))
            #expect(
                abs(try #require(other.distance(to: one, limit: limit)).meters - found.meters)
                    < 1e-6
            )
            // Every edge of the first in pieces of some 5 m.
            var least = Double.infinity
            for (start, end) in zip(first, first.dropFirst() + first.prefix(1)) {
                for share in stride(from: 0, to: 1, by: 1.0 / 64) {
                    var longitude = start.longitude + share * (end.longitude - start.longitude)
                    if longitude > 180 { longitude -= 360 }
                    let place = try Coordinate(
                        start.latitude + share * (end.latitude - start.latitude),
                        longitude
                    )
                    let distance = try #require(other.distance(from: place))
                    least = min(least, distance.meters)
                }
            }
            if found == .zero { touching += 1 } else { apart += 1 }
            #expect(found.meters <= least + 0.001)
            #expect(found.meters > least - 6)
            guard found > .zero else { continue }
            #expect(one.distance(to: other, limit: try .meters(found.meters - 0.01)) == nil)
            #expect(one.distance(to: other, limit: try .meters(found.meters + 0.01)) == found)
        }
        #expect(apart >= 3 && touching >= 2)
    }

    @Test("an area within another, in its hole, and across the antimeridian")
    func inside() throws {
        func square(_ west: Double, _ south: Double, _ size: Double) -> [Corner] {
            [
                (west, south), (west + size, south), (west + size, south + size),
                (west, south + size),
            ]
        }
        let hollow = MeasuredArea(try Self.area([[square(0, 0, 1), square(0.4, 0.4, 0.2)]]))
        let within = MeasuredArea(try Self.area([[square(0.1, 0.1, 0.1)]]))
        let inHole = MeasuredArea(try Self.area([[square(0.45, 0.45, 0.1)]]))
        let limit = try Distance.meters(100_000)
        #expect(hollow.distance(to: within, limit: limit) == .zero)
        #expect(within.distance(to: hollow, limit: limit) == .zero)
        // GeographicLib's GeodSolve -i 0.5 0.4 0.5 0.45: 5565.763 m; 0.4 0.5 0.45 0.5: 5528.7 m.
        let gap = try #require(hollow.distance(to: inHole, limit: limit))
        #expect(abs(gap.meters - 5_528.7) < 1)
        let west = MeasuredArea(try Self.area([[square(179.5, 0, 0.5)]]))
        let east = MeasuredArea(try Self.area([[square(-180, 0, 0.5)]]))
        #expect(west.distance(to: east, limit: .zero) == .zero)
    }

    @Test("what lies within a radius lies in the boxes", arguments: [0.0, 38.9, -84, 89.5])
    func boxes(latitude: Double) throws {
        var random = SeededRandom(seed: 3)
        for longitude in [0.0, 179.97] {
            let breadth = min(0.4, 90 - latitude.magnitude)
            let ring = Self.ring(
                at: (longitude, latitude),
                breadth: breadth * 0.9,
                corners: 24,
                using: &random
            )
            let area = MeasuredArea(try Self.area([[ring]]))
            for meters in [0.0, 800, 70_000] {
                let boxes = area.boxes(within: try .meters(meters))
                #expect(boxes.allSatisfy { $0.west <= $0.east })
                for corner in ring {
                    let from = try Coordinate(
                        corner.latitude,
                        corner.longitude > 180 ? corner.longitude - 360 : corner.longitude
                    )
                    let place = try Geodesic.destination(
                        from: from,
                        bearingDegrees: Double.random(in: 0...360, using: &random),
                        distance: .meters(meters)
                    )
                    #expect(boxes.contains { $0.contains(place) }, "\(place) \(meters)")
                }
            }
        }
    }

    @Test(
        "an area's size is that of its rings in short geodesics",
        arguments: [(-77.0, 38.9, 0.05), (180, -17, 3), (30, 86, 2), (-60, 0, 8)]
    )
    func size(center: (Double, Double, Double)) throws {
        var random = SeededRandom(seed: 77)
        let (longitude, latitude, breadth) = center
        let outer = Self.ring(
            at: (longitude, latitude),
            breadth: breadth,
            corners: 40,
            using: &random
        )
        let hole = Self.ring(
            at: (longitude, latitude),
            breadth: breadth / 3,
            corners: 9,
            using: &random
        )
        func squareMeters(_ ring: [Corner]) throws -> Double {
            let places = try zip(ring, ring.dropFirst() + ring.prefix(1)).flatMap { start, end in
                try (0..<400).map { step in
                    let share = Double(step) / 400
                    let raw = start.longitude + share * (end.longitude - start.longitude)
                    return try Coordinate(
                        start.latitude + share * (end.latitude - start.latitude),
                        raw > 180 ? raw - 360 : raw
                    )
                }
            }
            return Karney.squareMeters(places)
        }
        let expected = try squareMeters(outer) - squareMeters(hole)
        let found = try Self.area([[outer, hole]]).squareMeters
        #expect(abs(found / expected - 1) < 1e-6)
    }
}
