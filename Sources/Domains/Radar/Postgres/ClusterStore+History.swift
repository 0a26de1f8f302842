internal import PostgresCore
package import Radar

// A database that was restored to an earlier moment, as those see it who have seen more of it.
extension ClusterStore {
    /// Lets numbers go on behind what others have seen of this database, where its own history ends before
    /// that or is another: it was restored, and would give numbers again that clients know.
    ///
    /// - Parameter mark: How far somebody has followed it.
    /// - Returns: Whether it was so.
    func goOn(beyond mark: ChangeMark) async throws -> Bool {
        guard mark.entry > 0 else { return false }
        return try await change { connection in
            let found = try connection.rows(
                """
                SELECT s.epoch FROM ambit.site AS s CROSS JOIN ambit.head AS h
                WHERE s.epoch = $1 AND (h.n < $2 OR EXISTS
                    (SELECT 1 FROM ambit.change AS c WHERE c.n = $2 AND c.chain <> $3))
                """,
                [.integer(mark.epoch), .integer(mark.entry), .integer(mark.chain)]
            ) { row throws(PostgresError) in try row.integer(0) }
            guard let epoch = found.first else { return false }
            try Self.bringForward(connection, beyond: mark.entry, epoch: epoch)
            return true
        }
    }

    /// Lets numbers go on far behind all that may have been given, and those who follow begin anew.
    ///
    /// By chance how far: a copy that is restored twice would give the numbers of the first time again.
    ///
    /// - Parameters:
    ///   - entry: The last number that is known to have been given.
    ///   - epoch: Of the history from then on.
    static func bringForward(
        _ connection: PostgresConnection,
        beyond entry: Int64,
        epoch: Int64
    ) throws(PostgresError) {
        try connection.run(
            "UPDATE ambit.head SET n = greatest(n, $1) + $2",
            [.integer(entry), .integer(.random(in: 1...farthestLeap))]
        )
        try connection.run("SELECT ambit.bring_forward($1)", [.integer(epoch)])
    }

    /// Some hundreds of such leaps leave numbers within a shard's ids.
    private static let farthestLeap: Int64 = 1 << 33

    /// Knows again those of its devices that another shard knows and it does not: they were made after the
    /// moment to which it was restored. That they have something there is noted again.
    func takeBackDevices(from other: ClusterStore) async throws {
        let devices = try await other.devices(of: ground.shard)
        let unknown = try await unknown(among: devices.map(\.id))
        for device in devices where unknown.contains(device.id) {
            let id = Device.ID(rawValue: device.id)
            try await adopt(id, device.known)
            // Forgotten meanwhile?
            if try await !other.isKnown(id) { _ = try await forgetHere(id) }
        }
        try await noteAgain(other.ground.shard, of: devices.map(\.id))
    }

    /// How many devices of another shard are known here, and not there.
    func strayDevices(of home: ClusterStore) async throws -> Int {
        try await home.unknown(among: adopted(of: home.ground.shard)).count
    }

    /// The devices of another shard that have something here, with what tells that they are these.
    private func devices(
        of shard: ShardNumber
    ) async throws -> [(id: Int64, known: KnownDevice)] {
        try await read { connection in
            try connection.rows(
                "SELECT id, token_hash, created_at FROM ambit.device WHERE id BETWEEN $1 AND $2",
                [.integer(shard.ids.lowerBound), .integer(shard.ids.upperBound)]
            ) { row throws(PostgresError) in
                (
                    try row.integer(0),
                    KnownDevice(tokenHash: try row.bytes(1), createdAt: try row.integer(2))
                )
            }
        }
    }

    /// Those of some devices that are not known here.
    private func unknown(among devices: [Int64]) async throws -> Set<Int64> {
        let found = try await read { connection in
            try connection.rows(
                """
                SELECT u.id FROM unnest($1::bigint[]) AS u(id)
                WHERE NOT EXISTS (SELECT 1 FROM ambit.device AS d WHERE d.id = u.id)
                """,
                [.integers(devices)]
            ) { row throws(PostgresError) in try row.integer(0) }
        }
        return Set(found)
    }
}

extension ShardedStore {
    /// Another shard's map, where it is newer than what is known here; nil where it is none.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package func newerMap(of shard: ShardNumber) async throws -> TerritoryMap? {
        let other = try await store(of: shard)
        guard other.looks.mapEpoch > own.ground.map.epoch else { return nil }
        return try await other.read { try ClusterMap.fetch($0) }
    }

    /// Looks which map another shard's database has: that holds here too, whoever is away.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package func look(at shard: ShardNumber) async throws {
        let other = try await store(of: shard)
        _ = try await other.changeMark()
        if other.looks.mapEpoch <= own.ground.map.epoch { own.ground.hear() }
    }

    /// Looks whether other shards have seen more of this shard's database than it knows itself: it was
    /// restored to an earlier moment, and no number is given again. Those that cannot be reached see to it
    /// themselves once they can.
    ///
    /// - Returns: Whether it was so.
    package func lookBack() async throws -> Bool {
        var isSetBack = false
        for shard in map.shards.map(\.number) where shard != own.ground.shard {
            guard let other = try? await store(of: shard),
                let mark = try? await other.sourceState(of: own.ground.shard).mark
            else { continue }
            if try await own.goOn(beyond: mark) {
                isSetBack = true
                try await own.takeBackDevices(from: other)
            }
        }
        return isSetBack
    }
}
