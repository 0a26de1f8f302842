import Datasets
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import HTTPService

@Suite("Sweeper")
struct SweeperTests {
    private final class Expired: Sendable {
        let left: Mutex<Int>
        let batches = Mutex<[Int]>([])
        let isBroken = Mutex(false)

        init(_ count: Int) { left = Mutex(count) }

        func sweep(limit: Int) throws -> Int {
            if isBroken.withLock({ $0 }) { throw SecretError() }
            let removed = left.withLock { left in
                let removed = min(left, limit)
                left -= removed
                return removed
            }
            batches.withLock { $0.append(removed) }
            return removed
        }
    }

    @Test("removes everything in batches of the given size, round after round")
    func batches() async throws {
        let expired = Expired(25)
        let rounds = Rounds()
        let sweeper = Sweeper(batchSize: 10, logger: LogRecorder().logger, pause: rounds.pause) {
            try expired.sweep(limit: $0)
        }
        async let running: Void = sweeper.run()
        await rounds.untilPause()
        #expect(expired.batches.withLock { $0 } == [])
        await rounds.round()
        #expect(expired.batches.withLock { $0 } == [10, 10, 5])
        expired.left.withLock { $0 = 10 }
        await rounds.round()
        #expect(expired.batches.withLock { $0 } == [10, 10, 5, 10, 0])
        rounds.end()
        try await running
    }

    @Test("a failure is logged without its text, and the next round tries again")
    func failure() async throws {
        let expired = Expired(3)
        let rounds = Rounds()
        let log = LogRecorder()
        let sweeper = Sweeper(batchSize: 10, logger: log.logger, pause: rounds.pause) {
            try expired.sweep(limit: $0)
        }
        async let running: Void = sweeper.run()
        await rounds.untilPause()
        expired.isBroken.withLock { $0 = true }
        await rounds.round()
        #expect(log.lines == ["error sweep failed error=SecretError"])
        expired.isBroken.withLock { $0 = false }
        await rounds.round()
        #expect(expired.batches.withLock { $0 } == [3])
        rounds.end()
        try await running
    }

    @Test("that another process writes puts a round off, and is no failure")
    func busy() async throws {
        let rounds = Rounds()
        let log = LogRecorder()
        let sweeper = Sweeper(batchSize: 10, logger: log.logger, pause: rounds.pause) { _ in
            throw BusyError()
        }
        async let running: Void = sweeper.run()
        await rounds.untilPause()
        await rounds.round()
        #expect(log.lines == ["info sweep put off reason=the database is in use"])
        rounds.end()
        try await running
    }

    private struct BusyError: StorageFailure {
        var storageFault: StorageFault? { .busy }
    }

    @Test("a graceful shutdown ends a pause at once")
    func shutdown() async throws {
        let sweeper = Sweeper(every: .seconds(86_400), logger: LogRecorder().logger) { _ in 0 }
        let group = ServiceGroup(services: [sweeper], logger: LogRecorder().logger)
        async let running: Void = group.run()
        await group.triggerGracefulShutdown()
        try await running
    }
}
