package import Datasets
internal import Geodesy
internal import PostgresCore
package import Radar
package import Timekeeping

extension ClusterStore: MessageStore {
    package func append(
        _ message: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    ) {
        group.add(AppendGroup.Post(message: message, key: key, answer: answer))
    }

    package func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome {
        let outcome = try await changeOne(
            "SELECT ambit.remove($1, $2, $3)",
            [
                .integer(id.rawValue), .integer(device.rawValue),
                .integer(moment.millisecondsSince1970),
            ]
        )
        return switch outcome {
        case 1: .removed
        case 2: .notFound
        default: .notAuthor
        }
    }

    /// Nothing is imported into this store: a dataset has no messages in it.
    package func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        guard dataset == nil else { return }
        let (batches, output) = AsyncStream.makeStream(of: [Message].self)
        try await copyMessages(expiringAfter: moment) { output.yield($0) }
        output.finish()
        for await batch in batches { try visit(batch) }
    }

    package func forEachBatch(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        packedBy packer: MessagePacker,
        _ visit: @escaping @Sendable (MessageBatch) throws -> Void
    ) async throws {
        guard dataset == nil else { return }
        try await copyMessages(expiringAfter: moment) { messages in
            try visit(MessageBatch(messages, packer))
        }
    }

    /// Nothing is handed over twice: a reading that breaks off is not gone on with.
    private func copyMessages(
        expiringAfter moment: Timestamp,
        _ visit: @escaping @Sendable ([Message]) throws -> Void
    ) async throws {
        try await change { connection in
            var batch: [Message] = []
            try connection.copy(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message
                WHERE hidden = 0 AND expires_at > \(moment.millisecondsSince1970)
                """
            ) { row in
                batch.append(try ClusterRow.message(row))
                guard batch.count >= Self.batchSize else { return }
                try visit(batch)
                batch.removeAll(keepingCapacity: true)
            }
            if !batch.isEmpty { try visit(batch) }
        }
    }

    private static let batchSize = 1000

    package func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        guard limit > 0 else { return 0 }
        return Int(
            try await changeOne(
                "SELECT ambit.sweep($1, $2, $3)",
                [
                    .integer(moment.millisecondsSince1970), .integer(Int64(limit)),
                    .integer(ClusterSchema.keptChanges),
                ]
            )
        )
    }

    package func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        let ids = ground.shard.ids
        while true {
            // By chance: a database that was restored to an earlier moment would give numbers again that
            // devices have, which other shards know by them.
            let id = Int64.random(in: ids.lowerBound + 1...ids.upperBound)
            let isAdded = try await change { connection in
                try connection.rows(
                    """
                    INSERT INTO ambit.device (id, token_hash, created_at) OVERRIDING SYSTEM VALUE
                    VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id
                    """,
                    [
                        .integer(id), .bytes(tokenHash),
                        .integer(moment.millisecondsSince1970),
                    ]
                ) { row throws(PostgresError) in try row.integer(0) }.first != nil
            }
            if isAdded { return Device(id: Device.ID(rawValue: id)) }
        }
    }

    package func device(tokenHash: [UInt8]) async throws -> Device? {
        try await read { connection in
            try connection.rows(
                "SELECT id FROM ambit.device WHERE token_hash = $1",
                [.bytes(tokenHash)]
            ) { row throws(PostgresError) in
                Device(id: Device.ID(rawValue: try row.integer(0)))
            }.first
        }
    }

    /// Calls something that answers with one number.
    func changeOne(_ sql: String, _ values: [PostgresValue]) async throws -> Int64 {
        let place = address.description
        return try await change { connection in
            let answer = try connection.rows(sql, values) { row throws(PostgresError) in
                try row.integer(0)
            }
            guard let number = answer.first else {
                throw PostgresError.damaged(place: place, detail: "a function gave no answer")
            }
            return number
        }
    }
}

/// What a message has before and after it is stored.
protocol MessageContent {
    var text: String { get }
    var category: Category { get }
    var coordinate: Coordinate { get }
    var visibleRadius: Distance { get }
    var postedAt: Timestamp { get }
    var expiresAt: Timestamp { get }
}

extension NewMessage: MessageContent {}
extension Message: MessageContent {}

/// How a message stands in its table.
enum ClusterRow {
    static let columns = """
        id, text, category, lon, lat, visible_radius_m, posted_at, expires_at, device_id, hidden
        """

    /// The same of the table `m`.
    static let columnsOfM = columns.split(separator: ", ").map { "m." + $0 }.joined(separator: ", ")

    /// The columns from the text to the end of its time, an array each, as functions take them.
    static func arrays(_ messages: [some MessageContent]) -> [PostgresValue] {
        [
            .texts(messages.map(\.text)), .texts(messages.map(\.category.rawValue)),
            .doubles(messages.map(\.coordinate.longitude)),
            .doubles(messages.map(\.coordinate.latitude)),
            .doubles(messages.map(\.visibleRadius.meters)),
            .integers(messages.map(\.postedAt.millisecondsSince1970)),
            .integers(messages.map(\.expiresAt.millisecondsSince1970)),
        ]
    }

    /// - Parameter first: The number of the first of ``columns``.
    static func message(_ row: PostgresRow, from first: Int = 0) throws(PostgresError) -> Message {
        guard
            let coordinate = try? Coordinate(
                latitude: row.double(first + 4),
                longitude: row.double(first + 3)
            ),
            let radius = try? Distance.meters(row.double(first + 5))
        else { throw .unreadable(column: first + 3) }
        return Message(
            id: Message.ID(rawValue: try row.integer(first)),
            text: try row.text(first + 1),
            category: Category(rawValue: try row.text(first + 2)),
            coordinate: coordinate,
            visibleRadius: radius,
            postedAt: Timestamp(millisecondsSince1970: try row.integer(first + 6)),
            expiresAt: Timestamp(millisecondsSince1970: try row.integer(first + 7)),
            author: Device.ID(rawValue: try row.integer(first + 8)),
            origin: nil
        )
    }

    /// A message with what became of it.
    static func sent(
        _ row: PostgresRow,
        from first: Int = 0,
        at moment: Timestamp
    ) throws(PostgresError) -> SentMessage {
        let message = try message(row, from: first)
        let state: MessageState =
            switch try row.integer(first + 9) {
            case 0: message.isLive(at: moment) ? .live : .expired
            case 1: .hiddenForReview
            default: .hiddenByModerator
            }
        return SentMessage(message: message, state: state)
    }
}
