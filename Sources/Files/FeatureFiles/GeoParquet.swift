internal import Compressing

extension SpatialTable {
    /// The table as a GeoParquet, version 1.1, in WGS84 with longitudes first: places as well-known binary in the
    /// column `geometry`, pages compressed by gzip.
    ///
    /// - Parameter write: Takes the file piece by piece.
    /// - Complexity: O(rows).
    ///
    /// Source: Apache Parquet, "File Format", with `parquet.thrift`; OGC, "GeoParquet Specification" 1.1.0.
    public func writeGeoParquet<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let names = columnNames(reserved: [Self.geometryName])
        var file = ParquetFile(
            columns: zip(names, columns).map { .init(name: $0, type: .init($1.kind)) }
                + [.init(name: Self.geometryName, type: .binary)],
            rowCount: rows.count
        )
        try write(file.opening)
        // A file without rows has no group.
        for start in stride(from: 0, to: rows.count, by: Self.rowsPerGroup) {
            let group = rows[start..<min(start + Self.rowsPerGroup, rows.count)]
            file.beginGroup(rowCount: group.count)
            for (index, column) in columns.enumerated() {
                var page = ParquetPage()
                for row in group { page.append(row.values[index], as: column.kind) }
                try write(file.chunk(of: index, page))
            }
            var page = ParquetPage()
            for row in group { page.append(binary: row.geometry?.wellKnownBinary) }
            try write(file.chunk(of: columns.count, page))
        }
        try write(file.closing(metadata: [("geo", geoMetadata)]))
    }

    private static let geometryName = "geometry"
    private static let rowsPerGroup = 100_000

    /// What the column of places holds; without a system it is longitude and latitude in WGS84.
    private var geoMetadata: String {
        var types: [String] = []
        if rows.contains(where: { if case .point? = $0.geometry { true } else { false } }) {
            types.append("Point")
        }
        if rows.contains(where: { if case .lines? = $0.geometry { true } else { false } }) {
            types.append("MultiLineString")
        }
        if rows.contains(where: { if case .area? = $0.geometry { true } else { false } }) {
            types.append("MultiPolygon")
        }
        let kinds = types.map { "\"\($0)\"" }.joined(separator: ",")
        let box = extent.map { ",\"bbox\":[\($0.west),\($0.south),\($0.east),\($0.north)]" } ?? ""
        return "{\"version\":\"1.1.0\",\"primary_column\":\"\(Self.geometryName)\",\"columns\":{\""
            + "\(Self.geometryName)\":{\"encoding\":\"WKB\",\"geometry_types\":[\(kinds)]\(box)}}}"
    }
}

/// The values of a column in one group of rows, those that are missing told apart.
private struct ParquetPage {
    private(set) var count = 0
    /// How often a value is there, or is not, one after the other; the first are there.
    private var runs: [Int] = [0]
    private var values: [UInt8] = []
    /// How many of the values are yes or no, eight of which share a byte.
    private var flagCount = 0

    private mutating func note(isThere: Bool) {
        count += 1
        if isThere == (runs.count % 2 == 1) { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }

    mutating func append(_ value: SpatialTable.Value, as kind: SpatialTable.Kind) {
        guard [.date, .moment, .localMoment].contains(kind) else {
            return append(value.asWritten(in: kind))
        }
        let moment = value.moment(in: kind)
        note(isThere: moment != nil)
        guard let moment else { return }
        if kind == .date {
            values.appendLittleEndian(Int32(truncatingIfNeeded: moment.day))
        } else {
            values.appendLittleEndian(moment.microseconds)
        }
    }

    private mutating func append(_ value: SpatialTable.Value?) {
        note(isThere: value != nil)
        switch value {
        case .integer(let number)?: values.appendLittleEndian(number)
        case .real(let number)?: values.appendLittleEndian(number.bitPattern)
        case .boolean(let flag)?:
            if flagCount % 8 == 0 { values.append(0) }
            if flag { values[values.count - 1] |= 1 << UInt8(flagCount % 8) }
            flagCount += 1
        case .text(let text)?: append(counted: text.utf8)
        case .null?, nil: break
        }
    }

    mutating func append(binary bytes: [UInt8]?) {
        note(isThere: bytes != nil)
        if let bytes { append(counted: bytes) }
    }

    private mutating func append(counted bytes: some Collection<UInt8>) {
        values.appendLittleEndian(UInt32(bytes.count))
        values.append(contentsOf: bytes)
    }

    /// The page: whether each value is there by runs, then those that are, one behind the other.
    var bytes: [UInt8] {
        var levels: [UInt8] = []
        for (index, run) in runs.enumerated() where run > 0 {
            var rest = UInt64(run) << 1
            while rest >= 0x80 {
                levels.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            levels.append(UInt8(truncatingIfNeeded: rest))
            levels.append(index % 2 == 0 ? 1 : 0)
        }
        return withUnsafeBytes(of: UInt32(levels.count).littleEndian) { Array($0) } + levels
            + values
    }
}

/// A Parquet file with flat columns, as it is written from its beginning to its end.
private struct ParquetFile {
    struct Column {
        enum Kind: Int {
            case boolean = 0
            case integer = 2
            case real = 5
            case text = 6
            case date = 101
            case binary = 106
            case moment = 102
            case localMoment = 202

            init(_ kind: SpatialTable.Kind) {
                self =
                    switch kind {
                    case .boolean: .boolean
                    case .integer: .integer
                    case .real: .real
                    case .text: .text
                    case .date: .date
                    case .moment: .moment
                    case .localMoment: .localMoment
                    }
            }

            /// The number of the physical type.
            var number: Int { rawValue % 100 }
        }

        let name: String
        let type: Kind
    }

    private struct Chunk {
        let column: Int
        let start: Int
        let valueCount: Int
        /// With the page's header.
        let plainSize: Int
        let packedSize: Int
    }

    private let columns: [Column]
    private let rowCount: Int
    private var position = 4
    private var groups: [(rowCount: Int, chunks: [Chunk])] = []

    private static let magic = Array("PAR1".utf8)
    private static let (plain, runs, gzip) = (0, 3, 2)

    init(columns: [Column], rowCount: Int) {
        self.columns = columns
        self.rowCount = rowCount
    }

    var opening: [UInt8] { Self.magic }

    mutating func beginGroup(rowCount: Int) { groups.append((rowCount, [])) }

    /// The next column's values in a group.
    mutating func chunk(of column: Int, _ page: ParquetPage) -> [UInt8] {
        let plain = page.bytes
        let packed = Gzip.wrapped(plain, effort: .waitedFor)
        var header = ThriftCompact()
        header.structure { header in
            header.i32(1, 0)
            header.i32(2, plain.count)
            header.i32(3, packed.count)
            header.structure(5) { page in
                page.i32(1, groups[groups.count - 1].rowCount)
                page.i32(2, Self.plain)
                page.i32(3, Self.runs)
                page.i32(4, Self.runs)
            }
        }
        let bytes = header.bytes + packed
        groups[groups.count - 1].chunks.append(
            Chunk(
                column: column,
                start: position,
                valueCount: page.count,
                plainSize: header.bytes.count + plain.count,
                packedSize: bytes.count
            )
        )
        position += bytes.count
        return bytes
    }

    /// What tells where everything is.
    func closing(metadata: [(key: String, value: String)]) -> [UInt8] {
        var footer = ThriftCompact()
        footer.structure { footer in
            footer.i32(1, 2)
            // The root, and below it the columns.
            footer.list(2, [nil] + columns.map(Optional.some)) { element, column in
                guard let column else {
                    element.text(4, "schema")
                    return element.i32(5, columns.count)
                }
                element.i32(1, column.type.number)
                element.i32(3, 1)
                element.text(4, column.name)
                Self.tell(column.type, in: &element)
            }
            footer.i64(3, rowCount)
            footer.list(4, groups) { element, group in
                element.list(1, group.chunks) { element, chunk in write(chunk, to: &element) }
                element.i64(2, group.chunks.reduce(0) { $0 + $1.plainSize })
                element.i64(3, group.rowCount)
            }
            footer.list(5, metadata) { element, entry in
                element.text(1, entry.key)
                element.text(2, entry.value)
            }
            footer.text(6, "Ambit")
        }
        return footer.bytes
            + withUnsafeBytes(of: UInt32(footer.bytes.count).littleEndian) { Array($0) }
            + Self.magic
    }

    /// Tells what the values of a column mean, where their physical type does not: first as older programs read
    /// it, then as newer ones do.
    private static func tell(_ type: Column.Kind, in element: inout ThriftCompact) {
        switch type {
        case .boolean, .integer, .real, .binary: break
        case .text:
            element.i32(6, 0)
            element.structure(10) { $0.structure(1) { _ in } }
        case .date:
            element.i32(6, 6)
            element.structure(10) { $0.structure(6) { _ in } }
        case .moment, .localMoment:
            // Older programs take each for UTC.
            if type == .moment { element.i32(6, 10) }
            element.structure(10) { logical in
                logical.structure(8) { moment in
                    moment.flag(1, type == .moment)
                    // Microseconds.
                    moment.structure(2) { $0.structure(2) { _ in } }
                }
            }
        }
    }

    private func write(_ chunk: Chunk, to element: inout ThriftCompact) {
        element.i64(2, chunk.start)
        element.structure(3) { data in
            data.i32(1, columns[chunk.column].type.number)
            data.list(2, [Self.plain, Self.runs])
            data.list(3, [columns[chunk.column].name])
            data.i32(4, Self.gzip)
            data.i64(5, chunk.valueCount)
            data.i64(6, chunk.plainSize)
            data.i64(7, chunk.packedSize)
            data.i64(9, chunk.start)
        }
    }
}
