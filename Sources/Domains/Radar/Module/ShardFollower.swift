internal import HTTPService
internal import Logging
internal import Radar
internal import RadarPostgres
internal import ServiceLifecycle
internal import Synchronization
internal import Timekeeping

/// Copies what reaches a shard's ground from the other shards, as long as the service runs: from each
/// within a moment while something happens there.
///
/// That a shard cannot be reached is said once, and once more when it is again; the others are followed
/// meanwhile.
final class ShardFollower: Sendable {
    private static let busy = Duration.milliseconds(20)
    private static let idle = Duration.milliseconds(100)

    /// For so long another shard may have a newer map than this one's database: that is written a moment later.
    private static let patience = Duration.seconds(3)

    private let stores: ShardedStore
    /// Why the node cannot go on.
    private let ending = Mutex<TerritoryMapError?>(nil)
    /// When each shard was last followed to its end.
    private let seen = Mutex<[ShardNumber: ContinuousClock.Instant]>([:])

    init(_ stores: ShardedStore) { self.stores = stores }

    /// Follows all other shards until there are others, or the task is cancelled.
    ///
    /// - Throws: ``Radar/TerritoryMapError/becameShard(_:instead:)``: then nothing that the node says of its
    ///   messages would be right.
    func followAll(_ logger: Logger) async throws {
        let own = stores.own.ground.shard
        let shards = stores.map.shards.map(\.number)
        await withTaskGroup(of: Void.self) { group in
            for shard in shards where shard != own {
                group.addTask { await self.follow(shard, among: shards, logger) }
                group.addTask { await self.hearMaps(of: shard, among: shards, logger) }
            }
            group.addTask {
                while self.goesOn(among: shards) { try? await Task.sleep(for: Self.idle) }
            }
        }
        if let reason = ending.withLock({ $0 }) { throw reason }
    }

    private func goesOn(among shards: [ShardNumber]) -> Bool {
        if let other = stores.own.looks.otherShard {
            ending.withLock {
                $0 = .becameShard(other, instead: stores.own.ground.shard)
            }
        }
        return !Task.isCancelled && stores.map.shards.map(\.number) == shards
            && ending.withLock { $0 == nil }
    }

    /// Goes by another shard's map, which is newer than that of this shard's database: after a restore, or
    /// when the shard has another database by now.
    private func take(_ newer: TerritoryMap, _ logger: Logger) {
        let own = stores.own.ground.shard
        guard newer.shard(own)?.database == stores.map.shard(own)?.database else {
            return ending.withLock { $0 = .movedAway(own) }
        }
        guard stores.own.ground.take(newer) else { return }
        logger.error(
            "the map of shards in this database is older than another shard's: see cluster restored",
            metadata: ["epoch": "\(stores.own.looks.mapEpoch)", "newest": "\(newer.epoch)"]
        )
    }

    /// Goes by another shard's map where it stays newer than what is known here. It is looked at beside all
    /// else: this shard's own database may be what is silent.
    private func hearMaps(
        of shard: ShardNumber,
        among shards: [ShardNumber],
        _ logger: Logger
    ) async {
        var newerSince: ContinuousClock.Instant?
        while goesOn(among: shards) {
            try? await stores.look(at: shard)
            if let newer = try? await stores.newerMap(of: shard) {
                let since = newerSince ?? .now
                newerSince = since
                if since.duration(to: .now) > Self.patience { take(newer, logger) }
            } else {
                newerSince = nil
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func follow(
        _ shard: ShardNumber,
        among shards: [ShardNumber],
        _ logger: Logger
    ) async {
        var isAway = false
        while goesOn(among: shards) {
            var pause = Self.idle
            do {
                let gatherer = ShardGatherer(
                    into: stores.own,
                    from: try await stores.store(of: shard)
                )
                let progress = try await gatherer.step()
                if progress.isSetBack {
                    logger.error(
                        "a shard's database was restored to an earlier moment: see cluster restored",
                        metadata: ["shard": "\(shard)"]
                    )
                }
                if progress.isWhole { seen.withLock { $0[shard] = .now } }
                if progress.changed > 0 || !progress.isWhole { pause = Self.busy }
                if isAway {
                    logger.notice("a shard is followed again", metadata: ["shard": "\(shard)"])
                }
                isAway = false
            } catch {
                if !isAway, !Task.isCancelled {
                    logger.error(
                        "a shard cannot be followed",
                        metadata: ["shard": "\(shard)", "reason": "\(error)"]
                    )
                }
                isAway = true
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// How far behind the copies are, at worst.
    private var age: Double {
        let shards = stores.map.shards.map(\.number).filter { $0 != stores.own.ground.shard }
        let moments = seen.withLock { seen in shards.map { seen[$0] } }
        return moments.map { $0?.duration(to: .now).seconds ?? .infinity }.max() ?? 0
    }

    var metrics: [Metric] {
        [
            .gauge(
                "ambit_shard_copies_age_seconds",
                help:
                    "How long ago all that reaches this shard's ground from others was last taken."
            ) { self.age },
            .gauge(
                "ambit_shard_map_epoch",
                help: "The epoch of the map of shards, as seen last; 0 while there is one shard."
            ) { [stores] in Double(stores.own.looks.mapEpoch) },
        ]
    }
}

/// Runs a ``ShardFollower``.
struct ShardFollowing: Service {
    let follower: ShardFollower
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled { try await follower.followAll(logger) }
        }
    }
}
