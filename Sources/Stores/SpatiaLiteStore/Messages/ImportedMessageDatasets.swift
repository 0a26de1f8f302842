internal import Datasets
internal import GRDB
internal import Geodesy
internal import Radar
internal import Timekeeping

/// The datasets of imported messages. They live in the one table of messages, under the ids that
/// readers know, so that an import changes what differs and keeps no earlier version.
struct ImportedMessageDatasets: DatasetStore {
    let ledger: Ledger

    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([ImportedMessage]) throws -> Void
    ) async throws {
        try await ledger.connections.read { db in
            guard let dataset = try DatasetRow.fetch(db, name, kind: .messages) else { return }
            try StoredMessageTable.forEach(db, where: "m.dataset_id = ?", [dataset.id]) {
                messages in
                try visit(messages.compactMap(ImportedMessage.init))
            }
        }
    }

    /// Removes all messages of a dataset.
    static func remove(_ datasetID: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM message WHERE dataset_id = ?", arguments: [datasetID])
    }

    func beginVersion(of name: DatasetName) async throws -> any DatasetBuild<ImportedMessage> {
        let ticket = try await ledger.begin(name, kind: .messages, isVersioned: false) {
            versionID,
            db in
            let table = Ledger.tableName(.messages, versionID: versionID)
            try ImportedMessageStage(table: table).create(in: db)
        }
        return ImportedMessageBuild(ledger: ledger, ticket: ticket)
    }
}

extension ImportedMessage {
    /// The message as its file brought it; nil for a posted one.
    fileprivate init?(_ message: Message) {
        guard let origin = message.origin else { return nil }
        self.init(
            origin: origin,
            text: message.text,
            category: message.category,
            coordinate: message.coordinate,
            visibleRadius: message.visibleRadius,
            postedAt: message.postedAt,
            expiresAt: message.expiresAt
        )
    }
}

/// An import of messages: gathered in a table of its own, then merged into the messages at once.
private actor ImportedMessageBuild: DatasetBuild {
    private static let rowsPerTransaction = 2000

    private let ledger: Ledger
    private let ticket: BuildTicket
    private let stage: ImportedMessageStage
    private var recordCount = 0
    /// Why records are missing: such a version is never published.
    private var failure: (any Error)?

    init(ledger: Ledger, ticket: BuildTicket) {
        self.ledger = ledger
        self.ticket = ticket
        stage = ImportedMessageStage(table: ticket.tableName)
    }

    func append(_ records: [ImportedMessage]) async throws {
        for start in stride(from: 0, to: records.count, by: Self.rowsPerTransaction) {
            let end = min(start + Self.rowsPerTransaction, records.count)
            try await write(Array(records[start..<end]))
        }
    }

    func publish(
        source: ImportSource,
        rows: RowCounts,
        changes: ChangeCounts,
        replacing replaced: DatasetName?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        // Nothing could bring them back.
        if let replaced { throw DatasetError.notVersioned(replaced, kind: .messages) }
        if let failure { throw failure }
        let entry = VersionEntry(
            source: source,
            rows: rows,
            changes: changes,
            recordCount: recordCount,
            moment: moment
        )
        let version = try await ledger.connections.write { [stage, ticket] db in
            let version = try Ledger.publish(ticket, entry, in: db)
            guard let dataset = try DatasetRow.fetch(db, ticket.dataset) else {
                throw DatasetError.unknownDataset(ticket.dataset)
            }
            try stage.merge(into: dataset.id, in: db)
            try MessageTree.passImported(in: db)
            try Ledger.dropTable(.messages, versionID: ticket.versionID, in: db)
            // Its rows were merged over those of the version before.
            try db.execute(
                sql: """
                    UPDATE dataset_version SET state = 'retired'
                    WHERE dataset_id = ? AND state = 'ready' AND id <> ?
                    """,
                arguments: [dataset.id, ticket.versionID]
            )
            return version
        }
        ticket.lock.release()
        return version
    }

    func discard() async throws {
        try await ledger.discard(ticket)
        ticket.lock.release()
    }

    private func write(_ batch: [ImportedMessage]) async throws {
        if let failure { throw failure }
        recordCount += batch.count
        do {
            // On disk with the version that is published behind them, and worth nothing before.
            try await ledger.connections.writeStep { [stage, ticket] db in
                try Ledger.requireUnderConstruction(ticket, in: db)
                try stage.insert(batch, dataset: ticket.dataset, in: db)
            }
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}

/// The table in which an import of messages waits.
private struct ImportedMessageStage {
    let table: String

    func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE "\(table)" (
                    key TEXT PRIMARY KEY,
                    text TEXT NOT NULL,
                    category TEXT NOT NULL,
                    visible_radius_m REAL NOT NULL,
                    posted_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    attributes TEXT,
                    geometry BLOB NOT NULL
                ) STRICT, WITHOUT ROWID
                """
        )
    }

    /// - Throws: ``SpatiaLiteStoreError/repeatedRecord(dataset:id:)``.
    func insert(
        _ messages: [ImportedMessage],
        dataset: DatasetName,
        in db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO \"\(table)\" VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        var row = RowWriter(statement, in: db)
        for message in messages {
            row.text(message.origin.key)
            row.text(message.text)
            row.text(message.category.rawValue)
            row.real(message.visibleRadius.meters)
            row.integer(message.postedAt.millisecondsSince1970)
            row.integer(message.expiresAt.millisecondsSince1970)
            row.text(try JSONColumn.encode(message.origin.attributes))
            row.point(message.coordinate)
            do {
                try row.execute()
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
            {
                throw SpatiaLiteStoreError.repeatedRecord(
                    dataset: dataset.text,
                    id: message.origin.key
                )
            }
        }
    }

    /// Makes the dataset's messages those of the stage: removes, changes and adds what differs. A
    /// message whose key stays keeps its id.
    func merge(into datasetID: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM message WHERE dataset_id = ?
                AND key NOT IN (SELECT key FROM "\(table)")
                """,
            arguments: [datasetID]
        )
        let columns = [
            "text", "category", "visible_radius_m", "posted_at", "expires_at", "attributes",
            "geometry",
        ]
        let list = columns.joined(separator: ", ")
        let assignments = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = columns.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
        try MessageTree.enteringImported(in: db) {
            try db.execute(
                sql: """
                    INSERT INTO message (dataset_id, key, \(list))
                    SELECT ?, key, \(list) FROM "\(table)" WHERE true ORDER BY key
                    ON CONFLICT (dataset_id, key) WHERE dataset_id IS NOT NULL
                    DO UPDATE SET \(assignments) WHERE \(differences)
                    """,
                arguments: [datasetID]
            )
        }
    }
}
