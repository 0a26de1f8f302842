package import PostgresCore
internal import Radar

// What is done when shards have moved to other places, were restored, or are found to differ.
extension ShardMove {
    /// Says in the map where the databases of some shards are now, or where clients reach one's nodes.
    ///
    /// - Parameters:
    ///   - addresses: Where each shard is that has moved; the first one's nodes are what `url` is of.
    ///   - url: Nil to leave it as it is.
    ///   - isForced: Whether changes are given up that the databases lack.
    /// - Returns: The epoch of the map that says so.
    /// - Throws: ``PostgresCore/PostgresError``, ``Radar/TerritoryMapError``, ``ShardMoveError``.
    package static func relocate(
        _ addresses: [PostgresAddress],
        url: String?,
        isForced: Bool = false,
        telling tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64 {
        var given: [ClusterStore] = []
        let outcome: Result<Int64, any Error>
        do {
            for address in addresses { given.append(try await ClusterStore.open(address)) }
            outcome = .success(try await relocate(given, url: url, isForced, tell))
        } catch {
            outcome = .failure(error)
        }
        for store in given { await store.close() }
        return try outcome.get()
    }

    private static func relocate(
        _ given: [ClusterStore],
        url: String?,
        _ isForced: Bool,
        _ tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64 {
        guard var newest = given.map(\.ground.map).max(by: { $0.epoch < $1.epoch }),
            newest.isDivided
        else { throw ShardMoveError.undivided }
        let databases = given.map { ($0.ground.shard, $0.address.uri) }
        let places = Dictionary(databases) { first, _ in first }
        guard places.count == given.count else { throw ShardMoveError.sameShard }
        newest = try await held(newest, places, given)
        var next = try newest.relocating(places)
        if let url, let own = given.first {
            next = try next.naming(url, of: own.ground.shard)
        }
        guard next.shards != newest.shards else {
            // Said already, or by somebody who was interrupted: all hear of it.
            for shard in newest.shards { try await write(newest, to: shard, insteadOf: nil) }
            for store in given { try ShardDatabase(store.address).employ() }
            return newest.epoch
        }
        next = try TerritoryMap(
            epoch: newest.epoch + 1,
            shards: next.shards,
            territories: next.territories
        )
        let retired = try retire(given, by: newest, isForced)
        do {
            try await draw(next, insteadOf: newest.epoch, before: nil)
        } catch let error as TerritoryMapError {
            // Nothing was drawn.
            for database in retired { try database.employ() }
            throw error
        }
        for store in given { try ShardDatabase(store.address).employ() }
        tell(.drawn(epoch: next.epoch))
        return next.epoch
    }

    /// The map that holds: the first shard's, wherever that is now, or a newer one of another shard.
    ///
    /// - Parameters:
    ///   - newest: The newest of those that moved.
    ///   - places: Where they are, by their numbers.
    private static func held(
        _ newest: TerritoryMap,
        _ places: [ShardNumber: String],
        _ given: [ClusterStore]
    ) async throws -> TerritoryMap {
        let first = newest.shards[0]
        let connection = try PostgresConnection(
            to: PostgresAddress(places[first.number] ?? first.database)
        )
        var map = newest
        if let held = try ClusterMap.fetch(connection) {
            guard held.epoch >= newest.epoch else {
                throw ShardMoveError.otherMap(
                    first.number,
                    epoch: held.epoch,
                    newest: newest.epoch
                )
            }
            map = held
        }
        // Others may have heard of a newer one, where it is the first that moves.
        for shard in map.shards where places[shard.number] == nil {
            let other = try? maps(of: [shard]).first?.map
            if let other, other.epoch > map.epoch { map = other }
        }
        let secret = try ClusterSite.secret(connection)
        for store in given where try await store.read(ClusterSite.secret) != secret {
            throw ShardMoveError.otherGround(place: store.address.description)
        }
        return map
    }

    /// Lets the databases that shards have had until now take nothing any more, where they can be reached: a
    /// node that runs there yet acknowledges nothing that would be lost.
    ///
    /// - Throws: ``ShardMoveError/goneOn(_:place:)``, ``ShardMoveError/behind(_:place:)``,
    ///   ``ShardMoveError/silent(_:place:)``; all go on then.
    private static func retire(
        _ given: [ClusterStore],
        by map: TerritoryMap,
        _ isForced: Bool
    ) throws -> [ShardDatabase] {
        var retired: [ShardDatabase] = []
        do {
            for store in given {
                let shard = store.ground.shard
                guard let place = map.shard(shard)?.database, place != store.address.uri else {
                    continue
                }
                let address = try PostgresAddress(place)
                guard let old = try? ShardDatabase(address) else {
                    guard isForced else {
                        throw ShardMoveError.silent(shard, place: address.description)
                    }
                    continue
                }
                let new = try ShardDatabase(store.address)
                guard try !old.isSame(as: new) else { continue }
                guard try old.isHeldAlone() else { throw ShardMoveError.busy(shard) }
                try old.retire()
                retired.append(old)
                guard try isForced || old.content() == new.content() else {
                    throw ShardMoveError.goneOn(shard, place: store.address.description)
                }
            }
            if !isForced { try checkSeen(given, by: map) }
        } catch {
            for database in retired { try database.employ() }
            throw error
        }
        return retired
    }

    /// Looks whether other shards have seen more of some databases than these know.
    private static func checkSeen(_ given: [ClusterStore], by map: TerritoryMap) throws {
        let moved = Set(given.map(\.ground.shard))
        for other in map.shards where !moved.contains(other.number) {
            guard let connection = try? PostgresConnection(to: PostgresAddress(other.database))
            else {
                continue
            }
            for store in given {
                let shard = store.ground.shard
                let seen = try connection.rows(
                    "SELECT n FROM ambit.source WHERE shard = $1 AND site_epoch = $2",
                    [.integer(Int64(shard.rawValue)), .integer(store.epoch)]
                ) { row throws(PostgresError) in try row.integer(0) }.first
                let head = store.looks.head
                guard let seen, seen > head else { continue }
                throw ShardMoveError.behind(shard, place: store.address.description)
            }
        }
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
        let shard = try ClusterSite.fetch(connection, address).shard
        let held = try ClusterMap.fetch(connection, mayBeOlder: true)
        func bringForward() throws {
            try ClusterStore.bringForward(
                connection,
                beyond: 0,
                epoch: .random(in: 1 ... .max)
            )
        }
        guard let own = held, own.isDivided else {
            try bringForward()
            return nil
        }
        // Of those that it knows some may be elsewhere by now.
        let reached = own.shards.compactMap { try? maps(of: [$0]).first?.map }
        let newest = reached.max { $0.epoch < $1.epoch } ?? own
        try checkPlace(of: shard, address, told: own, newest: newest)
        try bringForward()
        guard let other = newest.shards.first(where: { $0.database != address.uri }) else {
            return own.epoch
        }
        // By a shard that was not restored: its map is the one that holds.
        for _ in 0..<mostAttempts {
            do {
                return try await takeAll(shard, by: PostgresAddress(other.database), tell)
            } catch TerritoryMapError.otherEpoch {
                // Somebody moves ground meanwhile.
                try await Task.sleep(for: .seconds(1))
            }
        }
        return try await takeAll(shard, by: PostgresAddress(other.database), tell)
    }

    private static let mostAttempts = 10

    /// Gives a shard whose database was restored the map that holds, what reaches its ground, and its devices.
    private static func takeAll(
        _ shard: ShardNumber,
        by other: PostgresAddress,
        _ tell: @escaping @Sendable (Step) -> Void
    ) async throws -> Int64 {
        let move = try await ShardMove(at: other, telling: tell)
        let outcome: Result<Int64, any Error>
        do {
            let epoch = try await move.spread()
            let restored = try await move.stores.store(of: shard)
            for other in move.map.shards.map(\.number) where other != shard {
                try await restored.takeBackDevices(from: move.stores.store(of: other))
            }
            outcome = .success(epoch)
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
                    "shard \(shard) has the map of epoch \(own.looks.mapEpoch), not \(map.epoch): if its "
                        + "database was restored to an earlier moment, give 'ambit cluster restored' its "
                        + "address; else 'ambit cluster spread' writes the newest into all"
                )
                continue
            }
            for source in map.shards.map(\.number) where source != shard {
                let other = try await stores.store(of: source)
                problems += try await setBack(other, seenBy: own)
                let gatherer = ShardGatherer(into: own, from: other)
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

    /// What one shard's database lacks of what another has seen of it.
    private func setBack(
        _ other: ClusterStore,
        seenBy own: ClusterStore
    ) async throws -> [String] {
        let (shard, seer) = (other.ground.shard, own.ground.shard)
        let advice =
            "its database was restored to an earlier moment; give 'ambit cluster restored' its address"
        var problems: [String] = []
        if let mark = try await own.sourceState(of: shard).mark {
            let head = try await other.changeMark()
            if head.epoch == mark.epoch, head.entry < mark.entry {
                problems.append(
                    "shard \(shard) knows less of its messages than shard \(seer) has seen of them: \(advice)"
                )
            }
        }
        var stray = try await own.strayDevices(of: other)
        if stray > 0 {
            // One that is being forgotten is so in a moment.
            try await Task.sleep(for: .seconds(1))
            stray = min(stray, try await own.strayDevices(of: other))
        }
        if stray > 0 {
            let devices = stray == 1 ? "1 device" : "\(stray) devices"
            problems.append(
                "shard \(shard) does not know \(devices) of its own that shard \(seer) knows: \(advice)"
            )
        }
        return problems
    }
}
