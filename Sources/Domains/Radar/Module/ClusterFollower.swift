internal import HTTPService
internal import Logging
internal import Radar
internal import RadarPostgres
internal import ServiceLifecycle
internal import Timekeeping

/// Takes over what other nodes have written, as long as the service runs: within a moment while something
/// happens, at this node or, as far as it was seen, at others, and a tenth of a second after a quiet time.
///
/// That the database cannot be reached is said once, and once more when it is again. What is in memory can
/// be read all the while.
struct ClusterFollower: Service {
    private static let busy = Duration.milliseconds(20)
    private static let idle = Duration.milliseconds(100)
    /// From here on a clock is said to be wrong.
    private static let worstOffsetMilliseconds: Int64 = 500

    let board: MessageBoard
    let store: ClusterStore
    /// Whose streams end where the ground becomes another shard's.
    let feed: LiveFeed
    let logger: Logger

    func run() async throws {
        var isAway = false
        var isClockWrong = false
        var isSure = true
        var epoch = store.ground.map.epoch
        var pause = Self.idle
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await cancelWhenGracefulShutdown { [pause] in try await rest(pause) }
            } catch {
                return
            }
            let head = store.looks.head
            do {
                try await board.follow()
                _ = try await store.followMap()
                if isAway { logger.notice("the database of messages is followed again") }
                isAway = false
                pause = store.looks.head == head ? Self.idle : Self.busy
            } catch {
                if !isAway {
                    logger.error(
                        "the database of messages cannot be followed",
                        metadata: ["reason": "\(error)"]
                    )
                }
                isAway = true
                pause = Self.idle
            }
            // Another shard may have told of it.
            if store.ground.map.epoch != epoch {
                epoch = store.ground.map.epoch
                noteMap()
            }
            noteClock(&isClockWrong)
            noteGround(&isSure)
        }
    }

    /// Waits for a while, and not longer than a moment when streams wait for what was changed here.
    private func rest(_ pause: Duration) async throws {
        let end = ContinuousClock.now + pause
        repeat {
            try await Task.sleep(for: Self.busy)
        } while ContinuousClock.now < end && !board.awaitsFollowing
    }

    private func noteMap() {
        feed.endWhereGroundMoved()
        logger.notice(
            "the ground is divided otherwise",
            metadata: ["epoch": "\(store.ground.map.epoch)"]
        )
    }

    private func noteGround(_ isSure: inout Bool) {
        guard store.ground.isSure != isSure else { return }
        isSure.toggle()
        if isSure {
            logger.notice("the node answers for its ground again")
        } else {
            feed.endWhereGroundMoved()
            logger.error("no database was heard of for long: the node answers for no ground")
        }
    }

    private func noteClock(_ isWrong: inout Bool) {
        let offset = store.clockOffset.milliseconds
        guard (offset.magnitude > Self.worstOffsetMilliseconds) != isWrong else { return }
        isWrong.toggle()
        if isWrong {
            logger.warning(
                "this machine's clock differs from the database's, whose time holds for messages",
                metadata: ["milliseconds": "\(-offset)"]
            )
        } else {
            logger.notice("this machine's clock agrees with the database's again")
        }
    }

    /// How a node keeps up.
    static func metrics(of store: ClusterStore) -> [Metric] {
        [
            .gauge(
                "ambit_cluster_change",
                help: "The number of the last change in the database of messages, as seen last."
            ) { Double(store.looks.head) },
            .gauge(
                "ambit_cluster_look_age_seconds",
                help: "How long ago the database of messages was last asked for changes."
            ) { store.looks.age?.seconds ?? .infinity },
            .gauge(
                "ambit_cluster_clock_offset_seconds",
                help: "What is added to this machine's clock to have the database's."
            ) { Double(store.clockOffset.milliseconds) / 1000 },
        ]
    }
}
