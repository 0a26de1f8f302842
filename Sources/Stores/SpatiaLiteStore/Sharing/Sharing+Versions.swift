internal import Datasets
internal import GRDB
internal import GRDBSQLite

// The tables of versions of datasets: they are written once, and go from node to node whole, with their R-trees.
extension Sharing {
    /// What a piece of a version's table holds.
    private enum Section: UInt8, CaseIterable {
        case records, nodes, rows, parents

        /// Where it stands.
        func table(_ name: String) -> String {
            switch self {
            case .records: name
            case .nodes: "\(RTree(table: name).name)_node"
            case .rows: "\(RTree(table: name).name)_rowid"
            case .parents: "\(RTree(table: name).name)_parent"
            }
        }
    }

    /// About so long is a piece.
    private static let pieceBytes = 1 << 20

    /// A number that no version of another node has.
    func newVersionID() throws -> Int64 { try rows.newVersionID() }

    /// Lets other nodes have the table of a version.
    ///
    /// - Parameter db: Any connection.
    /// - Returns: What tells it from others under the same number.
    func keepVersion(_ id: Int64, _ kind: DatasetKind, in db: Database) throws -> Int64 {
        let name = Ledger.tableName(kind, versionID: id)
        func statement(_ name: String) throws -> String {
            try String.fetchOne(
                db,
                sql: "SELECT sql FROM sqlite_master WHERE name = ?",
                arguments: [name]
            ) ?? ""
        }
        let head = VersionHead(
            kind: kind.rawValue,
            table: try statement(name),
            index: try statement("\(name)_id"),
            geometry: try Int.fetchOne(
                db,
                sql: "SELECT geometry_type FROM geometry_columns WHERE f_table_name = ?",
                arguments: [name]
            ) ?? GeometryKind.point.rawValue
        )
        return try rows.keep(id, head) { add in
            for section in Section.allCases { try Self.write(section, of: name, in: db, add) }
        }
    }

    private static func write(
        _ section: Section,
        of name: String,
        in db: Database,
        _ add: ([UInt8]) throws -> Void
    ) throws {
        let statement = try db.makeStatement(sql: "SELECT * FROM \(section.table(name).quoted)")
        let handle = statement.sqliteStatement
        let count = sqlite3_column_count(handle)
        var piece = [section.rawValue]
        let found = try Row.fetchCursor(statement)
        while try found.next() != nil {
            for column in 0..<count { RowCoding.append(column: column, of: handle, to: &piece) }
            guard piece.count >= pieceBytes else { continue }
            try add(piece)
            piece = [section.rawValue]
        }
        if piece.count > 1 { try add(piece) }
    }

    /// Fetches the tables that rows of the ledger name and that the file lacks.
    func fetchVersions(of changed: [CommonRow], in db: Database) throws {
        guard let table = try tables.table(CommonTables.versions, in: db),
            let state = table.columns.firstIndex(of: "state")
        else { return }
        var stamps: [Int64: Int64]?
        for row in changed where row.table == table.name {
            guard let content = row.content, let values = try? RowCoding.values(content),
                values.count > state, String.fromDatabaseValue(values[state]) == "ready",
                let id = Int64.fromDatabaseValue(values[0])
            else { continue }
            let known = try stamps ?? rows.versions()
            stamps = known
            guard try fetchVersion(id, of: known, in: db) else {
                throw SharingError.noVersion(place: rows.place, dataset: "a dataset")
            }
        }
    }

    /// Fetches the table of a version, where the file has it not.
    ///
    /// - Parameter stamps: What tells each of those that can be had from others under its number.
    /// - Returns: False where nobody has it any more.
    @discardableResult
    func fetchVersion(
        _ id: Int64,
        of stamps: [Int64: Int64],
        in db: Database
    ) throws -> Bool {
        guard let stamp = stamps[id] else {
            return try CommonFile.versions(in: db)[id] != nil
        }
        guard try CommonFile.versions(in: db)[id] != stamp else { return true }
        var kind = DatasetKind(rawValue: "")
        var index = ""
        let isWhole = try rows.version(id) { head in
            kind = DatasetKind(rawValue: head.kind)
            index = head.index
            try db.inTransaction(.immediate) {
                // What was left when this was interrupted, or what had the number before.
                try Ledger.dropTable(kind, versionID: id, in: db)
                try db.execute(sql: head.table)
                let name = Ledger.tableName(kind, versionID: id)
                try RTree(table: name)
                    .create(in: db, of: GeometryKind(rawValue: head.geometry) ?? .point)
                return .commit
            }
        } _: { piece in
            try db.inTransaction(.immediate) {
                try read(piece, of: Ledger.tableName(kind, versionID: id), in: db)
                return .commit
            }
        }
        guard isWhole else { return false }
        try db.inTransaction(.immediate) {
            if !index.isEmpty { try db.execute(sql: index) }
            try CommonFile.noteVersion(id, stamp: stamp, kind: kind, in: db)
            return .commit
        }
        return true
    }

    private func read(_ piece: [UInt8], of name: String, in db: Database) throws {
        var rest = piece[...]
        guard let section = rest.popFirst().flatMap(Section.init) else {
            throw SharingError.unreadable(place: rows.place, table: name)
        }
        let table = section.table(name)
        let count = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM pragma_table_info(?)",
            arguments: [table]
        )
        guard let count, count > 0 else {
            throw SharingError.unreadable(place: rows.place, table: name)
        }
        let marks = Array(repeating: "?", count: count).joined(separator: ", ")
        // An empty tree has a root.
        let statement = try db.makeStatement(
            sql: "INSERT OR REPLACE INTO \(table.quoted) VALUES (\(marks))"
        )
        var writer = RowWriter(statement, in: db)
        do {
            while !rest.isEmpty {
                try RowCoding.write(count, from: &rest, to: &writer)
                try writer.execute()
            }
        } catch is RowCoding.Damage {
            throw SharingError.unreadable(place: rows.place, table: name)
        }
    }

    /// Drops the tables of versions that are kept no more.
    func dropRetired(in db: Database) throws {
        let retired = try CommonFile.retired(in: db)
        guard !retired.isEmpty else { return }
        try db.inTransaction(.immediate) {
            for (id, kind) in retired {
                try Ledger.dropTable(kind, versionID: id, in: db)
                try CommonFile.forgetVersion(id, in: db)
            }
            return .commit
        }
    }

    /// Lets nobody have the tables any more of versions that are kept no more.
    func removeVersions(_ ids: [Int64]) throws {
        for id in ids { try rows.removeVersion(id) }
    }
}
