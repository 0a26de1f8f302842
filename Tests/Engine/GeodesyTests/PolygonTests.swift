import Testing

@testable import Geodesy

/// Point in polygon, with holes, concave rings and shared edges.
@Suite struct PolygonTests {
    private static func ring(_ places: [(Double, Double)]) throws -> [Coordinate] {
        try places.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    private static func place(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    @Test("inside, outside and on the edge of a concave ring", arguments: [false, true])
    func concave(isReversed: Bool) throws {
        let ring = try Self.ring([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
        let polygon = try Polygon(exterior: isReversed ? ring.reversed() : ring)
        let expected: [(Double, Double, Bool)] = [
            (1, 0.5, true), (2, 0.9, true), (2, 1, true), (2, 1.1, false), (0.2, 3, true),
            (3.8, 3, true), (2, 3, false), (0, 0, true), (2, 0, true), (4, 2, true),
            (-0.1, 2, false), (4.1, 2, false), (2, -0.1, false), (0, 4, true), (4, 4.1, false),
        ]
        for (longitude, latitude, isInside) in expected {
            #expect(
                polygon.contains(try Self.place(longitude, latitude)) == isInside,
                "\(longitude), \(latitude)"
            )
        }
    }

    @Test("a hole is outside and its edge is inside")
    func hole() throws {
        let polygon = try Polygon(
            exterior: try Self.ring([(0, 0), (10, 0), (10, 10), (0, 10)]),
            holes: [try Self.ring([(4, 4), (6, 4), (6, 6), (4, 6), (4, 4)])]
        )
        #expect(polygon.contains(try Self.place(2, 5)))
        #expect(!polygon.contains(try Self.place(5, 5)))
        #expect(polygon.contains(try Self.place(4, 5)))
        #expect(polygon.contains(try Self.place(8, 5)))
        #expect(!polygon.contains(try Self.place(11, 5)))
    }

    @Test("a ray through vertices and along edges counts them once")
    func vertices() throws {
        let diamond = try Polygon(exterior: try Self.ring([(0, -1), (1, 0), (0, 1), (-1, 0)]))
        #expect(!diamond.contains(try Self.place(-2, 0)))
        #expect(diamond.contains(try Self.place(-0.5, 0)))
        #expect(!diamond.contains(try Self.place(-2, 1)))
        let step = try Polygon(
            exterior: try Self.ring([(0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (0, 1)])
        )
        #expect(!step.contains(try Self.place(-1, 1)))
        #expect(step.contains(try Self.place(2.5, 1)))
        #expect(!step.contains(try Self.place(1, 1.5)))
    }

    @Test("neighbours with a common edge leave no gap and no overlap off the edge")
    func neighbours() throws {
        var random = SeededGenerator(seed: 17)
        let common = [(0.1, 0.0), (0.333, 0.3), (-0.21, 0.61), (0.07, 1.0)]
        let west = try Polygon(exterior: try Self.ring([(-1, 0)] + common + [(-1, 1)]))
        let east = try Polygon(exterior: try Self.ring([(1, 1)] + common.reversed() + [(1, 0)]))
        var count = 0
        for _ in 0..<20_000 {
            let latitude = Double.random(in: 0.001...0.999, using: &random)
            let index = common.lastIndex { $0.1 <= latitude } ?? 0
            let (from, to) = (common[index], common[index + 1])
            let share = (latitude - from.1) / (to.1 - from.1)
            var longitude = from.0 + share * (to.0 - from.0)
            for _ in 0..<Int.random(in: 0...3, using: &random) { longitude = longitude.nextUp }
            let place = try Self.place(longitude, latitude)
            #expect(west.contains(place) || east.contains(place))
            count += west.contains(place) != east.contains(place) ? 1 : 0
        }
        #expect(count > 5000)
    }

    @Test("a ring needs three places", arguments: 0..<3)
    func tooFew(places: Int) throws {
        let ring = try Self.ring(Array([(0, 0), (1, 1)].prefix(places)))
        #expect(throws: GeodesyError.invalidRing(places: places)) { try Polygon(exterior: ring) }
        #expect(throws: GeodesyError.self) {
            try Polygon(exterior: ring + ring.prefix(1))
        }
    }

    @Test("a multipolygon on both sides of the antimeridian")
    func antimeridian() throws {
        let area = MultiPolygon([
            try Polygon(exterior: try Self.ring([(178, 0), (180, 0), (180, 2), (178, 2)])),
            try Polygon(exterior: try Self.ring([(-180, 0), (-179, 0), (-179, 2), (-180, 2)])),
        ])
        #expect(area.contains(try Self.place(179, 1)))
        #expect(area.contains(try Self.place(-179.5, 1)))
        #expect(!area.contains(try Self.place(-178, 1)))
        #expect(!area.contains(try Self.place(0, 1)))
        #expect(area.boundingBox?.west == -180)
        #expect(MultiPolygon([]).boundingBox == nil)
    }
}
