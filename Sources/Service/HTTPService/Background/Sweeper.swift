public import Logging
public import ServiceLifecycle

/// Removes what has expired, in small batches, now and then.
///
/// Nobody sees an expired record, swept or not; sweeping gives memory and disk back.
public struct Sweeper: Service {
    private let batchSize: Int
    private let pause: Pause
    private let sweep: @Sendable (_ limit: Int) async throws -> Int
    private let logger: Logger

    /// A sweeper that rounds up every ten seconds.
    ///
    /// - Parameters:
    ///   - interval: How long to wait between two rounds.
    ///   - batchSize: How many records to remove at once, so that writes need not wait long.
    ///   - sweep: Removes at most `limit` expired records and tells how many there were, such as
    ///     `MessageBoard.sweep(limit:)`.
    public init(
        every interval: Duration = .seconds(10),
        batchSize: Int = 500,
        logger: Logger,
        sweep: @escaping @Sendable (_ limit: Int) async throws -> Int
    ) {
        self.init(
            batchSize: batchSize,
            logger: logger,
            pause: { try await Task.sleep(for: interval) },
            sweep: sweep
        )
    }

    package init(
        batchSize: Int,
        logger: Logger,
        pause: @escaping Pause,
        sweep: @escaping @Sendable (_ limit: Int) async throws -> Int
    ) {
        self.batchSize = batchSize
        self.pause = pause
        self.sweep = sweep
        self.logger = logger
    }

    /// Sweeps until it is shut down. A failure is logged, and tried again in the next round.
    public func run() async throws {
        await repeatRounds(pausing: pause) {
            do {
                // Batch after batch until one is not full; each is a transaction of its own, and
                // posts come in between.
                while try await sweep(batchSize) >= batchSize, !Task.isShuttingDownGracefully {
                    await Task.yield()
                }
            } catch {
                logger.note(error, of: "sweep")
            }
        }
    }
}
