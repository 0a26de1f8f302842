import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

/// How many messages may live at once, in all and of one device.
@Suite struct LiveCapTests {
    let clock = ManualWallClock(electionMorning)
    let store = MemoryRadarStore()
    let other = Device.ID(rawValue: 2)

    private func board(all: Int = .max, each: Int = .max) async throws -> MessageBoard {
        var limits = RadarLimits.standard
        limits.liveMessages = all
        limits.liveMessagesPerDevice = each
        let board = MessageBoard(store: store, clock: clock, limits: limits)
        try await board.load()
        return board
    }

    private func draft(forSeconds seconds: Int64 = 60) throws -> MessageDraft {
        try .sample(at: place(38.9, -77), forSeconds: seconds)
    }

    @Test("a device that has as many as it may posts no more until one is gone, and others may")
    func perDevice() async throws {
        let board = try await board(each: 2)
        let first = try await board.post(draft(), by: alice)
        _ = try await board.post(draft(forSeconds: 30), by: alice)
        await #expect(throws: RadarError.tooManyMessages(limit: 2)) {
            try await board.post(draft(), by: alice)
        }
        #expect(store.storedIDs.count == 2)
        _ = try await board.post(draft(), by: other)

        try await board.remove(first.id, by: alice)
        _ = try await board.post(draft(), by: alice)
        await #expect(throws: RadarError.tooManyMessages(limit: 2)) {
            try await board.post(draft(), by: alice)
        }
        clock.set(electionMorning + 30_000)
        _ = try await board.sweep(limit: 10)
        _ = try await board.post(draft(), by: alice)
        #expect(store.storedIDs.count == 3)
    }

    @Test("when all are as many as may live, nobody posts until one is gone")
    func inAll() async throws {
        let board = try await board(all: 2)
        let first = try await board.post(draft(), by: alice)
        _ = try await board.post(draft(), by: other)
        for device in [alice, other] {
            await #expect(throws: RadarError.noRoom(limit: 2)) {
                try await board.post(draft(), by: device)
            }
        }
        #expect(store.storedIDs.count == 2)
        try await board.remove(first.id, by: alice)
        _ = try await board.post(draft(), by: other)
    }

    @Test("what was posted before a restart counts as what is posted after it")
    func afterRestart() async throws {
        let before = try await board()
        for _ in 0..<3 { _ = try await before.post(draft(), by: alice) }
        let limited = try await board(each: 3)
        await #expect(throws: RadarError.tooManyMessages(limit: 3)) {
            try await limited.post(draft(), by: alice)
        }
        _ = try await limited.post(draft(), by: other)
        let full = try await board(all: 4)
        await #expect(throws: RadarError.noRoom(limit: 4)) {
            try await full.post(draft(), by: other)
        }
    }
}
