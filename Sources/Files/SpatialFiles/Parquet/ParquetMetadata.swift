/// What a Parquet file says of itself at its end.
///
/// Source: Apache Parquet, "File Format", with `parquet.thrift`.
struct ParquetMetadata {
    /// What a column's values mean.
    enum Kind: Hashable {
        case flag
        case integer(isSigned: Bool)
        case double
        case decimal(scale: Int)
        case date
        /// Since 1970, by so many parts of a second; with or without a zone, which is UTC.
        case moment(perSecond: Int64, isUTC: Bool)
        case time(perSecond: Int64)
        /// Of twelve bytes, as older programs write moments.
        case oldMoment
        case text
        case uuid
        /// Well-Known Binary.
        case geometry
        /// Bytes that are no text.
        case bytes
        /// Of no column of this type is there a value.
        case unknown
    }

    /// How values stand in pages.
    enum Physical: Int64 {
        case flag = 0
        case int32, int64, int96, float, double, bytes, fixedBytes
    }

    struct Column {
        /// The names from the outermost on.
        let path: [String]
        let physical: Physical
        /// Of ``Physical/fixedBytes``.
        let length: Int
        let kind: Kind
        /// How many of the levels that may be missing are there where a value is.
        let definitionLevel: Int
        /// In how many lists it stands.
        let repetitionLevel: Int

        /// What people call it: without the words that say that a list is one.
        var name: String {
            path.enumerated().filter { index, word in
                index == 0 || !["list", "element", "array", "item", "bag"].contains(word)
            }.map(\.element).joined(separator: ".")
        }
    }

    /// The values of a column in one group of rows.
    struct Chunk {
        let codec: Int64
        let start: Int64
        let length: Int64
        let count: Int64
    }

    struct Group {
        let rowCount: Int64
        let chunks: [Chunk]
    }

    let columns: [Column]
    let groups: [Group]
    /// What programs add, by its name.
    let properties: [String: String]
    /// The reference system of a geometry column that says so itself, by the column's name.
    let systems: [String: String]

    private static let mostColumns = 10_000

    /// - Parameters:
    ///   - footer: The bytes at the end.
    ///   - size: How long the file is.
    init(_ footer: [UInt8], size: Int64) throws(ParquetFault) {
        var reader = ThriftReader(footer)
        let file = try reader.structure()
        guard file[8] == nil else {
            throw ParquetFault("it is encrypted; write it without encryption")
        }
        var schema = SchemaReader(file[2]?.list ?? [])
        try schema.read()
        guard schema.columns.count <= Self.mostColumns else {
            throw ParquetFault("it has more than 10,000 columns; write those that are needed alone")
        }
        columns = schema.columns
        systems = schema.systems
        var groups: [Group] = []
        for group in file[4]?.list ?? [] {
            guard let rowCount = group[3]?.number, rowCount >= 0, let chunks = group[1]?.list,
                chunks.count == columns.count
            else { throw .damaged }
            var found: [Chunk] = []
            for chunk in chunks { found.append(try Self.chunk(chunk, size)) }
            groups.append(Group(rowCount: rowCount, chunks: found))
        }
        self.groups = groups
        var properties: [String: String] = [:]
        for property in file[5]?.list ?? [] {
            if let name = property[1]?.text, let value = property[2]?.text {
                properties[name] = value
            }
        }
        self.properties = properties
    }

    private static func chunk(_ chunk: ThriftValue, _ size: Int64) throws(ParquetFault) -> Chunk {
        guard chunk[8] == nil, chunk[9] == nil else {
            throw ParquetFault("it is encrypted; write it without encryption")
        }
        guard chunk[1] == nil else {
            throw ParquetFault("its columns stand in other files; write it as one file")
        }
        guard let data = chunk[3], let codec = data[4]?.number, let count = data[5]?.number,
            let length = data[7]?.number, let first = data[9]?.number, count >= 0, length >= 0
        else { throw .damaged }
        let dictionary = data[11]?.number ?? first
        // Some programs say 0 where there is none.
        let start = dictionary > 0 ? min(first, dictionary) : first
        guard start >= 0, start <= size, length <= size - start else { throw .damaged }
        return Chunk(codec: codec, start: start, length: length, count: count)
    }
}

/// Reads the tree of columns, which stands as a list, each before those within it.
private struct SchemaReader {
    private let elements: [ThriftValue]
    private var next = 0
    private(set) var columns: [ParquetMetadata.Column] = []
    private(set) var systems: [String: String] = [:]

    private static let mostDeep = 32

    init(_ elements: [ThriftValue]) { self.elements = elements }

    mutating func read() throws(ParquetFault) {
        guard let root = elements.first, let count = root[5]?.number else { throw .damaged }
        next = 1
        try read(count, [], 0, 0)
        guard next == elements.count else { throw .damaged }
    }

    private mutating func read(
        _ count: Int64,
        _ path: [String],
        _ definition: Int,
        _ repetition: Int
    ) throws(ParquetFault) {
        guard count >= 0, path.count < Self.mostDeep else { throw .damaged }
        for _ in 0..<count {
            guard next < elements.count, let name = elements[next][4]?.text else { throw .damaged }
            let element = elements[next]
            next += 1
            // 0 required, 1 optional, 2 repeated.
            let repetitionType = element[3]?.number ?? 0
            let definition = definition + (repetitionType == 0 ? 0 : 1)
            let repetition = repetition + (repetitionType == 2 ? 1 : 0)
            let path = path + [name]
            if let children = element[5]?.number, children > 0 {
                try read(children, path, definition, repetition)
                continue
            }
            guard let type = element[1]?.number,
                let physical = ParquetMetadata.Physical(rawValue: type)
            else { throw .damaged }
            let length = element[2]?.number ?? 0
            guard physical != .fixedBytes || (1...1 << 20).contains(length) else { throw .damaged }
            if let logical = element[10], [17, 18].contains(logical.member ?? 0) {
                systems[name] = logical[logical.member ?? 0]?[1]?.text ?? "OGC:CRS84"
            }
            columns.append(
                ParquetMetadata.Column(
                    path: path,
                    physical: physical,
                    length: Int(length),
                    kind: Self.kind(of: element, physical),
                    definitionLevel: definition,
                    repetitionLevel: repetition
                )
            )
        }
    }

    private static func kind(
        of element: ThriftValue,
        _ physical: ParquetMetadata.Physical
    ) -> ParquetMetadata.Kind {
        if let logical = element[10], let member = logical.member, let told = logical[member] {
            switch member {
            case 1, 4, 12: return .text
            case 5: return .decimal(scale: Int(truncatingIfNeeded: told[1]?.number ?? 0))
            case 6: return .date
            case 7: return .time(perSecond: perSecond(told[2]))
            case 8:
                return .moment(perSecond: perSecond(told[2]), isUTC: told[1]?.flag ?? false)
            case 10: return .integer(isSigned: told[2]?.flag ?? true)
            case 11: return .unknown
            case 14: return .uuid
            case 17, 18: return .geometry
            case 13, 15, 16: return .bytes
            default: break
            }
        }
        switch element[6]?.number {
        case 0, 4, 19: return .text
        case 5: return .decimal(scale: Int(truncatingIfNeeded: element[7]?.number ?? 0))
        case 6: return .date
        case 7: return .time(perSecond: 1000)
        case 8: return .time(perSecond: 1_000_000)
        case 9: return .moment(perSecond: 1000, isUTC: true)
        case 10: return .moment(perSecond: 1_000_000, isUTC: true)
        case 11, 12, 13, 14: return .integer(isSigned: false)
        default: break
        }
        return switch physical {
        case .flag: .flag
        case .int32, .int64: .integer(isSigned: true)
        case .int96: .oldMoment
        case .float, .double: .double
        case .bytes, .fixedBytes: .bytes
        }
    }

    private static func perSecond(_ unit: ThriftValue?) -> Int64 {
        switch unit?.member {
        case 1: 1000
        case 3: 1_000_000_000
        default: 1_000_000
        }
    }
}
