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
    private let stores: ShardedStore
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
        let first = try await stores.store(of: map.shards[0].number)
        if let newest = try await first.read({ try ClusterMap.fetch($0) }) {
            stores.own.ground.take(newest)
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
        if let known = map.shards.first(where: { $0.database == address.uri }) {
            guard map.isMoving(to: known.number) || map.groundText(of: known.number).isEmpty else {
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
        _ = try next.beginningMove(of: cells, to: new.number)
        try await stores.own.makeShard(new.number, at: address)
        try await draw(next)
        try await move(.cells(cells), to: new.number)
        return new.number
    }

    /// Says in the map where the databases of some shards are now, or where clients reach one's nodes.
    ///
    /// - Parameters:
    ///   - addresses: Where each shard is that has moved; the first one's nodes are what `url` is of.
    ///   - url: Nil to leave it as it is.
    /// - Returns: The epoch of the map that says so.
    /// - Throws: ``PostgresCore/PostgresError``, ``Radar/TerritoryMapError``, ``ShardMoveError``.
    package static func relocate(
        _ addresses: [PostgresAddress],
        url: String?,
        telling tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64 {
        var given: [ClusterStore] = []
        let outcome: Result<Int64, any Error>
        do {
            for address in addresses { given.append(try await ClusterStore.open(address)) }
            outcome = .success(try await relocate(given, url: url, tell))
        } catch {
            outcome = .failure(error)
        }
        for store in given { await store.close() }
        return try outcome.get()
    }

    private static func relocate(
        _ given: [ClusterStore],
        url: String?,
        _ tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64 {
        guard var newest = given.map(\.ground.map).max(by: { $0.epoch < $1.epoch }),
            newest.isDivided
        else { throw ShardMoveError.undivided }
        let databases = given.map { ($0.ground.shard, $0.address.uri) }
        let places = Dictionary(databases) { first, _ in first }
        guard places.count == given.count else { throw ShardMoveError.sameShard }
        // The map that holds is the first shard's, wherever that is.
        let first = newest.shards[0]
        let connection = try PostgresConnection(
            to: PostgresAddress(places[first.number] ?? first.database)
        )
        newest = try ClusterMap.fetch(connection) ?? newest
        let secret = try ClusterSite.secret(connection)
        for store in given where try await store.read(ClusterSite.secret) != secret {
            throw ShardMoveError.otherGround(place: store.address.description)
        }
        var next = try newest.relocating(places)
        if let url, let own = given.first {
            next = try next.naming(url, of: own.ground.shard)
        }
        next = try TerritoryMap(
            epoch: newest.epoch + 1,
            shards: next.shards,
            territories: next.territories
        )
        try await draw(next, insteadOf: newest.epoch, before: nil)
        tell(.drawn(epoch: next.epoch))
        return next.epoch
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
        if map.isMoving(to: shard) {
            tell(.goingOn(to: shard))
        } else {
            try await draw(try map.beginningMove(of: try await cells(portion), to: shard))
        }
        try await gather(into: shard)
        try await draw(try map.completingMove(to: shard), before: shard)
        // Whoever has lost ground lets go of the copies that it needs no more.
        for number in map.shards.map(\.number) where number != shard {
            try await gather(into: number)
        }
    }

    /// Writes the newest map into each database that has an older one.
    ///
    /// - Returns: Its epoch.
    /// - Throws: ``PostgresCore/PostgresError``.
    package func spread() async throws -> Int64 {
        guard map.isDivided else { throw ShardMoveError.undivided }
        for shard in map.shards { try await Self.write(map, to: shard, insteadOf: nil) }
        return map.epoch
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

    private static func draw(
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

    private static func write(
        _ map: TerritoryMap,
        to shard: Shard,
        insteadOf epoch: Int64?
    ) async throws {
        // A connection of its own: a store of many would refuse a map that names it not yet.
        let connection = try PostgresConnection(to: PostgresAddress(shard.database))
        try ClusterMap.store(map, insteadOf: epoch, connection)
    }

    /// Takes what reaches a shard's ground from all who may have some, until nothing is missing.
    private func gather(into shard: ShardNumber) async throws {
        let own = try await stores.store(of: shard)
        own.ground.take(map)
        for source in map.shards.map(\.number) where source != shard {
            let gatherer = ShardGatherer(into: own, from: try await stores.store(of: source))
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

    /// Compares each shard with what it should have of the others.
    ///
    /// - Returns: For each two shards where something is wrong, what is.
    /// - Throws: ``PostgresCore/PostgresError``.
    package func check() async throws -> [String] {
        var problems: [String] = []
        guard map.isDivided else { return [] }
        for shard in map.shards.map(\.number) {
            let own = try await stores.store(of: shard)
            guard own.looks.mapEpoch == map.epoch else {
                problems.append(
                    "shard \(shard) has the map of epoch \(own.looks.mapEpoch), not \(map.epoch): "
                        + "'ambit cluster spread' writes the newest into all"
                )
                continue
            }
            for source in map.shards.map(\.number) where source != shard {
                let gatherer = ShardGatherer(into: own, from: try await stores.store(of: source))
                let (missing, needless) = try await gatherer.differences()
                if missing > 0 {
                    problems.append("shard \(shard) lacks \(missing) messages of shard \(source)")
                }
                if needless > 0 {
                    problems.append(
                        "shard \(shard) has \(needless) messages of shard \(source) that reach none of "
                            + "its ground"
                    )
                }
            }
        }
        return problems
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

/// Why ground is not given to a shard.
package enum ShardMoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A database answers for ground already.
    case hasGround(ShardNumber, place: String)
    /// A database has messages or devices, and is no shard.
    case notEmpty(place: String)
    /// A shard has no ground that could go.
    case nothingToGive(ShardNumber)
    /// The ground is undivided.
    case undivided
    /// Two addresses are of one shard.
    case sameShard
    /// A database is a shard of another division of the ground.
    case otherGround(place: String)

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .hasGround(let shard, let place):
            "\(place) is shard \(shard) already, and has ground; 'ambit cluster move' gives it more"
        case .notEmpty(let place):
            "\(place) has messages or devices of its own; a new shard begins with an empty database"
        case .nothingToGive(let shard):
            "shard \(shard) has no ground that it could give, or all of it is on its way already"
        case .otherGround(let place):
            "\(place) is a shard of another division of the ground, with another secret"
        case .sameShard:
            "two of the addresses are of the same shard; give one of each that has moved"
        case .undivided:
            "the ground is undivided: there is one shard; 'ambit cluster split' makes a second"
        }
    }
}

extension ClusterStore {
    /// Makes another database a shard that gives ids of its own, under the same secret.
    fileprivate func makeShard(_ number: ShardNumber, at address: PostgresAddress) async throws {
        _ = try Cluster.prepare(address)
        let secret = try await read(ClusterSite.secret)
        let connection = try PostgresConnection(to: address)
        let first = number.ids.lowerBound + 1
        let isMade = try connection.rows(
            "SELECT ambit.become($1, $2, $3)",
            [.integer(Int64(number.rawValue)), .bytes(secret), .integer(first)]
        ) { row throws(PostgresError) in try row.flag(0) }.first
        guard isMade == true else { throw ShardMoveError.notEmpty(place: address.description) }
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
