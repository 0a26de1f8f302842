internal import GRDB
public import Radar
public import Timekeeping

extension SpatiaLiteStore: PersonalStore {
    /// Keeps a message for a device; when this returns, the bookmark is on disk.
    public func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome {
        try await connections.writeInGroup { db in
            let stands = try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT 1 FROM bookmark WHERE device_id = ? AND message_id = ?"
                ),
                arguments: [device.rawValue, id.rawValue]
            )
            guard stands == nil else { return .kept }
            let isVisible = try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT expires_at > ? AND hidden = 0 FROM message WHERE id = ?"
                ),
                arguments: [moment.millisecondsSince1970, id.rawValue]
            )
            guard isVisible == true else { return .notFound }
            let count = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM bookmark WHERE device_id = ?"),
                arguments: [device.rawValue]
            )
            guard count ?? 0 < limit else { return .tooMany }
            try db.cachedStatement(
                sql: """
                    INSERT INTO bookmark (device_id, message_id, bookmarked_at) VALUES (?, ?, ?)
                    """
            ).execute(arguments: [device.rawValue, id.rawValue, moment.millisecondsSince1970])
            return .kept
        }
    }

    /// Lets a message go; when this returns, the bookmark is gone from the disk.
    public func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try await connections.writeInGroup { db in
            try db.cachedStatement(
                sql: "DELETE FROM bookmark WHERE device_id = ? AND message_id = ?"
            ).execute(arguments: [device.rawValue, id.rawValue])
        }
    }

    /// A message with what became of it; nil when there is none, or it has expired and nobody keeps
    /// it.
    public func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage? {
        try await connections.read { db in
            try StoredMessageTable.withStates(
                db,
                where: "m.id = ? AND (m.expires_at > ? OR m.bookmark_count > 0)",
                [id.rawValue, moment.millisecondsSince1970],
                at: moment
            ).first
        }
    }

    /// A device's bookmark of a message; nil for none.
    public func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark? {
        try await connections.read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT message_id, bookmarked_at, gone FROM bookmark
                        WHERE device_id = ? AND message_id = ?
                        """
                ),
                arguments: [device.rawValue, id.rawValue]
            ).map { try BookmarkRow($0).bookmark(in: db, at: moment) }
        }
    }

    /// A device's bookmarks: the latest first, those of one moment by the higher id.
    public func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        try await connections.read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT message_id, bookmarked_at, gone FROM bookmark
                        WHERE device_id = ? AND (bookmarked_at, message_id) < (?, ?)
                        ORDER BY bookmarked_at DESC, message_id DESC LIMIT ?
                        """
                ),
                arguments: [
                    device.rawValue, position?.moment.millisecondsSince1970 ?? .max,
                    position?.id.rawValue ?? .max, limit,
                ]
            ).map { try BookmarkRow($0).bookmark(in: db, at: moment) }
        }
    }

    /// The messages of a device that live or that somebody keeps: the highest id first.
    public func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage] {
        try await connections.read { db in
            try StoredMessageTable.withStates(
                db,
                where: """
                    m.device_id = ? AND m.id < ? AND (m.expires_at > ? OR m.bookmark_count > 0)
                    ORDER BY m.id DESC LIMIT ?
                    """,
                [device.rawValue, id?.rawValue ?? .max, moment.millisecondsSince1970, limit],
                at: moment
            )
        }
    }

    /// What a device has set; nil when it has set nothing.
    public func settings(of device: Device.ID) async throws -> DeviceSettings? {
        try await connections.read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM device_settings WHERE device_id = ?"),
                arguments: [device.rawValue]
            ).map { row in
                let stored = try StoredRow(row, of: "device_settings")
                return DeviceSettings(
                    quickdropEnabled: try stored.value(1),
                    quickdropVisibleRadiusMeters: try stored.value(2),
                    quickdropTimeToLiveSeconds: try stored.value(3),
                    scanRadiusMeters: try stored.value(4)
                )
            }
        }
    }

    /// Keeps what a device has set; when this returns, it is on disk.
    public func setSettings(
        _ settings: DeviceSettings,
        of device: Device.ID
    ) async throws -> Bool {
        try await connections.writeInGroup { db in
            guard try DeviceTable.holds(device, in: db) else { return false }
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO device_settings VALUES (?, ?, ?, ?, ?)"
            ).execute(
                arguments: [
                    device.rawValue, settings.quickdropEnabled,
                    settings.quickdropVisibleRadiusMeters, settings.quickdropTimeToLiveSeconds,
                    settings.scanRadiusMeters,
                ])
            return true
        }
    }

    /// Forgets a device; when this returns, nothing of it is in the file, nor, unless somebody was reading
    /// or writing just then, in its log, which is emptied within seconds otherwise.
    public func forget(_ device: Device.ID) async throws -> [Message.ID] {
        let ids = try await connections.write { db in
            let ids = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM message WHERE device_id = ?"),
                arguments: [device.rawValue]
            )
            try DeviceTable.forget(device.rawValue, in: db)
            try ErasureTable.note(.device(device.rawValue), in: db)
            return ids.map(Message.ID.init)
        }
        await connections.noteErasure(at: .once)
        await list()
        return ids
    }

    /// Lists what was erased outside of the database, too. Where that can't be done it waits in the
    /// database until it can.
    func list() async { try? await erasures.flush() }
}

/// A row of bookmarks, before its message is looked up.
private struct BookmarkRow {
    let id: Message.ID
    let bookmarkedAt: Timestamp
    let gone: String?

    init(_ row: Row) throws {
        let stored = try StoredRow(row, of: "bookmark")
        id = Message.ID(rawValue: stored.rowID)
        bookmarkedAt = Timestamp(millisecondsSince1970: try stored.value(1))
        gone = try stored.optional(2)
    }

    func bookmark(in db: Database, at moment: Timestamp) throws -> Bookmark {
        let found =
            gone == nil
            ? try StoredMessageTable.withStates(db, where: "m.id = ?", [id.rawValue], at: moment)
                .first
            : nil
        let state = found?.state ?? gone.flatMap(MessageState.init) ?? .withdrawn
        return Bookmark(
            id: id,
            bookmarkedAt: bookmarkedAt,
            state: state,
            message: state.isReadable ? found?.message : nil
        )
    }
}

/// The table of devices.
enum DeviceTable {
    static func holds(_ device: Device.ID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM device WHERE id = ?"),
            arguments: [device.rawValue]
        ) != nil
    }

    /// Removes a device and all that is its own.
    static func forget(_ id: Int64, in db: Database) throws {
        let messages = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM message WHERE device_id = ?"),
            arguments: [id]
        )
        for message in messages { try PersonalTables.note(Message.ID(rawValue: message), in: db) }
        try db.execute(sql: "DELETE FROM bookmark WHERE device_id = ?", arguments: [id])
        try StoredMessageTable.erase(messages, in: db)
        try WebhookTables.remove(where: "device_id = ?", [id], in: db)
        for sql in [
            "DELETE FROM report WHERE device_id = ?",
            "DELETE FROM device_settings WHERE device_id = ?",
            "DELETE FROM post_key WHERE device_id = ?",
            "DELETE FROM device WHERE id = ?",
        ] {
            try db.execute(sql: sql, arguments: [id])
        }
    }
}
