import Analysis
import Geodesy
import Testing

@Suite struct CellGridTests {
    @Test("points opposite the middle of a map of the world are told, not lost")
    func opposite() throws {
        let places = try [
            Coordinate(0, 180), Coordinate(0, -180), Coordinate(0, 0), Coordinate(50, 90),
        ]
        let map = try DensityMap(
            of: places,
            cells: .equalArea(CellGrid(.square, width: .meters(100_000))),
            in: .world
        )
        #expect(map.cells.reduce(0) { $0 + $1.count } == 2)
        #expect(map.unplacedCount == 2)
    }

    @Test(
        "a point lies in the cell whose middle is nearest",
        arguments: CellGrid.Shape.allCases
    )
    func nearestMiddle(shape: CellGrid.Shape) throws {
        let grid = try CellGrid(shape, width: .meters(500))
        var random = SeededRandom(seed: 3)
        for _ in 0..<5_000 {
            let point = EqualAreaMap.Point(
                x: .random(in: -20_000...20_000, using: &random),
                y: .random(in: -20_000...20_000, using: &random)
            )
            func squared(_ cell: CellGrid.ID) -> Double {
                let middle = grid.center(of: cell)
                let (dx, dy) = (middle.x - point.x, middle.y - point.y)
                return dx * dx + dy * dy
            }
            let cell = grid.cell(at: point)
            for row in -1...1 {
                for column in -1...1 {
                    let other = CellGrid.ID(column: cell.column + column, row: cell.row + row)
                    #expect(squared(cell) <= squared(other) + 1e-6)
                }
            }
            #expect(squared(cell).squareRoot() <= grid.cellRadiusMeters + 1e-6)
        }
    }

    @Test(
        "cells on the ellipsoid have the area that the grid states, by PROJ's geodesic polygons",
        arguments: CellGrid.Shape.allCases,
        [(38.9, -77.0), (71.0, 25.0), (-17.5, 180.0), (0.0, 0.0), (89.9, 10.0)]
    )
    func equalArea(shape: CellGrid.Shape, center: (Double, Double)) throws {
        let map = try EqualAreaMap(center: try Coordinate(center.0, center.1))
        let grid = try CellGrid(shape, width: .meters(1000))
        for (column, row) in [(0, 0), (30, -20), (-80, 55), (-1, 100)] {
            let corners = grid.corners(of: .init(column: column, row: row))
                .compactMap(map.place)
            #expect(corners.count == (shape == .square ? 4 : 6))
            // Geodesic edges and the map's straight ones differ by millimetres.
            let area = Karney.squareMeters(corners)
            #expect(abs(area / grid.cellSquareMeters - 1) < 1e-5, "\(area)")
        }
    }

    @Test("the map gives places back")
    func roundTrip() throws {
        let map = try EqualAreaMap(center: try Coordinate(-17.5, 179.9))
        var random = SeededRandom(seed: 4)
        let box = try BoundingBox(west: 175, south: -25, east: -175, north: -10)
        for _ in 0..<1_000 {
            let place = try random.place(in: box)
            let point = try #require(map.point(place))
            let back = try #require(map.place(point))
            #expect(Karney.meters(place, back) < 0.002)
        }
    }

    @Test("widths out of range are refused", arguments: [0.5, 1_000_001])
    func width(meters: Double) throws {
        #expect(throws: AnalysisError.self) { try CellGrid(.square, width: .meters(meters)) }
    }
}

@Suite struct DensityMapTests {
    @Test(
        "every cell with its middle in the box is counted whole, also across the antimeridian",
        arguments: CellGrid.Shape.allCases,
        [(-77.1, 38.8, -76.9, 39.0), (179.9, -17, -179.9, -16.8)]
    )
    func wholeCells(shape: CellGrid.Shape, edges: (Double, Double, Double, Double)) throws {
        let box = try BoundingBox(
            west: edges.0,
            south: edges.1,
            east: edges.2,
            north: edges.3
        )
        let grid = try CellGrid(shape, width: .meters(1500))
        let catchment = CellSystem.equalArea(grid).catchment(of: box)
        var random = SeededRandom(seed: 5)
        let wide = CellSystem.equalArea(try CellGrid(.square, width: .meters(9000)))
            .catchment(of: box)
        let places = try (0..<60_000).map { _ in try random.place(in: wide) }
        let map = try DensityMap(
            of: places.filter(catchment.contains),
            cells: .equalArea(grid),
            in: box
        )
        let everything = try DensityMap(of: places, cells: .equalArea(grid), in: box)
        #expect(map.cells.map(\.count) == everything.cells.map(\.count))
        #expect(map.cells.count > 80)
        for cell in map.cells { #expect(box.contains(cell.center)) }
        // Brute force: the points within half a cell's width of a middle are in its cell.
        let cell = map.cells[map.cells.count / 2]
        let sure = places.count { Karney.meters($0, cell.center) < 749 }
        let most = places.count {
            Karney.meters($0, cell.center) < grid.cellRadiusMeters + 1
        }
        #expect(cell.count >= sure && cell.count <= most)
    }

    @Test("cells below the minimum are withheld and counted")
    func minimum() throws {
        let box = try BoundingBox(west: 10, south: 50, east: 10.1, north: 50.1)
        let grid = try CellGrid(.square, width: .meters(1000))
        let middle = box.middle
        let corner = try Coordinate(50.02, 10.02)
        let places = Array(repeating: middle, count: 5) + Array(repeating: corner, count: 4)
        let map = try DensityMap(of: places, cells: .equalArea(grid), in: box, minimumCount: 5)
        #expect(map.cells.map(\.count) == [5])
        #expect(map.withheldCellCount == 1)
    }
}
