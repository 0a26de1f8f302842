import Datasets
import Synchronization
import Testing

@Suite struct LoadQueueTests {
    private struct Failure: Error {}

    /// What loads did, in the order in which they did it.
    private final class Record: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("a load begins when the one that was begun before it has ended, though that one fails")
    func loadsRunOneAfterTheOther() async throws {
        let queue = LoadQueue()
        let record = Record()
        let (isOpen, opener) = AsyncStream.makeStream(of: Void.self)
        let (hasBegun, beginner) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await queue.run {
                record.note("first begins")
                beginner.finish()
                for await _ in isOpen {}
                record.note("first ends")
                throw Failure()
            }
        }
        for await _ in hasBegun {}
        let second = Task { try await queue.run { record.note("second") } }
        // Time enough for the second to overtake, if anything lets it.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(record.all == ["first begins"])
        opener.finish()
        await #expect(throws: Failure.self) { try await first.value }
        try await second.value
        #expect(record.all == ["first begins", "first ends", "second"])
    }

    @Test("who is cancelled cancels the own load alone")
    func cancellingReachesTheLoad() async throws {
        let queue = LoadQueue()
        let cancelled = Task {
            try await queue.run {
                while !Task.isCancelled { await Task.yield() }
                throw CancellationError()
            }
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let record = Record()
        try await queue.run { record.note(Task.isCancelled ? "cancelled" : "ran") }
        #expect(record.all == ["ran"])
    }
}
