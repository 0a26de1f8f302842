import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

@Suite struct ArrivalsTests {
    private func message(_ id: Int64) throws -> Message {
        Message(
            id: Message.ID(rawValue: id),
            text: "hello",
            category: .news,
            coordinate: try place(38.9, -77),
            visibleRadius: try .meters(1000),
            postedAt: electionMorning,
            expiresAt: electionMorning + 1000,
            author: alice,
            origin: nil
        )
    }

    @Test("all that wait are handed over together, once")
    func together() throws {
        let arrivals = Arrivals()
        var taken: [[Int64]] = []
        let take = { arrivals.takeAll { taken.append($0.map(\.id.rawValue)) } }
        take()
        for id in 1...3 { arrivals.add(try message(Int64(id))) }
        take()
        take()
        arrivals.add(try message(4))
        take()
        #expect(taken == [[1, 2, 3], [4]])
    }

    @Test("whoever has taken sees that all that it added has been shown, by whomever")
    func everyoneSees() async throws {
        let arrivals = Arrivals()
        let shown = Kept<Set<Int64>>([])
        let unseen = await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var unseen = 0
                    for number in 0..<500 {
                        let id = Int64(task * 1000 + number)
                        guard let message = try? message(id) else { return 500 }
                        arrivals.add(message)
                        arrivals.takeAll { taken in
                            for message in taken {
                                shown.value.withLock { _ = $0.insert(message.id.rawValue) }
                            }
                        }
                        if !shown.value.withLock({ $0.contains(id) }) { unseen += 1 }
                    }
                    return unseen
                }
            }
            return await group.reduce(0, +)
        }
        #expect(unseen == 0)
        #expect(shown.value.withLock { $0.count } == 2000)
    }

    @Test("a post that is removed before its poster goes on stays away")
    func removedAtOnce() async throws {
        let store = MemoryRadarStore()
        let board = MessageBoard(store: store, clock: ManualWallClock(electionMorning))
        try await board.load()
        let goingOn = Kept<[@Sendable () -> Void]>([])
        let (stored, isStored) = AsyncStream<Void>.makeStream()
        let answered = Kept<[Message.ID]>([])
        board.post(try .sample(at: place(38.9, -77)), by: alice, once: nil) { work in
            goingOn.value.withLock { $0.append(work) }
            isStored.yield()
        } then: { outcome in
            if let message = try? outcome.get() {
                answered.value.withLock { $0.append(message.id) }
            }
        }
        for await _ in stored { break }
        // It is on disk, its author finds it there and removes it; only then does the poster go on.
        let id = try #require(store.storedIDs.first)
        try await board.remove(id, by: alice)
        for work in goingOn.value.withLock({ $0 }) { work() }
        #expect(answered.value.withLock { $0 } == [id])
        #expect(board.message(id) == nil)
        #expect(board.count == 0)
    }

    @Test("a repeated post whose message was removed is answered where its poster goes on")
    func repeatedAfterRemoval() async throws {
        let board = MessageBoard(store: MemoryRadarStore(), clock: ManualWallClock(electionMorning))
        try await board.load()
        let draft = try MessageDraft.sample(at: place(38.9, -77))
        let first = try await board.post(draft, by: alice, once: "key")
        try await board.remove(first.id, by: alice)
        let isGoingOn = Kept(false)
        let (answers, answer) = AsyncStream<(id: Message.ID?, isThere: Bool)>.makeStream()
        board.post(draft, by: alice, once: "key") { work in
            isGoingOn.value.withLock { $0 = true }
            work()
            isGoingOn.value.withLock { $0 = false }
        } then: { outcome in
            answer.yield((try? outcome.get().id, isGoingOn.value.withLock { $0 }))
        }
        var iterator = answers.makeAsyncIterator()
        let answered = try #require(await iterator.next())
        #expect(answered.id == first.id)
        #expect(answered.isThere)
        #expect(board.count == 0)
    }

    @Test("a post is visible when it is answered, and is counted once")
    func visibleWhenAnswered() async throws {
        let store = MemoryRadarStore()
        let board = MessageBoard(store: store, clock: ManualWallClock(electionMorning))
        try await board.load()
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        for number in 0..<50 {
            board.post(
                try .sample("\(number)", at: place(38.9, -77)),
                by: alice,
                once: nil,
                goingOn: { $0() }
            ) { outcome in
                answer.yield((try? outcome.get()).map { board.message($0.id) == $0 } ?? false)
            }
        }
        var seen: [Bool] = []
        for await isVisible in answers {
            seen.append(isVisible)
            if seen.count == 50 { break }
        }
        #expect(seen == Array(repeating: true, count: 50))
        #expect(board.postCount == 50)
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }
}
