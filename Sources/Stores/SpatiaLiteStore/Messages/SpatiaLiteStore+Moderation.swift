internal import GRDB
public import Radar
public import Timekeeping

extension SpatiaLiteStore: ModerationStore {
    /// Keeps a report, once for each device; when this returns, it is on disk.
    public func addReport(
        _ report: Report,
        under rule: HidingRule
    ) async throws -> ReportOutcome {
        try await connections.writeInGroup { db in
            let found = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT hidden, cleared FROM message
                        WHERE id = ? AND hidden < 2 AND (expires_at > ? OR bookmark_count > 0)
                        """
                ),
                arguments: [report.message.rawValue, report.reportedAt.millisecondsSince1970]
            )
            guard let found else { return .notFound }
            let isShown: Bool = found[0] == 0
            let isCleared: Bool = found[1] != 0
            let counts = try rule.counts && Self.mayCount(report, rule, in: db)
            try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO report
                        (message_id, device_id, reason, reported_at, counts)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: [
                    report.message.rawValue, report.reporter.rawValue, report.reason,
                    report.reportedAt.millisecondsSince1970, counts,
                ])
            guard db.changesCount > 0 else { return .repeated }
            guard counts else { return .noted }
            let count = try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT count(*) FROM report
                        WHERE message_id = ? AND decided = 0 AND counts = 1
                        """
                ),
                arguments: [report.message.rawValue]
            )
            guard isShown, !isCleared, let threshold = rule.threshold, count ?? 0 >= threshold
            else { return .counted(hides: false) }
            try Self.setHidden(1, report.message, in: db)
            return .counted(hides: true)
        }
    }

    /// Whether the device that reports counts: it is old enough, or has taken part.
    private static func mayCount(
        _ report: Report,
        _ rule: HidingRule,
        in db: Database
    ) throws -> Bool {
        guard let registered = rule.registeredBy else { return true }
        let posted = rule.postedBy?.millisecondsSince1970 ?? .min
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT created_at <= ? OR EXISTS (SELECT 1 FROM message AS m
                        WHERE m.device_id = device.id AND m.posted_at <= ? AND m.hidden = 0
                        AND (m.expires_at > ? OR m.bookmark_count > 0))
                    FROM device WHERE id = ?
                    """
            ),
            arguments: [
                registered.millisecondsSince1970, posted,
                report.reportedAt.millisecondsSince1970, report.reporter.rawValue,
            ]
        ) ?? false
    }

    /// Hides a message or shows it again, and closes its case; when this returns, it is on disk.
    public func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        try await connections.writeInGroup { db in
            try Self.setHidden(action == .hide ? 2 : 0, id, in: db)
            try db.cachedStatement(sql: "UPDATE message SET cleared = ? WHERE id = ?")
                .execute(arguments: [action == .restore, id.rawValue])
            try db.cachedStatement(sql: "UPDATE report SET decided = 1 WHERE message_id = ?")
                .execute(arguments: [id.rawValue])
            return try StoredMessageTable.withStates(
                db,
                where: "m.id = ?",
                [id.rawValue],
                at: moment
            ).first
        }
    }

    /// The messages that were reported since the last decision on them, by id.
    public func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase] {
        try await connections.read { db in
            let messages = try StoredMessageTable.withStates(
                db,
                where: """
                    m.id IN (SELECT message_id FROM report WHERE decided = 0 AND message_id > ?)
                    AND (m.expires_at > ? OR m.bookmark_count > 0) ORDER BY m.id LIMIT ?
                    """,
                [id?.rawValue ?? 0, moment.millisecondsSince1970, limit],
                at: moment
            )
            return try messages.map { try Self.moderationCase($0, in: db) }
        }
    }

    private static func moderationCase(
        _ reported: SentMessage,
        in db: Database
    ) throws -> ModerationCase {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT count(*), reason, min(reported_at) FROM report
                    WHERE message_id = ? AND decided = 0 GROUP BY reason
                    """
            ),
            arguments: [reported.message.id.rawValue]
        )
        var reasons: [String: Int] = [:]
        var first = Int64.max
        for row in rows {
            let stored = try StoredRow(row, of: "report")
            reasons[try stored.value(1)] = try stored.value(0)
            first = min(first, try stored.value(2))
        }
        return ModerationCase(
            message: reported.message,
            state: reported.state,
            reasons: reasons,
            firstReportedAt: Timestamp(millisecondsSince1970: first)
        )
    }

    private static func setHidden(_ hidden: Int, _ id: Message.ID, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE message SET hidden = ? WHERE id = ?")
            .execute(arguments: [hidden, id.rawValue])
        try PersonalTables.note(id, in: db)
    }
}
