import Analysis
import Geodesy
import Testing

@Suite struct CellAreaTests {
    @Test(
        "a cell's polygons cover the cell, in two parts where it spans the antimeridian",
        arguments: CellGrid.Shape.allCases,
        [(-77.0, 1), (179.999, 2), (-179.999, 2)]
    )
    func parts(shape: CellGrid.Shape, place: (Double, Int)) throws {
        let (longitude, count) = place
        let point = try Coordinate(12, longitude)
        let isAtSeam = longitude.magnitude > 179
        let box = try BoundingBox(
            west: isAtSeam ? 179.9 : longitude - 0.05,
            south: 11.9,
            east: isAtSeam ? -179.9 : longitude + 0.05,
            north: 12.1
        )
        let grid = try CellGrid(shape, width: .meters(5000))
        let map = try DensityMap(of: [point], cells: .equalArea(grid), in: box)
        let cell = try #require(map.cells.first)
        let area = try #require(cell.area)
        #expect(area.polygons.count == count)
        #expect(area.contains(point))
        let squareMeters = area.polygons.reduce(0) {
            $0 + Karney.squareMeters(Array($1.exterior.dropLast()))
        }
        #expect(abs(squareMeters / grid.cellSquareMeters - 1) < 1e-4)
        for polygon in area.polygons {
            // No part reaches round the Earth.
            #expect(polygon.boundingBox.widthDegrees < 0.1)
        }
    }

    @Test("an area's outline is measured to along its edges, holes and seam included")
    func outline() throws {
        let text = """
            {"type":"Polygon","coordinates":[
             [[179,-1],[181,-1],[181,1],[179,1],[179,-1]],
             [[179.5,-0.5],[180.5,-0.5],[180.5,0.5],[179.5,0.5],[179.5,-0.5]]]}
            """
        let outline = try Shape.area(of: Shape.all(in: Array(text.utf8))).outline
        let limit = try Distance.meters(100_000)
        for (place, foot) in [
            (try Coordinate(0, -178.9), try Coordinate(0, -179)),
            (try Coordinate(0, 180), try Coordinate(0.5, 180)),
        ] {
            let found = try #require(outline.distance(to: place, limit: limit))
            // Meridians are geodesics, and parallels are square to them.
            #expect(abs(found.meters - Karney.meters(place, foot)) < 0.001)
        }
        #expect(outline.distance(to: try Coordinate(5, 0), limit: limit) == nil)
    }
}
