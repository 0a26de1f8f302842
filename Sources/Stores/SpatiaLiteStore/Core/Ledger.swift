internal import Datasets
internal import GRDB
internal import Timekeeping

/// The ledger of datasets and their versions, and the life of a version: begun beside the published
/// one, published by moving the dataset's pointer, retired when newer ones have taken its place.
struct Ledger: Sendable {
    let connections: Connections
    let keptVersions: Int

    static let tables = """
        CREATE TABLE dataset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            -- whether earlier versions are kept, to be published again
            is_versioned INTEGER NOT NULL CHECK (is_versioned IN (0, 1)),
            published_version_id INTEGER REFERENCES dataset_version (id)
        ) STRICT;
        -- One row for each import, for good; its records lie in the table kind_id, such as
        -- stations_17, until it is retired.
        CREATE TABLE dataset_version (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            dataset_id INTEGER NOT NULL REFERENCES dataset (id),
            state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'retired')),
            -- while building: the builder's lock, and the version that was published at its start
            builder TEXT,
            base_version_id INTEGER,
            -- from the first publishing on
            number INTEGER,
            file_name TEXT,
            sha256 TEXT,
            byte_count INTEGER,
            rows_read INTEGER,
            rows_accepted INTEGER,
            rows_merged INTEGER,
            rows_rejected INTEGER,
            records_added INTEGER,
            records_removed INTEGER,
            records_changed INTEGER,
            records_unchanged INTEGER,
            record_count INTEGER,
            imported_at INTEGER,
            UNIQUE (dataset_id, number),
            CHECK ((state = 'building') = (number IS NULL)),
            CHECK ((state = 'building') = (builder IS NOT NULL))
        ) STRICT;
        """

    /// The name of the table that holds, or held, a version's records.
    static func tableName(_ kind: DatasetKind, versionID: Int64) -> String {
        "\(kind)_\(versionID)"
    }

    func publishedVersions() async throws -> [DatasetVersion] {
        try await connections.read { db in
            try LedgerRow.fetch(db, "v.id = d.published_version_id ORDER BY d.name")
                .map(\.version)
        }
    }

    /// Adds what the ledger first had no room for.
    static let whoImported = "ALTER TABLE dataset_version ADD COLUMN imported_by TEXT"

    /// Who published an earlier version again, and when.
    static let whoRepublished = """
        CREATE TABLE republication (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            version_id INTEGER NOT NULL REFERENCES dataset_version (id),
            at INTEGER NOT NULL,
            who TEXT
        ) STRICT;
        CREATE INDEX republication_by_version ON republication (version_id);
        """

    /// Who took a dataset from the public, and when; the version is the one that was published.
    static let whoWithdrew = """
        CREATE TABLE withdrawal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            version_id INTEGER NOT NULL REFERENCES dataset_version (id),
            at INTEGER NOT NULL,
            who TEXT
        ) STRICT;
        CREATE INDEX withdrawal_by_version ON withdrawal (version_id);
        """

    func withdrawnVersions() async throws -> [DatasetVersion] {
        try await connections.read { db in
            try LedgerRow.fetch(
                db,
                """
                d.published_version_id IS NULL AND v.id = (
                    SELECT w.version_id FROM withdrawal AS w
                    JOIN dataset_version AS own ON own.id = w.version_id
                    WHERE own.dataset_id = d.id ORDER BY w.id DESC LIMIT 1)
                ORDER BY d.name
                """
            ).map(\.version)
        }
    }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        try await entries(of: name, where: "v.state = 'ready'")
    }

    func history(of name: DatasetName) async throws -> [DatasetVersion] {
        try await entries(of: name, where: "v.state <> 'building'")
    }

    private func entries(
        of name: DatasetName,
        where condition: String
    ) async throws -> [DatasetVersion] {
        try await connections.read { db in
            let rows = try LedgerRow.fetch(
                db,
                "\(condition) AND d.name = ? ORDER BY v.number DESC",
                [name.text]
            )
            guard !rows.isEmpty else { throw DatasetError.unknownDataset(name) }
            return rows.map(\.version)
        }
    }

    func publish(
        _ name: DatasetName,
        version number: Int,
        by who: String? = nil,
        at moment: Timestamp? = nil
    ) async throws -> DatasetVersion {
        try await connections.write { db in
            guard let dataset = try DatasetRow.fetch(db, name), try Self.wasPublished(dataset, db)
            else { throw DatasetError.unknownDataset(name) }
            guard dataset.isVersioned else {
                throw DatasetError.notVersioned(name, kind: dataset.kind)
            }
            let row = try Self.keptVersion(number, of: name, in: db)
            try Self.movePointer(of: dataset.id, to: row.id, in: db)
            if let moment {
                try db.execute(
                    sql: "INSERT INTO republication (version_id, at, who) VALUES (?, ?, ?)",
                    arguments: [row.id, moment.millisecondsSince1970, who]
                )
            }
            return try LedgerRow.require(db, id: row.id).version
        }
    }

    /// A version of a dataset that still has its records.
    ///
    /// - Throws: ``DatasetError/unknownVersion(_:number:existing:)``.
    static func keptVersion(
        _ number: Int,
        of name: DatasetName,
        in db: Database
    ) throws -> LedgerRow {
        let rows = try LedgerRow.fetch(
            db,
            "v.state = 'ready' AND d.name = ? ORDER BY v.number",
            [name.text]
        )
        guard let row = rows.first(where: { $0.version.number == number }) else {
            throw DatasetError.unknownVersion(
                name,
                number: number,
                existing: rows.map(\.version.number)
            )
        }
        return row
    }

    /// Takes a dataset from the public.
    ///
    /// - Parameter remove: Removes the records of a dataset that keeps no versions.
    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp,
        remove: @Sendable (_ datasetID: Int64, Database) throws -> Void
    ) async throws -> DatasetVersion {
        try await connections.write { db in
            let (dataset, versionID) = try Self.withdraw(name, by: who, at: moment, in: db)
            if !dataset.isVersioned {
                try remove(dataset.id, db)
                try Self.retire(versionID, in: db)
            }
            return try LedgerRow.require(db, id: versionID).version
        }
    }

    /// Takes a dataset from the public; called inside a transaction.
    ///
    /// - Parameter kind: What it must hold; nil for anything.
    @discardableResult
    static func withdraw(
        _ name: DatasetName,
        kind: DatasetKind? = nil,
        by who: String?,
        at moment: Timestamp,
        in db: Database
    ) throws -> (dataset: DatasetRow, versionID: Int64) {
        guard let dataset = try DatasetRow.fetch(db, name), try wasPublished(dataset, db)
        else { throw DatasetError.unknownDataset(name) }
        if let kind, kind != dataset.kind {
            throw DatasetError.wrongKind(name, expected: kind, found: dataset.kind)
        }
        guard let versionID = dataset.publishedVersionID else {
            throw DatasetError.notPublished(name)
        }
        try movePointer(of: dataset.id, to: nil, in: db)
        try db.execute(
            sql: "INSERT INTO withdrawal (version_id, at, who) VALUES (?, ?, ?)",
            arguments: [versionID, moment.millisecondsSince1970, who]
        )
        return (dataset, versionID)
    }

    private static func wasPublished(_ dataset: DatasetRow, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM dataset_version
                    WHERE dataset_id = ? AND state <> 'building')
                """,
            arguments: [dataset.id]
        ) == true
    }

    /// - Parameter versionID: nil for none.
    static func movePointer(of datasetID: Int64, to versionID: Int64?, in db: Database) throws {
        try db.execute(
            sql: "UPDATE dataset SET published_version_id = ? WHERE id = ?",
            arguments: [versionID, datasetID]
        )
    }
}

/// A row of `dataset`.
struct DatasetRow {
    let id: Int64
    let kind: DatasetKind
    let isVersioned: Bool
    let publishedVersionID: Int64?

    static func fetch(_ db: Database, _ name: DatasetName) throws -> DatasetRow? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT id, kind, is_versioned, published_version_id FROM dataset WHERE name = ?
                """,
            arguments: [name.text]
        ).map { row in
            DatasetRow(
                id: row[0],
                kind: DatasetKind(rawValue: row[1]),
                isVersioned: row[2],
                publishedVersionID: row[3]
            )
        }
    }

    /// - Throws: ``DatasetError/wrongKind(_:expected:found:)``.
    static func fetch(
        _ db: Database,
        _ name: DatasetName,
        kind: DatasetKind
    ) throws -> DatasetRow? {
        guard let row = try fetch(db, name) else { return nil }
        guard row.kind == kind else {
            throw DatasetError.wrongKind(name, expected: kind, found: row.kind)
        }
        if let version = row.publishedVersionID {
            try PastPublications.requireKept(version, of: name.text, in: db)
        }
        return row
    }
}

/// A row of `dataset_version` that has been published at least once.
struct LedgerRow {
    let id: Int64
    private(set) var version: DatasetVersion

    /// - Parameter condition: On the version `v` and its dataset `d`.
    static func fetch(
        _ db: Database,
        _ condition: String,
        _ arguments: StatementArguments = []
    ) throws -> [LedgerRow] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT v.id, d.name, d.kind, v.number, v.file_name, v.sha256, v.byte_count,
                    v.rows_read, v.rows_accepted, v.rows_merged, v.rows_rejected,
                    v.records_added, v.records_removed, v.records_changed, v.records_unchanged,
                    v.record_count, v.imported_at, v.id IS d.published_version_id,
                    v.imported_by, v.state = 'ready'
                FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                WHERE \(condition)
                """,
            arguments: arguments
        )
        var found = try rows.map(LedgerRow.init)
        let slots = Dictionary(
            found.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for row in try Row.fetchAll(
            db,
            sql: "SELECT version_id, at, who FROM republication ORDER BY id"
        ) {
            guard let slot = slots[row[0] as Int64] else { continue }
            found[slot].version.republications.append(
                Republication(at: Timestamp(millisecondsSince1970: row[1]), by: row[2])
            )
        }
        for row in try Row.fetchAll(
            db,
            sql: "SELECT version_id, at, who FROM withdrawal ORDER BY id"
        ) {
            guard let slot = slots[row[0] as Int64] else { continue }
            found[slot].version.withdrawals.append(
                Withdrawal(at: Timestamp(millisecondsSince1970: row[1]), by: row[2])
            )
        }
        return found
    }

    static func require(_ db: Database, id: Int64) throws -> LedgerRow {
        guard let row = try fetch(db, "v.id = ?", [id]).first else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "version \(id) is missing")
        }
        return row
    }

    private init(_ row: Row) throws {
        id = row[0]
        version = DatasetVersion(
            dataset: try DatasetName(row[1]),
            kind: DatasetKind(rawValue: row[2]),
            number: row[3],
            source: ImportSource(
                fileName: row[4],
                sha256: row[5],
                byteCount: row[6],
                importedBy: row[18]
            ),
            rows: RowCounts(read: row[7], accepted: row[8], merged: row[9], rejected: row[10]),
            changes: ChangeCounts(
                added: row[11],
                removed: row[12],
                changed: row[13],
                unchanged: row[14]
            ),
            recordCount: row[15],
            importedAt: Timestamp(millisecondsSince1970: row[16]),
            isPublished: row[17],
            isKept: row[19]
        )
    }
}
