import GeoJSON

/// Writes rows one by one in a text format, on any thread.
protocol RowEncoder: Sendable {
    /// What stands before the first row; nothing where there are no rows, unless `opensAlways`.
    var opening: [UInt8] { get }
    var opensAlways: Bool { get }
    /// What stands between two rows.
    var separator: [UInt8] { get }
    func encode(_ row: Row, into bytes: inout [UInt8])
    /// What stands after the last row.
    func closing(count: Int) -> [UInt8]
}

/// RFC 4180 with LF line ends: a header, then a line per row, quoted only where needed.
struct CSVEncoder: RowEncoder {
    let columns: [String]
    let opensAlways = true
    let separator: [UInt8] = []

    var opening: [UInt8] {
        var bytes: [UInt8] = []
        for (index, column) in columns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.append(column, to: &bytes)
        }
        return bytes + [UInt8(ascii: "\n")]
    }

    func encode(_ row: Row, into bytes: inout [UInt8]) {
        for (index, value) in row.values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    func closing(count: Int) -> [UInt8] { [] }

    /// A cell that holds one of them stands in quotes.
    static let quotedBytes = Array(",\"\n\r".utf8)

    /// Whether a cell that holds the byte stands in quotes.
    @inline(__always)
    static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    /// Appends a cell.
    static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
        var isPlain = true
        for index in text.indices where needsQuotes(text[index]) { isPlain = false }
        guard !isPlain else { return bytes.append(text) }
        bytes.append(UInt8(ascii: "\""))
        for index in text.indices {
            if text[index] == UInt8(ascii: "\"") { bytes.append(text[index]) }
            bytes.append(text[index])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a cell.
    static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &bytes)
        case .missing: break
        default: bytes.append(contentsOf: value.text.utf8)
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: needsQuotes) else {
            return bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// One JSON object a line.
struct JSONLinesEncoder: RowEncoder {
    let columns: [String]
    let opening: [UInt8] = []
    let opensAlways = true
    let separator: [UInt8] = []

    func encode(_ row: Row, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: row.jsonObject(under: columns))
        bytes.append(UInt8(ascii: "\n"))
    }

    func closing(count: Int) -> [UInt8] { [] }
}

/// One JSON array of objects.
struct JSONArrayEncoder: RowEncoder {
    let columns: [String]
    let opening = Array("[\n".utf8)
    let opensAlways = false
    let separator = Array(",\n".utf8)

    func encode(_ row: Row, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: row.jsonObject(under: columns))
    }

    func closing(count: Int) -> [UInt8] { Array((count > 0 ? "\n]\n" : "[]\n").utf8) }
}

/// One GeoJSON FeatureCollection (RFC 7946), written as it grows.
struct GeoJSONEncoder: RowEncoder {
    let columns: [String]
    let opening = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    let opensAlways = true
    let separator = [UInt8(ascii: ",")]

    func encode(_ row: Row, into bytes: inout [UInt8]) {
        let id: FeatureID? =
            switch row.hasOwnID ? row.id : .missing {
            case .text(let text): .text(text)
            case .integer(let number): .number(number)
            case .number, .meters, .boolean, .missing: nil
            }
        var json = JSONWriter(capacity: 512)
        json.feature(id: id, geometry: row.geometry) { properties in
            for (column, value) in zip(columns, row.values)
            where !Row.geometryColumns.contains(column) {
                properties.member(column, value)
            }
        }
        bytes.append(contentsOf: json.takeBytes())
    }

    func closing(count: Int) -> [UInt8] { Array("],\"numberReturned\":\(count)}\n".utf8) }
}

extension [UInt8] {
    /// Appends bytes that lie elsewhere.
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

extension Row {
    fileprivate func jsonObject(under columns: [String]) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            for (column, value) in zip(columns, values) { json.member(column, value) }
        }
        return json.takeBytes()
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ value: Value) {
        switch value {
        case .text(let text): member(name, text)
        case .integer(let number): member(name, number)
        case .number(let number): member(name, number)
        case .meters(let distance): member(name, distance)
        case .boolean(let flag): member(name, flag)
        case .missing: member(name, nil as String?)
        }
    }
}
