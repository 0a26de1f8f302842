import CProj
import Testing

@testable import Geodesy

/// Areas on the ellipsoid. Edges are straight in longitude and latitude; the oracle, PROJ's
/// `geod_polygonarea`, knows geodesics alone, and so is asked about edges in short pieces.
@Suite struct PolygonAreaTests {
    private typealias Corner = (latitude: Double, longitude: Double)

    private static func ring(_ places: [Corner]) throws -> [Coordinate] {
        try places.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// The area of a ring by geodesics between points a share of an edge apart.
    private static func karney(_ ring: [Corner], pieces: Int) -> Double {
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            for step in 0..<pieces {
                let share = Double(step) / Double(pieces)
                latitudes.append(start.latitude + share * (end.latitude - start.latitude))
                longitudes.append(start.longitude + share * (end.longitude - start.longitude))
            }
        }
        var earth = geod_geodesic()
        geod_init(&earth, 6_378_137, 1 / 298.257223563)
        var (area, perimeter) = (0.0, 0.0)
        geod_polygonarea(&earth, &latitudes, &longitudes, Int32(latitudes.count), &area, &perimeter)
        return area.magnitude
    }

    @Test(
        "boxes have the areas of their zones, and slanted edges those of many short geodesics",
        arguments: [
            [(0.0, 0.0), (0, 1), (1, 1), (1, 0)],
            // Half of North America above the border of 49 degrees, which is no geodesic.
            [(49, -123), (49, -95), (83, -70), (70, -140)],
            [(-89.5, -170), (-60, -20), (-75, 120), (-89.9, 170)],
            [(38.85, -77.04), (38.95, -77.1), (38.99, -77.03), (38.9, -76.91)],
            [(-10, 20), (30, 21), (60, 25), (-50, 24)],
        ] as [[(Double, Double)]]
    )
    func straightEdges(places: [(Double, Double)]) throws {
        let corners = places.map { Corner(latitude: $0.0, longitude: $0.1) }
        // The pieces' error falls with their square, and what is left of it is taken off.
        let (coarse, fine) = (
            Self.karney(corners, pieces: 4000), Self.karney(corners, pieces: 8000)
        )
        let expected = fine + (fine - coarse) / 3
        let ring = try Self.ring(corners)
        for exterior in [ring, ring.reversed()] {
            let found = try Polygon(exterior: exterior).squareMeters
            #expect(abs(found / expected - 1) < 1e-9, "\(found) \(expected)")
        }
    }

    @Test(
        "polar caps, hemispheres and the whole Earth",
        arguments: [
            // By GeographicLib's Planimeter with -E and rhumb lines, and 4 pi c^2 for the Earth.
            (-90.0, 90.0, 510_065_621_724_088.44), (0, 90, 255_032_810_862_044.22),
        ]
    )
    func zones(south: Double, north: Double, squareMeters: Double) throws {
        let box = try Self.ring([(south, -180), (south, 180), (north, 180), (north, -180)])
        #expect(abs(try Polygon(exterior: box).squareMeters / squareMeters - 1) < 1e-12)
    }

    @Test("a millimetre's triangle is as exact as a country")
    func small() throws {
        // On so little ground the ellipsoid is a plane: half of N cos(lat) by M.
        let step = 1e-8
        for latitude in [0.0, 38.9, -70] {
            let triangle = try Self.ring([
                (latitude, 10), (latitude, 10 + step), (latitude + step, 10),
            ])
            let corner = try #require(triangle.first)
            let (east, north) = (
                Self.meters(corner, triangle[1]), Self.meters(corner, triangle[2])
            )
            let found = try Polygon(exterior: triangle).squareMeters
            #expect(abs(found / (east * north / 2) - 1) < 1e-5, "\(found)")
        }
    }

    private static func meters(_ start: Coordinate, _ end: Coordinate) -> Double {
        Geodesic.inverse(from: start, to: end).distance.meters
    }

    @Test("holes are left out, and parts are added")
    func holes() throws {
        let square: [Corner] = [(0, 0), (0, 1), (1, 1), (1, 0)]
        let hole: [Corner] = [(0.2, 0.2), (0.2, 0.4), (0.4, 0.4), (0.4, 0.2)]
        let whole = try Polygon(exterior: Self.ring(square)).squareMeters
        let part = try Polygon(exterior: Self.ring(hole))
        let polygon = try Polygon(exterior: Self.ring(square), holes: [Self.ring(hole)])
        #expect(abs(polygon.squareMeters - (whole - part.squareMeters)) < 1e-3)
        #expect(abs(MultiPolygon([polygon, part]).squareMeters - whole) < 1e-3)
        #expect(part.squareMeters > 4.9e8)
    }
}
