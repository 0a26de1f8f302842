/// Why a Parquet file is not read, in a sentence's words.
struct ParquetFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let damaged = ParquetFault("it is damaged, or cut short; write it again")
}

/// A value of Thrift's compact protocol, as Parquet writes what it says of itself.
///
/// Source: Apache Thrift, "Thrift compact protocol encoding".
indirect enum ThriftValue {
    case number(Int64)
    case flag(Bool)
    case double(Double)
    case bytes(ArraySlice<UInt8>)
    case list([ThriftValue])
    case structure([(field: Int, value: ThriftValue)])

    /// A field of a structure.
    subscript(_ field: Int) -> ThriftValue? {
        guard case .structure(let fields) = self else { return nil }
        return fields.first { $0.field == field }?.value
    }

    var number: Int64? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var list: [ThriftValue] { if case .list(let list) = self { list } else { [] } }
    var text: String? {
        if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    /// The only field of a union.
    var member: Int? {
        if case .structure(let fields) = self { fields.first?.field } else { nil }
    }
}

/// Reads structures of any bytes. Lists and texts are never longer than the bytes that are left, and nothing
/// is deeper than ``mostDeep``.
struct ThriftReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    private static let mostDeep = 16

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// A structure; behind it is ``position``.
    mutating func structure() throws(ParquetFault) -> ThriftValue { try structure(depth: 0) }

    private mutating func byte() throws(ParquetFault) -> UInt8 {
        guard position < bytes.count else { throw .damaged }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func varint() throws(ParquetFault) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw .damaged
    }

    private mutating func zigZag() throws(ParquetFault) -> Int64 {
        let number = try varint()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    private mutating func structure(depth: Int) throws(ParquetFault) -> ThriftValue {
        guard depth < Self.mostDeep else { throw .damaged }
        var fields: [(field: Int, value: ThriftValue)] = []
        var last = 0
        while true {
            let head = try byte()
            if head == 0 { return .structure(fields) }
            let step = Int(head >> 4)
            let field = step == 0 ? Int(truncatingIfNeeded: try zigZag()) : last &+ step
            last = field
            let kind = head & 15
            let value: ThriftValue =
                kind <= 2 ? .flag(kind == 1) : try value(of: kind, depth: depth)
            fields.append((field, value))
        }
    }

    private mutating func value(of kind: UInt8, depth: Int) throws(ParquetFault) -> ThriftValue {
        switch kind {
        case 1, 2: return .flag(try byte() == 1)
        case 3: return .number(Int64(Int8(bitPattern: try byte())))
        case 4, 5, 6: return .number(try zigZag())
        case 7:
            var bits: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bits |= UInt64(try byte()) << shift
            }
            return .double(Double(bitPattern: bits))
        case 8:
            let length = try varint()
            guard length <= UInt64(bytes.count - position) else { throw .damaged }
            let end = position + Int(length)
            defer { position = end }
            return .bytes(bytes[position..<end])
        case 9, 10:
            let head = try byte()
            let count = head >> 4 == 15 ? try varint() : UInt64(head >> 4)
            // Each takes a byte at least.
            guard count <= UInt64(bytes.count - position) else { throw .damaged }
            var list: [ThriftValue] = []
            for _ in 0..<count { list.append(try value(of: head & 15, depth: depth + 1)) }
            return .list(list)
        case 12: return try structure(depth: depth + 1)
        // Parquet has no maps.
        default: throw .damaged
        }
    }
}
