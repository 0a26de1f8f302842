import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

/// Two boards on one store, whose answers come in another order than the changes were made in.
@Suite struct MessageBoardOrderTests {
    private let store = MemoryRadarStore()
    private let clock = ManualWallClock(electionMorning)
    private let here: Coordinate

    init() throws { here = try place(38.9, -77) }

    private func boards() async throws -> (MessageBoard, MessageBoard) {
        let boards = (0..<2).map { _ in MessageBoard(store: store, clock: clock) }
        for board in boards { try await board.load() }
        return (boards[0], boards[1])
    }

    @Test("a message that is shown again elsewhere before its hiding is answered is seen")
    func restoredBeforeTheAnswer() async throws {
        let (one, other) = try await boards()
        let message = try await one.post(.sample(at: here), by: alice)
        let store = store
        store.afterDecision {
            store.afterDecision(nil)
            try await other.decide(.restore, on: message.id)
            try await one.follow()
        }
        try await one.decide(.hide, on: message.id)
        #expect(try one.ids(around: here) == [message.id.rawValue])
        #expect(try other.ids(around: here) == [message.id.rawValue])
    }

    @Test("a message that is removed before its showing again is answered is not seen")
    func removedBeforeTheAnswer() async throws {
        let (one, _) = try await boards()
        let message = try await one.post(.sample(at: here), by: alice)
        let store = store
        store.afterDecision {
            store.afterDecision(nil)
            try await one.remove(message.id, by: alice)
        }
        try await one.decide(.restore, on: message.id)
        #expect(try one.ids(around: here) == [])
    }

    @Test("a message that is removed elsewhere before its post is answered is not seen")
    func removedBeforeThePostIsAnswered() async throws {
        let (one, other) = try await boards()
        let (store, read) = (store, AsyncStream.makeStream(of: Void.self))
        let following = Kept<Task<Void, any Error>?>(nil)
        store.afterChanges {
            read.continuation.yield()
        }
        store.afterAppend { message in
            store.afterAppend(nil)
            try? await other.follow()
            try? await other.remove(message.id, by: alice)
            following.value.withLock { $0 = Task { try await one.follow() } }
            // Both followers have read by then.
            var reads = read.stream.makeAsyncIterator()
            for _ in 0..<2 { await reads.next() }
        }
        _ = try await one.post(.sample(at: here), by: alice)
        try await following.value.withLock { $0 }?.value
        try await one.follow()
        #expect(try one.ids(around: here) == [])
    }

    @Test("a post that was made through another board is seen when it is sent again here")
    func repeatedElsewhere() async throws {
        let (one, other) = try await boards()
        let draft = try MessageDraft.sample(at: here)
        let first = try await one.post(draft, by: alice, once: "key")
        let again = try await other.post(draft, by: alice, once: "key")
        #expect(again == first)
        #expect(try other.ids(around: here) == [first.id.rawValue])
        // But not one that was removed since.
        try await one.remove(first.id, by: alice)
        try await other.follow()
        _ = try await other.post(draft, by: alice, once: "key")
        #expect(try other.ids(around: here) == [])
    }
}
