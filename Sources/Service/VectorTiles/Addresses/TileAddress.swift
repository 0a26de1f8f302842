internal import Foundation
package import Geodesy

/// One tile of the square that web maps are drawn on.
///
/// At zoom 0 one tile is the whole square; each zoom level parts every tile into four. Columns are counted
/// from the west, rows from the north.
/// Source: OGC Two Dimensional Tile Matrix Set 2.0, annex D.1 (WebMercatorQuad).
package struct TileAddress: Sendable, Hashable {
    /// The zoom level, within ``zooms``.
    package let zoom: Int
    /// From 0 to 2^zoom - 1.
    package let column: Int
    /// From 0 to 2^zoom - 1.
    package let row: Int

    /// The zoom levels that tiles are made for. At the last one a unit of a tile's grid is 4 cm on the
    /// equator.
    package static let zooms = 0...18

    /// - Returns: nil where there is no such tile.
    package init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom), (0..<1 << zoom).contains(column),
            (0..<1 << zoom).contains(row)
        else { return nil }
        self.init(uncheckedZoom: zoom, column: column, row: row)
    }

    init(uncheckedZoom zoom: Int, column: Int, row: Int) {
        self.zoom = zoom
        self.column = column
        self.row = row
    }
}

/// The square that web maps are drawn on, as wide as it is high; x runs east, y south.
///
/// Source: EPSG:3857, scaled so that the square's sides are 1.
package enum TileSquare {
    /// Where the square ends, north and south, in degrees.
    package static let northernmostLatitude = 85.051_128_779_806_59

    /// Half the side of the square in metres of EPSG:3857.
    package static let halfSideMeters = 20_037_508.342_789_244

    static func x(_ longitude: Double) -> Double { longitude / 360 + 0.5 }

    /// - Parameter latitude: Between the poles; beyond the square's ends y lies below 0 or above 1.
    static func y(_ latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        return 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
    }

    static func longitude(_ x: Double) -> Double { (x - 0.5) * 360 }

    static func latitude(_ y: Double) -> Double { atan(sinh((1 - 2 * y) * .pi)) * 180 / .pi }
}

extension TileAddress {
    /// The tiles of a zoom level that a box touches: their columns and rows; columns from the one in the
    /// west, which may be the greater number where the box crosses the antimeridian.
    ///
    /// - Returns: nil where all of the box lies beyond the square.
    package static func limits(
        of box: BoundingBox,
        zoom: Int
    ) -> (columns: (first: Int, last: Int), rows: ClosedRange<Int>)? {
        let end = TileSquare.northernmostLatitude
        guard box.south <= end, box.north >= -end else { return nil }
        let most = (1 << zoom) - 1
        func index(_ share: Double) -> Int {
            min(max(Int((share * Double(1 << zoom)).rounded(.down)), 0), most)
        }
        let north = index(TileSquare.y(min(box.north, end)))
        let south = index(TileSquare.y(max(box.south, -end)))
        return (
            (index(TileSquare.x(box.west)), index(TileSquare.x(box.east))),
            north...max(north, south)
        )
    }
}
