internal import Geodesy
package import PostgresCore
package import Radar
internal import Timekeeping

/// What an operator does with the ground of many shards.
///
/// The first shard's database has the map that holds: it alone says which epoch comes next, so that of two
/// who change it at once one does, and the other is told. What is interrupted is gone on with by the same
/// command: the map says what is under way, and each shard how much it has.
package struct ShardMove: Sendable {
    /// What is told of the way.
    package enum Step: Sendable {
        /// A shard takes what reaches its ground from another: so many of so many ids were looked at.
        case gathering(into: ShardNumber, from: ShardNumber, read: Int64, all: Int64)
        /// Some cells are given to a shard.
        case beginning(cells: [Range<UInt64>], to: ShardNumber)
        /// The map of an epoch holds.
        case drawn(epoch: Int64)
        /// Some ground is on its way to a shard already: that is gone on with, whatever else was asked for.
        case goingOn(to: ShardNumber)
    }

    /// Which of a shard's ground goes to another.
    package enum Portion: Sendable, Equatable {
        /// So that a share of its load goes, 0 to 1, both excluded.
        case share(Double)
        /// Some positions of the curve.
        case cells([Range<UInt64>])
    }

    /// One of the shards, and how to reach the others.
    let stores: ShardedStore
    private let tell: @Sendable (Step) -> Void

    /// - Throws: ``PostgresCore/PostgresError``.
    package init(
        at address: PostgresAddress,
        telling tell: @escaping @Sendable (Step) -> Void
    ) async throws {
        stores = ShardedStore(own: try await ClusterStore.open(address))
        self.tell = tell
        try await takeNewestMap()
    }

    /// Ends all connections.
    package func close() async { await stores.close() }

    /// The map as the first shard has it.
    package var map: TerritoryMap { stores.map }

    /// The shard whose address was given.
    package var shard: ShardNumber { stores.own.ground.shard }

    private func takeNewestMap() async throws {
        guard map.isDivided else { return }
        let told = map
        for (_, found) in try Self.maps(of: map.shards) { stores.own.ground.take(found) }
        // It may name shards that the one that was asked knows nothing of.
        for (_, found) in try Self.maps(of: map.shards) { stores.own.ground.take(found) }
        try Self.checkPlace(of: shard, stores.own.address, told: told, newest: map)
    }

    /// - Parameter told: The map that the database itself has.
    /// - Throws: ``ShardMoveError/retired(_:place:present:)`` where the shard has moved to another one.
    static func checkPlace(
        of shard: ShardNumber,
        _ address: PostgresAddress,
        told: TerritoryMap,
        newest: TerritoryMap
    ) throws {
        guard let present = newest.shard(shard)?.database, present != address.uri,
            present != told.shard(shard)?.database
        else { return }
        throw ShardMoveError.retired(shard, place: address.description, present: present)
    }

    /// The map that each shard's database has.
    static func maps(
        of shards: [Shard]
    ) throws -> [(shard: ShardNumber, map: TerritoryMap)] {
        try shards.compactMap { shard in
            let connection = try PostgresConnection(to: PostgresAddress(shard.database))
            return try ClusterMap.fetch(connection, mayBeOlder: true).map { (shard.number, $0) }
        }
    }

    /// Gives the map to shards that somebody who was interrupted has not told of it.
    ///
    /// - Throws: ``ShardMoveError/otherMap(_:epoch:newest:)`` where the first shard has an older map, or two
    ///   have different ones of one epoch: then none is made of them.
    static func settle(_ map: TerritoryMap) async throws {
        let found = Dictionary(
            uniqueKeysWithValues: try maps(of: map.shards).map { ($0.shard, $0.map) }
        )
        for (index, shard) in map.shards.enumerated() where found[shard.number] != map {
            let other = found[shard.number]
            if let other, other.epoch > map.epoch {
                throw TerritoryMapError.otherEpoch(found: other.epoch, expected: map.epoch)
            }
            guard index > 0, other?.epoch != map.epoch else {
                throw ShardMoveError.otherMap(
                    shard.number,
                    epoch: other?.epoch ?? 0,
                    newest: map.epoch
                )
            }
            try await write(map, to: shard, insteadOf: nil)
        }
    }

    /// Divides ground: makes a database a shard, and lets it answer for a part.
    ///
    /// - Returns: The number of the new shard.
    /// - Throws: ``PostgresCore/PostgresError``, ``Radar/TerritoryMapError``, ``ShardMoveError``.
    package func split(
        _ portion: Portion,
        into address: PostgresAddress,
        url: String?,
        ownURL: String?
    ) async throws -> ShardNumber {
        if map.isDivided { try await Self.settle(map) }
        if let known = map.shards.first(where: { $0.database == address.uri }) {
            var isDone = false
            if case .cells(let cells) = portion { isDone = map.has(known.number, all: cells) }
            let hasGround = !map.groundText(of: known.number).isEmpty
            guard map.isMoving(to: known.number) || !hasGround || isDone else {
                throw ShardMoveError.hasGround(known.number, place: address.description)
            }
            try await move(portion, to: known.number)
            return known.number
        }
        var next = map
        if let ownURL { next = try next.naming(ownURL, of: shard) }
        next = try next.adding(database: address.uri, url: url)
        guard let new = next.shards.first(where: { $0.database == address.uri }) else {
            throw TerritoryMapError.tooManyShards
        }
        next = try TerritoryMap(
            epoch: map.epoch + 1,
            shards: next.shards,
            territories: map.territories
        )
        // What cannot be given leaves everything as it was.
        let cells = try await cells(portion)
        try map.check(shard, canGive: cells, to: new.number)
        _ = try next.beginningMove(of: cells, to: new.number)
        try await stores.own.makeShard(new.number, at: address)
        try await draw(next)
        try await move(.cells(cells), to: new.number)
        return new.number
    }

    private func cells(_ portion: Portion) async throws -> [Range<UInt64>] {
        let cells: [Range<UInt64>]
        switch portion {
        case .cells(let ranges): cells = ranges
        case .share(let share):
            cells = map.lastShare(share, of: shard, load: try await stores.own.load())
        }
        guard !cells.isEmpty else { throw ShardMoveError.nothingToGive(shard) }
        return cells
    }

    /// Lets another shard answer for a part of this one's ground.
    ///
    /// - Throws: ``PostgresCore/PostgresError``, ``Radar/TerritoryMapError``, ``ShardMoveError``.
    package func move(_ portion: Portion, to shard: ShardNumber) async throws {
        guard map.shard(shard) != nil else { throw TerritoryMapError.unknownShard(shard) }
        if map.isDivided { try await Self.settle(map) }
        if map.isMoving(to: shard) {
            tell(.goingOn(to: shard))
            try await finishMove(to: shard)
            // How much was to go is known no more; which cells are, is.
            guard case .cells = portion else { return }
        }
        if case .cells(let cells) = portion {
            try map.check(self.shard, canGive: cells, to: shard)
            guard !map.has(shard, all: cells) else {
                try await gather(into: shard)
                return try await letGo(except: shard)
            }
        }
        let cells = try await cells(portion)
        let next = try map.beginningMove(of: cells, to: shard)
        tell(.beginning(cells: cells, to: shard))
        try await draw(next)
        try await finishMove(to: shard)
    }

    private func finishMove(to shard: ShardNumber) async throws {
        try await gather(into: shard)
        try await draw(try map.completingMove(to: shard), before: shard)
        try await letGo(except: shard)
    }

    /// Whoever has lost ground lets go of the copies that it needs no more.
    private func letGo(except shard: ShardNumber) async throws {
        for number in map.shards.map(\.number) where number != shard {
            try await gather(into: number)
        }
    }

    /// Makes a map the one that holds.
    ///
    /// - Parameter shard: Who hears of it first after the first shard: who can do more by it than before.
    private func draw(_ next: TerritoryMap, before shard: ShardNumber? = nil) async throws {
        let present = map.isDivided || map.epoch > 1 ? map.epoch : 0
        try await Self.draw(next, insteadOf: present, before: shard)
        stores.own.ground.take(next)
        tell(.drawn(epoch: next.epoch))
    }

    static func draw(
        _ next: TerritoryMap,
        insteadOf present: Int64,
        before shard: ShardNumber?
    ) async throws {
        try await write(next, to: next.shards[0], insteadOf: present)
        let rest = next.shards.dropFirst()
        for other in rest.filter({ $0.number == shard }) + rest.filter({ $0.number != shard }) {
            try await write(next, to: other, insteadOf: nil)
        }
    }

    static func write(
        _ map: TerritoryMap,
        to shard: Shard,
        insteadOf epoch: Int64?
    ) async throws {
        // A connection of its own: a store of many would refuse a map that names it not yet.
        let connection = try PostgresConnection(to: PostgresAddress(shard.database))
        try ClusterMap.store(map, insteadOf: epoch, connection)
    }

    /// Takes what reaches a shard's ground from all who may have some, until nothing is missing.
    func gather(into shard: ShardNumber, isAnew: Bool = false) async throws {
        let own = try await stores.store(of: shard)
        own.ground.take(map)
        for source in map.shards.map(\.number) where source != shard {
            let gatherer = ShardGatherer(into: own, from: try await stores.store(of: source))
            if isAnew { try await gatherer.beginAnew() }
            while true {
                try Task.checkCancellation()
                let progress = try await gatherer.step()
                if progress.isWhole { break }
                _ = try await own.changeMark()
                guard own.looks.mapEpoch == map.epoch else {
                    throw TerritoryMapError.otherEpoch(
                        found: own.looks.mapEpoch,
                        expected: map.epoch
                    )
                }
                tell(
                    .gathering(
                        into: shard,
                        from: source,
                        read: progress.read,
                        all: progress.all
                    )
                )
            }
        }
    }

    /// How much each shard has.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package func loads() async throws -> [ShardLoad] {
        var loads: [ShardLoad] = []
        for shard in map.shards {
            loads.append(try await stores.store(of: shard.number).shardLoad())
        }
        return loads
    }
}

/// How much a shard has.
package struct ShardLoad: Sendable {
    /// Its live messages.
    package let own: Int64
    /// Those of other shards that reach its ground.
    package let copies: Int64
}

extension ClusterStore {
    /// Makes another database a shard that gives ids of its own, under the same secret.
    fileprivate func makeShard(_ number: ShardNumber, at address: PostgresAddress) async throws {
        _ = try Cluster.prepare(address)
        let secret = try await read(ClusterSite.secret)
        let connection = try PostgresConnection(to: address)
        // Of two who divided ground at once one was told that the other was quicker: what it had made a shard
        // is none, and has nothing.
        try connection.run(
            """
            UPDATE ambit.site SET shard = $1 WHERE secret = $2 AND shard > 0 AND NOT shard = ANY ($3)
                AND (SELECT epoch FROM ambit.map) = 0 AND (SELECT n FROM ambit.head) = 0
                AND NOT EXISTS (SELECT 1 FROM ambit.device)
            """,
            [
                .integer(Int64(number.rawValue)), .bytes(secret),
                .integers(
                    ground.map.shards.filter { $0.database == address.uri }
                        .map { Int64($0.number.rawValue) }
                ),
            ]
        )
        let found = try connection.rows(
            "SELECT ambit.become($1, $2)",
            [.integer(Int64(number.rawValue)), .bytes(secret)]
        ) { row throws(PostgresError) in try row.text(0) }.first
        switch found {
        case "shard": return
        case "sibling": throw ShardMoveError.sameGround(place: address.description)
        case "stranger": throw ShardMoveError.otherGround(place: address.description)
        default: throw ShardMoveError.notEmpty(place: address.description)
        }
    }

    /// The cells of the shard's live messages.
    fileprivate func load() async throws -> [UInt64] {
        let moment = clock.now.millisecondsSince1970
        let ids = ground.shard.ids
        return try await read { connection in
            try connection.rows(
                """
                SELECT lon, lat FROM ambit.message
                WHERE id BETWEEN $1 AND $2 AND expires_at > $3
                """,
                [
                    .integer(ids.lowerBound), .integer(ids.upperBound), .integer(moment),
                ]
            ) { row throws(PostgresError) in
                let (longitude, latitude) = (try row.double(0), try row.double(1))
                guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
                    throw PostgresError.unreadable(column: 0)
                }
                return HilbertCurve.position(of: place)
            }
        }
    }

    fileprivate func shardLoad() async throws -> ShardLoad {
        let moment = clock.now.millisecondsSince1970
        let ids = ground.shard.ids
        return try await read { connection in
            try connection.rows(
                """
                SELECT count(*) FILTER (WHERE id BETWEEN $1 AND $2),
                    count(*) FILTER (WHERE id NOT BETWEEN $1 AND $2)
                FROM ambit.message WHERE expires_at > $3 AND hidden = 0
                """,
                [
                    .integer(ids.lowerBound), .integer(ids.upperBound), .integer(moment),
                ]
            ) { row throws(PostgresError) in
                ShardLoad(own: try row.integer(0), copies: try row.integer(1))
            }.first ?? ShardLoad(own: 0, copies: 0)
        }
    }
}
