public import Datasets
internal import GRDB
public import Radar
public import Timekeeping

extension SpatiaLiteStore: MessageStore {
    /// Stores a message; when it is on disk, `answer` is called on the writer's queue. Messages that
    /// are appended at the same time share one write to the disk.
    ///
    /// With ``SpatiaLiteStoreError`` the message is not stored.
    public func append(
        _ message: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    ) {
        connections.writeInGroup { db -> AppendOutcome in
            if let key, let outcome = try Self.earlierOutcome(of: key, for: message, in: db) {
                return outcome
            }
            let stored: Message
            do {
                stored = try StoredMessageTable.insert(message, in: db)
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
            {
                return .unknownDevice
            }
            guard let key else { return .stored(stored) }
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO post_key VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(
                arguments: [
                    message.author.rawValue, key.hash.blob, key.contentDigest.blob,
                    stored.id.rawValue, stored.postedAt.millisecondsSince1970,
                    key.expiresAt.millisecondsSince1970,
                ])
            return .stored(stored)
        } then: {
            answer($0)
        }
    }

    /// What a key was used for before; nil when it is free.
    private static func earlierOutcome(
        of key: PostKey,
        for message: NewMessage,
        in db: Database
    ) throws -> AppendOutcome? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT message_id, posted_at, content_digest = ? FROM post_key
                    WHERE device_id = ? AND key_hash = ? AND expires_at > ?
                    """
            ),
            arguments: [
                key.contentDigest.blob, message.author.rawValue, key.hash.blob,
                message.postedAt.millisecondsSince1970,
            ]
        )
        guard let row else { return nil }
        let stored = try StoredRow(row, of: "post_key")
        guard try stored.value(2) else { return .keyTaken }
        return .repeated(
            message.message(
                Message.ID(rawValue: stored.rowID),
                postedAt: Timestamp(millisecondsSince1970: try stored.value(1))
            )
        )
    }

    /// Removes a message of a device's own; when this returns, its removal is on disk.
    public func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome {
        let outcome: RemovalOutcome = try await connections.writeInGroup { db in
            let isOwn = try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT device_id IS ? FROM message
                        WHERE id = ? AND (expires_at > ? OR bookmark_count > 0)
                        """
                ),
                arguments: [device.rawValue, id.rawValue, moment.millisecondsSince1970]
            )
            guard let isOwn else { return .notFound }
            guard isOwn else { return .notAuthor }
            try StoredMessageTable.erase([id.rawValue], in: db)
            try PersonalTables.note(id, in: db)
            try ErasureTable.note(.message(id.rawValue), in: db)
            return .removed
        }
        if outcome == .removed {
            await connections.noteErasure(at: .leisure)
            await list()
        }
        return outcome
    }

    /// Hands over, in batches and in no stated order, all messages that expire after a moment and
    /// are not hidden: one consistent snapshot.
    public func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        try await connections.read { db in
            if let dataset {
                guard let row = try DatasetRow.fetch(db, dataset, kind: .messages) else { return }
                try StoredMessageTable.forEach(
                    db,
                    where: "m.dataset_id = ? AND m.hidden = 0 AND m.expires_at > ?",
                    [row.id, moment.millisecondsSince1970],
                    visit
                )
            } else {
                try StoredMessageTable.forEach(
                    db,
                    where: "m.hidden = 0 AND m.expires_at > ?",
                    [moment.millisecondsSince1970],
                    visit
                )
            }
        }
    }

    /// Removes posted messages that expired at or before a moment and that nobody keeps, those that
    /// expired first first, and keys of posts.
    ///
    /// - Returns: How many were removed; fewer than `limit` when none are left.
    public func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        guard limit > 0 else { return 0 }
        guard connections.access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        // A look takes nobody's turn to write, and mostly there is nothing to do.
        let isAnyExpired = try await connections.read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM message
                            WHERE dataset_id IS NULL AND bookmark_count = 0 AND expires_at <= ?)
                        """
                ),
                arguments: [moment.millisecondsSince1970]
            ) == true || PersonalTables.isAnySwept(db, atOrBefore: moment)
        }
        guard isAnyExpired else { return 0 }
        let removed = try await connections.write { db in
            let expired = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM message
                        WHERE dataset_id IS NULL AND bookmark_count = 0 AND expires_at <= ?
                        ORDER BY expires_at LIMIT ?
                        """
                ),
                arguments: [moment.millisecondsSince1970, limit]
            )
            try StoredMessageTable.erase(expired, in: db)
            return try expired.count
                + PersonalTables.sweep(db, atOrBefore: moment, limit: limit)
        }
        if removed > 0 { await connections.noteErasure(at: .leisure) }
        return removed
    }

    /// Registers a device under the SHA-256 hash of its token.
    public func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        try await connections.writeInGroup { db in
            try db.cachedStatement(
                sql: "INSERT INTO device (token_hash, created_at) VALUES (?, ?)"
            ).execute(arguments: [tokenHash.blob, moment.millisecondsSince1970])
            return Device(id: Device.ID(rawValue: db.lastInsertedRowID))
        }
    }

    /// The device whose token has that SHA-256 hash.
    public func device(tokenHash: [UInt8]) async throws -> Device? {
        try await connections.read { db in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM device WHERE token_hash = ?"),
                arguments: [tokenHash.blob]
            ).map { Device(id: Device.ID(rawValue: $0)) }
        }
    }
}
