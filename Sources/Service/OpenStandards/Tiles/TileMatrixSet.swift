internal import FeatureCollections
internal import GeoJSON
internal import Geodesy
internal import VectorTiles

/// How the square of web maps is parted into tiles.
///
/// Source: OGC Two Dimensional Tile Matrix Set 2.0, annex D.1.
enum TileMatrixSet {
    static let id = "WebMercatorQuad"
    static let title = "Google Maps Compatible for the World"
    static let uri = "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"
    static let crs = "http://www.opengis.net/def/crs/EPSG/0/3857"

    /// How many pixels a tile is wide and high in the set's own terms.
    static let tilePixels = 256

    /// How large the standard takes a pixel of a screen to be, in metres. Source: section 7.1.2.
    private static let pixelMeters = 0.28e-3

    /// How many metres of EPSG:3857 a pixel shows.
    static func cellMeters(zoom: Int) -> Double {
        2 * TileSquare.halfSideMeters / Double(tilePixels << zoom)
    }

    static func scaleDenominator(zoom: Int) -> Double { cellMeters(zoom: zoom) / pixelMeters }
}

/// Which tiles of a zoom level a collection may have.
struct TileLimits {
    let rows: ClosedRange<Int>
    let columns: ClosedRange<Int>
    private let isEmpty: Bool

    /// All tiles that the collection's extent touches; across the antimeridian those of all columns.
    init(of collection: FeatureCollection, zoom: Int) {
        let last = (1 << zoom) - 1
        let found = collection.extent.map { TileAddress.limits(of: $0, zoom: zoom) }
        switch found {
        case .some(.some(let limits)):
            let (first, end) = limits.columns
            // What lies on the meridian of 180 degrees lies at both ends of the square.
            let touchesSeam =
                collection.extent.map { $0.west == -180 || $0.east == 180 } ?? false
            columns = first <= end && !touchesSeam ? first...end : 0...last
            rows = limits.rows
            isEmpty = false
        case .some(.none):
            // All of it lies beyond the square.
            (rows, columns, isEmpty) = (0...last, 0...last, true)
        case .none:
            (rows, columns, isEmpty) = (0...last, 0...last, false)
        }
    }

    func contains(_ tile: TileAddress) -> Bool {
        !isEmpty && rows.contains(tile.row) && columns.contains(tile.column)
    }
}

extension JSONWriter {
    /// Writes the tile matrix set (OGC Two Dimensional Tile Matrix Set 2.0, section 7.2).
    mutating func tileMatrixSet(_ links: [Link]) {
        object { json in
            json.member("id", TileMatrixSet.id)
            json.member("title", TileMatrixSet.title)
            json.member("uri", TileMatrixSet.uri)
            json.member("crs", TileMatrixSet.crs)
            json.member(
                "orderedAxes",
                array: { list in for axis in ["X", "Y"] { list.string(axis) } }
            )
            json.member(
                "wellKnownScaleSet",
                "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible"
            )
            json.member(
                "tileMatrices",
                array: { list in
                    for zoom in TileAddress.zooms { list.object { $0.tileMatrix(zoom) } }
                }
            )
            json.links(links)
        }
    }

    private mutating func tileMatrix(_ zoom: Int) {
        member("id", "\(zoom)")
        member("scaleDenominator", TileMatrixSet.scaleDenominator(zoom: zoom))
        member("cellSize", TileMatrixSet.cellMeters(zoom: zoom))
        member("cornerOfOrigin", "topLeft")
        member(
            "pointOfOrigin",
            array: { list in
                list.number(-TileSquare.halfSideMeters)
                list.number(TileSquare.halfSideMeters)
            }
        )
        member("tileWidth", TileMatrixSet.tilePixels)
        member("tileHeight", TileMatrixSet.tilePixels)
        member("matrixWidth", 1 << zoom)
        member("matrixHeight", 1 << zoom)
    }
}
