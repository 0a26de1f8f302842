internal import GRDB
public import Radar
public import Timekeeping

extension SpatiaLiteStore: ModerationStore {
    /// Counts a report, once for each device; when this returns, it is on disk.
    public func addReport(
        _ report: Report,
        hidingAt threshold: Int
    ) async throws -> ReportOutcome {
        try await connections.writeInGroup { db in
            let hidden = try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT hidden FROM message
                        WHERE id = ? AND hidden < 2 AND (expires_at > ? OR bookmark_count > 0)
                        """
                ),
                arguments: [report.message.rawValue, report.reportedAt.millisecondsSince1970]
            )
            guard let hidden else { return .notFound }
            try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO report (message_id, device_id, reason, reported_at)
                    VALUES (?, ?, ?, ?)
                    """
            ).execute(
                arguments: [
                    report.message.rawValue, report.reporter.rawValue, report.reason,
                    report.reportedAt.millisecondsSince1970,
                ])
            guard db.changesCount > 0 else { return .repeated }
            let count = try Int.fetchOne(
                db.cachedStatement(
                    sql: "SELECT count(*) FROM report WHERE message_id = ? AND decided = 0"
                ),
                arguments: [report.message.rawValue]
            )
            guard hidden == 0, count ?? 0 >= threshold else { return .counted(hides: false) }
            try Self.setHidden(1, report.message, in: db)
            return .counted(hides: true)
        }
    }

    /// Hides a message or shows it again, and closes its case; when this returns, it is on disk.
    public func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        try await connections.writeInGroup { db in
            try Self.setHidden(action == .hide ? 2 : 0, id, in: db)
            try db.cachedStatement(sql: "UPDATE report SET decided = 1 WHERE message_id = ?")
                .execute(arguments: [id.rawValue])
            return try MessageTable.withStates(
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
            let messages = try MessageTable.withStates(
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
