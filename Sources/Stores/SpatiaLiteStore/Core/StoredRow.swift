internal import Foundation
package import GRDB
package import Geodesy

/// A row of a table, read with errors instead of traps: the file may be damaged.
package struct StoredRow {
    let row: Row
    let table: String
    package let rowID: Int64

    /// How many columns it has: fewer in the tables of an older Ambit, which lack the last ones.
    package var columnCount: Int { row.count }

    /// - Parameter row: Its first column is the row's number.
    /// - Throws: ``SpatiaLiteStoreError/unreadableValue(table:row:column:)``, as all methods here.
    package init(_ row: Row, of table: String) throws {
        self.row = row
        self.table = table
        do {
            rowID = try row.decode(Int64.self, atIndex: 0)
        } catch {
            throw SpatiaLiteStoreError.unreadableValue(table: table, row: 0, column: "number")
        }
    }

    /// The value in a column.
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int
    ) throws -> Value {
        do {
            return try row.decode(Value.self, atIndex: index)
        } catch {
            throw unreadable(index)
        }
    }

    /// The value in a column, or nil for NULL.
    package func optional<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int
    ) throws -> Value? {
        do {
            return try row.decode(Value?.self, atIndex: index)
        } catch {
            throw unreadable(index)
        }
    }

    /// The place in a column of points; nil for NULL.
    package func coordinate(_ index: Int) throws -> Coordinate? {
        try row.withUnsafeData(atIndex: index) { data in
            guard let data else { return nil }
            guard let place = data.withUnsafeBytes(PointBlob.coordinate) else {
                throw unreadable(index)
            }
            return place
        }
    }

    /// The area in a column of multipolygons, which must be one.
    package func area(_ index: Int) throws -> MultiPolygon {
        try row.withUnsafeData(atIndex: index) { data in
            guard let area = data?.withUnsafeBytes(AreaBlob.area) else { throw unreadable(index) }
            return area
        }
    }

    /// The line in a column of lines, which must be one.
    package func line(_ index: Int) throws -> [Coordinate] {
        try row.withUnsafeData(atIndex: index) { data in
            guard let line = data?.withUnsafeBytes(LineBlob.line) else { throw unreadable(index) }
            return line
        }
    }

    /// The lines in a column of lines, at least one.
    package func lines(_ index: Int) throws -> [[Coordinate]] {
        try row.withUnsafeData(atIndex: index) { data in
            guard let lines = data?.withUnsafeBytes(LinesBlob.lines) else {
                throw unreadable(index)
            }
            return lines
        }
    }

    /// What a column's JSON text says.
    ///
    /// - Parameters:
    ///   - empty: What NULL stands for.
    ///   - plain: Reads most such texts faster; nil for one that it does not understand.
    package func json<Value: Decodable>(
        _ index: Int,
        orElse empty: Value,
        plain: (UnsafeRawBufferPointer) -> Value? = { _ in nil }
    ) throws -> Value {
        let quick = try row.withUnsafeData(atIndex: index) { data in
            data.map { $0.withUnsafeBytes(plain) } ?? empty
        }
        if let quick { return quick }
        guard let text: String = try optional(index) else { return empty }
        do {
            return try JSONColumn.decode(text)
        } catch {
            throw unreadable(index)
        }
    }

    /// What `make` makes of a value, which must not be nil.
    package func require<Value>(_ index: Int, _ make: () throws -> Value?) throws -> Value {
        guard let value = try? make() else { throw unreadable(index) }
        return value
    }

    private func unreadable(_ index: Int) -> SpatiaLiteStoreError {
        .unreadableValue(
            table: table,
            row: rowID,
            column: Array(row.columnNames).indices.contains(index)
                ? Array(row.columnNames)[index] : "\(index)"
        )
    }
}
