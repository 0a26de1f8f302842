import Datasets
import Geodesy
import RadarTesting
import Synchronization
import Testing
import Timekeeping

@testable import Radar

/// Streams of boards that share a store: a reader goes on at any of them.
@Suite struct SharedFeedTests {
    /// One of the nodes; what happens at the others it sees when it follows.
    private final class Node: Sendable {
        let board: MessageBoard
        let feed: LiveFeed

        init(_ store: MemoryRadarStore, _ clock: any WallClock) async throws {
            board = MessageBoard(store: store, clock: clock)
            feed = LiveFeed(of: board)
            try await board.load()
        }

        func follow() async throws {
            try await board.follow()
            feed.makeRound()
        }
    }

    /// A clock that goes before another, or after it.
    private struct OffsetClock: WallClock {
        let clock: ManualWallClock
        let offset: Int64

        var now: Timestamp { clock.now + offset }
    }

    private let clock = ManualWallClock(electionMorning)
    private let store = MemoryRadarStore(numbersChanges: true)
    private let query: LiveQuery
    private let here: Coordinate

    init() async throws {
        here = try place(40, -100)
        query = LiveQuery(center: here, radius: try .meters(1000))
        _ = try await store.addDevice(tokenHash: [1], at: electionMorning)
    }

    private func nodes(_ count: Int) async throws -> [Node] {
        var nodes: [Node] = []
        for _ in 0..<count { nodes.append(try await Node(store, clock)) }
        return nodes
    }

    private func post(
        at node: Node,
        _ text: String = "hello",
        forSeconds seconds: Int64 = 60
    ) async throws -> Message.ID {
        try await node.board.post(.sample(text, at: here, forSeconds: seconds), by: alice).id
    }

    private func words(_ events: [LiveEvent]) -> [String] {
        events.compactMap { event in
            switch event.content {
            case .posted(let sighting): "posted \(sighting.message.id)"
            case .expired(let id): "expired \(id)"
            case .removed(let id): "removed \(id)"
            case .gap: "gap"
            case .dropped: "dropped"
            case .nothing: nil
            }
        }
    }

    /// What a reader is told that comes to a node from a position, which goes there and back as a text.
    private func told(at node: Node, after position: LivePosition) throws -> [String] {
        let read = try #require(LivePosition(parsing: position.text))
        #expect(read == position)
        return words(try node.feed.subscribe(to: query, after: read).reader.takeWaiting())
    }

    @Test("a reader goes on at another node, and is told each change once")
    func goesOn() async throws {
        let nodes = try await nodes(2)
        let stream = try nodes[0].feed.subscribe(to: query)
        let start = try #require(stream.reader.takeWaiting().first?.position)
        var ids: [Message.ID] = []
        for number in 0..<6 { ids.append(try await post(at: nodes[number % 2])) }
        try await nodes[0].board.remove(ids[2], by: alice)
        for node in nodes { try await node.follow() }
        let events = stream.reader.takeWaiting()
        let posted = [0, 1, 3, 4, 5].map { "posted \(ids[$0])" }
        #expect(words(events) == posted)
        // Who comes from elsewhere may have seen what nobody here has.
        let removed = ["removed \(ids[2])"]
        for node in nodes {
            #expect(try told(at: node, after: start) == posted + removed)
            for (index, event) in events.enumerated() {
                let position = try #require(event.position)
                let rest = Array(posted.dropFirst(index + 1))
                #expect(try told(at: node, after: position) == rest + removed)
            }
        }
    }

    @Test("what a node was posted is shown at once and told after all that came before it")
    func order() async throws {
        let nodes = try await nodes(2)
        let stream = try nodes[0].feed.subscribe(to: query)
        _ = stream.reader.takeWaiting()
        let theirs = try await post(at: nodes[1])
        let mine = try await post(at: nodes[0])
        nodes[0].feed.handOver()
        #expect(nodes[0].board.message(mine) != nil)
        #expect(nodes[0].board.awaitsFollowing)
        #expect(words(stream.reader.takeWaiting()) == [])
        try await nodes[0].follow()
        #expect(!nodes[0].board.awaitsFollowing)
        #expect(words(stream.reader.takeWaiting()) == ["posted \(theirs)", "posted \(mine)"])
    }

    @Test("what is gone before a node has seen it is told to those who saw it elsewhere")
    func goneUnseen() async throws {
        let nodes = try await nodes(2)
        let quiet = try nodes[1].feed.subscribe(to: query)
        let stream = try nodes[0].feed.subscribe(to: query)
        _ = (quiet.reader.takeWaiting(), stream.reader.takeWaiting())
        let id = try await post(at: nodes[0])
        try await nodes[0].follow()
        let seen = try #require(stream.reader.takeWaiting().last?.position)
        try await nodes[0].board.remove(id, by: alice)
        try await nodes[1].follow()
        #expect(words(quiet.reader.takeWaiting()) == [])
        #expect(try told(at: nodes[1], after: seen) == ["removed \(id)"])
    }

    @Test("what was hidden and shown again between two looks is told to those who saw it hidden")
    func stillShown() async throws {
        let nodes = try await nodes(2)
        let id = try await post(at: nodes[0])
        for node in nodes { try await node.follow() }
        let quiet = try nodes[1].feed.subscribe(to: query)
        let stream = try nodes[0].feed.subscribe(to: query)
        _ = (quiet.reader.takeWaiting(), stream.reader.takeWaiting())
        _ = try await nodes[0].board.decide(.hide, on: id)
        try await nodes[0].follow()
        let hidden = stream.reader.takeWaiting()
        #expect(words(hidden) == ["removed \(id)"])
        _ = try await nodes[0].board.decide(.restore, on: id)
        for node in nodes { try await node.follow() }
        #expect(words(quiet.reader.takeWaiting()) == [])
        let position = try #require(hidden.last?.position)
        #expect(try told(at: nodes[1], after: position) == ["posted \(id)"])
    }

    @Test("what expires is told once, at whichever node and by whichever clock")
    func expiry() async throws {
        let late = ManualWallClock(electionMorning)
        let nodes = [try await Node(store, clock), try await Node(store, late)]
        let id = try await post(at: nodes[0], forSeconds: 10)
        for node in nodes { try await node.follow() }
        let stream = try nodes[0].feed.subscribe(to: query)
        let before = try #require(stream.reader.takeWaiting().last?.position)
        clock.set(electionMorning + 10_000)
        late.set(electionMorning + 9_970)
        for node in nodes { try await node.follow() }
        let expired = stream.reader.takeWaiting()
        #expect(words(expired) == ["expired \(id)"])
        let after = try #require(expired.last?.position)
        let early = try nodes[1].feed.subscribe(to: query, after: before)
        let knowing = try nodes[1].feed.subscribe(to: query, after: after)
        #expect(words(early.reader.takeWaiting()) == [])
        #expect(words(knowing.reader.takeWaiting()) == [])
        late.set(electionMorning + 10_001)
        try await nodes[1].follow()
        #expect(words(early.reader.takeWaiting()) == ["expired \(id)"])
        #expect(words(knowing.reader.takeWaiting()) == [])
        #expect(try told(at: nodes[1], after: before) == ["expired \(id)"])
        #expect(try told(at: nodes[1], after: after) == [])
    }

    @Test("a node that begins tells what happened while no other ran")
    func restart() async throws {
        var position: LivePosition?
        var ids: [Message.ID] = []
        do {
            let node = try await nodes(1)[0]
            for seconds: Int64 in [20, 600, 600] {
                ids.append(try await post(at: node, forSeconds: seconds))
            }
            try await node.follow()
            position = try node.feed.subscribe(to: query).reader.takeWaiting().last?.position
        }
        let other = MessageBoard(store: store, clock: clock)
        try await other.load()
        try await other.remove(ids[1], by: alice)
        ids.append(try await other.post(.sample("new", at: here), by: alice).id)
        clock.set(electionMorning + 30_000)
        let node = try await nodes(1)[0]
        node.feed.makeRound()
        let words = try told(at: node, after: #require(position))
        #expect(Set(words) == ["expired \(ids[0])", "removed \(ids[1])", "posted \(ids[3])"])
        #expect(words.count == 3)
        // What has expired longer ago is known no more, and that is said.
        clock.set(electionMorning + 95_000)
        let late = try await nodes(1)[0]
        #expect(try told(at: late, after: #require(position)) == ["gap"])
    }

    @Test("a node that has not followed so far is waited for; what it never comes to is a gap")
    func behind() async throws {
        let nodes = try await nodes(2)
        let stream = try nodes[0].feed.subscribe(to: query)
        _ = try await post(at: nodes[0])
        try await nodes[0].follow()
        let position = try #require(stream.reader.takeWaiting().last?.position)
        let later = try await post(at: nodes[0])
        #expect(nodes[1].board.isBehind(position))
        let lost = try await nodes[1].feed.resume(query, after: position) {}
        #expect(words(lost.reader.takeWaiting()) == ["gap"])
        let second = nodes[1]
        let found = try await second.feed.resume(query, after: position) {
            try? await second.follow()
        }
        #expect(words(found.reader.takeWaiting()) == ["posted \(later)"])
    }

    @Test("a position of another history, or one that was made up, is a gap")
    func otherHistory() async throws {
        let node = try await nodes(1)[0]
        let other = MemoryRadarStore(numbersChanges: true)
        _ = try await other.addDevice(tokenHash: [1], at: electionMorning)
        let stranger = try await Node(other, clock)
        // The same numbers, and another order of messages.
        let first = try await post(at: stranger)
        try await stranger.board.remove(first, by: alice)
        _ = try await post(at: stranger)
        try await stranger.follow()
        for _ in 0..<3 { _ = try await post(at: node) }
        try await node.follow()
        let foreign = try #require(
            try stranger.feed.subscribe(to: query).reader.takeWaiting().last?.position
        )
        let own = try #require(
            try node.feed.subscribe(to: query).reader.takeWaiting().last?.position
        )
        #expect(foreign.board == own.board)
        #expect(try told(at: node, after: own) == [])
        for position in [
            foreign, .unknown, LivePosition(board: own.board, change: 3),
            LivePosition(board: own.board, change: own.change &+ 1, moment: own.moment),
            LivePosition(board: own.board, change: 3, moment: 4),
            LivePosition(board: own.board &+ 1, change: own.change, moment: own.moment),
        ] {
            #expect(try told(at: node, after: position) == ["gap"], "\(position.text)")
        }
        // Nobody reads from a position how many messages there were.
        #expect(own.change > 1 << 20)
    }

    @Test("a board that has read everything anew tells what differs, and where it goes on")
    func refresh() async throws {
        let nodes = try await nodes(2)
        let stream = try nodes[1].feed.subscribe(to: query)
        _ = stream.reader.takeWaiting()
        let id = try await post(at: nodes[0])
        store.forgetJournal()
        try await nodes[1].follow()
        let events = stream.reader.takeWaiting()
        #expect(words(events) == ["posted \(id)"])
        let next = try await post(at: nodes[0])
        for node in nodes { try await node.follow() }
        let position = try #require(stream.reader.takeWaiting().last?.position)
        let last = try await post(at: nodes[1])
        for node in nodes { try await node.follow() }
        #expect(words(stream.reader.takeWaiting()) == ["posted \(last)"])
        for node in nodes {
            #expect(try told(at: node, after: position) == ["posted \(last)"])
        }
        #expect(next != last)
    }

    @Test(
        "whoever wanders from node to node knows in the end what is there, told of nothing twice",
        arguments: 0..<20,
        [false, true]
    )
    func wanders(seed: UInt64, isModerated: Bool) async throws {
        var random = SeededRandom(seed: seed)
        func begin() async throws -> Node {
            try await Node(
                store,
                OffsetClock(clock: clock, offset: .random(in: -50...50, using: &random))
            )
        }
        var nodes = [try await begin(), try await begin(), try await begin()]
        var live: [Message.ID] = []
        var now: Int64 = 0
        var known: Set<Message.ID> = []
        var stream = try nodes[0].feed.subscribe(to: query)
        var position = LivePosition.unknown
        func read() {
            for event in stream.reader.takeWaiting() {
                position = event.position ?? position
                switch event.content {
                case .posted(let sighting):
                    // What was hidden and shown again is told to some who never knew.
                    let isNew = known.insert(sighting.message.id).inserted
                    #expect(isNew || isModerated, "told twice")
                case .expired(let id): known.remove(id)
                case .removed(let id): known.remove(id)
                default: if event.content != .nothing { Issue.record("\(event.content)") }
                }
            }
        }
        read()
        for step in 0..<300 {
            let node = try #require(nodes.randomElement(using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                // No two expire at the same moment.
                now += 1
                clock.set(electionMorning + now)
                let seconds = Int64.random(in: 1...30, using: &random)
                live.append(try await post(at: node, "\(step)", forSeconds: seconds))
            case 3:
                guard let id = live.randomElement(using: &random) else { continue }
                if isModerated, Bool.random(using: &random) {
                    let action = ModerationAction.allCases.randomElement(using: &random) ?? .hide
                    _ = try? await node.board.decide(action, on: id)
                } else {
                    try? await node.board.remove(id, by: alice)
                }
            case 4:
                now += .random(in: 1...3000, using: &random)
                clock.set(electionMorning + now)
            case 5: nodes[.random(in: 0..<3, using: &random)] = try await begin()
            case 6..<9: try await node.follow()
            default:
                read()
                stream = try await node.feed.resume(query, after: position) {
                    try? await node.follow()
                }
                read()
            }
        }
        // By then what has expired by one clock has by all.
        now += 100
        clock.set(electionMorning + now)
        for node in nodes { try await node.follow() }
        stream = try nodes[0].feed.subscribe(to: query, after: position)
        read()
        let shown = try nodes[0].board.messages(
            matching: MessageQuery(center: here, radius: query.radius, limit: 200)
        )
        #expect(known == Set(shown.sightings.map(\.message.id)))
    }
}
