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
        /// Yes or no.
        case boolean
        /// Days, as texts such as `2026-11-03`.
        case date
        /// Moments with a zone, as texts such as `2026-11-03T07:00:00Z`.
        case moment
        /// Moments without a zone, as texts such as `2026-11-03T07:00:00`.
        case localMoment
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
        /// Yes or no.
        case boolean(Bool)
    }

    /// Where a row is.
    public enum Geometry: Sendable, Hashable {
        /// One place.
        case point(Coordinate)
        /// Lines of two places or more.
        case lines([[Coordinate]])
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
    /// What the geometries would be where there are none.
    public var shapeWithoutRows = Shape.points

    /// A table.
    public init(name: String, columns: [Column], rows: [Row] = []) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }
}

extension SpatialTable {
    /// What the geometries of a table are.
    public enum Shape: Sendable, Hashable {
        /// All are points.
        case points
        /// All are lines.
        case lines
        /// All are areas.
        case areas
        /// They differ.
        case mixed
    }

    /// What the geometries are.
    ///
    /// - Complexity: O(rows).
    public var shape: Shape {
        var shape: Shape?
        for row in rows {
            guard let geometry = row.geometry else { continue }
            let own: Shape =
                switch geometry {
                case .point: .points
                case .lines: .lines
                case .area: .areas
                }
            if let shape, shape != own { return .mixed }
            shape = own
        }
        return shape ?? shapeWithoutRows
    }

    /// Names for the columns that differ by more than capitals, none of which is `reserved`.
    public func columnNames(reserved: Set<String>) -> [String] {
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

    /// Leaves the character NUL out of all texts, and out of the names of columns: programs in C take it for the
    /// end of a text.
    ///
    /// - Returns: How many were left out.
    /// - Complexity: O(characters).
    public mutating func dropNULs() -> Int {
        var count = 0
        func dropped(_ text: String) -> String? {
            let own = text.utf8.count { $0 == 0 }
            guard own > 0 else { return nil }
            count += own
            return String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self)
        }
        for (index, column) in columns.enumerated() {
            guard let name = dropped(column.name) else { continue }
            columns[index] = Column(name: name, kind: column.kind)
        }
        for (index, row) in rows.enumerated() {
            var values: [Value]?
            for (number, value) in row.values.enumerated() {
                guard case .text(let text) = value, let shorter = dropped(text) else { continue }
                values = values ?? row.values
                values?[number] = .text(shorter)
            }
            if let values { rows[index] = Row(geometry: row.geometry, values: values) }
        }
        return count
    }

    /// The least and the greatest longitude and latitude of all places; nil where there are none.
    public var extent: (west: Double, south: Double, east: Double, north: Double)? {
        var box: PlaneBox?
        for row in rows {
            guard let own = row.geometry?.box else { continue }
            box = box?.joined(with: own) ?? own
        }
        return box.map { ($0.west, $0.south, $0.east, $0.north) }
    }
}

/// A box in longitude and latitude that knows nothing of the antimeridian, as other programs' files have them.
struct PlaneBox: Sendable, Hashable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    init(_ place: Coordinate) {
        (west, east) = (place.longitude, place.longitude)
        (south, north) = (place.latitude, place.latitude)
    }

    mutating func add(_ place: Coordinate) {
        west = min(west, place.longitude)
        east = max(east, place.longitude)
        south = min(south, place.latitude)
        north = max(north, place.latitude)
    }

    func joined(with other: PlaneBox) -> PlaneBox {
        var box = self
        box.west = min(west, other.west)
        box.east = max(east, other.east)
        box.south = min(south, other.south)
        box.north = max(north, other.north)
        return box
    }

    /// A place in its middle.
    var middle: Coordinate? {
        try? Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}

extension SpatialTable.Geometry {
    /// The parts as lines of places, the rings of areas among them.
    var parts: [[Coordinate]] {
        switch self {
        case .point(let place): [[place]]
        case .lines(let lines): lines
        case .area(let area): area.polygons.flatMap { [$0.exterior] + $0.holes }
        }
    }

    /// The box of all its places; nil where it has none.
    var box: PlaneBox? {
        var box: PlaneBox?
        for part in parts {
            for place in part {
                if box == nil { box = PlaneBox(place) } else { box?.add(place) }
            }
        }
        return box
    }

    /// Well-known binary (OGC 06-103r4), little endian.
    public var wellKnownBinary: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: UInt32) { bytes.appendLittleEndian(number) }
        func append(_ number: Double) { bytes.appendLittleEndian(number.bitPattern) }
        func begin(_ type: UInt32) {
            bytes.append(1)
            append(type)
        }
        func append(_ places: [Coordinate]) {
            append(UInt32(places.count))
            for place in places {
                append(place.longitude)
                append(place.latitude)
            }
        }
        switch self {
        case .point(let place):
            begin(1)
            append(place.longitude)
            append(place.latitude)
        case .lines(let lines):
            begin(5)
            append(UInt32(lines.count))
            for line in lines {
                begin(2)
                append(line)
            }
        case .area(let area):
            begin(6)
            append(UInt32(area.polygons.count))
            for polygon in area.polygons {
                begin(3)
                append(UInt32(1 + polygon.holes.count))
                for ring in [polygon.exterior] + polygon.holes { append(ring) }
            }
        }
        return bytes
    }
}
