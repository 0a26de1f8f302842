internal import Geodesy
internal import PostgresCore
internal import Radar
internal import Timekeeping

/// How far a shard has followed another.
struct SourceState: Sendable, Equatable {
    /// Counts what was taken.
    var taken: Int64 = 0
    /// Where the other's changes stood then; nil before the first.
    var mark: ChangeMark?
    /// The epoch of the map by which it was taken.
    var mapEpoch: Int64 = 0
    /// The ground for which all messages were read; nil for none.
    var ground: String?
    /// The ground for which they are being read; nil when they are not.
    var readingGround: String?
    /// The last that was read.
    var readAfter: Int64 = 0
}

/// What a shard takes from another at once.
struct SourceBatch: Sendable {
    var messages: [Message] = []
    var gone: [Message.ID] = []
    /// All copies with such ids that are not among the messages go.
    var range: ClosedRange<Int64>?
}

// What a shard has of another's messages.
extension ClusterStore {
    func sourceState(of shard: ShardNumber) async throws -> SourceState {
        try await read { connection in
            try connection.rows(
                """
                SELECT taken, n, chain, timeline, site_epoch, map_epoch, ground, reading_ground,
                    reading_after
                FROM ambit.source WHERE shard = $1
                """,
                [.integer(Int64(shard.rawValue))]
            ) { row throws(PostgresError) in
                SourceState(
                    taken: try row.integer(0),
                    mark: ChangeMark(
                        messageID: 0,
                        entry: try row.integer(1),
                        epoch: try row.integer(4),
                        chain: try row.integer(2),
                        timeline: try row.integer(3)
                    ),
                    mapEpoch: try row.integer(5),
                    ground: try row.optionalText(6),
                    readingGround: try row.optionalText(7),
                    readAfter: try row.integer(8)
                )
            }.first ?? SourceState()
        }
    }

    /// Takes something from a shard.
    ///
    /// - Parameters:
    ///   - state: How it is then; its count is that of before.
    /// - Returns: How many messages came or went; nil when somebody else has taken something since.
    func take(
        _ batch: SourceBatch,
        from shard: ShardNumber,
        becoming state: SourceState
    ) async throws -> Int64? {
        let messages = batch.messages
        let mark = state.mark ?? ChangeMark(messageID: 0, entry: 0)
        let changed = try await changeOne(
            """
            SELECT ambit.take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                $18, $19, $20, $21, $22)
            """,
            [
                .integer(Int64(shard.rawValue)), .integer(state.taken),
                .integers(messages.map(\.id.rawValue)),
            ] + ClusterRow.arrays(messages) + [
                .integers(messages.map { $0.author?.rawValue ?? 0 }),
                .integers(batch.gone.map(\.rawValue)),
                .integer(batch.range.map { $0.lowerBound - 1 } ?? 0),
                .integer(batch.range?.upperBound ?? 0), .integer(mark.entry), .integer(mark.chain),
                .integer(mark.timeline), .integer(mark.epoch), .integer(state.mapEpoch),
                .text(state.ground ?? ""), .text(state.readingGround ?? ""),
                .integer(state.readAfter),
            ]
        )
        return changed < 0 ? nil : changed
    }

    /// The shard's own messages that are seen, by id.
    ///
    /// - Parameter id: Only those with a higher one.
    func ownMessages(
        after id: Int64,
        expiringAfter moment: Timestamp,
        limit: Int
    ) async throws -> [Message] {
        let last = ground.shard.ids.upperBound
        return try await read { connection in
            try connection.rows(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message
                WHERE id > $1 AND id <= $2 AND hidden = 0 AND expires_at > $3 ORDER BY id LIMIT $4
                """,
                [
                    .integer(id), .integer(last), .integer(moment.millisecondsSince1970),
                    .integer(Int64(limit)),
                ]
            ) { row throws(PostgresError) in try ClusterRow.message(row) }
        }
    }

    /// The copies of another shard's messages, as hashes by their ids.
    func copies(
        of shard: ShardNumber,
        expiringAfter moment: Timestamp
    ) async throws -> [Int64: Int] {
        try await read { connection in
            var found: [Int64: Int] = [:]
            try connection.run(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message
                WHERE id BETWEEN $1 AND $2 AND expires_at > $3
                """,
                [
                    .integer(shard.ids.lowerBound), .integer(shard.ids.upperBound),
                    .integer(moment.millisecondsSince1970),
                ]
            ) { row throws(PostgresError) in
                let message = try ClusterRow.message(row)
                found[message.id.rawValue] = message.hashValue
            }
            return found
        }
    }
}
