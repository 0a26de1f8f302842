import Foundation
import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

/// Who reads little waits for nobody who reads much.
@Suite("Quick reads", .serialized) struct QuickReadTests {
    @Test("stay quick while somebody reads long lists and many post")
    func besideOthers() async throws {
        let board = MessageBoard(
            store: MemoryRadarStore(),
            clock: ManualWallClock(electionMorning)
        )
        try await board.load()
        let center = try place(38.9, -77)
        let drafts = try (0..<40_000).map { number in
            try message(
                number + 1,
                at: Geodesic.destination(
                    from: center,
                    bearingDegrees: Double(number % 360),
                    distance: .meters(Double(number % 900) + 100)
                )
            )
        }
        board.change { live in for message in drafts.prefix(20_000) { live.insert(message) } }
        let long = MessageQuery(
            center: center,
            radius: try .meters(5000),
            order: .newest,
            limit: 1000
        )
        let state = State()
        let others = [
            // A list of a thousand, of which what is made takes its time.
            Thread {
                while !state.isOver.load(ordering: .relaxed) {
                    _ = try? board.readMessages(matching: long) { _, _ in usleep(200) }
                    state.longReads.add(1, ordering: .relaxed)
                }
            },
            // Some 8,000 posts a second, shown eight at a time.
            Thread {
                for start in stride(from: 20_000, to: drafts.count, by: 8)
                where !state.isOver.load(ordering: .relaxed) {
                    board.change { live in
                        for message in drafts[start..<start + 8] { live.insert(message) }
                    }
                    usleep(1000)
                }
            },
        ]
        for thread in others { thread.start() }
        let elsewhere = MessageQuery(
            center: try place(-35, 20),
            radius: try .meters(1000),
            limit: 10
        )
        var milliseconds: [Double] = []
        while milliseconds.count < 1000 {
            let start = ContinuousClock.now
            _ = try board.readMessages(matching: elsewhere) { _, _ in }
            let took = start.duration(to: .now)
            milliseconds.append(
                Double(took.components.seconds) * 1000
                    + Double(took.components.attoseconds) / 1e15
            )
            usleep(1000)
        }
        state.isOver.store(true, ordering: .relaxed)
        for thread in others { while !thread.isFinished { usleep(1000) } }
        #expect(state.longReads.load(ordering: .relaxed) > 2)
        // A long list takes more than 200 ms to write, one after the other. Whoever waited for that would
        // be among the slow.
        milliseconds.sort()
        #expect(
            milliseconds[milliseconds.count * 99 / 100] < Self.bound,
            "\(milliseconds.suffix(12))"
        )
    }

    /// What those who read and post beside each other know.
    private final class State: Sendable {
        let isOver = Atomic(false)
        let longReads = Atomic(0)
    }

    /// Without optimization, and beside other tests, a thread may wait for its turn for long.
    private static var bound: Double {
        #if DEBUG
            100
        #else
            5
        #endif
    }

    @Test("do not queue behind a writer that waits for a long one")
    func besideWriter() {
        let value = ReadWriteLocked(0)
        let isReading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let reader = Thread {
            value.read { _ in
                isReading.signal()
                mayEnd.wait()
            }
        }
        reader.start()
        isReading.wait()
        let writer = Thread { value.write { $0 += 1 } }
        writer.start()
        // Whatever it does until then: the writer cannot have written, and the read must not wait.
        let seen = (0..<50).map { _ in
            usleep(1000)
            return value.read { $0 }
        }
        mayEnd.signal()
        while !writer.isFinished || !reader.isFinished { usleep(1000) }
        #expect(seen.allSatisfy { $0 == 0 })
        #expect(value.read { $0 } == 1)
    }

    @Test("cannot keep a writer waiting for ever", .timeLimit(.minutes(1)))
    func withoutGaps() {
        let value = ReadWriteLocked(0)
        let state = State()
        // One always reads before another one ends.
        let readers = (0..<4).map { number in
            Thread {
                usleep(UInt32(number) * 5000)
                while !state.isOver.load(ordering: .relaxed) {
                    _ = value.read { _ in usleep(20_000) }
                }
            }
        }
        for reader in readers { reader.start() }
        usleep(50_000)
        let start = ContinuousClock.now
        value.write { $0 += 1 }
        let waited = start.duration(to: .now)
        state.isOver.store(true, ordering: .relaxed)
        for reader in readers { while !reader.isFinished { usleep(1000) } }
        #expect(waited < .seconds(5))
    }

    private func message(_ number: Int, at place: Coordinate) throws -> Message {
        Message(
            id: Message.ID(rawValue: Int64(number)),
            text: "message \(number)",
            category: .news,
            coordinate: place,
            visibleRadius: try .meters(5000),
            postedAt: electionMorning,
            expiresAt: electionMorning + 3_600_000,
            author: nil,
            origin: nil
        )
    }
}
