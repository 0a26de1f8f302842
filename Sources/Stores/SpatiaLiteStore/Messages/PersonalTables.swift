internal import GRDB
internal import Radar
internal import Timekeeping

/// The tables of what devices keep, report and set, and the journal that other processes follow.
enum PersonalTables {
    /// How many entries the journal keeps for those who follow it.
    static let keptJournalEntries = 10_000

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                -- 0 shown, 1 until a moderator has looked at reports, 2 by a moderator
                ALTER TABLE message ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE message ADD COLUMN bookmark_count INTEGER NOT NULL DEFAULT 0;
                -- what the sweep may take
                DROP INDEX message_expiry;
                CREATE INDEX message_expiry ON message (expires_at)
                    WHERE dataset_id IS NULL AND bookmark_count = 0;
                CREATE INDEX message_device ON message (device_id) WHERE device_id IS NOT NULL;

                CREATE TABLE bookmark (
                    device_id INTEGER NOT NULL REFERENCES device (id),
                    message_id INTEGER NOT NULL,
                    bookmarked_at INTEGER NOT NULL,
                    -- why there is no such message any more; NULL while there is one
                    gone TEXT,
                    PRIMARY KEY (device_id, message_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX bookmark_message ON bookmark (message_id);
                CREATE TRIGGER bookmark_inserted AFTER INSERT ON bookmark BEGIN
                    UPDATE message SET bookmark_count = bookmark_count + 1
                    WHERE id = NEW.message_id;
                END;
                CREATE TRIGGER bookmark_deleted AFTER DELETE ON bookmark BEGIN
                    UPDATE message SET bookmark_count = bookmark_count - 1
                    WHERE id = OLD.message_id;
                END;
                CREATE TRIGGER message_withdrawn AFTER DELETE ON message
                WHEN OLD.bookmark_count > 0 BEGIN
                    UPDATE bookmark SET gone = CASE WHEN OLD.dataset_id IS NULL
                        THEN 'removed_by_author' ELSE 'withdrawn' END
                    WHERE message_id = OLD.id;
                END;

                CREATE TABLE report (
                    message_id INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
                    device_id INTEGER NOT NULL REFERENCES device (id),
                    reason TEXT NOT NULL,
                    reported_at INTEGER NOT NULL,
                    -- whether a moderator has decided since
                    decided INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (message_id, device_id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX report_open ON report (message_id) WHERE decided = 0;
                CREATE INDEX report_device ON report (device_id);

                CREATE TABLE device_settings (
                    device_id INTEGER PRIMARY KEY REFERENCES device (id),
                    quickdrop_enabled INTEGER NOT NULL,
                    quickdrop_visible_radius_m REAL NOT NULL,
                    quickdrop_ttl_s INTEGER NOT NULL,
                    scan_radius_m REAL NOT NULL
                ) STRICT;

                -- posts that must make one message, however often they are sent
                CREATE TABLE post_key (
                    device_id INTEGER NOT NULL REFERENCES device (id),
                    key_hash BLOB NOT NULL,
                    content_digest BLOB NOT NULL,
                    message_id INTEGER NOT NULL,
                    posted_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    PRIMARY KEY (device_id, key_hash)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX post_key_expiry ON post_key (expires_at);

                -- messages that were removed, hidden or shown again
                CREATE TABLE message_journal (
                    entry INTEGER PRIMARY KEY AUTOINCREMENT,
                    message_id INTEGER NOT NULL
                ) STRICT;
                """
        )
    }

    /// Reports that count towards hiding, and messages that none hides any more.
    static func tellReportsApart(in db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE report ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;
                -- restored by a moderator, as it is worded
                ALTER TABLE message ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;
                CREATE TRIGGER message_reworded AFTER UPDATE OF text ON message
                WHEN OLD.cleared <> 0 AND NEW.text IS NOT OLD.text BEGIN
                    UPDATE message SET cleared = 0 WHERE id = OLD.id;
                END;
                """
        )
    }

    /// Lets those who follow know that something became of a message.
    static func note(_ id: Message.ID, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO message_journal (message_id) VALUES (?)")
            .execute(arguments: [id.rawValue])
    }

    /// Forgets keys that have expired and entries that are too old to be followed.
    ///
    /// - Returns: How many keys were forgotten.
    static func sweep(_ db: Database, atOrBefore moment: Timestamp, limit: Int) throws -> Int {
        // One by one: what SQLite deletes by pairs that a query finds, it looks for in the whole table.
        let expired = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT device_id, key_hash FROM post_key WHERE expires_at <= ?
                    ORDER BY expires_at LIMIT ?
                    """
            ),
            arguments: [moment.millisecondsSince1970, limit]
        )
        let forget = try db.cachedStatement(
            sql: "DELETE FROM post_key WHERE device_id = ? AND key_hash = ?"
        )
        for row in expired {
            try forget.execute(arguments: [row[0] as DatabaseValue, row[1] as DatabaseValue])
        }
        let forgotten = expired.count
        try db.cachedStatement(
            sql: """
                DELETE FROM message_journal WHERE entry IN (
                    SELECT entry FROM message_journal
                    WHERE entry <= (SELECT max(entry) FROM message_journal) - ?
                    ORDER BY entry LIMIT ?)
                """
        ).execute(arguments: [keptJournalEntries, limit])
        return forgotten
    }

    /// Whether ``sweep(_:atOrBefore:limit:)`` would find anything.
    static func isAnySwept(_ db: Database, atOrBefore moment: Timestamp) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM post_key WHERE expires_at <= ?)
                        OR EXISTS (SELECT 1 FROM message_journal
                            WHERE entry <= (SELECT max(entry) FROM message_journal) - ?)
                    """
            ),
            arguments: [moment.millisecondsSince1970, keptJournalEntries]
        ) ?? false
    }

    /// What became of a message that is still in its table.
    static func state(hidden: Int64, expiresAt: Timestamp, at moment: Timestamp) -> MessageState {
        switch hidden {
        case 0: expiresAt > moment ? .live : .expired
        case 1: .hiddenForReview
        default: .hiddenByModerator
        }
    }
}
