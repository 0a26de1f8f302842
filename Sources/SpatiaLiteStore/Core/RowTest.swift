internal import CSpatiaLite
internal import GRDB

/// Which rows of a table are wanted, told by a few of their columns: nothing else of the others is
/// read.
struct RowTest: Sendable {
    /// Expressions on the row `t` whose values are texts.
    let columns: [String]
    /// Told the columns' values.
    let keeps: @Sendable ([String?]) -> Bool

    /// What stands in a SELECT after other columns.
    var selection: String { columns.map { ", \($0)" }.joined() }

    /// - Parameter first: The index of the test's first column.
    func keeps(_ row: StoredRow, from first: Int) throws -> Bool {
        keeps(try columns.indices.map { try row.optional(first + $0) })
    }

    /// Invariant: the statement stands on a row, and the texts are copied before its next step.
    func keeps(_ statement: OpaquePointer, from first: Int32) -> Bool {
        keeps(
            columns.indices.map { index in
                sqlite3_column_text(statement, first + Int32(index)).map { String(cString: $0) }
            }
        )
    }
}
