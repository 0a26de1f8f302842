internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The values of a row as bytes that all nodes read alike: for each a byte that tells its type, and what it is.
enum RowCoding {
    private enum Tag: UInt8 {
        case null, integer, real, text, blob
    }

    struct Damage: Error {}

    static func append(_ value: DatabaseValue, to bytes: inout [UInt8]) {
        switch value.storage {
        case .null: bytes.append(Tag.null.rawValue)
        case .int64(let number): append(UInt64(bitPattern: number), .integer, to: &bytes)
        case .double(let number): append(number.bitPattern, .real, to: &bytes)
        case .string(let text):
            append(text.utf8.count, .text, to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .blob(let data):
            append(data.count, .blob, to: &bytes)
            bytes.append(contentsOf: data)
        }
    }

    /// The same for a value of SQLite's.
    static func append(_ value: OpaquePointer, to bytes: inout [UInt8]) {
        let count = Int(sqlite3_value_bytes(value))
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER:
            append(UInt64(bitPattern: sqlite3_value_int64(value)), .integer, to: &bytes)
        case SQLITE_FLOAT: append(sqlite3_value_double(value).bitPattern, .real, to: &bytes)
        case SQLITE_TEXT:
            append(count, .text, to: &bytes)
            append(sqlite3_value_text(value), count, to: &bytes)
        case SQLITE_BLOB:
            append(count, .blob, to: &bytes)
            append(sqlite3_value_blob(value), count, to: &bytes)
        default: bytes.append(Tag.null.rawValue)
        }
    }

    /// The same for a column of the row at which a statement stands.
    static func append(column: Int32, of statement: OpaquePointer, to bytes: inout [UInt8]) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER:
            append(
                UInt64(bitPattern: sqlite3_column_int64(statement, column)),
                .integer,
                to: &bytes
            )
        case SQLITE_FLOAT:
            append(sqlite3_column_double(statement, column).bitPattern, .real, to: &bytes)
        case SQLITE_TEXT:
            let text = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            append(count, .text, to: &bytes)
            append(text, count, to: &bytes)
        case SQLITE_BLOB:
            let blob = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            append(count, .blob, to: &bytes)
            append(blob, count, to: &bytes)
        default: bytes.append(Tag.null.rawValue)
        }
    }

    private static func append(
        _ start: UnsafeRawPointer?,
        _ count: Int,
        to bytes: inout [UInt8]
    ) {
        bytes.append(
            contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        )
    }

    private static func append(_ number: UInt64, _ tag: Tag, to bytes: inout [UInt8]) {
        bytes.append(tag.rawValue)
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ count: Int, _ tag: Tag, to bytes: inout [UInt8]) {
        bytes.append(tag.rawValue)
        withUnsafeBytes(of: UInt32(count).bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// - Throws: ``Damage``.
    static func values(_ bytes: some Collection<UInt8>) throws -> [DatabaseValue] {
        var rest = Array(bytes)[...]
        var values: [DatabaseValue] = []
        while !rest.isEmpty { values.append(try value(from: &rest)) }
        return values
    }

    /// Takes so many values off the front.
    ///
    /// - Throws: ``Damage``.
    static func values(_ count: Int, from rest: inout ArraySlice<UInt8>) throws -> [DatabaseValue] {
        var values: [DatabaseValue] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try value(from: &rest)) }
        return values
    }

    private static func value(from rest: inout ArraySlice<UInt8>) throws -> DatabaseValue {
        guard let tag = rest.popFirst().flatMap(Tag.init) else { throw Damage() }
        switch tag {
        case .null: return .null
        case .integer: return Int64(bitPattern: try number(from: &rest)).databaseValue
        case .real: return Double(bitPattern: try number(from: &rest)).databaseValue
        case .text: return String(decoding: try content(of: &rest), as: UTF8.self).databaseValue
        case .blob: return Data(try content(of: &rest)).databaseValue
        }
    }

    /// Takes so many values off the front, into a row that is written.
    ///
    /// - Throws: ``Damage``.
    static func write(
        _ count: Int,
        from rest: inout ArraySlice<UInt8>,
        to row: inout RowWriter
    ) throws {
        for _ in 0..<count {
            guard let tag = rest.popFirst().flatMap(Tag.init) else { throw Damage() }
            switch tag {
            case .null: row.null()
            case .integer: row.integer(Int64(bitPattern: try number(from: &rest)))
            case .real: row.real(Double(bitPattern: try number(from: &rest)))
            case .text: row.text(String(decoding: try content(of: &rest), as: UTF8.self))
            case .blob: row.blob(try content(of: &rest))
            }
        }
    }

    private static func number(from rest: inout ArraySlice<UInt8>) throws -> UInt64 {
        guard rest.count >= 8 else { throw Damage() }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func content(of rest: inout ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        guard rest.count >= 4 else { throw Damage() }
        let count = Int(rest.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
        rest = rest.dropFirst(4)
        guard rest.count >= count else { throw Damage() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
