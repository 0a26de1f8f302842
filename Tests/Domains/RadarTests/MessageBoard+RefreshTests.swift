import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite struct MessageBoardRefreshTests {
    private let store = MemoryRadarStore(batchSize: 3)
    private let clock = ManualWallClock(electionMorning)
    private let here: Coordinate
    private let dc: DatasetName

    init() throws {
        here = try place(38.9, -77)
        dc = try DatasetName("dc")
    }

    private func makeBoard() -> MessageBoard { MessageBoard(store: store, clock: clock) }

    private func fill(_ count: Int, forSeconds seconds: Int64 = 600) async throws {
        let before = makeBoard()
        for _ in 0..<count {
            _ = try await before.post(.sample(at: here, forSeconds: seconds), by: alice)
        }
    }

    @Test("a board loads what has not expired, and says when it has")
    func load() async throws {
        try await fill(5, forSeconds: 10)
        try await fill(5, forSeconds: 20)
        clock.set(electionMorning + 10_000)
        let board = makeBoard()
        #expect(!board.isLoaded)
        try await board.load()
        #expect(board.isLoaded)
        #expect(board.count == 5)
        #expect(try board.ids(around: here) == [6, 7, 8, 9, 10])
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }

    @Test("posts and removals while a load runs are right when it ends")
    func changesDuringLoad() async throws {
        try await fill(10)
        let board = makeBoard()
        let (store, here) = (store, here)
        store.afterBatch {
            store.afterBatch(nil)
            _ = try await board.post(.sample("meanwhile", at: here), by: bob)
            // Nothing of the reading shows before its end.
            let seen = try board.ids(around: here)
            #expect(seen == [11])
        }
        try await board.load()
        #expect(try board.ids(around: here) == Array(1...11))
        store.afterBatch {
            store.afterBatch(nil)
            for id in [2, 11] as [Int64] {
                try await board.remove(
                    Message.ID(rawValue: id),
                    by: id == 11 ? bob : alice
                )
            }
            _ = try await board.post(.sample("meanwhile", at: here), by: bob)
        }
        try await board.load()
        #expect(try board.ids(around: here) == [1] + Array(3...10) + [12])
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }

    @Test("a message stored before the reading and shown after it is there once")
    func overtakenByALoad() async throws {
        try await fill(4)
        for isLoaded in [false, true] {
            let board = makeBoard()
            if isLoaded { try await board.load() }
            store.afterAppend { _ in try? await board.refresh(dataset: nil) }
            let message = try await board.post(.sample(at: here), by: bob)
            store.afterAppend(nil)
            #expect(
                try board.ids(around: here) == store.messages.map(\.id.rawValue)
            )
            #expect(board.message(message.id) == message)
            #expect(board.live.read { $0.violatedInvariants() } == [])
        }
    }

    @Test("a load that fails leaves what was there")
    func failedLoad() async throws {
        try await fill(8)
        let board = makeBoard()
        store.setFailsAfterFirstBatch(true)
        await #expect(throws: MemoryRadarStore.Failure.self) { try await board.load() }
        #expect(!board.isLoaded)
        #expect(board.count == 0)
        #expect(board.live.read { $0.violatedInvariants() } == [])
        _ = try await board.post(.sample(at: here), by: alice)
        await #expect(throws: MemoryRadarStore.Failure.self) { try await board.load() }
        #expect(try board.ids(around: here) == [9])
        #expect(board.live.read { $0.violatedInvariants() } == [])
        store.setFailsAfterFirstBatch(false)
        try await board.load()
        #expect(try board.ids(around: here) == Array(1...9))
    }

    @Test("a cancelled load stops, and the next one runs")
    func cancelledLoad() async throws {
        try await fill(8)
        let board = makeBoard()
        store.afterBatch {
            withUnsafeCurrentTask { $0?.cancel() }
            try Task.checkCancellation()
        }
        await #expect(throws: CancellationError.self) { try await board.load() }
        store.afterBatch(nil)
        try await board.load()
        #expect(board.count == 8)
    }

    @Test("a reload takes what was added, changed and removed, and leaves the rest alone")
    func reload() async throws {
        try await fill(2)
        let other = try DatasetName("other")
        store.publish([try .sample("o", in: other, at: here)], in: other)
        store.publish(try ["a", "b", "c"].map { try .sample($0, in: dc, at: here) }, in: dc)
        let board = makeBoard()
        try await board.load()
        #expect(try board.ids(around: here) == [1, 2, 3, 4, 5, 6])
        store.publish(
            [
                try .sample("a", in: dc, at: here),
                try .sample("b", in: dc, at: here, text: "changed"),
                try .sample("d", in: dc, at: here, attributes: ["ward": "2"]),
            ],
            in: dc
        )
        // Another dataset's import is not looked at.
        store.publish([], in: other)
        try await board.reload(dataset: dc)
        #expect(try board.ids(around: here) == [1, 2, 3, 4, 5, 7])
        #expect(board.message(Message.ID(rawValue: 5))?.text == "changed")
        #expect(board.message(Message.ID(rawValue: 7))?.origin?.attributes == ["ward": "2"])
        try await board.reload(dataset: other)
        store.publish([], in: dc)
        try await board.reload(dataset: dc)
        #expect(try board.ids(around: here) == [1, 2])
        try await board.reload(dataset: try DatasetName("unknown"))
        #expect(try board.ids(around: here) == [1, 2])
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }

    @Test("nobody sees half of a reload")
    func reloadIsAtomic() async throws {
        store.publish(
            try (0..<10).map { try .sample("\($0)", in: dc, at: here, text: "old") },
            in: dc
        )
        let board = makeBoard()
        try await board.load()
        store.publish(
            try (5..<20).map { try .sample("\($0)", in: dc, at: here, text: "new") },
            in: dc
        )
        @Sendable func texts() throws -> [String] {
            try board.messages(matching: MessageQuery(center: here, radius: .meters(10)))
                .sightings.map(\.message.text)
        }
        store.afterBatch {
            let seen = try texts()
            #expect(seen == Array(repeating: "old", count: 10))
        }
        try await board.reload(dataset: dc)
        #expect(try texts() == Array(repeating: "new", count: 15))
    }

    @Test("pages under way keep what an import left as it was and drop what it changed")
    func pagesAcrossAReload() async throws {
        func publish(_ moved: Bool) throws {
            store.publish(
                try (1...6).map { number in
                    let isMoved = moved && number == 4
                    return try .sample(
                        "\(number)",
                        in: dc,
                        at: Geodesic.destination(
                            from: here,
                            bearingDegrees: 0,
                            distance: .meters(isMoved ? 20 : Double(number))
                        )
                    )
                },
                in: dc
            )
        }
        try publish(false)
        let board = makeBoard()
        try await board.load()
        var query = MessageQuery(center: here, radius: try .meters(100), limit: 2)
        query.cursor = try board.messages(matching: query).next
        try publish(true)
        try await board.reload(dataset: dc)
        query.limit = 10
        #expect(
            try board.messages(matching: query).sightings.map(\.message.id.rawValue) == [3, 5, 6]
        )
        query.cursor = nil
        #expect(
            try board.messages(matching: query).sightings.map(\.message.id.rawValue)
                == [1, 2, 3, 5, 6, 4]
        )
    }

    @Test("imported messages are nobody's to remove, and a sweep leaves them on disk")
    func importedMessages() async throws {
        store.publish(
            [try .sample("a", in: dc, at: here, expiresAt: electionMorning + 5000)],
            in: dc
        )
        let board = makeBoard()
        try await board.load()
        let id = Message.ID(rawValue: 1)
        await #expect(throws: RadarError.notOwn) { try await board.remove(id, by: alice) }
        clock.set(electionMorning + 5000)
        #expect(try await board.sweep(limit: 10) == 1)
        #expect(board.count == 0)
        #expect(store.messages.count == 1)
        try await board.reload(dataset: dc)
        #expect(try board.ids(around: here).isEmpty)
        #expect(try await board.sweep(limit: 10) == 0)
    }

    @Test("a category that only imports use can be asked for")
    func importedCategory() async throws {
        let pothole = Category(rawValue: "pothole")
        let query = MessageQuery(
            center: here,
            radius: try .meters(100),
            categories: [pothole]
        )
        let board = makeBoard()
        #expect(throws: RadarError.self) { try board.messages(matching: query) }
        store.publish([try .sample("a", in: dc, at: here, category: pothole)], in: dc)
        try await board.reload(dataset: dc)
        #expect(try board.messages(matching: query).sightings.count == 1)
    }

    @Test("of reloads that overlap, the one begun last stays")
    func overlappingReloads() async throws {
        let board = makeBoard()
        store.publish([try .sample("a", in: dc, at: here, text: "0")], in: dc)
        let (store, dc, here) = (store, dc, here)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                store.publish([try .sample("a", in: dc, at: here, text: "\(number)")], in: dc)
                group.addTask { try await board.reload(dataset: dc) }
                await Task.yield()
            }
            try await group.waitForAll()
        }
        #expect(board.message(Message.ID(rawValue: 1))?.text == "20")
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }
}
