import ServiceLifecycle
import Synchronization
import Testing

@testable import HTTPService

@Suite("Upkeep")
struct UpkeepTests {
    /// A clock that only work moves on, and what was paused.
    private final class Shift: Sendable {
        let rests = Mutex<[Duration]>([])
        let steps: Mutex<[(work: Duration, isMoreLeft: Bool?)]>
        private let start = ContinuousClock.now
        private let passed = Mutex(Duration.zero)
        private let changesPerSecond: Int

        init(_ steps: [(Duration, Bool?)], changesPerSecond: Int = 100) {
            self.steps = Mutex(steps.map { ($0, $1) })
            self.changesPerSecond = changesPerSecond
        }

        /// What others have changed so far.
        var changeCount: Int {
            Int((passed.withLock { $0 } / .seconds(1) * Double(changesPerSecond)).rounded())
        }

        var now: ContinuousClock.Instant { start + passed.withLock { $0 } }

        func pause(_ rest: Duration) throws {
            rests.withLock { $0.append(rest) }
            passed.withLock { $0 += rest }
            if steps.withLock({ $0.isEmpty }) { throw CancellationError() }
        }

        /// Fails for a step that has no answer.
        func step() throws -> Bool {
            let step = steps.withLock { $0.removeFirst() }
            passed.withLock { $0 += step.work }
            guard let isMoreLeft = step.isMoreLeft else { throw SecretError() }
            return isMoreLeft
        }
    }

    private func run(_ shift: Shift, _ log: LogRecorder = LogRecorder()) async throws {
        try await Upkeep(
            every: .seconds(1),
            logger: log.logger,
            now: { shift.now },
            pause: { try shift.pause($0) },
            changeCount: { shift.changeCount },
            step: { try shift.step() }
        ).run()
    }

    @Test("rests nine times as long as a step took while there is more, else for the interval")
    func rests() async throws {
        let shift = Shift([
            (.milliseconds(10), true), (.milliseconds(3), true), (.milliseconds(20), false),
            (.milliseconds(400), true),
        ])
        try await run(shift)
        #expect(
            shift.rests.withLock { $0 } == [
                .seconds(1), .milliseconds(90), .milliseconds(27), .seconds(1), .seconds(1),
            ]
        )
    }

    @Test(
        "works half of the time while others change nothing, and hardly while they change much",
        arguments: [(0, 1), (10, 1), (100, 9), (1900, 9), (2100, 39), (50_000, 39)]
    )
    func pace(changesPerSecond: Int, restPerWork: Int) async throws {
        let shift = Shift(
            [(.milliseconds(10), true), (.milliseconds(20), true)],
            changesPerSecond: changesPerSecond
        )
        try await run(shift)
        #expect(
            shift.rests.withLock { $0 } == [
                .seconds(1), .milliseconds(10 * restPerWork), .milliseconds(20 * restPerWork),
            ]
        )
    }

    @Test("a failure is logged without its text, and tried again after the interval")
    func failure() async throws {
        let shift = Shift([(.milliseconds(10), nil), (.milliseconds(10), true)])
        let log = LogRecorder()
        try await run(shift, log)
        #expect(log.lines == ["error upkeep failed error=SecretError"])
        #expect(
            shift.rests.withLock { $0 } == [.seconds(1), .seconds(1), .milliseconds(90)]
        )
    }

    @Test("a graceful shutdown ends a pause at once")
    func shutdown() async throws {
        let upkeep = Upkeep(
            every: .seconds(86_400),
            logger: LogRecorder().logger,
            changeCount: { 0 },
            step: { false }
        )
        let group = ServiceGroup(services: [upkeep], logger: LogRecorder().logger)
        async let running: Void = group.run()
        await group.triggerGracefulShutdown()
        try await running
    }
}
