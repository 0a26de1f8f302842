/// What the process that reads a layer says, one after another.
package enum LayerMessage: Sendable, Hashable {
    /// What the rows have; comes first, where rows follow.
    case schema(LayerSchema)
    /// Some rows, as ``LayerRows`` reads them.
    case rows([UInt8])
    /// There are no more.
    case end(LayerRemarks)
    /// It is unclear which layer is meant, or there is none of that name; those that there are.
    case layers([String])
    /// The library, or its driver, is not there.
    case missing
    /// It cannot be read; why, in the library's words.
    case failure(String)

    private static let kinds: (schema: UInt8, rows: UInt8, end: UInt8) = (1, 2, 3)
    private static let endings: (layers: UInt8, missing: UInt8, failure: UInt8) = (4, 5, 6)

    static let headerLength = 5
    /// A row of 64 MB, and what goes with it.
    static let longest = 80 << 20

    /// What goes over the socket.
    var bytes: [UInt8] {
        var message = MessageWriter()
        let kind: UInt8
        switch self {
        case .schema(let schema):
            kind = Self.kinds.schema
            schema.write(to: &message)
        case .rows(let rows): return Self.header(Self.kinds.rows, rows.count) + rows
        case .end(let remarks):
            kind = Self.kinds.end
            remarks.write(to: &message)
        case .layers(let names):
            kind = Self.endings.layers
            message.put(names)
        case .missing: kind = Self.endings.missing
        case .failure(let reason):
            kind = Self.endings.failure
            message.put(reason)
        }
        return Self.header(kind, message.bytes.count) + message.bytes
    }

    private static func header(_ kind: UInt8, _ length: Int) -> [UInt8] {
        var header = MessageWriter()
        header.put(length)
        return [kind] + header.bytes
    }

    /// How long a message is, by its header; nil where that is none.
    static func length(_ header: [UInt8]) -> Int? {
        var reader = MessageReader(Array(header.dropFirst()))
        guard let length = reader.number(), length <= longest else { return nil }
        return length
    }

    /// - Parameters:
    ///   - kind: The header's first byte.
    ///   - bytes: What followed the header.
    /// - Returns: nil for what is no message.
    init?(kind: UInt8, _ bytes: [UInt8]) {
        var message = MessageReader(bytes)
        switch kind {
        case Self.kinds.schema:
            guard let schema = LayerSchema(&message) else { return nil }
            self = .schema(schema)
        case Self.kinds.rows: self = .rows(bytes)
        case Self.kinds.end:
            guard let remarks = LayerRemarks(&message) else { return nil }
            self = .end(remarks)
        case Self.endings.layers:
            guard let names = message.texts() else { return nil }
            self = .layers(names)
        case Self.endings.missing: self = .missing
        case Self.endings.failure:
            guard let reason = message.text() else { return nil }
            self = .failure(reason)
        default: return nil
        }
    }
}

/// What the rows of a layer have.
package struct LayerSchema: Sendable, Hashable {
    /// A column.
    package struct Column: Sendable, Hashable {
        package let name: String
        /// What its values are.
        package let kind: ValueKind

        package init(name: String, kind: ValueKind) {
            self.name = name
            self.kind = kind
        }
    }

    /// What the values of a column are, each of which is told as a text.
    package enum ValueKind: Int, Sendable, Hashable {
        case text
        /// Digits.
        case integer
        case real
        /// `true` or `false`.
        case boolean
        /// `2026-11-03`.
        case date
        /// `2026-11-03T07:00:00Z`, with a zone where the file has one.
        case moment
        /// `2026-11-03T07:00:00`, in a format that has no zones.
        case localMoment
    }

    package var layer: String
    /// The layers that hold something besides.
    package var others: [String]
    package var columns: [Column]
    /// `EPSG:2277`, or a description in Well-Known Text; empty where the file says nothing.
    package var system: String
    /// Whether there are geometries.
    package var isSpatial: Bool

    package init(
        layer: String,
        others: [String],
        columns: [Column],
        system: String,
        isSpatial: Bool
    ) {
        self.layer = layer
        self.others = others
        self.columns = columns
        self.system = system
        self.isSpatial = isSpatial
    }

    fileprivate func write(to message: inout MessageWriter) {
        message.put(layer)
        message.put(others)
        message.put(columns.map(\.name))
        for column in columns { message.put(column.kind.rawValue) }
        message.put(system)
        message.put(isSpatial ? 1 : 0)
    }

    fileprivate init?(_ message: inout MessageReader) {
        guard let layer = message.text(), let others = message.texts(),
            let names = message.texts()
        else { return nil }
        var columns: [Column] = []
        for name in names {
            guard let kind = message.number().flatMap(ValueKind.init) else { return nil }
            columns.append(Column(name: name, kind: kind))
        }
        guard let system = message.text(), let isSpatial = message.number() else { return nil }
        self.init(
            layer: layer,
            others: others,
            columns: columns,
            system: system,
            isSpatial: isSpatial == 1
        )
    }
}

/// What became of the rows of a layer that Ambit has no room for; each how many rows.
package struct LayerRemarks: Sendable, Hashable {
    /// With heights, which were left out.
    package var heights = 0
    /// With measures along a line, which were left out.
    package var measures = 0
    /// With arcs, which became chords of four degrees.
    package var curves = 0
    /// With bytes that are no text, which were left out: pictures, styles.
    package var binaries = 0
    /// With texts in which bytes are no character.
    package var badTexts = 0
    /// How many more geometries a row has than the one that is read.
    package var otherGeometries = 0

    /// The columns in which nothing stands, by their numbers from 0.
    package var blankColumns: [Int] = []

    package init() {}

    private static let members: [any WritableKeyPath<Self, Int> & Sendable] = [
        \.heights, \.measures, \.curves, \.binaries, \.badTexts, \.otherGeometries,
    ]

    fileprivate func write(to message: inout MessageWriter) {
        for member in Self.members {
            message.put(min(self[keyPath: member], Int(UInt32.max)))
        }
        message.put(blankColumns.count)
        for column in blankColumns { message.put(column) }
    }

    fileprivate init?(_ message: inout MessageReader) {
        for member in Self.members {
            guard let number = message.number() else { return nil }
            self[keyPath: member] = number
        }
        guard let count = message.number() else { return nil }
        for _ in 0..<count {
            guard let column = message.number() else { return nil }
            blankColumns.append(column)
        }
    }
}

/// Makes a message of numbers and texts.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    /// Four bytes, the lowest first.
    mutating func put(_ number: Int) {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes += text.utf8
    }

    mutating func put(_ texts: [String]) {
        put(texts.count)
        for text in texts { put(text) }
    }
}

/// Reads a message of numbers and texts, which may be any bytes.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> Int? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func text() -> String? {
        guard let length = number(), length <= bytes.count - position else { return nil }
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    mutating func texts() -> [String]? {
        guard let count = number(), count <= (bytes.count - position) / 4 else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            texts.append(text)
        }
        return texts
    }
}
