import Geodesy
import Polling
import Testing

@testable import Polling

/// Districts of a made-up type on a plain grid of degrees.
func district(_ code: String, _ area: MultiPolygon, type: String = "precinct") throws -> District {
    let dataset = try DatasetNameOf.test()
    return District(
        id: District.ID(dataset, "\(type)-\(code)"),
        dataset: dataset,
        reference: DistrictReference(type: type, code: code),
        name: "\(type) \(code)",
        area: area
    )
}

/// A ring from longitudes and latitudes, as they stand in GeoJSON.
func ring(_ numbers: [(Double, Double)]) throws -> [Coordinate] {
    try numbers.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
}

func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> Polygon {
    try Polygon(exterior: try ring([(west, south), (east, south), (east, north), (west, north)]))
}

@Suite struct DistrictOutlineTests {
    private func holds(_ outline: DistrictOutline, _ x: Double, _ y: Double) throws -> Bool {
        outline.holds(try Coordinate(latitude: y, longitude: x))
    }

    @Test("four squares around a corner: every place of theirs belongs to exactly one")
    func squares() throws {
        let squares = try [(0, 0), (1, 0), (0, 1), (1, 1)].map { (x: Double, y: Double) in
            DistrictOutline(MultiPolygon([try box(x, y, x + 1, y + 1)]))
        }
        // (place, the square that must hold it): the one to the east, then the one to the north.
        let cases: [(x: Double, y: Double, square: Int)] = [
            (0.5, 0.5, 0), (1, 0.5, 1), (0.5, 1, 2), (1, 1, 3), (1, 1.5, 3), (1.5, 1, 3),
            (0, 0, 0), (0, 1, 2), (1, 0, 1), (0, 0.5, 0), (0.5, 0, 0),
        ]
        for place in cases {
            let holders = try squares.indices.filter { try holds(squares[$0], place.x, place.y) }
            #expect(holders == [place.square], "at \(place.x), \(place.y)")
        }
        // What lies on the outer edge to the east or north belongs to a neighbour that is not there.
        for (x, y) in [(2.0, 0.5), (0.5, 2.0), (2.0, 2.0), (2.5, 0.5), (0, 2.0)] {
            #expect(try squares.allSatisfy { try !holds($0, x, y) }, "at \(x), \(y)")
        }
    }

    @Test("a hole that is another district, and its boundary", arguments: [false, true])
    func holes(reversed: Bool) throws {
        let island = try ring([(1, 1), (2, 1), (2, 2), (1, 2)])
        let lake = DistrictOutline(
            MultiPolygon([
                try Polygon(
                    exterior: try ring([(0, 0), (3, 0), (3, 3), (0, 3)]),
                    holes: [reversed ? island.reversed() : island]
                )
            ])
        )
        let inner = DistrictOutline(MultiPolygon([try Polygon(exterior: island)]))
        for x in stride(from: 0.0, to: 3.0, by: 0.125) {
            for y in stride(from: 0.0, to: 3.0, by: 0.125) {
                let (outside, inside) = (try holds(lake, x, y), try holds(inner, x, y))
                #expect(outside != inside, "at \(x), \(y)")
                #expect(inside == (x >= 1 && x < 2 && y >= 1 && y < 2), "at \(x), \(y)")
            }
        }
    }

    @Test(
        "a tiling of triangles: each place, corner and edge belongs to exactly one",
        arguments: 0..<8
    )
    func tiling(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        // A grid whose corners are shaken, each cell cut along a diagonal; at the Earth's scale and
        // at that of a street.
        let scale = seed % 2 == 0 ? 1.0 : 0.0001
        let count = 6
        var corners: [[Coordinate]] = []
        for row in 0...count {
            corners.append(
                try (0...count).map { column in
                    let isEdge = row == 0 || row == count || column == 0 || column == count
                    func shake() -> Double {
                        isEdge ? 0 : Double.random(in: -0.2...0.2, using: &random)
                    }
                    return try Coordinate(
                        latitude: 38 + scale * (Double(row) + shake()),
                        longitude: -77 + scale * (Double(column) + shake())
                    )
                }
            )
        }
        var outlines: [DistrictOutline] = []
        for row in 0..<count {
            for column in 0..<count {
                let (a, b) = (corners[row][column], corners[row][column + 1])
                let (c, d) = (corners[row + 1][column + 1], corners[row + 1][column])
                // The second winds the other way.
                for triangle in [[a, b, c], [a, d, c]] {
                    outlines.append(
                        DistrictOutline(MultiPolygon([try Polygon(exterior: triangle)]))
                    )
                }
            }
        }
        var places: [Coordinate] = corners[1..<count].flatMap { $0[1..<count] }
        for row in 1..<count {
            for column in 1..<count {
                // Halves, quarters and eighths of an edge: exact on the grid or beside the edge.
                for (part, whole) in [(1.0, 2.0), (1, 4), (3, 8), (1, 3)] {
                    let (a, b) = (corners[row][column], corners[row][column + 1])
                    places.append(
                        try Coordinate(
                            latitude: a.latitude + (b.latitude - a.latitude) * part / whole,
                            longitude: a.longitude + (b.longitude - a.longitude) * part / whole
                        )
                    )
                }
            }
        }
        for _ in 0..<500 {
            places.append(
                try Coordinate(
                    latitude: 38 + scale * Double.random(in: 0.5...5.5, using: &random),
                    longitude: -77 + scale * Double.random(in: 0.5...5.5, using: &random)
                )
            )
        }
        for place in places {
            #expect(outlines.count { $0.holds(place) } == 1, "at \(place)")
        }
    }

    @Test("places away from boundaries agree with the closed test of polygons", arguments: 0..<6)
    func agrees(seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 100)
        // A star with many corners: far from convex.
        let corners = try (0..<200).map { number in
            let angle = Double(number) / 200 * 2 * .pi
            let radius = Double.random(in: 0.2...1, using: &random)
            let (x, y) = TestTrigonometry.point(angle: angle, radius: radius)
            return try Coordinate(latitude: 50 + y, longitude: 7 + x)
        }
        let polygon = try Polygon(exterior: corners)
        let outline = DistrictOutline(MultiPolygon([polygon]))
        for _ in 0..<2000 {
            let place = try Coordinate(
                latitude: 50 + Double.random(in: -1.1...1.1, using: &random),
                longitude: 7 + Double.random(in: -1.1...1.1, using: &random)
            )
            #expect(outline.holds(place) == polygon.contains(place))
        }
    }

    @Test("the antimeridian has two names and one owner; the pole belongs to what lies south of it")
    func ends() throws {
        let east = DistrictOutline(MultiPolygon([try box(170, -10, 180, 10)]))
        let west = DistrictOutline(MultiPolygon([try box(-180, -10, -170, 10)]))
        for longitude in [-180.0, 180.0] {
            #expect(try !holds(east, longitude, 0))
            #expect(try holds(west, longitude, 0))
        }
        let cap = DistrictOutline(MultiPolygon([try box(0, 80, 10, 90)]))
        #expect(try holds(cap, 5, 90))
        #expect(try holds(cap, 0, 80))
        #expect(try !holds(cap, 5, 79.9999999))
    }

    @Test("nothing is held by an area without an inside, or far from everything")
    func nothing() throws {
        let empty = DistrictOutline(MultiPolygon([]))
        #expect(try !holds(empty, 0, 0))
        let line = DistrictOutline(
            MultiPolygon([try Polygon(exterior: ring([(0, 0), (1, 0), (2, 0)]))])
        )
        #expect(try !holds(line, 1, 0))
        let square = DistrictOutline(MultiPolygon([try box(10, 10, 11, 11)]))
        #expect(try !holds(square, 0, 0))
        #expect(try !holds(square, 10.5, -90))
    }

    @Test("the distance to the boundary is the least of many along it", arguments: 0..<5)
    func distance(seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 200)
        let polygon = try Polygon(
            exterior: try ring([(-77.05, 38.9), (-77.0, 38.88), (-76.98, 38.93), (-77.03, 38.95)]),
            holes: [try ring([(-77.03, 38.91), (-77.01, 38.91), (-77.02, 38.92)])]
        )
        let outline = DistrictOutline(MultiPolygon([polygon]))
        for _ in 0..<20 {
            let place = try Coordinate(
                latitude: Double.random(in: 38.87...38.96, using: &random),
                longitude: Double.random(in: -77.06...(-76.97), using: &random)
            )
            let origin = GeodesicOrigin(place)
            var least = Double.infinity
            for ring in [polygon.exterior] + polygon.holes {
                for (start, end) in zip(ring, ring.dropFirst()) {
                    for step in 0...4000 {
                        let part = Double(step) / 4000
                        let point = try Coordinate(
                            latitude: start.latitude + part * (end.latitude - start.latitude),
                            longitude: start.longitude + part * (end.longitude - start.longitude)
                        )
                        least = min(least, origin.distance(to: point).meters)
                    }
                }
            }
            let found = outline.boundaryDistance(from: place).meters
            // The steps are up to 1.5 m apart, so `least` may be longer, by that at most.
            #expect(found <= least * 1.002 + 0.001)
            #expect(found >= least - 1.5)
        }
    }

    @Test(
        "where the antimeridian cuts a district, nothing ends, but where one side alone is its own"
    )
    func antimeridian() throws {
        let whole = DistrictOutline(
            MultiPolygon([
                try Polygon(
                    exterior: try ring([(179, 1), (180, 1), (180, 1.6), (180, 2), (179, 2)])
                ),
                try box(-180, 1, -179, 2),
            ])
        )
        for longitude in [180.0, -180, 179.999, -179.999] {
            let place = try Coordinate(latitude: 1.5, longitude: longitude)
            // To the parallels of 1 and 2 degrees.
            #expect(abs(whole.boundaryDistance(from: place).meters - 55_287) < 20)
        }
        let half = DistrictOutline(
            MultiPolygon([try box(179, 1, 180, 2), try box(-180, 1.9, -179, 2)])
        )
        let edge = try Coordinate(latitude: 1.5, longitude: 180)
        #expect(half.boundaryDistance(from: edge).meters < 1)
    }

    @Test("a district that holds a pole does not end there")
    func pole() throws {
        let cap = DistrictOutline(MultiPolygon([try box(-180, 80, 180, 90)]))
        let place = try Coordinate(latitude: 89.9, longitude: 10)
        #expect(cap.boundaryDistance(from: place).meters > 1_000_000)
    }
}
