internal import Foundation
internal import GRDBSQLite

/// A database's file read by itself: as it stands on the disk, without what its log holds.
///
/// It is read through SQLite, because closing the file in any other way would give up the locks that
/// this process holds on it. Nothing is locked and nothing is written. What is read may be half of a
/// change that was being copied from the log: whoever asks must expect to get nothing.
///
/// Source: SQLite, "Uniform Resource Identifiers", `immutable`.
enum MainFile {
    /// The numbers of a query's first row; nil where it can't be read or has none, and for NULLs.
    static func numbers(_ sql: String, in path: String) -> [Int64]? {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard
            sqlite3_open_v2(
                address(of: path),
                &connection,
                SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                nil
            ) == SQLITE_OK
        else { return nil }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        let columns = 0..<sqlite3_column_count(statement)
        guard columns.allSatisfy({ sqlite3_column_type(statement, $0) == SQLITE_INTEGER }) else {
            return nil
        }
        return columns.map { sqlite3_column_int64(statement, $0) }
    }

    /// How many pages the file says that it has.
    static func pageCount(of path: String) -> Int? {
        numbers("PRAGMA page_count", in: path)?.first.map(Int.init)
    }

    static func address(of path: String) -> String {
        let whole = URL(fileURLWithPath: DatabaseFile.resolved(path)).path
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "?#%;")
        let encoded = whole.addingPercentEncoding(withAllowedCharacters: allowed) ?? whole
        return "file:\(encoded)?immutable=1"
    }
}
