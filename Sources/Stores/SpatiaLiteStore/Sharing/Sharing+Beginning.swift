internal import Datasets
internal import GRDB

extension Sharing {
    /// So many rows at most in one call.
    private static let rowsPerCall = 5000

    /// Lets a file follow the place that it followed before, or that it is told to follow from now on.
    ///
    /// - Parameter db: The connection that writes, outside of a transaction.
    /// - Returns: nil for a file that follows none.
    /// - Throws: ``SharingError``; what the place throws.
    static func begin(
        _ db: Database,
        path: String,
        source: CommonSource?
    ) throws -> Sharing? {
        let known = try CommonFile.address(in: db)
        guard let rows = try source?.open(known) else {
            guard let known else { return nil }
            throw SharingError.notReached(path: path, address: known)
        }
        let schemas = try schemas(of: db)
        let sharing = Sharing(
            rows: rows,
            tables: CommonTables(modules: Array(schemas.keys)),
            path: path
        )
        try sharing.begin(db, known: known, schemas)
        return sharing
    }

    private func begin(_ db: Database, known: String?, _ schemas: [String: Int]) throws {
        let there = try rows.schemas()
        for (module, version) in schemas.sorted(by: { $0.key < $1.key }) {
            guard let found = there[module], found > version else { continue }
            throw SharingError.newerModule(
                place: rows.place,
                module: module,
                found: found,
                supported: version
            )
        }
        try CommonFile.create(in: db)
        let text = Self.text(schemas)
        let isBehind = schemas.contains { there[$0.key, default: 0] < $0.value }
        if try rows.head().number == 0 {
            try CommonFile.set(rows.address, CommonMark(number: 0, stamp: 0), schemas: text, in: db)
            try bringAlong(db, tables.all(in: db))
        } else if known == nil {
            guard try !hasOwnRows(db) else {
                throw SharingError.ownRows(path: path, place: rows.place)
            }
            try CommonFile.set(rows.address, CommonMark(number: 0, stamp: 0), schemas: text, in: db)
            try readEverything(db)
        } else if isBehind {
            // The first node of a newer Ambit: what its steps made of the rows is everybody's.
            try catchUp(in: db)
            let raised = Set(
                schemas.keys.filter { there[$0, default: 0] < schemas[$0, default: 0] }
            )
            let theirs = try tables.all(in: db).filter { table in
                raised.contains { table.name.hasPrefix("\($0)_") }
            }
            try bringAlong(db, theirs)
        } else if try CommonFile.schemas(in: db) != text {
            // Rows of tables that this file did not have when they came.
            try readEverything(db)
        } else {
            try catchUp(in: db)
        }
        if isBehind { try rows.raise(schemas) }
        try CommonFile.set(rows.address, CommonFile.mark(in: db), schemas: text, in: db)
    }

    /// How many steps each module of a file has had.
    private static func schemas(of db: Database) throws -> [String: Int] {
        try Schema.moduleVersions(db).reduce(into: [:]) { $0[$1.key.text] = $1.value }
    }

    private static func text(_ schemas: [String: Int]) -> String {
        schemas.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }

    private func hasOwnRows(_ db: Database) throws -> Bool {
        try tables.all(in: db).contains { table in
            guard !table.isKeepsake else { return false }
            return try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM \(table.name.quoted))"
            ) == true
        }
    }

    /// Adds the rows of some tables, and of versions what they name, as this file has them: all or none.
    private func bringAlong(_ db: Database, _ tables: [CommonTables.Table]) throws {
        if tables.contains(where: { $0.name == CommonTables.versions }) {
            for version in try Row.fetchAll(
                db,
                sql: """
                    SELECT v.id, d.kind FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                    WHERE v.state = 'ready' AND d.is_versioned
                    """
            ) {
                let (id, kind) = (version[0] as Int64, DatasetKind(rawValue: version[1]))
                let stamp = try keepVersion(id, kind, in: db)
                try CommonFile.noteVersion(id, stamp: stamp, kind: kind, in: db)
            }
        }
        var all: [CommonRow] = []
        for table in tables {
            let found = try Row.fetchCursor(db, sql: "SELECT * FROM \(table.name.quoted)")
            while let row = try found.next() {
                guard try RowChanges.isPublic(row, of: table, in: db) else { continue }
                all.append(
                    CommonRow(
                        table: table.name,
                        key: table.key(Array(row.databaseValues)),
                        content: RowChanges.content(of: row)
                    )
                )
            }
        }
        guard !all.isEmpty else { return }
        try rows.takeTurn()
        defer { rows.endTurn() }
        guard let mark = try rows.append(all, after: CommonFile.mark(in: db)) else {
            throw SharingError.crowded(place: rows.place)
        }
        try CommonFile.set(mark, in: db)
    }
}
