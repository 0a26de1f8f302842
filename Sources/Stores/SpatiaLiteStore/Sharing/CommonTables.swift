internal import Datasets
internal import GRDB
internal import Synchronization

/// Which tables of a file nodes have in common: those of modules, the ledger of datasets and the tokens of staff.
/// Messages and what devices keep have tables of their own on PostgreSQL, and what says which file this is, is the
/// file's alone.
final class CommonTables: Sendable {
    /// A table of them.
    struct Table: Sendable {
        let name: String
        let columns: [String]
        /// Which columns make the primary key.
        let keyColumns: [Int]

        private var condition: String {
            keyColumns.map { "\(columns[$0].quoted) = ?" }.joined(separator: " AND ")
        }

        var select: String { "SELECT * FROM \(name.quoted) WHERE \(condition)" }
        var delete: String { "DELETE FROM \(name.quoted) WHERE \(condition)" }

        /// - Parameter count: How many columns a row has that an older Ambit may have written.
        func insert(_ count: Int) -> String {
            let names = columns.prefix(count).map(\.quoted).joined(separator: ", ")
            let marks = Array(repeating: "?", count: count).joined(separator: ", ")
            return "INSERT OR REPLACE INTO \(name.quoted) (\(names)) VALUES (\(marks))"
        }

        /// The key of a row.
        func key(_ values: [DatabaseValue]) -> [UInt8] {
            var bytes: [UInt8] = []
            for column in keyColumns { RowCoding.append(values[column], to: &bytes) }
            return bytes
        }
    }

    static let ledger = "dataset"
    static let versions = "dataset_version"
    private static let core: Set = [
        ledger, versions, "republication", "withdrawal", "kept_decision", StaffTokenTable.name,
    ]

    private let prefixes: [String]
    private let known = Mutex<[String: Table]>([:])

    /// - Parameter modules: The names of the modules that have tables.
    init(modules: [String]) { prefixes = modules.map { "\($0)_" } }

    /// Whether nodes have a table in common.
    func isCommon(_ name: String) -> Bool {
        if Self.core.contains(name) { return true }
        guard prefixes.contains(where: name.hasPrefix) else { return false }
        // The records of a version of a dataset: they come all at once.
        let ending = name.split(separator: "_").last ?? ""
        return !ending.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// A table by its name; nil for one that is not common, or that the file has not.
    ///
    /// - Throws: Where it has no primary key, so that nobody could tell which of its rows is meant.
    func table(_ name: String, in db: Database) throws -> Table? {
        guard isCommon(name) else { return nil }
        if let found = known.withLock({ $0[name] }) { return found }
        let columns = try Row.fetchAll(db, sql: "PRAGMA table_info(\(name.quoted))")
        guard !columns.isEmpty else { return nil }
        let table = Table(
            name: name,
            columns: columns.map { $0["name"] },
            keyColumns: columns.indices.filter { (columns[$0]["pk"] as Int) > 0 }
        )
        guard !table.keyColumns.isEmpty else {
            throw DatabaseError(
                resultCode: .SQLITE_MISUSE,
                message: "the table \(name) has no primary key"
            )
        }
        known.withLock { $0[name] = table }
        return table
    }

    /// All of them, by their names.
    func all(in db: Database) throws -> [Table] {
        try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).compactMap { try table($0, in: db) }
    }
}

extension String {
    /// The name of a table or a column as SQL has it.
    var quoted: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
