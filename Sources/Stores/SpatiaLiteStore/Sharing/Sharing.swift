internal import CSpatiaLite
internal import Datasets
internal import GRDB
internal import Synchronization

/// Keeps a file in step with the rows that nodes have in common.
///
/// A change is made in the file's transaction, and the rows that it changed are offered to the common place before
/// that commits. Where others were first, it is undone, theirs are taken over, and it is made again: so every node
/// makes its changes on the same state, as if they had one file. What was taken there and not committed here, since
/// the process died, comes back when the file is opened.
///
/// All is done by the connection that writes, outside of a transaction of its own.
final class Sharing: Sendable {
    let rows: any CommonRows
    let tables: CommonTables
    let path: String
    /// Whether rows went away here since it was asked last.
    private let hasErased = Atomic(false)

    /// After so many times at which others were first, a change waits for its turn.
    private static let triesBeforeTurn = 2
    /// More than enough for one who has the turn.
    private static let mostTries = 20

    init(rows: any CommonRows, tables: CommonTables, path: String) {
        self.rows = rows
        self.tables = tables
        self.path = path
    }

    /// Whether rows went away here since this was asked last: the log still has them.
    func takeErased() -> Bool { hasErased.exchange(false, ordering: .relaxed) }

    // MARK: Changing

    /// Runs a transaction whose changes are everybody's.
    ///
    /// - Parameter body: Called again where others were first.
    func transaction(
        _ db: Database,
        _ body: () throws -> Database.TransactionCompletion
    ) throws {
        defer { rows.endTurn() }
        for attempt in 1...Self.mostTries {
            if try isMade(db, body) { return }
            if attempt >= Self.triesBeforeTurn { try rows.takeTurn() }
            try catchUp(in: db)
        }
        throw SharingError.crowded(place: rows.place)
    }

    /// - Returns: False where others were first; nothing was changed then.
    private func isMade(
        _ db: Database,
        _ body: () throws -> Database.TransactionCompletion
    ) throws -> Bool {
        var isFirst = true
        try db.inTransaction(.immediate) {
            let changes = try RowChanges(db, tables)
            defer { changes.end() }
            guard try body() == .commit else { return .rollback }
            let changed = try changes.rows(in: db)
            let before = try CommonFile.mark(in: db)
            guard !changed.isEmpty else {
                // What found nothing to change may have looked at what is over.
                isFirst = try rows.head() == before
                return isFirst ? .commit : .rollback
            }
            guard let mark = try rows.append(changed, after: before) else {
                isFirst = false
                return .rollback
            }
            try CommonFile.set(mark, in: db)
            return .commit
        }
        return isFirst
    }

    // MARK: Following

    /// Takes over what others have changed.
    ///
    /// - Returns: Whether there was anything.
    @discardableResult
    func catchUp(in db: Database) throws -> Bool {
        while true {
            let mark = try CommonFile.mark(in: db)
            guard try rows.head() != mark else { return false }
            guard let changes = try rows.changes(since: mark) else {
                try readEverything(db)
                return true
            }
            try fetchVersions(of: changes.rows, in: db)
            let isTaken = try applying(db) {
                // Another process of this node may have been here.
                guard try CommonFile.mark(in: db) == mark else { return false }
                try apply(changes.rows, in: db)
                try CommonFile.set(changes.mark, in: db)
                return true
            }
            try dropRetired(in: db)
            if isTaken { return true }
        }
    }

    /// Reads all rows anew: the file then has what everybody has.
    func readEverything(_ db: Database) throws {
        // They are long, and the rows that name them wait for them.
        let stamps = try rows.versions()
        for id in stamps.keys.sorted() { try fetchVersion(id, of: stamps, in: db) }
        try applying(db) {
            for table in try tables.all(in: db) { try Self.empty(table, in: db) }
            let mark = try rows.everything { try apply([$0], in: db) }
            try CommonFile.set(mark, in: db)
        }
        try dropRetired(in: db)
        let missing = try CommonFile.missing(in: db)
        let newer = missing.isEmpty ? [:] : try rows.versions()
        for versionID in missing {
            guard try fetchVersion(versionID, of: newer, in: db) else {
                throw SharingError.noVersion(
                    place: rows.place,
                    dataset: try Self.dataset(of: versionID, in: db)
                )
            }
        }
        hasErased.store(true, ordering: .relaxed)
    }

    private static func empty(_ table: CommonTables.Table, in db: Database) throws {
        // What a module made for itself when its tables were made goes when the common one comes.
        guard !table.isKeepsake else { return }
        switch table.name {
        case CommonTables.versions:
            try db.execute(sql: "DELETE FROM dataset_version WHERE state <> 'building'")
        case CommonTables.ledger:
            try db.execute(
                sql: """
                    DELETE FROM dataset WHERE id NOT IN (
                        SELECT dataset_id FROM dataset_version WHERE state = 'building')
                    """
            )
        default: try db.execute(sql: "DELETE FROM \(table.name.quoted)")
        }
    }

    private static func dataset(of versionID: Int64, in db: Database) throws -> String {
        try String.fetchOne(
            db,
            sql: """
                SELECT d.name FROM dataset AS d JOIN dataset_version AS v ON v.dataset_id = d.id
                WHERE v.id = ?
                """,
            arguments: [versionID]
        ) ?? "a dataset"
    }

    /// Does something in a transaction in which rows come in any order: what follows from a change of theirs, by
    /// triggers and by what refers to them, is among the rows that come.
    private func applying<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        guard RawSQL.execute("PRAGMA foreign_keys = OFF", in: db) else {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "foreign keys stay on")
        }
        ambit_set_triggers(db.sqliteConnection, 0)
        defer {
            ambit_set_triggers(db.sqliteConnection, 1)
            RawSQL.execute("PRAGMA foreign_keys = ON", in: db)
        }
        var value: Value?
        try db.inTransaction(.immediate) {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    private func apply(_ rows: [CommonRow], in db: Database) throws {
        for row in rows where row.content == nil {
            guard let table = try tables.table(row.table, in: db) else { continue }
            let key = try reading(row) { try RowCoding.values(row.key) }
            try db.cachedStatement(sql: table.delete).execute(arguments: StatementArguments(key))
            hasErased.store(true, ordering: .relaxed)
        }
        for row in rows {
            guard let content = row.content else { continue }
            let values = try reading(row) { try RowCoding.values(content) }
            guard let table = try tables.table(row.table, in: db),
                values.count <= table.columns.count
            else { throw SharingError.newerRows(place: self.rows.place, table: row.table) }
            if table.name == CommonTables.ledger {
                try Self.handOverBuilds(to: values[0], named: values[1], in: db)
            }
            try db.cachedStatement(sql: table.insert(values.count))
                .execute(arguments: StatementArguments(values))
        }
    }

    private func reading<Value>(_ row: CommonRow, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            throw SharingError.unreadable(place: rows.place, table: row.table)
        }
    }

    /// What is being built here for a dataset of the same name, of which nothing had been published, is built for
    /// the one that another node has published first.
    private static func handOverBuilds(
        to id: DatabaseValue,
        named name: DatabaseValue,
        in db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE dataset_version SET dataset_id = ?1 WHERE state = 'building' AND dataset_id IN (
                    SELECT id FROM dataset WHERE name = ?2 AND id <> ?1)
                """,
            arguments: [id, name]
        )
    }
}

extension CommonTables.Table {
    /// Whether it holds the one row that a module makes when its tables are made.
    var isKeepsake: Bool { keyColumns.map { columns[$0] } == ["one"] }
}
