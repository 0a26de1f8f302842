internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The bytes of an open file.
final class ParquetBytes {
    private let descriptor: Int32
    let size: Int64

    init(_ descriptor: Int32, size: Int64) {
        self.descriptor = descriptor
        self.size = size
    }

    /// - Throws: ``ParquetFault`` where the file has less.
    func read(at position: Int64, _ count: Int) throws(ParquetFault) -> [UInt8] {
        guard position >= 0, count >= 0, Int64(count) <= size - position else { throw .damaged }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
            while made < count {
                let length = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + made },
                    count - made,
                    off_t(position) + off_t(made)
                )
                if length < 0, errno == EINTR { continue }
                guard length > 0 else {
                    isWhole = false
                    return
                }
                made += length
            }
        }
        guard isWhole else { throw .damaged }
        return bytes
    }
}

/// The rows of a Parquet file, in blocks: those of a GeoParquet have places, others columns alone.
///
/// Source: OGC, "GeoParquet Specification" 1.1.0; Apache Parquet, "File Format".
final class ParquetLayer {
    private let file: ParquetBytes
    private let metadata: ParquetMetadata
    private let place: Place?
    /// The columns that are told, by their numbers in the file.
    private let told: [Int]
    private var cursors: [ParquetCursor] = []
    private var group = 0
    private var rowsLeft: Int64 = 0
    private var rows = LayerRowWriter()
    private var counted = LayerRemarks()
    private var isFilled: [Bool]

    private static let blockBytes = 256 << 10
    private static let mostFooterBytes: Int64 = 64 << 20

    /// Where a row lies.
    private enum Place {
        case binary(column: Int)
        /// Two columns of numbers.
        case position(x: Int, y: Int)
    }

    /// - Throws: ``ParquetFault`` for what cannot be read.
    init(_ file: ParquetBytes) throws(ParquetFault) {
        self.file = file
        metadata = try Self.metadata(of: file)
        let geometry = try GeometryColumn(metadata)
        place = if let geometry { try Self.place(geometry, metadata) } else { nil }
        system = geometry?.system ?? ""
        let others = geometry?.others ?? []
        var told: [Int] = []
        for (index, column) in metadata.columns.enumerated() {
            switch place {
            case .binary(let own)? where own == index: continue
            case .position(let x, let y)? where [x, y].contains(index): continue
            default: break
            }
            guard column.repetitionLevel <= 1, !others.contains(column.path[0]),
                column.kind != .geometry
            else { continue }
            told.append(index)
        }
        self.told = told
        isFilled = [Bool](repeating: false, count: told.count)
        counted.otherGeometries = max(
            others.count,
            metadata.columns.count { $0.kind == .geometry } - (geometry == nil ? 0 : 1)
        )
    }

    /// `EPSG:2277`, or a description; empty where the file says that it is not known.
    private let system: String

    private static func metadata(of file: ParquetBytes) throws(ParquetFault) -> ParquetMetadata {
        guard file.size >= 12 else { throw .damaged }
        let tail = try file.read(at: file.size - 8, 8)
        switch Array(tail[4...]) {
        case Array("PAR1".utf8): break
        case Array("PARE".utf8):
            throw ParquetFault("it is encrypted; write it without encryption")
        default: throw .damaged
        }
        let length = Int64(tail[0..<4].reversed().reduce(0) { $0 << 8 | Int($1) })
        guard length <= file.size - 12 else { throw .damaged }
        guard length <= mostFooterBytes else {
            throw ParquetFault(
                "what it says of itself takes more than 64 MB; write it in fewer groups"
            )
        }
        return try ParquetMetadata(
            file.read(at: file.size - 8 - length, Int(length)),
            size: file.size
        )
    }

    private static func place(
        _ geometry: GeometryColumn,
        _ metadata: ParquetMetadata
    ) throws(ParquetFault) -> Place {
        if geometry.isPosition {
            let x = metadata.columns.firstIndex { $0.path == [geometry.name, "x"] }
            let y = metadata.columns.firstIndex { $0.path == [geometry.name, "y"] }
            guard let x, let y,
                [x, y].allSatisfy({ [.float, .double].contains(metadata.columns[$0].physical) })
            else { throw .damaged }
            return .position(x: x, y: y)
        }
        guard
            let column = metadata.columns.firstIndex(where: { $0.path == [geometry.name] }),
            metadata.columns[column].physical == .bytes
        else { throw .damaged }
        return .binary(column: column)
    }

    // MARK: What is said of it

    var schema: LayerSchema {
        LayerSchema(
            layer: "parquet",
            others: [],
            columns: told.map { index in
                let column = metadata.columns[index]
                return LayerSchema.Column(name: column.name, kind: Self.kind(of: column))
            },
            system: system,
            isSpatial: place != nil
        )
    }

    /// Of a list, whose members are told together, it is text.
    private static func kind(of column: ParquetMetadata.Column) -> LayerSchema.ValueKind {
        guard column.repetitionLevel == 0 else { return .text }
        return switch column.kind {
        case .flag: .boolean
        case .double: .real
        case .integer(isSigned: true): .integer
        // A number of more digits than a program's numbers have stays a text.
        case .integer(isSigned: false): column.physical == .int32 ? .integer : .text
        case .decimal(let scale):
            column.physical == .int32 || (1...6).contains(column.length)
                ? (scale == 0 ? .integer : .real) : .text
        case .date: .date
        case .moment(_, let isUTC): isUTC ? .moment : .localMoment
        case .oldMoment: .moment
        case .time, .text, .uuid, .geometry, .bytes, .unknown: .text
        }
    }

    var remarks: LayerRemarks {
        var remarks = counted
        remarks.blankColumns = isFilled.indices.filter { !isFilled[$0] }
        return remarks
    }

    // MARK: Rows

    /// The next rows; nil behind the last.
    func nextBlock() throws(ParquetFault) -> [UInt8]? {
        rows.removeAll()
        while rows.bytes.count < Self.blockBytes {
            guard try beginRow() else { break }
            rows.beginRow()
            try appendPlace()
            for (number, index) in told.enumerated() {
                let before = rows.bytes.count
                try appendValue(cursors[index])
                if rows.bytes.count > before + 4 { isFilled[number] = true }
            }
            _ = rows.endRow()
            rowsLeft -= 1
        }
        return rows.bytes.isEmpty ? nil : rows.bytes
    }

    private func beginRow() throws(ParquetFault) -> Bool {
        while rowsLeft == 0 {
            guard group < metadata.groups.count else { return false }
            let next = metadata.groups[group]
            group += 1
            rowsLeft = next.rowCount
            cursors = zip(metadata.columns, next.chunks).map { ParquetCursor($0, $1, file) }
        }
        return true
    }

    private func appendPlace() throws(ParquetFault) {
        switch place {
        case .binary(let column)?:
            var isThere = false
            try cursors[column].next { values, index throws(ParquetFault) in
                guard case .strings(let bytes, let ranges) = values else { throw .damaged }
                if let flat = try FlatGeometry.flattened(bytes[ranges[index]], &counted) {
                    rows.put(.wellKnownBinary)
                    rows.put(text: flat)
                } else {
                    rows.put(.otherType)
                    rows.put(text: "curve or surface".utf8)
                }
                isThere = true
            }
            guard !isThere else { return }
        case .position(let x, let y)?:
            var position: [Double] = []
            for column in [x, y] {
                try cursors[column].next { values, index throws(ParquetFault) in
                    guard case .doubles(let numbers) = values else { throw .damaged }
                    position.append(numbers[index])
                }
            }
            if position.count == 2, position.allSatisfy({ !$0.isNaN }) {
                rows.put(.wellKnownBinary)
                rows.put(text: FlatGeometry.point(position[0], position[1]))
                return
            }
        case nil: break
        }
        rows.put(.missing)
        rows.put(text: [])
    }

    private func appendValue(_ cursor: ParquetCursor) throws(ParquetFault) {
        let column = cursor.column
        guard column.repetitionLevel == 0 else { return try appendList(cursor) }
        var isThere = false
        try cursor.next { values, index throws(ParquetFault) in
            isThere = try append(values, index, column)
        }
        if !isThere { rows.putMissing() }
    }

    /// The members with semicolons between them.
    private func appendList(_ cursor: ParquetCursor) throws(ParquetFault) {
        var texts: [String] = []
        repeat {
            try cursor.next { values, index throws(ParquetFault) in
                texts.append(
                    String(
                        decoding: ParquetText.text(values, index, cursor.column) ?? [],
                        as: UTF8.self
                    )
                )
            }
        } while try cursor.isNextOfSameRow()
        if texts.isEmpty {
            rows.putMissing()
        } else {
            rows.put(text: texts.joined(separator: "; ").utf8)
        }
    }

    private func append(
        _ values: ParquetValues,
        _ index: Int,
        _ column: ParquetMetadata.Column
    ) throws(ParquetFault) -> Bool {
        if column.kind == .bytes {
            counted.binaries += 1
            return false
        }
        guard let text = ParquetText.text(values, index, column) else { return false }
        if column.kind == .text, text.contains(where: { $0 >= 0x80 }),
            String(validating: text, as: UTF8.self) == nil
        {
            counted.badTexts += 1
            rows.put(text: String(decoding: text, as: UTF8.self).utf8)
        } else {
            rows.put(text: text)
        }
        return true
    }
}

/// The column of places that a GeoParquet names, or that is one by its type.
private struct GeometryColumn {
    let name: String
    let system: String
    /// Whether a place is two numbers, and not Well-Known Binary.
    var isPosition = false
    /// Other columns of places, which are not read.
    var others: Set<String> = []

    /// - Returns: nil where there is none.
    init?(_ metadata: ParquetMetadata) throws(ParquetFault) {
        guard let text = metadata.properties["geo"] else {
            guard let column = metadata.columns.first(where: { $0.kind == .geometry }) else {
                return nil
            }
            name = column.path[0]
            system = Self.system(named: metadata.systems[name] ?? "OGC:CRS84")
            return
        }
        guard
            let told = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let columns = told["columns"] as? [String: [String: Any]],
            let name = told["primary_column"] as? String, let column = columns[name]
        else { throw ParquetFault("what it says of its places cannot be read; write it again") }
        self.name = name
        others = Set(columns.keys).subtracting([name])
        switch (column["encoding"] as? String)?.lowercased() {
        case "wkb"?, nil: break
        case "point"?: isPosition = true
        case let encoding?:
            throw ParquetFault(
                "its places are encoded as \"\(encoding.prefix(40))\"; WKB and point are read. Write it with "
                    + "WKB, such as with geopandas' to_parquet"
            )
        }
        if (column["edges"] as? String) == "spherical" {
            throw ParquetFault(
                "the edges of its shapes are arcs on a sphere; write it with planar edges"
            )
        }
        switch column["crs"] {
        case nil: system = "EPSG:4326"
        case let text as String: system = Self.system(named: text)
        case let object as [String: Any]: system = Self.system(object)
        default: system = ""
        }
    }

    private static func system(named text: String) -> String {
        ["OGC:CRS84", "EPSG:4326", ""].contains(text.uppercased()) ? "EPSG:4326" : text
    }

    /// The system by its number, where it has one, and else as it is described (PROJJSON).
    private static func system(_ object: [String: Any]) -> String {
        if let id = object["id"] as? [String: Any], let authority = id["authority"] as? String {
            let code = (id["code"] as? Int).map { "\($0)" } ?? id["code"] as? String ?? ""
            if ["EPSG", "OGC"].contains(authority.uppercased()) {
                return system(named: "\(authority.uppercased()):\(code)")
            }
        }
        guard let data = try? JSONSerialization.data(withJSONObject: object) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
