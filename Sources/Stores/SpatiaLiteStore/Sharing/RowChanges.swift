internal import CSpatiaLite
internal import GRDB
internal import GRDBSQLite

/// Notes which rows of common tables a connection changes, until it is ended.
struct RowChanges {
    private let changes: UnsafeMutableRawPointer
    private let tables: CommonTables

    /// - Parameter db: In a transaction that has changed nothing yet.
    init(_ db: Database, _ tables: CommonTables) throws {
        let begun = ambit_changes_begin(
            db.sqliteConnection,
            // It lives as long as the connection's owner, and these changes do not outlive a transaction.
            Unmanaged.passUnretained(tables).toOpaque(),
            { tables, name in
                guard let tables, let name else { return 0 }
                return Unmanaged<CommonTables>.fromOpaque(tables).takeUnretainedValue()
                    .isCommon(String(cString: name)) ? 1 : 0
            }
        )
        guard let begun else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        changes = begun
        self.tables = tables
    }

    func end() { ambit_changes_end(changes) }

    /// What is visited.
    private final class Keys {
        var found: [(table: String, key: [UInt8])] = []
    }

    /// The rows that are others than at the beginning, as they are now.
    ///
    /// A version that is being built is its builder's alone, and so is the name of a dataset of which nothing was
    /// published yet. Imported messages, which have no versions, are the file's alone.
    func rows(in db: Database) throws -> [CommonRow] {
        let keys = Keys()
        let code = ambit_changes_visit(changes, Unmanaged.passUnretained(keys).toOpaque()) {
            keys,
            name,
            count,
            values in
            guard let keys, let name, let values else { return SQLITE_ERROR }
            var key: [UInt8] = []
            for column in 0..<Int(count) {
                if let value = values[column] { RowCoding.append(value, to: &key) }
            }
            Unmanaged<Keys>.fromOpaque(keys).takeUnretainedValue().found
                .append((String(cString: name), key))
            return SQLITE_OK
        }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        return try keys.found.compactMap { name, key in
            guard let table = try tables.table(name, in: db) else { return nil }
            let row = try Row.fetchOne(
                db.cachedStatement(sql: table.select),
                arguments: StatementArguments(try RowCoding.values(key))
            )
            guard let row else { return CommonRow(table: name, key: key, content: nil) }
            guard try Self.isPublic(row, of: table, in: db) else { return nil }
            return CommonRow(table: name, key: key, content: Self.content(of: row))
        }
    }

    /// The values of a row of a common table.
    static func content(of row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for (_, value) in row { RowCoding.append(value, to: &bytes) }
        return bytes
    }

    static func isPublic(
        _ row: Row,
        of table: CommonTables.Table,
        in db: Database
    ) throws -> Bool {
        switch table.name {
        case CommonTables.versions:
            guard (row["state"] as String) != "building" else { return false }
            return try Bool.fetchOne(
                db,
                sql: "SELECT is_versioned FROM dataset WHERE id = ?",
                arguments: [row["dataset_id"] as Int64]
            ) == true
        case CommonTables.ledger:
            return try Bool.fetchOne(
                db,
                sql: """
                    SELECT is_versioned AND EXISTS (SELECT 1 FROM dataset_version
                        WHERE dataset_id = dataset.id AND state <> 'building')
                    FROM dataset WHERE id = ?
                    """,
                arguments: [row["id"] as Int64]
            ) == true
        default: return true
        }
    }
}
