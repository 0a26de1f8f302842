import Analysis
import Geodesy
import SpatialIndex
import Testing

@Suite struct CoverageMeasureTests {
    private static func square(_ center: Coordinate, halfMeters: Double) throws -> Area {
        let map = try EqualAreaMap(center: center)
        let corners = try [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
            try #require(map.place(.init(x: $0.0 * halfMeters, y: $0.1 * halfMeters)))
        }
        let ring = (corners + [corners[0]]).map { "[\($0.longitude),\($0.latitude)]" }
        let text = #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}"#
        return try Shape.area(of: Shape.all(in: Array(text.utf8)))
    }

    @Test(
        "a station in the middle of a square: a disc's share, and the corners are farthest",
        arguments: [(38.9, -77.0), (-17.0, 180.0), (65.0, 25.0)]
    )
    func disc(center: (Double, Double)) throws {
        let middle = try Coordinate(center.0, center.1)
        let area = try Self.square(middle, halfMeters: 5_000)
        let tree = QuadTree([IndexedPoint(id: 1, coordinate: middle)])
        let limits = try [1_000.0, 2_000, 5_000, 8_000].map { try Distance.meters($0) }
        let found = try #require(
            try CoverageMeasure(stations: tree, limits: limits).measure(area)
        )
        let whole = 1e8
        #expect(abs(found.squareMeters / whole - 1) < 0.002)
        for (share, radius) in zip(found.shares, [1_000.0, 2_000, 5_000]) {
            #expect(abs(share - Double.pi * radius * radius / whole) < 0.001, "\(share)")
        }
        #expect(found.shares[3] == 1)
        #expect(abs(found.farthest.meters - 5_000 * 2.0.squareRoot()) < 2)
        #expect(
            abs(Karney.meters(middle, found.farthestPlace) - found.farthest.meters) < 0.001
        )
    }

    @Test("the farthest place agrees with a fine net of places, with a hole in the area")
    func bruteForce() throws {
        let text = """
            {"type":"Polygon","coordinates":[
             [[-77.1,38.8],[-76.95,38.83],[-76.9,39.0],[-77.0,38.95],[-77.12,38.98],[-77.1,38.8]],
             [[-77.05,38.86],[-77.0,38.86],[-77.0,38.9],[-77.05,38.9],[-77.05,38.86]]]}
            """
        let area = try Shape.area(of: Shape.all(in: Array(text.utf8)))
        var random = SeededRandom(seed: 9)
        let box = try #require(area.boundingBox)
        let stations = try (0..<12).map { _ in try random.place(in: box) }
        let tree = QuadTree(
            stations.enumerated().map { IndexedPoint(id: UInt32($0), coordinate: $1) }
        )
        let limit = try Distance.meters(2_000)
        let found = try #require(
            try CoverageMeasure(stations: tree, limits: [limit]).measure(area)
        )
        var (inside, near, farthest) = (0.0, 0.0, 0.0)
        let steps = 300
        for row in 0..<steps {
            for column in 0..<steps {
                let latitude = box.south + (box.north - box.south) * (Double(row) + 0.5) / 300
                let place = try Coordinate(
                    latitude,
                    box.west + (box.east - box.west) * (Double(column) + 0.5) / 300
                )
                guard area.contains(place) else { continue }
                let meters = stations.map { Karney.meters(place, $0) }.min() ?? 0
                // Squares of degrees shrink with the cosine of the latitude.
                let weight = (1 - 0.00669438 * 0.39) * cosine(latitude)
                inside += weight
                if meters <= 2_000 { near += weight }
                farthest = max(farthest, meters)
            }
        }
        #expect(abs(found.shares[0] - near / inside) < 0.004)
        // A net of 60 m misses the farthest place by at most half its diagonal.
        #expect(found.farthest.meters >= farthest - 0.5)
        #expect(found.farthest.meters <= farthest + 60)
        #expect(area.contains(found.farthestPlace))
    }

    private func cosine(_ degrees: Double) -> Double {
        // Taylor about 38.9 degrees would do; four terms of the series are good to 1e-5.
        let x = degrees * .pi / 180
        return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720
    }

    @Test("without stations nothing is measured")
    func noStations() throws {
        let area = try Self.square(try Coordinate(1, 1), halfMeters: 100)
        #expect(try CoverageMeasure(stations: QuadTree(), limits: []).measure(area) == nil)
    }
}
