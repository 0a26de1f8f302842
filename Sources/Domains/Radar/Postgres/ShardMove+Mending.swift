package import PostgresCore
internal import Radar

// What is done when shards have moved to other places, were restored, or are found to differ.
extension ShardMove {
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
        if let held = try ClusterMap.fetch(connection) {
            guard held.epoch >= newest.epoch else {
                throw ShardMoveError.otherMap(
                    first.number,
                    epoch: held.epoch,
                    newest: newest.epoch
                )
            }
            newest = held
        }
        let secret = try ClusterSite.secret(connection)
        for store in given where try await store.read(ClusterSite.secret) != secret {
            throw ShardMoveError.otherGround(place: store.address.description)
        }
        var next = try newest.relocating(places)
        if let url, let own = given.first {
            next = try next.naming(url, of: own.ground.shard)
        }
        guard next.shards != newest.shards else { return newest.epoch }
        next = try TerritoryMap(
            epoch: newest.epoch + 1,
            shards: next.shards,
            territories: next.territories
        )
        try await draw(next, insteadOf: newest.epoch, before: nil)
        tell(.drawn(epoch: next.epoch))
        return next.epoch
    }

    /// Writes the newest map into each database that has another, and copies anew what reaches each shard's
    /// ground. Of two maps of one epoch the one of the shard that was asked holds from then on.
    ///
    /// - Returns: Its epoch.
    /// - Throws: ``PostgresCore/PostgresError``.
    package func spread() async throws -> Int64 {
        guard map.isDivided else { throw ShardMoveError.undivided }
        let isTwofold = try Self.maps(of: map.shards).contains {
            $0.map.epoch == map.epoch && $0.map != map
        }
        if isTwofold {
            stores.own.ground.take(
                try TerritoryMap(
                    epoch: map.epoch + 1,
                    shards: map.shards,
                    territories: map.territories
                )
            )
        }
        for shard in map.shards { try await Self.write(map, to: shard, insteadOf: nil) }
        for shard in map.shards { try await gather(into: shard.number, isAnew: true) }
        return map.epoch
    }

    /// Makes a database that was restored to an earlier moment one that goes on: it gives no number again
    /// that it has given since, those who follow it begin anew, and where the ground is divided it has the
    /// map that holds, and what reaches its ground. Its nodes must not run meanwhile.
    ///
    /// - Returns: The epoch of the map; nil where the ground is undivided.
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func bringForward(
        _ address: PostgresAddress,
        telling tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64? {
        let connection = try PostgresConnection(to: address)
        _ = try ClusterSite.fetch(connection, address)
        _ = try connection.rows(
            "SELECT ambit.bring_forward($1)",
            [.integer(.random(in: 1 ... .max))]
        ) { row throws(PostgresError) in try row.integer(0) }
        guard let own = try ClusterMap.fetch(connection, mayBeOlder: true), own.isDivided else {
            return nil
        }
        let newest = try maps(of: own.shards).map(\.map).max { $0.epoch < $1.epoch } ?? own
        guard let other = newest.shards.first(where: { $0.database != address.uri }) else {
            return own.epoch
        }
        // By a shard that was not restored: its map is the one that holds.
        let move = try await ShardMove(at: PostgresAddress(other.database), telling: tell)
        let outcome: Result<Int64, any Error>
        do {
            outcome = .success(try await move.spread())
        } catch {
            outcome = .failure(error)
        }
        await move.close()
        return try outcome.get()
    }

    /// Compares each shard with what it should have of the others.
    ///
    /// - Returns: For each two shards where something is wrong, what is.
    /// - Throws: ``PostgresCore/PostgresError``.
    package func check() async throws -> [String] {
        var problems: [String] = []
        guard map.isDivided else { return [] }
        for (shard, found) in try Self.maps(of: map.shards)
        where found.epoch == map.epoch && found != map {
            problems.append(
                "shard \(shard) has another map of epoch \(map.epoch) than the one that was asked: 'ambit "
                    + "cluster spread' makes the named one's hold"
            )
        }
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
                let differences = try await gatherer.differences()
                for (count, what) in [
                    (differences.missing, "lacks # of shard \(source)"),
                    (
                        differences.needless,
                        "has # of shard \(source) that reach none of its ground"
                    ),
                    (
                        differences.altered,
                        "has # of shard \(source) that are not as they are there"
                    ),
                ] where count > 0 {
                    let messages = count == 1 ? "1 message" : "\(count) messages"
                    problems.append(
                        "shard \(shard) \(what.replacing("#", with: messages)): 'ambit cluster spread' "
                            + "copies all anew"
                    )
                }
            }
        }
        return problems
    }
}
