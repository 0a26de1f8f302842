public import Datasets
internal import GRDB
public import Radar
public import Timekeeping

extension SpatiaLiteStore: MessageStore {
    /// Stores a message; when this returns, it is on disk. Messages that are appended at the same
    /// time share one write to the disk.
    ///
    /// - Throws: ``SpatiaLiteStoreError``; then the message is not stored.
    public func append(_ message: NewMessage) async throws -> Message {
        try await connections.writeInGroup { db in try MessageTable.insert(message, in: db) }
    }

    /// Removes a message; when this returns, its removal is on disk. Removing twice is harmless.
    public func remove(_ id: Message.ID) async throws {
        try await connections.writeInGroup { db in
            try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
                .execute(arguments: [id.rawValue])
        }
    }

    /// Hands over, in batches and in no stated order, all messages that expire after a moment: one
    /// consistent snapshot.
    public func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        try await connections.read { db in
            if let dataset {
                guard let row = try DatasetRow.fetch(db, dataset, kind: .messages) else { return }
                try MessageTable.forEach(
                    db,
                    where: "m.dataset_id = ? AND m.expires_at > ?",
                    [row.id, moment.millisecondsSince1970],
                    visit
                )
            } else {
                try MessageTable.forEach(
                    db,
                    where: "m.expires_at > ?",
                    [moment.millisecondsSince1970],
                    visit
                )
            }
        }
    }

    /// Removes posted messages that expired at or before a moment, those that expired first first.
    ///
    /// - Returns: How many were removed; fewer than `limit` when none are left.
    public func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        guard limit > 0 else { return 0 }
        return try await connections.write { db in
            try db.cachedStatement(
                sql: """
                    DELETE FROM message WHERE id IN (
                        SELECT id FROM message WHERE dataset_id IS NULL AND expires_at <= ?
                        ORDER BY expires_at LIMIT ?)
                    """
            ).execute(arguments: [moment.millisecondsSince1970, limit])
            return db.changesCount
        }
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
