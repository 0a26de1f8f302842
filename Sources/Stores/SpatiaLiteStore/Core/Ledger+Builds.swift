internal import Datasets
internal import GRDB
internal import Timekeeping

/// A version under construction, as the ledger knows it.
struct BuildTicket: Sendable {
    let dataset: DatasetName
    let kind: DatasetKind
    let versionID: Int64
    /// Held while the build lives.
    let lock: BuildLock

    var tableName: String { Ledger.tableName(kind, versionID: versionID) }
}

/// What a published version is entered into the ledger with.
struct VersionEntry: Sendable {
    let source: ImportSource
    let rows: RowCounts
    let changes: ChangeCounts
    let recordCount: Int
    let moment: Timestamp
}

extension Ledger {
    /// Enters a version that is being built, and creates its table.
    ///
    /// - Throws: ``DatasetError/wrongKind(_:expected:found:)``.
    func begin(
        _ name: DatasetName,
        kind: DatasetKind,
        isVersioned: Bool,
        createTable: @Sendable (_ versionID: Int64, Database) throws -> Void
    ) async throws -> BuildTicket {
        guard connections.access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: connections.path)
        }
        try await removeAbandonedBuilds()
        let lock = try BuildLock(database: connections.path)
        let versionID = try await connections.write { [connections] db in
            let existing = try DatasetRow.fetch(db, name, kind: kind)
            // Where nodes have the ledger in common, no other gives the same number.
            let number = try connections.sharing?.newVersionID()
            if existing == nil {
                try db.execute(
                    sql: "INSERT INTO dataset (id, name, kind, is_versioned) VALUES (?, ?, ?, ?)",
                    arguments: [number, name.text, kind.rawValue, isVersioned]
                )
            }
            let datasetID = existing?.id ?? db.lastInsertedRowID
            try db.execute(
                sql: """
                    INSERT INTO dataset_version (id, dataset_id, state, builder, base_version_id)
                    VALUES (?, ?, 'building', ?, ?)
                    """,
                arguments: [number, datasetID, lock.token, existing?.publishedVersionID]
            )
            let versionID = db.lastInsertedRowID
            try createTable(versionID, db)
            return versionID
        }
        return BuildTicket(dataset: name, kind: kind, versionID: versionID, lock: lock)
    }

    /// Lets other nodes have the table of a version that is about to be published.
    ///
    /// - Returns: What tells it from others; nil where nobody else has the ledger.
    func share(_ ticket: BuildTicket) async throws -> Int64? {
        guard let sharing = connections.sharing else { return nil }
        return try await connections.read { db in
            try sharing.keepVersion(ticket.versionID, ticket.kind, in: db)
        }
    }

    /// Makes a built version the published one; called inside a transaction.
    ///
    /// - Throws: ``DatasetError/publishedMeanwhile(_:)``,
    ///   ``SpatiaLiteStoreError/buildEnded(dataset:)``.
    static func publish(
        _ ticket: BuildTicket,
        _ entry: VersionEntry,
        in db: Database
    ) throws -> DatasetVersion {
        try requireUnderConstruction(ticket, in: db)
        guard
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT d.published_version_id IS v.base_version_id
                    FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                    WHERE v.id = ?
                    """,
                arguments: [ticket.versionID]
            ) == true
        else { throw DatasetError.publishedMeanwhile(ticket.dataset) }
        try db.execute(
            sql: """
                UPDATE dataset_version AS v SET state = 'ready', builder = NULL,
                    number = (SELECT ifnull(max(number), 0) + 1 FROM dataset_version AS other
                        WHERE other.dataset_id = v.dataset_id),
                    file_name = ?, sha256 = ?, byte_count = ?,
                    rows_read = ?, rows_accepted = ?, rows_merged = ?, rows_rejected = ?,
                    records_added = ?, records_removed = ?, records_changed = ?,
                    records_unchanged = ?, record_count = ?, imported_at = ?, imported_by = ?
                WHERE id = ?
                """,
            arguments: [
                entry.source.fileName, entry.source.sha256, entry.source.byteCount,
                entry.rows.read, entry.rows.accepted, entry.rows.merged, entry.rows.rejected,
                entry.changes.added, entry.changes.removed, entry.changes.changed,
                entry.changes.unchanged, entry.recordCount,
                entry.moment.millisecondsSince1970, entry.source.importedBy, ticket.versionID,
            ]
        )
        try db.execute(
            sql: """
                UPDATE dataset SET published_version_id = ?1
                WHERE id = (SELECT dataset_id FROM dataset_version WHERE id = ?1)
                """,
            arguments: [ticket.versionID]
        )
        return try LedgerRow.require(db, id: ticket.versionID).version
    }

    /// - Throws: ``SpatiaLiteStoreError/buildEnded(dataset:)`` when the version was published or
    ///   discarded.
    static func requireUnderConstruction(_ ticket: BuildTicket, in db: Database) throws {
        let state = try String.fetchOne(
            db,
            sql: "SELECT state FROM dataset_version WHERE id = ?",
            arguments: [ticket.versionID]
        )
        guard state == "building" else {
            throw SpatiaLiteStoreError.buildEnded(dataset: ticket.dataset.text)
        }
    }

    /// Drops a version that is being built; harmless when it is not.
    func discard(_ ticket: BuildTicket) async throws {
        try await connections.write { db in
            try Self.dropBuild(ticket.versionID, builder: ticket.lock.token, in: db)
        }
    }

    /// A version whose builder died before it published.
    struct AbandonedBuild: Sendable, Hashable {
        let dataset: String
        let versionID: Int64
        let builder: String
    }

    /// What builders left that died before they published.
    func abandonedBuilds() async throws -> [AbandonedBuild] {
        let dead = Set(
            try await builds().filter {
                !BuildLock.isHeld($0.builder, database: connections.path)
            }
        )
        // One whose builder ended by itself meanwhile is no build any more.
        return dead.isEmpty ? [] : try await builds().filter(dead.contains)
    }

    private func builds() async throws -> [AbandonedBuild] {
        try await connections.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT d.name, v.id, v.builder
                    FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                    WHERE v.state = 'building' ORDER BY v.id
                    """
            ).map { AbandonedBuild(dataset: $0[0], versionID: $0[1], builder: $0[2]) }
        }
    }

    /// Drops what builders left that died before they published.
    func removeAbandonedBuilds() async throws {
        for build in try await abandonedBuilds() {
            try await connections.write { db in
                try Self.dropBuild(build.versionID, builder: build.builder, in: db)
            }
        }
        BuildLock.removeAbandoned(database: connections.path)
    }

    /// Drops the records of versions beyond the newest `keptVersions`, never of the published one.
    func retireOldVersions(of name: DatasetName) async throws {
        let kept = max(1, keptVersions)
        let old = try await connections.read { db in
            let rows = try LedgerRow.fetch(
                db,
                "v.state = 'ready' AND d.name = ? ORDER BY v.number DESC",
                [name.text]
            )
            let spare = rows.filter { !$0.version.isPublished }.map(\.id)
            return spare.dropFirst(kept - 1)
        }
        for id in old {
            try await connections.write { db in
                // Rolled back to, or retired by another process, since it was chosen?
                let rows = try LedgerRow.fetch(db, "v.state = 'ready' AND v.id = ?", [id])
                guard let row = rows.first, !row.version.isPublished else { return }
                try Self.dropTable(row.version.kind, versionID: id, in: db)
                try Self.retire(id, in: db)
            }
        }
        if let sharing = connections.sharing, !old.isEmpty {
            try await connections.read { _ in try sharing.removeVersions(Array(old)) }
        }
    }

    /// Marks a version as one that is remembered but has no records any more.
    static func retire(_ versionID: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE dataset_version SET state = 'retired' WHERE id = ?",
            arguments: [versionID]
        )
    }

    /// Drops a version's table with its R-tree.
    static func dropTable(_ kind: DatasetKind, versionID: Int64, in db: Database) throws {
        let name = tableName(kind, versionID: versionID)
        try RTree(table: name).drop(in: db)
        try db.execute(sql: "DROP TABLE IF EXISTS \"\(name)\"")
    }

    private static func dropBuild(_ versionID: Int64, builder: String, in db: Database) throws {
        let found = try Row.fetchOne(
            db,
            sql: """
                SELECT d.id, d.kind FROM dataset_version AS v JOIN dataset AS d
                ON d.id = v.dataset_id
                WHERE v.id = ? AND v.state = 'building' AND v.builder = ?
                """,
            arguments: [versionID, builder]
        )
        guard let found else { return }
        let datasetID: Int64 = found[0]
        try dropTable(DatasetKind(rawValue: found[1]), versionID: versionID, in: db)
        try db.execute(sql: "DELETE FROM dataset_version WHERE id = ?", arguments: [versionID])
        // A name that was never published is free again, for datasets of any kind.
        try db.execute(
            sql: """
                DELETE FROM dataset WHERE id = ?1
                AND NOT EXISTS (SELECT 1 FROM dataset_version WHERE dataset_id = ?1)
                """,
            arguments: [datasetID]
        )
    }
}
