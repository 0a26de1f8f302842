internal import GRDB
public import Radar

extension SpatiaLiteStore {
    /// Where the store's changes stand now.
    public func changeMark() async throws -> ChangeMark {
        try await connections.read { db in try Self.mark(in: db) }
    }

    /// What was posted, removed, hidden or shown again since a mark, by whomever: one consistent
    /// snapshot. Commits come one after the other, so that no message with a lower id than one that
    /// was seen can appear later.
    public func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges {
        try await connections.read { db in
            var changes = MessageChanges(mark: try Self.mark(in: db))
            let first = try Int64.fetchOne(db, sql: "SELECT min(entry) FROM message_journal")
            let isJournalWhole =
                changes.mark.entry == mark.entry || first.map { $0 <= mark.entry + 1 } == true
            guard isJournalWhole else {
                changes.isComplete = false
                return changes
            }
            let posted = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM message
                        WHERE id > ? AND dataset_id IS NULL AND hidden = 0 ORDER BY id
                        """
                ),
                arguments: [mark.messageID]
            ).filter { !isKnown(Message.ID(rawValue: $0)) }
            changes.appeared = try StoredMessageTable.messages(db, ids: posted)
            let touched = try Int64.fetchAll(
                db.cachedStatement(
                    sql: "SELECT DISTINCT message_id FROM message_journal WHERE entry > ?"
                ),
                arguments: [mark.entry]
            )
            for id in touched {
                let isShown = try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT hidden = 0 FROM message WHERE id = ?"),
                    arguments: [id]
                )
                if isShown != true {
                    changes.disappeared.append(Message.ID(rawValue: id))
                } else if id <= mark.messageID, !isKnown(Message.ID(rawValue: id)) {
                    changes.appeared += try StoredMessageTable.messages(db, ids: [id])
                }
            }
            return changes
        }
    }

    private static func mark(in db: Database) throws -> ChangeMark {
        func sequence(_ table: String) throws -> Int64 {
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?"),
                arguments: [table]
            ) ?? 0
        }
        return ChangeMark(
            messageID: try sequence("message"),
            entry: try sequence("message_journal"),
            epoch: try FileIdentity.fetch(db)?.number ?? 0
        )
    }
}
