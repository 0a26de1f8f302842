import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

/// Who is given a message.
@Suite("Reading one message")
struct MessageBoardReadingTests {
    private let store = MemoryRadarStore()
    private let clock = ManualWallClock(electionMorning)
    private let board: MessageBoard
    private let here: Coordinate
    private let far: Coordinate
    private let message: Message

    init() async throws {
        board = MessageBoard(store: store, clock: clock)
        here = try place(38.9, -77)
        far = try place(38.92, -77)
        message = try await board.post(.sample(at: here, visibleTo: 1000), by: alice)
    }

    @Test("one message is seen from exactly the places whose lists hold it")
    func agreesWithLists() async throws {
        var random = SeededRandom(seed: 8)
        for center in try [here, place(90, 0), place(-17, 180)] {
            let one = try await board.post(.sample(at: center, visibleTo: 1000), by: alice)
            var seen = 0
            for _ in 0..<2000 {
                let from = Geodesic.destination(
                    from: center,
                    bearingDegrees: .random(in: -180...180, using: &random),
                    distance: try .meters(1000 + .random(in: -0.01...0.01, using: &random))
                )
                let isListed = try board.ids(around: from).contains(one.id.rawValue)
                #expect((board.message(one.id, seenFrom: from) != nil) == isListed)
                if isListed { seen += 1 }
            }
            #expect((500...1500).contains(seen))
        }
    }

    @Test("from out of reach a message reads like one that never was, saved and reported, too")
    func outOfReach() async throws {
        let never = Message.ID(rawValue: 999)
        for id in [message.id, never, Message.ID(rawValue: 0)] {
            #expect(board.message(id, seenFrom: far) == nil)
            await #expect(throws: RadarError.notFound) {
                try await board.message(id, readBy: bob)
            }
            await #expect(throws: RadarError.notFound) {
                try await board.bookmark(id, by: bob, from: far)
            }
            await #expect(throws: RadarError.notFound) {
                try await board.report(id, by: bob, from: far, reason: "spam")
            }
        }
        #expect(try await board.bookmarks(of: bob, limit: 9).entries.isEmpty)
        #expect(try await board.moderationQueue(limit: 9).entries.isEmpty)
    }

    @Test("its author and who saved it read it from anywhere, after it has expired, too")
    func ownAndSaved() async throws {
        #expect(try await board.message(message.id, readBy: alice) == message)
        try await board.bookmark(message.id, by: bob, from: here)
        #expect(try await board.message(message.id, readBy: bob) == message)
        // Who keeps it may save it again and report it from anywhere.
        try await board.bookmark(message.id, by: bob, from: far)
        try await board.report(message.id, by: bob, from: far, reason: "spam")
        clock.set(electionMorning + 60_000)
        #expect(board.message(message.id, seenFrom: here) == nil)
        #expect(try await board.message(message.id, readBy: bob) == message)
        #expect(try await board.message(message.id, readBy: alice) == message)
        try await board.removeBookmark(of: message.id, by: bob)
        for device in [alice, bob] {
            await #expect(throws: RadarError.notFound) {
                try await board.message(message.id, readBy: device)
            }
        }
    }

    @Test("a hidden message is read by moderators and its author alone")
    func hidden() async throws {
        try await board.decide(.hide, on: message.id)
        #expect(board.message(message.id, seenFrom: here) == nil)
        #expect(try await board.messageForModerator(message.id) == message)
        #expect(try await board.message(message.id, readBy: alice) == message)
        await #expect(throws: RadarError.notFound) {
            try await board.message(message.id, readBy: bob)
        }
        await #expect(throws: RadarError.notFound) {
            try await board.messageForModerator(Message.ID(rawValue: 99))
        }
    }
}
