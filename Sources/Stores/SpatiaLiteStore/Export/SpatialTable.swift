public import Geodesy

/// Rows with a geometry, to be written into a file that geographic programs read.
public struct SpatialTable: Sendable {
    /// What a column holds.
    public enum Kind: Sendable, Hashable {
        /// Texts.
        case text
        /// Whole numbers.
        case integer
        /// Numbers.
        case real
    }

    /// A column.
    public struct Column: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// What it holds.
        public let kind: Kind

        /// A column with both members.
        public init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// A value in a column.
    public enum Value: Sendable, Hashable {
        /// Nothing.
        case null
        /// A text.
        case text(String)
        /// A whole number.
        case integer(Int64)
        /// A number.
        case real(Double)
    }

    /// Where a row is.
    public enum Geometry: Sendable, Hashable {
        /// One place.
        case point(Coordinate)
        /// An area.
        case area(MultiPolygon)
    }

    /// A row.
    public struct Row: Sendable, Hashable {
        /// Where it is; nil for nowhere.
        public let geometry: Geometry?
        /// A value for each column.
        public let values: [Value]

        /// A row with both members.
        public init(geometry: Geometry?, values: [Value]) {
            self.geometry = geometry
            self.values = values
        }
    }

    /// What the table is called.
    public var name: String
    /// The columns.
    public var columns: [Column]
    /// The rows.
    public var rows: [Row]

    /// A table.
    public init(name: String, columns: [Column], rows: [Row] = []) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }
}

extension SpatialTable {
    /// POINT, MULTIPOLYGON, or GEOMETRY where rows differ.
    var geometryType: String {
        var hasPoints = false
        var hasPolygons = false
        for row in rows {
            switch row.geometry {
            case .point?: hasPoints = true
            case .area?: hasPolygons = true
            case nil: continue
            }
        }
        if hasPolygons { return hasPoints ? "GEOMETRY" : "MULTIPOLYGON" }
        return "POINT"
    }

    /// Names for the columns that SQLite tells apart, none of which is `reserved`.
    func columnNames(reserved: Set<String>) -> [String] {
        var taken = reserved
        return columns.map { column in
            let name = column.name.isEmpty ? "column" : column.name
            var candidate = name
            var number = 2
            while !taken.insert(candidate.lowercased()).inserted {
                candidate = "\(name)_\(number)"
                number += 1
            }
            return candidate
        }
    }
}

extension SpatialTable.Geometry {
    /// Well-known binary (OGC 06-103r4), little endian.
    var wellKnownBinary: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: UInt32) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func append(_ number: Double) {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func begin(_ type: UInt32) {
            bytes.append(1)
            append(type)
        }
        switch self {
        case .point(let place):
            begin(1)
            append(place.longitude)
            append(place.latitude)
        case .area(let area):
            begin(6)
            append(UInt32(area.polygons.count))
            for polygon in area.polygons {
                begin(3)
                append(UInt32(1 + polygon.holes.count))
                for ring in [polygon.exterior] + polygon.holes {
                    append(UInt32(ring.count))
                    for place in ring {
                        append(place.longitude)
                        append(place.latitude)
                    }
                }
            }
        }
        return bytes
    }
}
