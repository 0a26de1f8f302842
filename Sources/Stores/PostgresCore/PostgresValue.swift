/// A value that goes with a statement, in PostgreSQL's binary format.
package enum PostgresValue: Sendable {
    case integer(Int64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case flag(Bool)
    case integers([Int64])
    case doubles([Double])
    case texts([String])
    /// Byte strings, nil for NULL.
    case byteStrings([[UInt8]?])
    /// NULL where an integer would stand.
    case noInteger

    /// An integer, or NULL for nil.
    package static func optional(_ value: Int64?) -> PostgresValue {
        value.map(integer) ?? .noInteger
    }

    /// The type's number in PostgreSQL's catalogue (`pg_type.dat`).
    var type: UInt32 {
        switch self {
        case .integer, .noInteger: 20
        case .double: 701
        case .text: 25
        case .bytes: 17
        case .flag: 16
        case .integers: 1016
        case .doubles: 1022
        case .texts: 1009
        case .byteStrings: 1001
        }
    }

    /// The value's bytes; nil for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .integer(let value): value.bigEndianBytes
        case .double(let value): value.bitPattern.bigEndianBytes
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .flag(let value): [value ? 1 : 0]
        case .integers(let values): Self.array(values, of: 20) { $0.bigEndianBytes }
        case .doubles(let values): Self.array(values, of: 701) { $0.bitPattern.bigEndianBytes }
        case .texts(let texts): Self.array(texts, of: 25) { Array($0.utf8) }
        case .byteStrings(let strings): Self.array(strings, of: 17) { $0 }
        case .noInteger: nil
        }
    }

    /// An array of one dimension that counts from 1: dimensions, whether any is NULL, the type, the count,
    /// the first index, then each with its length.
    private static func array<Value>(
        _ values: [Value],
        of type: UInt32,
        _ encode: (Value) -> [UInt8]?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        let encoded = values.map(encode)
        bytes += UInt32(values.isEmpty ? 0 : 1).bigEndianBytes
        bytes += UInt32(encoded.contains { $0 == nil } ? 1 : 0).bigEndianBytes
        bytes += type.bigEndianBytes
        guard !values.isEmpty else { return bytes }
        bytes += UInt32(values.count).bigEndianBytes
        bytes += UInt32(1).bigEndianBytes
        for value in encoded {
            bytes += Int32(value?.count ?? -1).bigEndianBytes
            if let value { bytes += value }
        }
        return bytes
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}

/// One row of an answer, in the binary format: each value by the number of its column, from 0.
package struct PostgresRow {
    private let value: (Int) -> UnsafeRawBufferPointer?

    /// - Parameter value: A column's bytes, good while the row is read; nil for NULL.
    init(_ value: @escaping (Int) -> UnsafeRawBufferPointer?) { self.value = value }

    /// Whether a value is NULL.
    package func isNull(_ column: Int) -> Bool { value(column) == nil }

    /// An integer of two, four or eight bytes.
    package func integer(_ column: Int) throws(PostgresError) -> Int64 {
        guard let bytes = value(column) else { throw .unreadable(column: column) }
        switch bytes.count {
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: throw .unreadable(column: column)
        }
    }

    /// An integer, or nil for NULL.
    package func optionalInteger(_ column: Int) throws(PostgresError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    /// A number of double precision.
    package func double(_ column: Int) throws(PostgresError) -> Double {
        guard let bytes = value(column), bytes.count == 8 else {
            throw .unreadable(column: column)
        }
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    /// A text.
    package func text(_ column: Int) throws(PostgresError) -> String {
        guard let bytes = value(column) else { throw .unreadable(column: column) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text, or nil for NULL.
    package func optionalText(_ column: Int) throws(PostgresError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// A byte string.
    package func bytes(_ column: Int) throws(PostgresError) -> [UInt8] {
        guard let bytes = value(column) else { throw .unreadable(column: column) }
        return Array(bytes)
    }

    /// A truth value.
    package func flag(_ column: Int) throws(PostgresError) -> Bool {
        guard let bytes = value(column), bytes.count == 1 else {
            throw .unreadable(column: column)
        }
        return bytes[0] != 0
    }
}
