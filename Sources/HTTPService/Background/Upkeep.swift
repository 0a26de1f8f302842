public import Logging
public import ServiceLifecycle

/// Does work that can wait, a step at a time, and rests after each for several times as long as it
/// took: however much there is to do, little of the machine goes into it.
public struct Upkeep: Service {
    /// How many times as long as a step took the rest after it is: a step and its rest are ten.
    static let restPerWork = 9

    private let pause: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let interval: Duration
    private let logger: Logger
    private let step: @Sendable () async throws -> Bool

    /// - Parameters:
    ///   - interval: How long to rest when nothing is left to do, and at most while something is.
    ///   - step: Does some of the work and tells whether more is left. A failure is logged, and tried
    ///     again after the interval.
    public init(
        every interval: Duration = .seconds(1),
        logger: Logger,
        step: @escaping @Sendable () async throws -> Bool
    ) {
        self.init(
            every: interval,
            logger: logger,
            now: { .now },
            pause: { try await Task.sleep(for: $0) },
            step: step
        )
    }

    package init(
        every interval: Duration,
        logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        step: @escaping @Sendable () async throws -> Bool
    ) {
        self.interval = interval
        self.logger = logger
        self.now = now
        self.pause = pause
        self.step = step
    }

    /// Works until it is shut down.
    public func run() async throws {
        var rest = interval
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await cancelWhenGracefulShutdown { [rest] in try await pause(rest) }
            } catch {
                return
            }
            let start = now()
            do {
                let isMoreLeft = try await step()
                let work = start.duration(to: now())
                rest = isMoreLeft ? min(work * Self.restPerWork, interval) : interval
            } catch {
                logger.error("upkeep failed", metadata: ["error": "\(type(of: error))"])
                rest = interval
            }
        }
    }
}
