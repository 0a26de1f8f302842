import Analysis
import Foundation
import Geodesy
import Testing

@Suite(
    .enabled(
        if: H3Grid.isInstalled,
        "skipped: there is no libh3.so.1 beside the tests (scripts/make-h3)"
    )
)
struct H3GridTests {
    /// Places all over the Earth, as dense near the poles as elsewhere, and on the seams of the map.
    private static func places(_ count: Int) throws -> [Coordinate] {
        var random = SeededRandom(seed: 11)
        let spread = try (0..<count).map { _ in
            let sine = Double.random(in: -1...1, using: &random)
            return try Coordinate(
                asin(sine) * 180 / .pi,
                .random(in: -180...180, using: &random)
            )
        }
        return try spread + [
            Coordinate(90, 0), Coordinate(-90, 0), Coordinate(0, 180), Coordinate(0, -180),
        ]
    }

    @Test(
        "the cells of a resolution cover the ellipsoid once, poles, antimeridian and pentagons included",
        arguments: [(0, 122), (1, 842)]
    )
    func wholeEarth(resolution: Int, count: Int) throws {
        let grid = try H3Grid(resolution: resolution)
        let map = try DensityMap(of: Self.places(60_000), cells: .h3(grid), in: .world)
        #expect(map.cells.count == count)
        #expect(map.unplacedCount == 0)
        #expect(map.cells.count { $0.corners.count == 5 } == (resolution == 0 ? 12 : 0))
        let squareMeters = map.cells.reduce(0) { $0 + $1.squareMeters }
        // EPSG:7030: the surface of the ellipsoid.
        #expect(abs(squareMeters / 510_065_621_724_089 - 1) < 1e-9, "\(squareMeters)")
        for cell in map.cells {
            let area = try #require(cell.area)
            #expect(area.contains(cell.center), "\(cell.id)")
        }
    }

    @Test(
        "a place lies in the polygon of its cell, but for a sliver along the edges",
        arguments: [0, 3, 7, 15]
    )
    func holds(resolution: Int) throws {
        let grid = try H3Grid(resolution: resolution)
        let places = try Self.places(1_000)
        let outside = try places.filter { place in
            let map = try DensityMap(of: [place], cells: .h3(grid), in: .world)
            let cell = try #require(map.cells.first)
            return try !#require(cell.area).contains(place)
        }
        #expect(outside.count <= places.count / 300, "\(outside)")
    }

    @Test("a fine cell has the area of PROJ's geodesic polygon", arguments: [6, 9, 13])
    func area(resolution: Int) throws {
        let grid = try H3Grid(resolution: resolution)
        for place in try Self.places(50) where place.latitude.magnitude < 89 {
            let map = try DensityMap(of: [place], cells: .h3(grid), in: .world)
            let cell = try #require(map.cells.first)
            let area = Karney.squareMeters(cell.corners)
            #expect(abs(cell.squareMeters / area - 1) < 1e-4, "\(cell.id) \(area)")
        }
    }

    @Test("places of cells whose middle lies in a box are in its catchment", arguments: [2, 5, 8])
    func catchment(resolution: Int) throws {
        let system = CellSystem.h3(try H3Grid(resolution: resolution))
        let box = try BoundingBox(west: 179.5, south: -17.5, east: -179.5, north: -16.5)
        var random = SeededRandom(seed: 12)
        let wide = try BoundingBox(west: 175, south: -22, east: -175, north: -12)
        let places = try (0..<40_000).map { _ in try random.place(in: wide) }
        let near = places.filter(system.catchment(of: box).contains)
        #expect(resolution == 2 || near.count < places.count)
        let map = try DensityMap(of: near, cells: system, in: box)
        let everything = try DensityMap(of: places, cells: system, in: box)
        #expect(map.cells.map(\.id) == everything.cells.map(\.id))
        #expect(map.cells.map(\.count) == everything.cells.map(\.count))
        #expect(resolution == 2 || !map.cells.isEmpty)
    }

    @Test("resolutions that H3 does not have are refused", arguments: [-1, 16, .max, .min])
    func resolution(number: Int) {
        #expect(throws: AnalysisError.self) { try H3Grid(resolution: number) }
    }
}
