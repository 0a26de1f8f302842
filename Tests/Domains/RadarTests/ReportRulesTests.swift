import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

/// Whose reports hide a message.
@Suite("Report rules")
struct ReportRulesTests {
    private static let day: Int64 = 86_400_000
    private let store = MemoryRadarStore()
    private let clock = ManualWallClock(electionMorning)
    private let here: Coordinate

    init() throws { here = try place(38.9, -77) }

    private func board(_ rules: ReportRules = .standard) -> MessageBoard {
        var limits = RadarLimits()
        limits.reportRules = rules
        return MessageBoard(store: store, clock: clock, limits: limits)
    }

    private func devices(_ count: Int) async throws -> [Device.ID] {
        var devices: [Device.ID] = []
        for number in 0..<count {
            let hash = [UInt8(number >> 8), UInt8(number & 0xFF), UInt8(devices.count % 7)]
            devices.append(try await store.addDevice(tokenHash: hash, at: clock.now).id)
        }
        return devices
    }

    private func isSeen(_ id: Message.ID, on board: MessageBoard) -> Bool {
        board.message(id, seenFrom: here) != nil
    }

    @Test("new devices hide nothing; their reports wait for a moderator")
    func newDevices() async throws {
        let board = board()
        let message = try await board.post(.sample(at: here, forSeconds: 600_000), by: alice)
        for (mark, device) in try await devices(9).enumerated() {
            try await board.report(
                message.id,
                by: device,
                from: here,
                behind: UInt64(mark),
                reason: "spam"
            )
        }
        #expect(isSeen(message.id, on: board))
        let queue = try await board.moderationQueue(limit: 9).entries
        #expect(queue.map(\.reasons) == [["spam": 9]])
    }

    @Test("three devices of a day behind three addresses hide a message, and no fewer addresses")
    func addresses() async throws {
        let board = board()
        let reporters = try await devices(6)
        clock.set(clock.now + Self.day)
        let message = try await board.post(.sample(at: here), by: alice)
        func report(_ reporter: Int, behind mark: UInt64) async throws {
            try await board.report(
                message.id,
                by: reporters[reporter],
                from: here,
                behind: mark,
                reason: "spam"
            )
        }
        for reporter in 0..<4 { try await report(reporter, behind: UInt64(reporter) / 2) }
        #expect(isSeen(message.id, on: board))
        // The same device again is no third one.
        try await report(0, behind: 9)
        #expect(isSeen(message.id, on: board))
        try await report(4, behind: 9)
        #expect(!isSeen(message.id, on: board))
    }

    @Test("a device of a millisecond less than a day does not count")
    func age() async throws {
        let board = board(ReportRules(needsDifferentAddresses: false))
        let reporters = try await devices(3)
        for (milliseconds, isSeen) in [(Self.day - 1, true), (Self.day, false)] {
            clock.set(electionMorning + milliseconds)
            let message = try await board.post(.sample(at: here), by: alice)
            for reporter in reporters {
                try await board.report(message.id, by: reporter, from: here, reason: "spam")
            }
            #expect(self.isSeen(message.id, on: board) == isSeen)
        }
    }

    @Test("a young device counts when a post of its own has stood for an hour and stands")
    func takenPart() async throws {
        let board = board(ReportRules(needsDifferentAddresses: false))
        let reporters = try await devices(3)
        for reporter in reporters {
            _ = try await board.post(.sample(at: here, forSeconds: 7200), by: reporter)
            // One that was there for a moment says nothing.
            _ = try await board.post(.sample(at: here, forSeconds: 1), by: reporter)
        }
        for (minutes, isSeen) in [(59, true), (60, false), (120, true)] as [(Int64, Bool)] {
            clock.set(electionMorning + minutes * 60_000)
            let message = try await board.post(.sample(at: here), by: alice)
            for reporter in reporters {
                try await board.report(message.id, by: reporter, from: here, reason: "spam")
            }
            #expect(self.isSeen(message.id, on: board) == isSeen, "after \(minutes) min")
        }
    }

    @Test("a wave of reports hides ten messages in an hour; the others wait and are seen")
    func wave() async throws {
        let board = board()
        let reporters = try await devices(3)
        clock.set(clock.now + Self.day)
        var messages: [Message.ID] = []
        for _ in 0..<95 {
            let draft = try MessageDraft.sample(at: here, forSeconds: 600_000)
            messages.append(try await board.post(draft, by: alice).id)
        }
        func report(_ id: Message.ID, by devices: ArraySlice<Device.ID>, _ mark: Int) async throws {
            for (offset, device) in devices.enumerated() {
                try await board.report(
                    id,
                    by: device,
                    from: here,
                    behind: UInt64(mark + offset),
                    reason: "spam"
                )
            }
        }
        for id in messages { try await report(id, by: reporters[...], 0) }
        #expect(messages.count { isSeen($0, on: board) } == 85)
        #expect(try await board.moderationQueue(limit: 100).entries.count == 95)
        // An hour later one more report is enough for one that waits.
        clock.set(clock.now + 3_600_000)
        let late = try await devices(1)
        clock.set(clock.now + Self.day)
        let waiting = try #require(messages.first { isSeen($0, on: board) })
        try await report(waiting, by: late[...], 7)
        #expect(!isSeen(waiting, on: board))
    }

    @Test("what a moderator has restored is not hidden by reports any more")
    func restored() async throws {
        let board = board(.open)
        let reporters = try await devices(9)
        let message = try await board.post(.sample(at: here), by: alice)
        for reporter in reporters[..<3] {
            try await board.report(message.id, by: reporter, from: here, reason: "spam")
        }
        #expect(!isSeen(message.id, on: board))
        try await board.decide(.restore, on: message.id)
        for reporter in reporters[3...] {
            try await board.report(message.id, by: reporter, from: here, reason: "hate")
        }
        #expect(isSeen(message.id, on: board))
        let queue = try await board.moderationQueue(limit: 9).entries
        #expect(queue.map(\.reasons) == [["hate": 6]])
        // A moderator may think again.
        try await board.decide(.hide, on: message.id)
        #expect(!isSeen(message.id, on: board))
    }

    @Test("addresses are remembered of a bounded number of messages")
    func bounded() {
        let watch = ReportWatch(.standard, capacity: 10)
        for number in 1...1000 as ClosedRange<Int64> {
            #expect(watch.enter(5, of: Message.ID(rawValue: number)))
        }
        #expect(!watch.enter(5, of: Message.ID(rawValue: 1000)))
        watch.leave(5, of: Message.ID(rawValue: 1000))
        #expect(watch.enter(5, of: Message.ID(rawValue: 1000)))
    }
}
