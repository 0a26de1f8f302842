internal import Foundation
internal import GRDB
public import Radar
public import Timekeeping

/// The tables of webhooks, their events, and how far the board's changes are among them.
enum WebhookTables {
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE webhook (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    -- a device's or a staff token's
                    device_id INTEGER REFERENCES device (id),
                    staff_id INTEGER REFERENCES staff_token (id),
                    -- where it goes and what it watches, under a key that is not in this file
                    sealed BLOB NOT NULL,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    proven INTEGER NOT NULL DEFAULT 0,
                    generation INTEGER NOT NULL DEFAULT 0,
                    previous_until INTEGER,
                    last_event INTEGER NOT NULL DEFAULT 0,
                    failures INTEGER NOT NULL DEFAULT 0,
                    next_try_at INTEGER,
                    CHECK ((device_id IS NULL) <> (staff_id IS NULL))
                ) STRICT;
                CREATE INDEX webhook_device ON webhook (device_id) WHERE device_id IS NOT NULL;
                CREATE INDEX webhook_staff ON webhook (staff_id) WHERE staff_id IS NOT NULL;
                CREATE INDEX webhook_expiry ON webhook (expires_at);
                CREATE INDEX webhook_unproven ON webhook (created_at) WHERE proven = 0;

                CREATE TABLE webhook_event (
                    webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    message_id INTEGER,
                    noted_at INTEGER NOT NULL,
                    -- 0 waits, 1 delivered or void, 2 given up
                    state INTEGER NOT NULL DEFAULT 0,
                    settled_at INTEGER,
                    tries INTEGER,
                    reason TEXT,
                    PRIMARY KEY (webhook_id, number)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX webhook_event_settled ON webhook_event (state, settled_at)
                    WHERE state > 0;

                -- how far the messages' changes are among the events
                CREATE TABLE webhook_mark (
                    message_id INTEGER NOT NULL,
                    entry INTEGER NOT NULL,
                    epoch INTEGER NOT NULL
                ) STRICT;
                """
        )
    }

    /// Removes the webhooks that a condition holds for, with their events.
    static func remove(
        where condition: String,
        _ arguments: StatementArguments,
        in db: Database
    ) throws {
        try db.execute(
            sql: """
                DELETE FROM webhook_event WHERE webhook_id IN (
                    SELECT id FROM webhook WHERE \(condition))
                """,
            arguments: arguments
        )
        try db.execute(sql: "DELETE FROM webhook WHERE \(condition)", arguments: arguments)
    }

    static func webhook(_ row: Row) throws -> StoredWebhook {
        let stored = try StoredRow(row, of: "webhook")
        let device: Int64? = try stored.optional(2)
        let staff: Int64? = try stored.optional(3)
        let sealed: Data = try stored.value(4)
        var webhook = StoredWebhook(
            id: try stored.value(1),
            owner: try stored.require(2) {
                device.map { .device(Device.ID(rawValue: $0)) } ?? staff.map { .staff($0) }
            },
            sealed: Array(sealed),
            createdAt: Timestamp(millisecondsSince1970: try stored.value(5)),
            expiresAt: Timestamp(millisecondsSince1970: try stored.value(6))
        )
        webhook.isProven = try stored.value(7)
        webhook.generation = try stored.value(8)
        webhook.previousSecretUntil = try stored.moment(9)
        webhook.lastEvent = try stored.value(10)
        webhook.failures = try stored.value(11)
        webhook.nextTryAt = try stored.moment(12)
        return webhook
    }

    /// - Parameter row: Number, webhook, kind, message, moment.
    static func event(_ row: Row) throws -> (webhook: String, event: WebhookEvent) {
        let stored = try StoredRow(row, of: "webhook_event")
        let message: Int64? = try stored.optional(3)
        return (
            try stored.value(1),
            WebhookEvent(
                number: stored.rowID,
                kind: try stored.require(2) { WebhookEvent.Kind(rawValue: try stored.value(2)) },
                message: message.map(Message.ID.init),
                notedAt: Timestamp(millisecondsSince1970: try stored.value(4))
            )
        )
    }
}

extension StoredRow {
    /// The moment in a column of milliseconds, or nil for NULL.
    fileprivate func moment(_ index: Int) throws -> Timestamp? {
        let milliseconds: Int64? = try optional(index)
        return milliseconds.map { Timestamp(millisecondsSince1970: $0) }
    }
}

extension SpatiaLiteStore: WebhookStore {
    /// All webhooks, the events that wait and those that were delivered lately, as of one moment.
    public func storedWebhooks() async throws -> StoredWebhooks {
        try await connections.read { db in
            func events(_ state: Int) throws -> [(webhook: String, event: WebhookEvent)] {
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT number, webhook_id, kind, message_id, noted_at FROM webhook_event
                        WHERE state = ? ORDER BY webhook_id, number
                        """,
                    arguments: [state]
                ).map(WebhookTables.event)
            }
            return StoredWebhooks(
                webhooks: try Row.fetchAll(db, sql: "SELECT * FROM webhook ORDER BY id")
                    .map(WebhookTables.webhook),
                waiting: try events(0),
                delivered: try events(1),
                mark: try Row.fetchOne(db, sql: "SELECT * FROM webhook_mark").map { row in
                    let stored = try StoredRow(row, of: "webhook_mark")
                    return ChangeMark(
                        messageID: stored.rowID,
                        entry: try stored.value(1),
                        epoch: try stored.value(2)
                    )
                }
            )
        }
    }

    /// Keeps a new webhook; when this returns, it is on disk.
    public func addWebhook(
        _ webhook: StoredWebhook,
        perOwner: Int,
        inAll: Int
    ) async throws {
        let (device, staff): (Int64?, Int64?) =
            switch webhook.owner {
            case .device(let id): (id.rawValue, nil)
            case .staff(let id): (nil, id)
            }
        try await connections.writeInGroup { db in
            let isKnown = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM device WHERE id = ?1) OR EXISTS (
                        SELECT 1 FROM staff_token WHERE id = ?2 AND revoked_at IS NULL)
                    """,
                arguments: [device, staff]
            )
            guard isKnown == true else { throw WebhookError.unknownOwner }
            let own = try Int.fetchOne(
                db,
                sql: device != nil
                    ? "SELECT count(*) FROM webhook WHERE device_id = ? AND expires_at > ?"
                    : "SELECT count(*) FROM webhook WHERE staff_id = ? AND expires_at > ?",
                arguments: [device ?? staff, webhook.createdAt.millisecondsSince1970]
            )
            guard own ?? 0 < perOwner else { throw WebhookError.tooMany(limit: perOwner) }
            let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM webhook")
            guard all ?? 0 < inAll else { throw WebhookError.noRoom(limit: inAll) }
            try db.execute(
                sql: """
                    INSERT INTO webhook (id, device_id, staff_id, sealed, created_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    webhook.id, device, staff, webhook.sealed.blob,
                    webhook.createdAt.millisecondsSince1970,
                    webhook.expiresAt.millisecondsSince1970,
                ]
            )
        }
    }

    /// Keeps what a webhook's proof, lifetime and secrets are now; when this returns, it is on disk.
    public func updateWebhook(_ webhook: Webhook) async throws -> Bool {
        try await connections.writeInGroup { db in
            try db.execute(
                sql: """
                    UPDATE webhook
                    SET proven = max(proven, ?), expires_at = ?, generation = ?, previous_until = ?
                    WHERE id = ?
                    """,
                arguments: [
                    webhook.isProven, webhook.expiresAt.millisecondsSince1970, webhook.generation,
                    webhook.previousSecretUntil?.millisecondsSince1970, webhook.id,
                ]
            )
            return db.changesCount > 0
        }
    }

    /// Removes a webhook and its events; when this returns, they are gone from the disk.
    public func removeWebhook(_ id: String) async throws {
        try await connections.writeInGroup { db in
            try WebhookTables.remove(where: "id = ?", [id], in: db)
        }
    }

    /// Keeps what happened, in one transaction; when this returns, it is on disk.
    public func keep(_ round: WebhookRound, at moment: Timestamp) async throws {
        let now = moment.millisecondsSince1970
        try await connections.writeInGroup { db in
            for (id, event) in round.noted {
                // Of a webhook that is gone nothing is kept.
                try db.cachedStatement(
                    sql: """
                        INSERT INTO webhook_event (webhook_id, number, kind, message_id, noted_at)
                        SELECT id, ?2, ?3, ?4, ?5 FROM webhook WHERE id = ?1
                        """
                ).execute(
                    arguments: [
                        id, event.number, event.kind.rawValue, event.message?.rawValue,
                        event.notedAt.millisecondsSince1970,
                    ]
                )
                try db.cachedStatement(sql: "UPDATE webhook SET last_event = ? WHERE id = ?")
                    .execute(arguments: [event.number, id])
            }
            let settle = try db.cachedStatement(
                sql: """
                    UPDATE webhook_event SET state = ?, settled_at = ?, tries = ?, reason = ?
                    WHERE webhook_id = ? AND number = ?
                    """
            )
            for (id, number) in round.settled {
                try settle.execute(arguments: [1, now, nil, nil, id, number])
            }
            for (id, letter) in round.dead {
                try settle.execute(
                    arguments: [
                        2, letter.diedAt.millisecondsSince1970, letter.tries, letter.reason, id,
                        letter.event.number,
                    ]
                )
            }
            for (id, progress) in round.progress {
                try db.cachedStatement(
                    sql: "UPDATE webhook SET failures = ?, next_try_at = ? WHERE id = ?"
                ).execute(
                    arguments: [progress.failures, progress.nextTryAt?.millisecondsSince1970, id]
                )
            }
            guard let mark = round.mark else { return }
            try db.execute(sql: "DELETE FROM webhook_mark")
            try db.execute(
                sql: "INSERT INTO webhook_mark VALUES (?, ?, ?)",
                arguments: [mark.messageID, mark.entry, mark.epoch]
            )
        }
    }

    /// The webhooks whose owners are there, by id.
    public func standingWebhooks() async throws -> Set<String> {
        try await connections.read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT w.id FROM webhook AS w LEFT JOIN staff_token AS s ON s.id = w.staff_id
                    WHERE w.staff_id IS NULL OR (s.id IS NOT NULL AND s.revoked_at IS NULL)
                    """
            )
        }
    }

    /// The events of a webhook that were given up, the latest first.
    public func deadLetters(of id: String, limit: Int) async throws -> [DeadLetter] {
        try await connections.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT number, webhook_id, kind, message_id, noted_at, settled_at, tries, reason
                    FROM webhook_event WHERE webhook_id = ? AND state = 2
                    ORDER BY number DESC LIMIT ?
                    """,
                arguments: [id, limit]
            ).map { row in
                let stored = try StoredRow(row, of: "webhook_event")
                return DeadLetter(
                    event: try WebhookTables.event(row).event,
                    diedAt: Timestamp(millisecondsSince1970: try stored.value(5)),
                    tries: try stored.value(6),
                    reason: try stored.value(7)
                )
            }
        }
    }

    /// Removes webhooks that expired, were not proven in time or whose token was revoked, and what was
    /// settled or given up long ago.
    public func sweepWebhooks(
        at moment: Timestamp,
        _ limits: WebhookLimits,
        limit: Int
    ) async throws -> Int {
        let now = moment.millisecondsSince1970
        let old: [(state: Int, before: Int64)] = [
            (1, now - limits.rememberedMilliseconds), (2, now - limits.deadLetterMilliseconds),
        ]
        let unprovenBefore = now - limits.proofMilliseconds
        let isAny = try await connections.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM webhook WHERE expires_at <= ?1)
                        OR EXISTS (SELECT 1 FROM webhook WHERE proven = 0 AND created_at <= ?2)
                        OR EXISTS (SELECT 1 FROM webhook_event WHERE state = 1 AND settled_at <= ?3)
                        OR EXISTS (SELECT 1 FROM webhook_event WHERE state = 2 AND settled_at <= ?4)
                        OR EXISTS (SELECT 1 FROM webhook JOIN staff_token AS s ON s.id = staff_id
                            WHERE s.revoked_at IS NOT NULL)
                    """,
                arguments: [now, unprovenBefore, old[0].before, old[1].before]
            )
        }
        guard isAny == true else { return 0 }
        return try await connections.writeInGroup { db in
            try WebhookTables.remove(
                where: """
                    expires_at <= ? OR (proven = 0 AND created_at <= ?) OR staff_id IN (
                        SELECT id FROM staff_token WHERE revoked_at IS NOT NULL)
                    """,
                [now, unprovenBefore],
                in: db
            )
            var removed = 0
            for (state, before) in old {
                // One by one: what SQLite deletes by pairs that a query finds, it looks for everywhere;
                // and the state as a number, for it alone tells that the index of the settled will do.
                let settled = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT webhook_id, number FROM webhook_event
                        WHERE state = \(state) AND settled_at <= ? LIMIT ?
                        """,
                    arguments: [before, limit]
                )
                let forget = try db.cachedStatement(
                    sql: "DELETE FROM webhook_event WHERE webhook_id = ? AND number = ?"
                )
                for row in settled {
                    try forget.execute(
                        arguments: [row[0] as DatabaseValue, row[1] as DatabaseValue]
                    )
                }
                removed = max(removed, settled.count)
            }
            return removed
        }
    }
}
