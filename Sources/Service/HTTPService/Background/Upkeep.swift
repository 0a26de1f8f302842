public import Logging
public import ServiceLifecycle

/// Does work that can wait, a step at a time, and rests after each for a while: however much there is
/// to do, little of the machine goes into it while others need it.
public struct Upkeep: Service {
    /// How busy others are, by how many changes they make a second.
    enum Pace: Int {
        /// Nobody is held up: half of the time goes into the work.
        case quiet = 1
        /// A tenth of the time does.
        case usual = 9
        /// The work can't keep up with them anyway: a fortieth does.
        case busy = 39

        init(changesPerSecond: Double) {
            self =
                switch changesPerSecond {
                case ..<50: .quiet
                case ..<2000: .usual
                default: .busy
                }
        }

        /// How many times as long as a step took the rest after it is.
        var restPerWork: Int { rawValue }
    }

    private let pause: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let interval: Duration
    private let logger: Logger
    private let changeCount: @Sendable () -> Int
    private let step: @Sendable () async throws -> Bool

    /// - Parameters:
    ///   - interval: How long to rest when nothing is left to do, and at most while something is.
    ///   - changeCount: How many changes others have made so far: the more they make, the less goes into
    ///     the work.
    ///   - step: Does some of the work and tells whether more is left. A failure is logged, and tried
    ///     again after the interval.
    public init(
        every interval: Duration = .seconds(1),
        logger: Logger,
        changeCount: @escaping @Sendable () -> Int,
        step: @escaping @Sendable () async throws -> Bool
    ) {
        self.init(
            every: interval,
            logger: logger,
            now: { .now },
            pause: { try await Task.sleep(for: $0) },
            changeCount: changeCount,
            step: step
        )
    }

    package init(
        every interval: Duration,
        logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        changeCount: @escaping @Sendable () -> Int,
        step: @escaping @Sendable () async throws -> Bool
    ) {
        self.interval = interval
        self.logger = logger
        self.now = now
        self.pause = pause
        self.changeCount = changeCount
        self.step = step
    }

    /// Works until it is shut down.
    public func run() async throws {
        var rest = interval
        var last = (moment: now(), count: changeCount())
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await cancelWhenGracefulShutdown { [rest] in try await pause(rest) }
            } catch {
                return
            }
            let start = now()
            do {
                let isMoreLeft = try await step()
                let end = now()
                let count = changeCount()
                let pace = Pace(
                    changesPerSecond: Double(count - last.count)
                        / max(0.001, last.moment.duration(to: end) / .seconds(1))
                )
                last = (end, count)
                rest =
                    isMoreLeft
                    ? min(start.duration(to: end) * pace.restPerWork, interval) : interval
            } catch {
                logger.note(error, of: "upkeep")
                rest = interval
            }
        }
    }
}
