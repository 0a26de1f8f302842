package import PostgresCore
package import Radar
internal import Synchronization
package import Timekeeping

/// Messages, and what devices keep, on a PostgreSQL database that any number of nodes share; see
/// ``ClusterSchema``.
///
/// What a call changes is on the server's disk when it returns, and, where the server has a synchronous
/// standby, on that one's. A call waits up to half a minute for another server to take over; then it fails
/// with ``PostgresCore/PostgresError``. All is asked of the server that takes changes.
package final class ClusterStore: Sendable {
    /// What messages are called outside: the same at all nodes.
    package let publicIDs: PublicIDs
    /// Where the database is.
    package let address: PostgresAddress
    /// Which shard it is, and how the ground is divided.
    package let ground: TerritoryWatch
    /// When a node looked last at what others have changed.
    package final class Looks: Sendable {
        private let state = Mutex<(head: Int64, map: Int64, at: ContinuousClock.Instant?)>(
            (0, 0, nil)
        )

        /// The number of the last change that there was then.
        package var head: Int64 { state.withLock { $0.head } }

        /// How long ago that was; nil for never.
        package var age: Duration? { state.withLock { $0.at }.map { $0.duration(to: .now) } }

        /// The epoch of the map of shards then; 0 while the ground is undivided.
        package var mapEpoch: Int64 { state.withLock { $0.map } }

        /// Which shard's the database has become since it was opened; nil while it is what it was.
        package var otherShard: ShardNumber? { other.withLock { $0 } }
        private let other = Mutex<ShardNumber?>(nil)

        func note(_ head: Int64, mapEpoch: Int64) {
            state.withLock { $0 = (head, mapEpoch, .now) }
        }

        func note(_ shard: ShardNumber) { other.withLock { $0 = shard } }
    }

    /// How far this machine's clock is from the server's.
    package let clockOffset = ClockOffset()

    /// Tells this database from others.
    let epoch: Int64
    /// Posts go on a line of their own, one call after the other: several callers would wait for each other
    /// under the head row.
    let group: AppendGroup
    private let lines: [PostgresLine]
    /// The line of those who follow, which nobody else keeps waiting.
    let following: PostgresLine

    /// This machine's clock, which is measured against the server's.
    let machineClock: any WallClock
    /// When the changes were looked at last, and how many there were.
    package let looks = Looks()

    /// The server's time, as far as it is known here: what expires does so at all nodes at once.
    package var clock: ClusterClock { ClusterClock(machineClock, clockOffset) }

    /// Opens a database.
    ///
    /// - Parameter clock: This machine's.
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func open(
        _ address: PostgresAddress,
        clock: any WallClock = SystemWallClock()
    ) async throws -> ClusterStore {
        let line = PostgresLine(to: address, named: "following")
        let (site, map) = try await line.run(.untilSent(forAtMost: .zero)) { connection in
            (try ClusterSite.fetch(connection, address), try ClusterMap.fetch(connection))
        }
        if let map, map.shard(site.shard) == nil {
            throw TerritoryMapError.unknownShard(site.shard)
        }
        let undivided = try TerritoryMap.undivided(
            Shard(number: site.shard, database: address.uri, url: nil)
        )
        let store = ClusterStore(
            address,
            site,
            TerritoryWatch(shard: site.shard, map: map ?? undivided),
            following: line,
            clock
        )
        _ = try await store.changeMark()
        return store
    }

    private init(
        _ address: PostgresAddress,
        _ site: ClusterSite,
        _ ground: TerritoryWatch,
        following: PostgresLine,
        _ clock: any WallClock
    ) {
        self.address = address
        self.ground = ground
        self.following = following
        machineClock = clock
        publicIDs = PublicIDs(secret: site.secret)
        epoch = site.epoch
        lines = (0..<3).map { PostgresLine(to: address, named: "line \($0)") }
        group = AppendGroup(PostgresLine(to: address, named: "posts"))
    }

    /// Ends all connections, when what is under way is done.
    package func close() async {
        await group.close()
        for line in lines { await line.close() }
        await following.close()
    }

    /// The line with the fewest who wait.
    private var line: PostgresLine { lines.min { $0.load < $1.load } ?? following }

    /// Looks whether the ground is divided otherwise than is known here.
    ///
    /// - Returns: Whether it is.
    package func followMap() async throws -> Bool {
        guard looks.mapEpoch > ground.map.epoch else { return false }
        let map = try await read { try ClusterMap.fetch($0) }
        return map.map { ground.take($0) } ?? false
    }

    /// Reads.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await line.run(.reading, body)
    }

    /// Changes something, once.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await line.run(.changing, body)
    }
}

/// What a database knows of itself.
struct ClusterSite: Sendable {
    let secret: ServiceSecret
    let epoch: Int64
    let shard: ShardNumber

    /// - Throws: ``PostgresError`` when there are no tables, or those of another version.
    static func fetch(
        _ connection: PostgresConnection,
        _ address: PostgresAddress
    ) throws -> ClusterSite {
        let version = try version(connection, address)
        guard let version else { throw PostgresError.noTables(place: address.description) }
        guard version == ClusterSchema.version else {
            throw PostgresError.otherSchema(
                place: address.description,
                found: version,
                supported: ClusterSchema.version
            )
        }
        let sites = try connection.rows("SELECT secret, epoch, shard FROM ambit.site") {
            row throws(PostgresError) in
            (try row.bytes(0), try row.integer(1), ShardNumber(rawValue: Int(try row.integer(2))))
        }
        guard let (bytes, epoch, shard) = sites.first, let secret = ServiceSecret(bytes: bytes),
            let shard
        else {
            throw PostgresError.damaged(
                place: address.description,
                detail: "the secret that makes the ids of messages is missing"
            )
        }
        return ClusterSite(secret: secret, epoch: epoch, shard: shard)
    }

    /// The secret that all shards of one ground have; empty where it is missing.
    @Sendable static func secret(_ connection: PostgresConnection) throws -> [UInt8] {
        try connection.rows("SELECT secret FROM ambit.site") { row throws(PostgresError) in
            try row.bytes(0)
        }.first ?? []
    }

    /// The version of the tables; nil where there are none.
    ///
    /// - Throws: ``PostgresError/foreignTables(place:)`` where the schema is not Ambit's.
    static func version(
        _ connection: PostgresConnection,
        _ address: PostgresAddress
    ) throws -> Int? {
        let found = try connection.rows(
            """
            SELECT oid IS NOT NULL, CASE WHEN has_schema_privilege(oid, 'USAGE')
                THEN to_regclass('ambit.site') IS NOT NULL ELSE false END
            FROM (SELECT to_regnamespace('ambit') AS oid) AS schema
            """
        ) { row throws(PostgresError) in (try row.flag(0), try row.flag(1)) }
        guard let (hasSchema, hasSite) = found.first, hasSchema else { return nil }
        guard hasSite else {
            throw PostgresError.foreignTables(place: address.description)
        }
        return try connection.rows("SELECT schema_version FROM ambit.site") {
            row throws(PostgresError) in Int(try row.integer(0))
        }.first
    }
}

/// How far this machine's clock is from the server's, as measured last.
package final class ClockOffset: Sendable {
    private let state = Mutex<(milliseconds: Int64, trip: Int64)>((0, .max))

    /// Milliseconds to be added to this machine's clock.
    package var milliseconds: Int64 { state.withLock { $0.milliseconds } }

    /// Takes a measurement: what the server's clock showed between two moments of this machine's. The
    /// shortest trip is believed, and ages, so that a clock that drifts is followed.
    func take(server: Int64, sent: Int64, answered: Int64) {
        let trip = max(0, answered - sent)
        state.withLock { state in
            guard trip <= state.trip else {
                state.trip = state.trip &+ state.trip / 8 &+ 1
                return
            }
            state = (server - sent - trip / 2, trip)
        }
    }
}

/// A server's time by a machine's clock.
package struct ClusterClock: WallClock {
    private let clock: any WallClock
    private let offset: ClockOffset

    init(_ clock: any WallClock, _ offset: ClockOffset) {
        self.clock = clock
        self.offset = offset
    }

    /// The present moment.
    package var now: Timestamp {
        let moment = clock.now
        return moment.adding(milliseconds: offset.milliseconds) ?? moment
    }
}
