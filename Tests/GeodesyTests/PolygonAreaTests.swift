import Testing

@testable import Geodesy

/// Areas on the ellipsoid, against those that the Python package geographiclib computes.
@Suite struct PolygonAreaTests {
    private static func ring(_ places: [(Double, Double)]) throws -> [Coordinate] {
        try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    @Test(
        "squares at the equator, around the pole and across the antimeridian have their areas",
        arguments: [
            ([(0.0, 0.0), (0, 1), (1, 1), (1, 0)], 12_308_778_361.469),
            ([(89, 0), (89, 90), (89, 180), (89, -90)], 24_952_305_678.0),
            ([(10, 179.5), (10, -179.5), (11, -179.5), (11, 179.5)], 12_108_467_312.577),
        ]
    )
    func area(places: [(Double, Double)], squareMeters: Double) throws {
        let ring = try Self.ring(places)
        for exterior in [ring, ring.reversed()] {
            let polygon = try Polygon(exterior: exterior)
            #expect(abs(polygon.squareMeters - squareMeters) < 0.5)
        }
    }

    @Test("holes are left out, and parts are added")
    func holes() throws {
        let square = try Self.ring([(0, 0), (0, 1), (1, 1), (1, 0)])
        let hole = try Self.ring([(0.2, 0.2), (0.2, 0.4), (0.4, 0.4), (0.4, 0.2)])
        let polygon = try Polygon(exterior: square, holes: [hole])
        let expected = 12_308_778_361.469 - 492_356_574.693
        #expect(abs(polygon.squareMeters - expected) < 0.5)
        let island = try Polygon(exterior: hole)
        #expect(abs(MultiPolygon([polygon, island]).squareMeters - 12_308_778_361.469) < 0.5)
    }
}
