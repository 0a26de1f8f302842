internal import CSpatiaLite
internal import GRDB
internal import GeoJSON
internal import Geodesy

/// Writes many rows through one prepared statement, several times as fast as with arguments that
/// are boxed one by one: an import spends most of its time here.
///
/// Values are laid side by side in one buffer, and SQLite reads them from there. Invariant: what is
/// bound points into ``bytes`` only while ``execute()`` runs, which binds every value anew, lets
/// SQLite read them in `sqlite3_step`, and unbinds them before the buffer can move or go.
package struct RowWriter {
    private let statement: Statement
    private let handle: OpaquePointer
    private let connection: OpaquePointer?
    private var bytes: [UInt8] = []
    private var cells: [Cell] = []

    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    /// - Parameter statement: With as many `?` as each row has values.
    init(_ statement: Statement, in db: Database) {
        self.statement = statement
        handle = statement.sqliteStatement
        connection = db.sqliteConnection
        // A usual row fits without growing step by step.
        bytes.reserveCapacity(512)
        cells.reserveCapacity(Int(sqlite3_bind_parameter_count(handle)))
    }

    /// Makes room for a long value at once, where growing step by step would take twice as much.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    // MARK: Values, in the order of the statement's marks

    mutating func null() { cells.append(.null) }

    mutating func integer(_ number: Int64?) { cells.append(number.map(Cell.integer) ?? .null) }

    mutating func real(_ number: Double) { cells.append(.real(number)) }

    mutating func text(_ text: String?) {
        guard let text else { return null() }
        let start = bytes.count
        var contiguous = text
        contiguous.withUTF8 { bytes.append(contentsOf: $0) }
        cells.append(.text(start..<bytes.count))
    }

    /// A point as SpatiaLite encodes it; NULL for none.
    mutating func point(_ place: Coordinate?) {
        guard let place else { return null() }
        let start = bytes.count
        PointBlob.append(place, to: &bytes)
        cells.append(.blob(start..<bytes.count))
    }

    mutating func blob(_ content: some Collection<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        cells.append(.blob(start..<bytes.count))
    }

    /// JSON text, which is made of ``json(_:)`` and ``json(quoting:)``.
    mutating func json(text write: (inout RowWriter) -> Void) {
        let start = bytes.count
        write(&self)
        cells.append(.text(start..<bytes.count))
    }

    /// A piece of JSON text.
    mutating func json(_ piece: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount)
        )
    }

    /// A text in quotes within JSON text.
    mutating func json(quoting text: String) {
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            let isPlain = utf8.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            guard isPlain else { return false }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: utf8)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
        if isPlain { return }
        var json = JSONWriter()
        json.string(text)
        bytes.append(contentsOf: json.bytes)
    }

    /// A value of any type that GRDB knows, at GRDB's pace.
    mutating func value(_ value: (any DatabaseValueConvertible)?) {
        guard let value else { return null() }
        switch value.databaseValue.storage {
        case .null: null()
        case .int64(let number): integer(number)
        case .double(let number): cells.append(.real(number))
        case .string(let text): self.text(text)
        case .blob(let data): blob(data)
        }
    }

    // MARK: Writing

    /// Writes the row that the values since the last one make up.
    mutating func execute() throws {
        defer {
            bytes.removeAll(keepingCapacity: true)
            cells.removeAll(keepingCapacity: true)
        }
        // An empty buffer may have no address, and text without an address would be NULL.
        bytes.append(0)
        let code = bytes.withUnsafeBytes { buffer in
            defer { sqlite3_clear_bindings(handle) }
            for (index, cell) in cells.enumerated() {
                let code = bind(cell, at: Int32(index + 1), from: buffer)
                guard code == SQLITE_OK else { return code }
            }
            let code = sqlite3_step(handle)
            let resetCode = sqlite3_reset(handle)
            return code == SQLITE_DONE ? resetCode : code
        }
        guard code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: connection.map(sqlite3_extended_errcode) ?? code),
                message: connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
            )
        }
    }

    private func bind(_ cell: Cell, at index: Int32, from buffer: UnsafeRawBufferPointer) -> Int32 {
        // A nil destructor is SQLITE_STATIC: SQLite neither copies nor frees.
        func address(_ range: Range<Int>) -> UnsafeRawPointer? {
            buffer.baseAddress.map { $0 + range.lowerBound }
        }
        return switch cell {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(let range):
            sqlite3_bind_text(
                handle,
                index,
                address(range)?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: range.count),
                nil
            )
        case .blob(let range):
            sqlite3_bind_blob(handle, index, address(range), Int32(clamping: range.count), nil)
        }
    }
}
