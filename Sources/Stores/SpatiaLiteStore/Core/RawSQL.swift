internal import GRDB
internal import GRDBSQLite

/// Statements that go to SQLite itself, for what must be done although the task was cancelled: GRDB
/// refuses every statement but a rollback then, also those that put settings back.
enum RawSQL {
    /// A cancelled task interrupts what runs at that moment, once; whatever else fails once, such as
    /// memory, may be there the next time.
    private static let attempts = 10

    /// - Returns: Whether it was done, after several attempts where they were needed.
    @discardableResult
    static func execute(_ sql: String, in db: Database) -> Bool {
        (0..<attempts).contains { _ in
            sqlite3_exec(db.sqliteConnection, sql, nil, nil, nil) == SQLITE_OK
        }
    }

    /// The first column of the first row; nil where there is none.
    static func integer(_ sql: String, in db: Database) -> Int64? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(db.sqliteConnection, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return sqlite3_column_int64(statement, 0)
    }
}
