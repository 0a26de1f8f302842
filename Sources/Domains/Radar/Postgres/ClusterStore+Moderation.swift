internal import PostgresCore
package import Radar
package import Timekeeping

extension ClusterStore: ModerationStore {
    package func addReport(
        _ report: Report,
        under rule: HidingRule
    ) async throws -> ReportOutcome {
        let outcome = try await changeOne(
            "SELECT ambit.report($1, $2, $3, $4, $5, $6, $7, $8)",
            [
                .integer(report.message.rawValue), .integer(report.reporter.rawValue),
                .text(report.reason), .integer(report.reportedAt.millisecondsSince1970),
                .flag(rule.counts), .optional(rule.threshold.map(Int64.init)),
                .optional(rule.registeredBy?.millisecondsSince1970),
                .optional(rule.postedBy?.millisecondsSince1970),
            ]
        )
        return switch outcome {
        case 1: .counted(hides: true)
        case 2: .counted(hides: false)
        case 3: .noted
        case 4: .repeated
        default: .notFound
        }
    }

    package func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        try await change { connection in
            try connection.run(
                "SELECT ambit.decide($1, $2)",
                [.integer(id.rawValue), .flag(action == .hide)]
            )
            return try connection.rows(
                "SELECT \(ClusterRow.columns) FROM ambit.message WHERE id = $1",
                [.integer(id.rawValue)]
            ) { row throws(PostgresError) in try ClusterRow.sent(row, at: moment) }.first
        }
    }

    package func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase] {
        try await read { connection in
            let messages = try connection.rows(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message AS m
                WHERE m.id > $1 AND (m.expires_at > $2 OR m.bookmark_count > 0)
                AND EXISTS (SELECT 1 FROM ambit.report WHERE message_id = m.id AND NOT decided)
                ORDER BY m.id LIMIT $3
                """,
                [
                    .integer(id?.rawValue ?? 0), .integer(moment.millisecondsSince1970),
                    .integer(Int64(limit)),
                ]
            ) { row throws(PostgresError) in try ClusterRow.sent(row, at: moment) }
            var cases: [Int64: (reasons: [String: Int], first: Int64)] = [:]
            try connection.run(
                """
                SELECT message_id, reason, count(*), min(reported_at) FROM ambit.report
                WHERE message_id = ANY ($1) AND NOT decided GROUP BY message_id, reason
                """,
                [.integers(messages.map(\.message.id.rawValue))]
            ) { row throws(PostgresError) in
                let message = try row.integer(0)
                var found = cases[message] ?? ([:], .max)
                found.reasons[try row.text(1)] = Int(try row.integer(2))
                found.first = min(found.first, try row.integer(3))
                cases[message] = found
            }
            // One whose reports were decided on between the two questions waits no more.
            return messages.compactMap { sent in
                cases[sent.message.id.rawValue].map { found in
                    ModerationCase(
                        message: sent.message,
                        state: sent.state,
                        reasons: found.reasons,
                        firstReportedAt: Timestamp(millisecondsSince1970: found.first)
                    )
                }
            }
        }
    }
}
