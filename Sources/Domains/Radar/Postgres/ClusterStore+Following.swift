internal import Datasets
internal import PostgresCore
package import Radar
internal import Timekeeping

/// A change, and the message that it was made to as it is now.
private struct Change {
    let number: Int64
    let messageID: Message.ID
    let chain: Int64
    let message: Message?
    let isShown: Bool

    init(_ row: PostgresRow) throws(PostgresError) {
        number = try row.integer(0)
        messageID = Message.ID(rawValue: try row.integer(1))
        chain = try row.integer(2)
        message = row.isNull(3) ? nil : try ClusterRow.message(row, from: 3)
        isShown = row.isNull(12) ? false : try row.integer(12) == 0
    }

    var numbered: NumberedChange {
        NumberedChange(
            number: number,
            chain: chain,
            messageID: messageID,
            shownUntil: isShown ? message?.expiresAt : nil
        )
    }
}

extension ClusterStore {
    /// So many changes are taken over at once: the next call goes on with the rest.
    private static let mostChanges: Int64 = 5000
    /// Whoever looks does so again soon, and says meanwhile that it cannot.
    private static let looking = PostgresLine.Repeating.always(forAtMost: .seconds(1))

    /// Where the changes stand: see ``ClusterSchema``. Measures the clocks on the way.
    package func changeMark() async throws -> ChangeMark {
        let (offset, clock, looks, ground) = (clockOffset, machineClock, looks, ground)
        let shard = ground.shard
        return try await following.run(Self.looking) { connection in
            let sent = clock.now.millisecondsSince1970
            var mark = ChangeMark(messageID: 0, entry: 0)
            var (server, mapEpoch): (Int64?, Int64) = (nil, 0)
            var present = Int64(shard.rawValue)
            try connection.run(
                """
                SELECT n, chain, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint,
                    (SELECT epoch FROM ambit.map), site.shard, site.epoch
                FROM ambit.head CROSS JOIN ambit.site
                """
            ) { row throws(PostgresError) in
                mark.entry = try row.integer(0)
                mark.chain = try row.integer(1)
                server = try row.integer(2)
                mark.timeline = try row.integer(3)
                mapEpoch = try row.integer(4)
                present = try row.integer(5)
                mark.epoch = try row.integer(6)
            }
            if let other = ShardNumber(rawValue: Int(present)), other != shard {
                looks.note(other)
                throw TerritoryMapError.becameShard(other, instead: shard)
            }
            if let server {
                offset.take(
                    server: server,
                    sent: sent,
                    answered: clock.now.millisecondsSince1970
                )
            }
            looks.note(mark.entry, mapEpoch: mapEpoch)
            if mapEpoch <= ground.map.epoch { ground.hear() }
            return mark
        }
    }

    /// What was posted, removed, hidden or shown again since a mark: one consistent snapshot, of so many
    /// changes at most.
    ///
    /// The numbers of changes are dense, and the hash at the mark is the one that was seen there: otherwise
    /// the server has another history than the one that was followed, and everything is read again.
    package func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges {
        let head = try await changeMark()
        guard head != mark else { return MessageChanges(mark: mark) }
        var changes = MessageChanges(mark: head)
        guard head.epoch == mark.epoch, head.timeline == mark.timeline, head.entry > mark.entry
        else {
            // Another server, or as many as before or fewer, and not the same.
            changes.isComplete = false
            return changes
        }
        let found = try await rows(after: mark)
        guard let last = Self.lastInOrder(found, after: mark) else {
            changes.isComplete = false
            return changes
        }
        changes.mark.entry = last.number
        changes.mark.chain = last.chain
        changes.isWhole = found.count < Self.mostChanges
        var seen: Set<Message.ID> = []
        for change in found where change.number > mark.entry {
            changes.numbered.append(change.numbered)
            guard seen.insert(change.messageID).inserted else { continue }
            if let message = change.message, change.isShown {
                if !isKnown(message.id) { changes.appeared.append(message) }
            } else {
                changes.disappeared.append(change.messageID)
            }
        }
        return changes
    }

    package var numbersChanges: Bool { true }

    package func mark(before mark: ChangeMark, by count: Int64) async throws -> ChangeMark? {
        var earlier = mark
        earlier.entry = max(0, mark.entry - count)
        earlier.chain = 0
        // Nothing was changed before the first: it has no row.
        guard earlier.entry > 0 else { return earlier }
        let entry = earlier.entry
        let chains = try await following.run(Self.looking) { connection in
            try connection.rows(
                "SELECT chain FROM ambit.change WHERE n = $1",
                [.integer(entry)]
            ) { row throws(PostgresError) in try row.integer(0) }
        }
        guard let chain = chains.first else { return nil }
        earlier.chain = chain
        return earlier
    }

    private func rows(after mark: ChangeMark) async throws -> [Change] {
        try await following.run(Self.looking) { connection in
            try connection.rows(
                """
                SELECT c.n, c.message_id, c.chain, \(ClusterRow.columnsOfM)
                FROM ambit.change AS c LEFT JOIN ambit.message AS m ON m.id = c.message_id
                WHERE c.n >= $1 ORDER BY c.n LIMIT $2
                """,
                [.integer(mark.entry), .integer(Self.mostChanges)]
            ) { row throws(PostgresError) in try Change(row) }
        }
    }

    /// The last of some changes; nil unless they go on where the mark is, without a gap.
    private static func lastInOrder(_ changes: [Change], after mark: ChangeMark) -> Change? {
        var expected = mark.entry
        if mark.entry == 0 {
            expected = 1
        } else {
            guard let first = changes.first, first.number == mark.entry,
                first.chain == mark.chain
            else { return nil }
        }
        for change in changes {
            guard change.number == expected else { return nil }
            expected += 1
        }
        return changes.last
    }
}
