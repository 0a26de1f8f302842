import Foundation
import Geodesy
import Testing

@testable import Analysis

/// The map of areas in cells, compared with a look at every area, and on edges with the index that
/// knows nothing of cells.
@Suite struct AreaCellsTests {
    /// Where areas lie; breadths in degrees.
    private static let terrains: [(box: BoundingBox, breadth: Double)] = [
        (.around(-77.1, 38.8, -76.9, 39), 0.03),
        (.around(-120, 30, -75, 48), 9),
        (.around(179, -18, -179, -16), 0.8),
        (.around(-170, 80, 170, 89.9), 12),
        (.around(-179, -60, 179, 60), 60),
    ]

    /// A polygon of jagged outline, with a hole where there is room for one.
    private static func area(
        around center: Coordinate,
        breadth: Double,
        using random: inout SeededRandom
    ) throws -> Area {
        func ring(_ scale: ClosedRange<Double>, _ random: inout SeededRandom) -> String {
            let count = Int.random(in: 3...40, using: &random)
            let corners = (0..<count).map { index in
                let angle = 2 * Double.pi * Double(index) / Double(count)
                let radius = breadth * Double.random(in: scale, using: &random)
                let latitude = min(90, max(-90, center.latitude + radius * cos(angle) / 2))
                return "[\(center.longitude + radius * sin(angle)),\(latitude)]"
            }
            return "[" + (corners + corners.prefix(1)).joined(separator: ",") + "]"
        }
        var rings = [ring(0.6...1, &random)]
        if Bool.random(using: &random) { rings.append(ring(0.1...0.2, &random)) }
        let text = #"{"type":"Polygon","coordinates":[\#(rings.joined(separator: ","))]}"#
        return try Shape.area(of: Shape.all(in: Array(text.utf8)))
    }

    private func found(_ cells: AreaCells, _ place: Coordinate) -> [Int] {
        var found: [Int] = []
        cells.forEach(holding: place) { found.append($0) }
        return found
    }

    @Test(
        "places are in the areas that a look at every one finds",
        arguments: 0..<5,
        [1, 100_000]
    )
    func agrees(terrain: Int, placeCount: Int) async throws {
        let (box, breadth) = Self.terrains[terrain]
        var random = SeededRandom(seed: UInt64(terrain * 2 + placeCount))
        let areas = try (0..<30).map { _ in
            try Self.area(around: random.place(in: box), breadth: breadth, using: &random)
        }
        let index = AreaIndex(areas)
        let cells = try #require(await AreaCells(index, placeCount: placeCount))
        var (hits, multiple) = (0, 0)
        for number in 0..<3_000 {
            let place = try random.place(in: number % 10 == 0 ? .world : box)
            let truth = areas.indices.filter { areas[$0].contains(place) }
            #expect(found(cells, place) == truth, "\(place)")
            hits += truth.count
            multiple += truth.count > 1 ? 1 : 0
        }
        #expect(hits > 100 && multiple > 10)
        // Corners, and places a hair's breadth away from them.
        for corner in areas.flatMap({ $0.polygons.joined().joined() }).prefix(400) {
            for shift in [0, 1e-13, -1e-10, 1e-9, -1e-7, 3e-6] {
                guard
                    let place = try? Coordinate(
                        latitude: corner.latitude + shift,
                        longitude: corner.longitude - shift
                    )
                else { continue }
                #expect(found(cells, place) == index.within(.zero, of: place).map(\.index))
            }
        }
    }

    @Test("edges along the antimeridian and at a pole are met under each of their names")
    func seams() async throws {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":
              [[[-180,-10],[-170,-10],[-170,10],[-180,10],[-180,-10]]]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":
              [[[0,80],[40,80],[40,90],[0,90],[0,80]]]}}]}
            """
        let areas = try Shape.all(in: Array(text.utf8)).compactMap(\.area)
        let cells = try #require(await AreaCells(AreaIndex(areas), placeCount: 1))
        let expected: [(Double, Double, [Int])] = [
            (0, 180, [0]), (0, -180, [0]), (10, 180, [0]), (0, 179.999_999, []), (90, 20, [1]),
            (89, 40, [1]), (89, 41, []), (0, -170, [0]), (0, -169.999_999, []),
        ]
        for (latitude, longitude, numbers) in expected {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            #expect(found(cells, place) == numbers, "\(latitude), \(longitude)")
        }
    }

    @Test("there is no map of nothing")
    func empty() async {
        #expect(await AreaCells(AreaIndex([]), placeCount: 1_000_000) == nil)
    }
}
