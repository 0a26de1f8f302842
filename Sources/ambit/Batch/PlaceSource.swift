import Analysis
import FeatureFiles
import Foundation
import GeoJSON
import Geodesy

/// A row with a place to ask from, and all that it says.
struct PlaceRow: Sendable {
    let coordinate: Coordinate
    let values: [Value]
    /// The feature's own id; missing where the file has none.
    var id: Value = .missing
    /// Which row it is among those of its layer, as ``Row/identity`` tells it; missing where nobody asks.
    var identity: Value = .missing
    /// Where the row is an area: what is asked from all of it, its edge included, and its polygons.
    var area: (measured: MeasuredArea, outline: MultiPolygon)?

    /// What the row is on a map.
    var geometry: Geometry { area.map { .area($0.outline) } ?? .point(coordinate) }
}

/// Reads rows out of a file, one after the other.
protocol FeedSource<FeedRow>: AnyObject {
    associatedtype FeedRow: Sendable

    /// What the columns are called.
    var columns: [String] { get }
    /// What each of them holds, as far as that is known; none where nothing is.
    var kinds: [SpatialTable.Kind?] { get }

    /// The next row; nil after the last.
    ///
    /// - Throws: ``PlaceFileError/badRow(name:line:reason:)`` for a row that cannot be used, after
    ///   which reading can go on.
    func next() throws -> FeedRow?

    /// The next rows as they stand in the text, where they do; ``next()`` reads on behind them.
    ///
    /// - Returns: nil where the next row has to be read by ``next()``.
    func nextBlock() throws -> PlaceBlock?
}

extension FeedSource {
    var kinds: [SpatialTable.Kind?] { [] }

    func nextBlock() throws -> PlaceBlock? { nil }
}

/// Reads rows with places out of a file.
protocol PlaceSource: FeedSource where FeedRow == PlaceRow {}

/// Opens files of places.
enum PlaceSources {
    /// Tells by the first character what the bytes are: CSV, or GeoJSON and its kin.
    static func open(_ bytes: ByteSource) throws -> any FeedSource<PlaceRow> {
        if bytes.sheet != nil { return try CSVPlaceSource(bytes) }
        let start = try bytes.peek()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = start.starts(with: mark) ? start.dropFirst(mark.count) : start[...]
        // A record separator stands before each text of a sequence (RFC 8142).
        let first = text.first { !" \t\r\n\u{1E}".utf8.contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            ? try JSONPlaceSource(bytes) : try CSVPlaceSource(bytes)
    }

    static let latitudeNames: Set<String> = ["lat", "latitude"]
    static let longitudeNames: Set<String> = ["lon", "lng", "long", "longitude"]
}
