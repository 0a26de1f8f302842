internal import Geodesy

/// A table as a Shapefile in WGS84, planned before its first byte is written: what will not fit is known, and what
/// can't be kept is told.
///
/// Source: ESRI Shapefile Technical Description (July 1998).
public struct ShapefileOutput: Sendable {
    /// A file of a Shapefile.
    public enum Part: String, Sendable, CaseIterable {
        /// Where each shape stands among the shapes.
        case shx
        /// The values.
        case dbf
        /// The reference system.
        case prj
        /// The encoding of texts.
        case cpg
        /// The shapes: the last to be put in place, for programs look for it.
        case shp
    }

    /// What the format has no room for.
    public enum Fault: Error, Sendable, Hashable {
        /// Points, lines and areas are of different files.
        case mixedShapes
        /// There are more columns than programs read.
        case tooManyColumns(count: Int, most: Int)
        /// The values of a row are wider together than a row may be.
        case tooWide(bytes: Int, most: Int)
        /// The shapes, or the values, are more than the format can count.
        case tooLong(Part)
    }

    /// What is not kept as it was.
    public struct Loss: Sendable {
        /// Columns whose names are other ones in the file.
        public internal(set) var renamed: [(column: String, name: String)] = []
        /// Columns with texts that were cut, and how many.
        public internal(set) var cut: [(column: String, count: Int)] = []
        /// How many characters were left out that end a text for programs that read it.
        public internal(set) var droppedCharacters = 0
    }

    private let table: SpatialTable
    private let shape: SpatialTable.Shape
    private let values: DBaseTable
    private let shapeBytes: Int

    /// What is not kept as it was.
    public var loss: Loss { values.loss }

    /// Plans a file.
    ///
    /// - Throws: ``Fault`` where the table does not fit.
    /// - Complexity: O(rows).
    public init(_ table: SpatialTable) throws(Fault) {
        self.table = table
        shape = table.shape
        guard shape != .mixed else { throw .mixedShapes }
        var bytes = Self.headerBytes
        for row in table.rows { bytes += 8 + Self.contentBytes(row.geometry) }
        // Lengths are counted in words of two bytes, in 32 bits with a sign.
        guard bytes / 2 <= Int32.max else { throw .tooLong(.shp) }
        shapeBytes = bytes
        values = try DBaseTable(table)
    }

    /// Writes one of the files.
    ///
    /// - Parameter write: Takes the file piece by piece.
    /// - Complexity: O(rows).
    public func write<Failure: Error>(
        _ part: Part,
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        switch part {
        case .shp: try writeShapes(write)
        case .shx: try writeIndex(write)
        case .dbf: try values.write(table.rows, write)
        case .prj: try write(Array(Self.worldGeodeticSystem.utf8))
        case .cpg: try write(Array("UTF-8\n".utf8))
        }
    }

    /// EPSG:4326 as ESRI writes it, longitudes first.
    private static let worldGeodeticSystem = """
        GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],\
        PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]
        """

    // MARK: Shapes

    private static let headerBytes = 100
    private static let pieceBytes = 1 << 20

    /// The number of a kind of shape; 0 is no shape.
    private var type: UInt32 {
        switch shape {
        case .points, .mixed: 1
        case .lines: 3
        case .areas: 5
        }
    }

    /// How many bytes a shape has behind its number and its length.
    private static func contentBytes(_ geometry: SpatialTable.Geometry?) -> Int {
        guard let geometry, let parts = geometry.shapefileParts else { return 4 }
        guard case .point = geometry else {
            return 44 + 4 * parts.count + 16 * parts.reduce(0) { $0 + $1.count }
        }
        return 20
    }

    private func header(bytes: Int) -> [UInt8] {
        var header: [UInt8] = []
        header.appendBigEndian(9994)
        for _ in 0..<5 { header.appendBigEndian(0) }
        header.appendBigEndian(UInt32(bytes / 2))
        header.appendLittleEndian(UInt32(1000))
        header.appendLittleEndian(type)
        let box = table.extent
        for bound in [box?.west, box?.south, box?.east, box?.north, nil, nil, nil, nil] {
            header.appendLittleEndian((bound ?? 0).bitPattern)
        }
        return header
    }

    private func writeShapes<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var piece = header(bytes: shapeBytes)
        for (index, row) in table.rows.enumerated() {
            piece.appendBigEndian(UInt32(truncatingIfNeeded: index + 1))
            piece.appendBigEndian(UInt32(Self.contentBytes(row.geometry) / 2))
            append(row.geometry, to: &piece)
            guard piece.count >= Self.pieceBytes else { continue }
            try write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try write(piece)
    }

    private func append(_ geometry: SpatialTable.Geometry?, to bytes: inout [UInt8]) {
        guard let geometry, let parts = geometry.shapefileParts, let box = geometry.box else {
            return bytes.appendLittleEndian(UInt32(0))
        }
        bytes.appendLittleEndian(type)
        if case .point(let place) = geometry {
            bytes.appendLittleEndian(place.longitude.bitPattern)
            return bytes.appendLittleEndian(place.latitude.bitPattern)
        }
        for bound in [box.west, box.south, box.east, box.north] {
            bytes.appendLittleEndian(bound.bitPattern)
        }
        bytes.appendLittleEndian(UInt32(parts.count))
        bytes.appendLittleEndian(UInt32(parts.reduce(0) { $0 + $1.count }))
        var start: UInt32 = 0
        for part in parts {
            bytes.appendLittleEndian(start)
            start += UInt32(part.count)
        }
        for place in parts.joined() {
            bytes.appendLittleEndian(place.longitude.bitPattern)
            bytes.appendLittleEndian(place.latitude.bitPattern)
        }
    }

    private func writeIndex<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var piece = header(bytes: Self.headerBytes + 8 * table.rows.count)
        var offset = Self.headerBytes
        for row in table.rows {
            let content = Self.contentBytes(row.geometry)
            piece.appendBigEndian(UInt32(offset / 2))
            piece.appendBigEndian(UInt32(content / 2))
            offset += 8 + content
            guard piece.count >= Self.pieceBytes else { continue }
            try write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try write(piece)
    }
}

extension SpatialTable.Geometry {
    /// The parts as a Shapefile has them: outer rings clockwise and holes the other way round; nil for a shape
    /// without a place.
    fileprivate var shapefileParts: [[Coordinate]]? {
        let parts: [[Coordinate]] =
            switch self {
            case .point(let place): [[place]]
            case .lines(let lines): lines.filter { !$0.isEmpty }
            case .area(let area):
                area.polygons.flatMap { polygon in
                    [polygon.exterior.turned(clockwise: true)]
                        + polygon.holes.map { $0.turned(clockwise: false) }
                }
            }
        return parts.isEmpty ? nil : parts
    }
}

extension [Coordinate] {
    /// The ring in a direction.
    fileprivate func turned(clockwise: Bool) -> [Coordinate] {
        guard let first else { return self }
        var doubleArea = 0.0
        // Measured from its first place, so that small rings far from zero keep their digits.
        for (place, next) in zip(self, dropFirst()) {
            doubleArea +=
                (place.longitude - first.longitude) * (next.latitude - first.latitude)
                - (next.longitude - first.longitude) * (place.latitude - first.latitude)
        }
        return (doubleArea < 0) == clockwise ? self : reversed()
    }
}
