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
        let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: middle)])
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

    private static func area(_ coordinates: String) throws -> Area {
        let text = #"{"type":"MultiPolygon","coordinates":\#(coordinates)}"#
        return try Shape.area(of: Shape.all(in: Array(text.utf8)))
    }

    /// Areas whose edges are long, bent on any map, or on the Earth's seams.
    private static let areas = [
        // A hole, in a town.
        """
        [[[[-77.1,38.8],[-76.95,38.83],[-76.9,39.0],[-77.0,38.95],[-77.12,38.98],[-77.1,38.8]],
          [[-77.05,38.86],[-77.0,38.86],[-77.0,38.9],[-77.05,38.9],[-77.05,38.86]]]]
        """,
        // About the north pole, and about the south pole but for a slice.
        "[[[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]]]",
        "[[[[-170,-90],[-170,-71],[0,-80],[150,-65],[150,-90],[0,-90],[-170,-90]]]]",
        // Slanted across half of the northern hemisphere.
        "[[[[-120,20],[60,60],[-30,85],[-120,20]]]]",
        // Across the antimeridian, past 180 degrees and back, in two parts.
        "[[[[170,-20],[195,-25],[188,-5],[170,-20]]],[[[-175,0],[-160,0],[-160,9],[-175,0]]]]",
        // Of a few metres.
        "[[[[10,50],[10.00003,50],[10.00002,50.00004],[10,50]]]]",
    ]

    @Test(
        "sizes, shares and the farthest place agree with a fine net of places",
        arguments: areas.indices
    )
    func bruteForce(number: Int) throws {
        let area = try Self.area(Self.areas[number])
        var random = SeededRandom(seed: UInt64(number) + 9)
        let box = try #require(area.boundingBox)
        let stations = try (0..<12).map { _ in try random.place(in: box) }
        let tree = NumberedQuadTree(
            stations.enumerated().map { IndexedPoint(id: UInt32($0), coordinate: $1) }
        )
        let net = Self.net(in: box, area, stations)
        let sorted = net.map(\.meters).sorted()
        let limits = try [0.2, 0.5, 0.9].map {
            try Distance.meters(sorted[Int($0 * Double(sorted.count))])
        }
        let found = try #require(try CoverageMeasure(stations: tree, limits: limits).measure(area))
        let whole = net.reduce(0) { $0 + $1.squareMeters }
        #expect(abs(found.squareMeters / whole - 1) < 0.01)
        #expect(abs(found.squareMeters / area.squareMeters - 1) < 1e-12)
        for (share, limit) in zip(found.shares, limits) {
            let near = net.reduce(0) { $0 + ($1.meters <= limit.meters ? $1.squareMeters : 0) }
            #expect(abs(share - near / whole) < 0.005, "\(share) \(near / whole)")
        }
        // No place of the net is farther, and the place that is has its distance.
        let farthest = sorted.last ?? 0
        #expect(found.farthest.meters >= farthest - 0.5 - farthest * 1e-6)
        #expect(area.contains(found.farthestPlace))
        let measured = stations.map { Karney.meters(found.farthestPlace, $0) }.min() ?? 0
        #expect(abs(measured - found.farthest.meters) < 0.001)
    }

    /// Places in an area on a net of as many meshes each way, how far each is from its nearest
    /// station, and the ground of its mesh.
    private static func net(
        in box: BoundingBox,
        _ area: Area,
        _ stations: [Coordinate]
    ) -> [(meters: Double, squareMeters: Double)] {
        let steps = 240
        let (up, across) = (
            (box.north - box.south) / Double(steps), box.widthDegrees / Double(steps)
        )
        var net: [(meters: Double, squareMeters: Double)] = []
        for row in 0..<steps {
            let latitude = box.south + (Double(row) + 0.5) * up
            // A mesh is a plane trapezium, up to what meshes of a degree differ by.
            let ground =
                Karney.meters(latitude, 0, latitude, across)
                * Karney.meters(latitude - up / 2, 0, latitude + up / 2, 0)
            for column in 0..<steps {
                var longitude = box.west + (Double(column) + 0.5) * across
                if longitude > 180 { longitude -= 360 }
                guard let place = try? Coordinate(latitude, longitude), area.contains(place) else {
                    continue
                }
                let meters = stations.map { Karney.meters(place, $0) }.min() ?? 0
                net.append((meters, ground))
            }
        }
        return net
    }

    @Test("a cap about a pole: the discs about a station there are smaller caps")
    func cap() throws {
        let area = try Self.area(Self.areas[1])
        let pole = try Coordinate(90, 0)
        let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: pole)])
        func capSquareMeters(_ latitude: Double) throws -> Double {
            Karney.squareMeters(
                try (0..<36_000).map { try Coordinate(latitude, Double($0) / 100 - 180) }
            )
        }
        let edges = [88.0, 84.5, 81]
        let limits = try edges.map {
            try Distance.meters(Karney.meters(pole, try Coordinate($0, 10)))
        }
        let found = try #require(try CoverageMeasure(stations: tree, limits: limits).measure(area))
        let whole = try capSquareMeters(80)
        #expect(abs(found.squareMeters / whole - 1) < 1e-7)
        for (share, edge) in zip(found.shares, edges) {
            #expect(abs(share - (try capSquareMeters(edge)) / whole) < 0.001)
        }
        let rim = Karney.meters(pole, try Coordinate(80, 0))
        #expect(abs(found.farthest.meters - rim) < 1.7)
    }

    @Test("the whole Earth, whose farthest place is on the other side")
    func world() throws {
        let area = try Self.area("[[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]]")
        let station = try Coordinate(38.9, -77.04)
        let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: station)])
        let limits = try [1_000.0, 10_007_543, 30_000_000].map { try Distance.meters($0) }
        let found = try #require(try CoverageMeasure(stations: tree, limits: limits).measure(area))
        #expect(abs(found.squareMeters / 510_065_621_724_088.44 - 1) < 1e-12)
        // A disc of 1 km, and very nearly half of the Earth.
        #expect(found.shares[0] < 0.0005)
        #expect(abs(found.shares[1] - 0.5) < 0.003)
        #expect(found.shares[2] == 1)
        let antipode = try Coordinate(-38.9, 102.96)
        #expect(found.farthest.meters >= Karney.meters(station, antipode) - 20)
        #expect(found.farthest.meters <= 20_003_931.5)
        #expect(Karney.meters(antipode, found.farthestPlace) < 80_000)
    }

    @Test(
        "what covers no ground is refused",
        arguments: [
            "[[[[0,0],[0,0],[0,0],[0,0]]]]", "[[[[0,0],[1,1],[2,2],[0,0]]]]",
            "[[[[0,0],[1,0],[1,1],[0,0]],[[0,0],[1,0],[1,1],[0,0]]]]",
        ]
    )
    func noGround(coordinates: String) throws {
        let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: try Coordinate(0, 0))])
        #expect(throws: AnalysisError.noExtent) {
            try CoverageMeasure(stations: tree, limits: []).measure(Self.area(coordinates))
        }
    }

    @Test("a limit that runs through everything ends all the same, and is nearly right")
    func manyStations() throws {
        let area = try Self.area("[[[[0,0],[1,0],[1,1],[0,1],[0,0]]]]")
        var random = SeededRandom(seed: 5)
        let box = try #require(area.boundingBox)
        let places = try (0..<20_000).map { _ in try random.place(in: box) }
        let tree = NumberedQuadTree(
            places.enumerated().map { IndexedPoint(id: UInt32($0), coordinate: $1) }
        )
        let limit = try Distance.meters(400)
        let found = try #require(try CoverageMeasure(stations: tree, limits: [limit]).measure(area))
        var near = 0
        for _ in 0..<200_000 {
            let place = try random.place(in: box)
            if (tree.nearest(to: place, count: 1).first?.distance ?? .zero) <= limit { near += 1 }
        }
        #expect(abs(found.shares[0] - Double(near) / 200_000) < 0.006)
        #expect(found.shares[0] > 0.4 && found.shares[0] < 0.8)
    }

    @Test("without stations nothing is measured")
    func noStations() throws {
        let area = try Self.square(try Coordinate(1, 1), halfMeters: 100)
        #expect(try CoverageMeasure(stations: NumberedQuadTree(), limits: []).measure(area) == nil)
    }
}
