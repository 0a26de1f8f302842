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

    private let stores: ShardedStore
    /// When each shard was last followed to its end.
    private let seen = Mutex<[ShardNumber: ContinuousClock.Instant]>([:])

    init(_ stores: ShardedStore) { self.stores = stores }

    /// Follows all other shards until there are others, or the task is cancelled.
    func followAll(_ logger: Logger) async {
        let own = stores.own.ground.shard
        let shards = stores.map.shards.map(\.number)
        await withTaskGroup(of: Void.self) { group in
            for shard in shards where shard != own {
                group.addTask { await self.follow(shard, among: shards, logger) }
            }
            group.addTask {
                while !Task.isCancelled, self.stores.map.shards.map(\.number) == shards {
                    try? await Task.sleep(for: Self.idle)
                }
            }
        }
    }

    private func follow(
        _ shard: ShardNumber,
        among shards: [ShardNumber],
        _ logger: Logger
    ) async {
        var isAway = false
        while !Task.isCancelled, stores.map.shards.map(\.number) == shards {
            var pause = Self.idle
            do {
                let gatherer = ShardGatherer(
                    into: stores.own,
                    from: try await stores.store(of: shard)
                )
                let progress = try await gatherer.step()
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
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled { await follower.followAll(logger) }
        }
    }
}
