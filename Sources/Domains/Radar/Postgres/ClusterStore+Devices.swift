internal import PostgresCore
internal import Radar
internal import Timekeeping

/// What another shard is told of a device.
struct KnownDevice: Sendable {
    let tokenHash: [UInt8]
    let createdAt: Int64
}

// Devices that have something at several shards.
extension ClusterStore {
    /// Notes, at a device's own shard, that it has something at another.
    ///
    /// - Returns: Nil when the device is not known.
    func noteShard(_ shard: ShardNumber, of device: Device.ID) async throws -> KnownDevice? {
        try await change { connection in
            try connection.rows(
                "SELECT * FROM ambit.note_shard($1, $2)",
                [.integer(device.rawValue), .integer(Int64(shard.rawValue))]
            ) { row throws(PostgresError) in
                KnownDevice(tokenHash: try row.bytes(0), createdAt: try row.integer(1))
            }.first
        }
    }

    /// Knows another shard's device.
    func adopt(_ device: Device.ID, _ known: KnownDevice) async throws {
        try await change { connection in
            try connection.run(
                """
                INSERT INTO ambit.device (id, token_hash, created_at) OVERRIDING SYSTEM VALUE
                VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
                """,
                [
                    .integer(device.rawValue), .bytes(known.tokenHash), .integer(known.createdAt),
                ]
            )
        }
    }

    /// Whether a device is known here.
    func isKnown(_ device: Device.ID) async throws -> Bool {
        try await read { connection in
            try connection.rows(
                "SELECT 1 FROM ambit.device WHERE id = $1",
                [.integer(device.rawValue)]
            ) { row throws(PostgresError) in try row.integer(0) }.first != nil
        }
    }

    /// The devices of another shard that have something here.
    func adopted(of shard: ShardNumber) async throws -> [Int64] {
        try await read { connection in
            try connection.rows(
                "SELECT id FROM ambit.device WHERE id BETWEEN $1 AND $2",
                [.integer(shard.ids.lowerBound), .integer(shard.ids.upperBound)]
            ) { row throws(PostgresError) in try row.integer(0) }
        }
    }

    /// Notes once more, at devices' own shard, that they have something at another: a database that was
    /// restored to an earlier moment knows no more what was noted since.
    func noteAgain(_ shard: ShardNumber, of devices: [Int64]) async throws {
        try await change { connection in
            try connection.run(
                """
                INSERT INTO ambit.device_shard
                SELECT id, $2 FROM ambit.device WHERE id = ANY($1) ON CONFLICT DO NOTHING
                """,
                [.integers(devices), .integer(Int64(shard.rawValue))]
            )
        }
    }

    /// The other shards where a device of this one may have something.
    func shards(of device: Device.ID) async throws -> [ShardNumber] {
        try await read { connection in
            try connection.rows(
                "SELECT shard FROM ambit.device_shard WHERE device_id = $1 ORDER BY shard",
                [.integer(device.rawValue)]
            ) { row throws(PostgresError) in try row.integer(0) }
        }.compactMap { ShardNumber(rawValue: Int($0)) }
    }

    /// Forgets a device of this shard.
    ///
    /// - Returns: The messages that were removed, and all shards that were noted.
    func forgetHere(_ device: Device.ID) async throws -> ([Message.ID], [ShardNumber]) {
        try await change { connection in
            var removed: [Message.ID] = []
            var shards: [ShardNumber] = []
            try connection.run(
                "SELECT * FROM ambit.forget_noted($1)",
                [.integer(device.rawValue)]
            ) { row throws(PostgresError) in
                let number = try row.integer(1)
                if try row.flag(0) {
                    removed.append(Message.ID(rawValue: number))
                } else if let shard = ShardNumber(rawValue: Int(number)) {
                    shards.append(shard)
                }
            }
            return (removed, shards)
        }
    }
}
