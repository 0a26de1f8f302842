import CProj
import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite struct LiveFeedTests {
    private let clock = ManualWallClock(electionMorning)
    private let store = MemoryRadarStore()
    private let board: MessageBoard

    init() async throws {
        board = MessageBoard(store: store, clock: clock)
        _ = try await store.addDevice(tokenHash: [1], at: electionMorning)
        _ = try await store.addDevice(tokenHash: [2], at: electionMorning)
        try await board.load()
    }

    private func query(
        _ center: Coordinate,
        _ meters: Double,
        _ categories: Set<Category>? = nil
    ) throws -> LiveQuery {
        LiveQuery(center: center, radius: try .meters(meters), categories: categories)
    }

    private func post(_ draft: MessageDraft) async throws -> Message {
        try await board.post(draft, by: alice)
    }

    /// Distances by PROJ, which knows nothing of the index.
    private func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
        var meters = 0.0
        geod_inverse(
            &ellipsoid,
            from.latitude,
            from.longitude,
            to.latitude,
            to.longitude,
            &meters,
            nil,
            nil
        )
        return meters
    }

    @Test(
        "what was posted before anybody watched is not told, and what is posted then wakes the feed"
    )
    func beginsNow() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        _ = try await post(.sample("before", at: here))
        let reader = try feed.subscribe(to: query(here, 100))
        feed.handOver()
        let message = try await post(.sample("after", at: here))
        // The sign that `run()` waits for; without one this would not go on.
        for await _ in board.changed { break }
        feed.handOver()
        let events = try #require(await reader.next())
        let told = events.compactMap { event -> Message.ID? in
            if case .posted(let sighting) = event.content { sighting.message.id } else { nil }
        }
        #expect(told == [message.id])
    }

    @Test(
        "readers are told of exactly those messages that they see",
        arguments: [(40.0, -100.0), (0, 180), (89.999, 10), (-90, 0), (12, -179.999)]
    )
    func agreesWithBruteForce(latitude: Double, longitude: Double) async throws {
        var random = SeededRandom(seed: 11)
        func somewhere() throws -> Coordinate {
            let north = min(max(latitude + .random(in: -0.2...0.2, using: &random), -90), 90)
            var east = longitude + .random(in: -0.3...0.3, using: &random)
            if north.magnitude > 89 { east = .random(in: -180...180, using: &random) }
            if east > 180 { east -= 360 }
            if east < -180 { east += 360 }
            return try place(north, east)
        }
        let feed = LiveFeed(of: board)
        let categories: [Set<Category>?] = [nil, [.news], [.news, .cute], []]
        let readers = try (0..<60).map { _ in
            try feed.subscribe(
                to: query(
                    somewhere(),
                    .random(in: 10...40_000, using: &random),
                    categories.randomElement(using: &random) ?? nil
                )
            )
        }
        var expected = [[String]](repeating: [], count: readers.count)
        func expect(_ word: String, _ message: Message) {
            for (index, reader) in readers.enumerated() {
                let query = reader.reader.query
                guard query.categories?.contains(message.category) != false else { continue }
                let meters = distance(query.center, message.coordinate)
                if meters <= query.radius.meters, meters <= message.visibleRadius.meters {
                    expected[index].append("\(word) \(message.id)")
                }
            }
        }
        var live: [Message] = []
        for step in 0..<300 {
            if step % 5 == 4, let message = live.randomElement(using: &random) {
                live.removeAll { $0.id == message.id }
                try await board.remove(message.id, by: alice)
                expect("removed", message)
            } else {
                let message = try await post(
                    .sample(
                        at: somewhere(),
                        category: [.news, .cute, .help].randomElement(using: &random) ?? .news,
                        visibleTo: .random(in: 10...30_000, using: &random),
                        forSeconds: .random(in: 1...40, using: &random)
                    )
                )
                live.append(message)
                expect("posted", message)
            }
            feed.handOver()
            if step % 10 == 9 {
                clock.set(clock.now + 1000)
                feed.makeRound()
                for message in live.filter({ !$0.isLive(at: clock.now) })
                    .sorted(by: { $0.expiresAt < $1.expiresAt })
                {
                    expect("expired", message)
                }
                live.removeAll { !$0.isLive(at: clock.now) }
            }
        }
        #expect(expected.joined().count > 300)
        for (index, reader) in readers.enumerated() {
            let told = reader.reader.takeWaiting().compactMap(\.word)
            // Those that expire in the same millisecond come in any order.
            #expect(told.sorted() == expected[index].sorted())
            #expect(
                told.filter { !$0.hasPrefix("exp") }
                    == expected[index].filter { !$0.hasPrefix("exp") }
            )
        }
    }

    @Test("whoever comes back is told what it missed, from wherever it was")
    func resumes() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let first = try feed.subscribe(to: query(here, 1000))
        for number in 0..<20 {
            let message = try await post(.sample("\(number)", at: here))
            _ = try await post(.sample("far", at: place(41, -100)))
            if number % 3 == 0 { try await board.remove(message.id, by: alice) }
        }
        feed.handOver()
        let all = first.reader.takeWaiting()
        #expect(all.compactMap(\.word).count == 13 + 7)
        for (index, event) in all.enumerated() {
            let position = try #require(event.position)
            #expect(LivePosition(parsing: position.text) == position)
            let again = try feed.subscribe(to: query(here, 1000), after: position)
            let missed = again.reader.takeWaiting()
            #expect(missed.compactMap(\.word) == all[(index + 1)...].compactMap(\.word))
            #expect(missed.last?.content == .nothing)
        }
    }

    @Test("a message that was removed meanwhile is not told again, only that it went")
    func noTextOfTheRemoved() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let start = try #require(
            try feed.subscribe(to: query(here, 1000)).reader.takeWaiting().first?.position
        )
        let secret = try await post(.sample("secret", at: here))
        let short = try await post(.sample("short", at: here, forSeconds: 1))
        try await board.remove(secret.id, by: alice)
        clock.set(clock.now + 1000)
        feed.makeRound()
        let again = try feed.subscribe(to: query(here, 1000), after: start)
        #expect(
            again.reader.takeWaiting().compactMap(\.word)
                == ["removed \(secret.id)", "expired \(short.id)"]
        )
    }

    @Test("a message expires for its readers in the first round at its moment, and not before")
    func expiry() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let reader = try feed.subscribe(to: query(here, 1000))
        let message = try await post(.sample(at: here, forSeconds: 5))
        feed.makeRound()
        #expect(reader.reader.takeWaiting().compactMap(\.word) == ["posted \(message.id)"])
        clock.set(electionMorning + 4999)
        feed.makeRound()
        #expect(reader.reader.takeWaiting().compactMap(\.word).isEmpty)
        clock.set(electionMorning + 5000)
        feed.makeRound()
        #expect(reader.reader.takeWaiting().compactMap(\.word) == ["expired \(message.id)"])
        #expect(board.count == 0)
        clock.set(electionMorning)
        feed.makeRound()
        #expect(reader.reader.takeWaiting().compactMap(\.word).isEmpty)
        #expect(LiveFeed.roundMilliseconds <= 50)
    }

    @Test("a hidden message goes, and comes again when it is restored")
    func hidden() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let reader = try feed.subscribe(to: query(here, 1000))
        let message = try await post(.sample(at: here))
        try await board.decide(.hide, on: message.id)
        try await board.decide(.restore, on: message.id)
        feed.handOver()
        #expect(
            reader.reader.takeWaiting().compactMap(\.word)
                == ["posted \(message.id)", "removed \(message.id)", "posted \(message.id)"]
        )
    }

    @Test("a position that the log does not go back to, or of another board, is a gap")
    func gaps() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let other = MessageBoard(store: store, clock: clock)
        try await other.load()
        let foreign = try #require(
            try LiveFeed(of: other).subscribe(to: query(here, 1000)).reader.takeWaiting()
                .first?
                .position
        )
        for position in [foreign, .unknown, LivePosition(board: board.number, change: 1_000_000)] {
            let reader = try feed.subscribe(to: query(here, 1000), after: position)
            #expect(reader.reader.takeWaiting().map(\.content) == [.gap])
        }
        for text in ["", "x", "1-", "-1", "1-2-3", "1--2", String(repeating: "1", count: 50)] {
            #expect(LivePosition(parsing: text) == nil, "\(text)")
        }
    }

    @Test("a reader that was away for more changes than are looked through is told of a gap")
    func longAway() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let reader = try feed.subscribe(to: query(here, 1000))
        let start = try #require(reader.reader.takeWaiting().first?.position)
        let mine = try await post(.sample(at: here))
        // Far away: what was missed is little, and there is much to look through.
        let elsewhere = try place(-40, 100)
        for _ in 1..<Int(LiveFeed.resumedChanges) { _ = try await post(.sample(at: elsewhere)) }
        feed.handOver()
        let back = try feed.subscribe(to: query(here, 1000), after: start)
        #expect(back.reader.takeWaiting().compactMap(\.word) == ["posted \(mine.id)"])
        _ = try await post(.sample(at: elsewhere))
        feed.handOver()
        let late = try feed.subscribe(to: query(here, 1000), after: start)
        #expect(late.reader.takeWaiting().map(\.content) == [.gap])
    }

    @Test("an import that changes very much is a gap for everybody")
    func importGap() async throws {
        let here = try place(40, -100)
        let feed = LiveFeed(of: board)
        let reader = try feed.subscribe(to: query(here, 1000))
        _ = reader.reader.takeWaiting()
        let name = try DatasetName("fair")
        store.publish(try (0..<5).map { try .sample("\($0)", in: name, at: here) }, in: name)
        try await board.reload(dataset: name)
        feed.handOver()
        #expect(reader.reader.takeWaiting().compactMap(\.word).count == 5)
        store.publish(
            try (0..<2000).map { try .sample("\($0)", in: name, at: here, text: "new") },
            in: name
        )
        try await board.reload(dataset: name)
        feed.handOver()
        #expect(reader.reader.takeWaiting().map(\.content) == [.gap])
        _ = try await post(.sample(at: here))
        feed.handOver()
        #expect(reader.reader.takeWaiting().compactMap(\.word).count == 1)
    }

    @Test("a slow reader is dropped and told so; posts and others go on")
    func slowReader() async throws {
        let here = try place(40, -100)
        var options = LiveFeed.Options()
        options.waitingEvents = 8
        let feed = LiveFeed(of: board, options: options)
        let slow = try feed.subscribe(to: query(here, 1000))
        let quick = try feed.subscribe(to: query(here, 1000))
        var seen = 0
        for number in 0..<30 {
            _ = try await post(.sample("\(number)", at: here))
            feed.handOver()
            seen += quick.reader.takeWaiting().compactMap(\.word).count
        }
        #expect(seen == 30)
        #expect(await slow.next()?.map(\.content) == [.dropped])
        #expect(await slow.next() == nil)
        #expect(feed.dropCount == 1)
    }

    @Test("a subscription that nobody holds any more gives its place to another")
    func places() async throws {
        var options = LiveFeed.Options()
        options.readers = 3
        let feed = LiveFeed(of: board, options: options)
        let here = try query(place(1, 1), 100)
        for _ in 0..<10 { _ = try feed.subscribe(to: here) }
        #expect(feed.readerCount == 0)
        let held = try (0..<3).map { _ in try feed.subscribe(to: here) }
        #expect(feed.readerCount == 3)
        #expect(throws: RadarError.tooManyReaders(limit: 3)) { try feed.subscribe(to: here) }
        #expect(held.count == 3)
    }

    @Test("every stream ends when the feed does, and when its task is cancelled")
    func ends() async throws {
        let feed = LiveFeed(of: board)
        let here = try query(place(1, 1), 100)
        let subscription = try feed.subscribe(to: here)
        #expect(await subscription.next()?.map(\.content) == [.nothing])
        let waiting = Task { await subscription.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)

        let another = try feed.subscribe(to: here)
        #expect(await another.next() != nil)
        async let last = another.next()
        feed.end()
        #expect(await last == nil)
        let late = try feed.subscribe(to: here)
        #expect(await late.next()?.map(\.content) == [.nothing])
        #expect(await late.next() == nil)
    }

    @Test("every reader gets a sign of life once in 15 seconds", arguments: [1, 2, 599, 1300])
    func signsOfLife(count: Int) async throws {
        let feed = LiveFeed(of: board)
        let here = try place(1, 1)
        let readers = try (0..<count).map { _ in try feed.subscribe(to: query(here, 100)) }
        // What they were told when they began counts as a sign.
        for _ in 0..<LiveFeed.roundsBetweenSigns { feed.makeRound() }
        for reader in readers { _ = reader.reader.takeWaiting() }
        for _ in 0..<3 {
            for _ in 0..<LiveFeed.roundsBetweenSigns { feed.makeRound() }
            for reader in readers {
                #expect(reader.reader.takeWaiting().map(\.content) == [.nothing])
            }
        }
        let milliseconds = LiveFeed.roundMilliseconds * Int64(LiveFeed.roundsBetweenSigns)
        #expect(milliseconds == 15_000)
    }

    @Test("while many post at once, each reader is told of all, each once and in order")
    func concurrently() async throws {
        let here = try place(40, -100)
        var options = LiveFeed.Options()
        options.waitingEvents = 10_000
        let feed = LiveFeed(of: board, options: options)
        let running = Task { await feed.run() }
        let readers = try (0..<20).map { _ in try feed.subscribe(to: query(here, 1000)) }
        let board = board
        async let posting: Void = withThrowingTaskGroup(of: Void.self) { group in
            for poster in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        let message = try await board.post(
                            .sample("\(poster) \(number)", at: here),
                            by: alice
                        )
                        if number % 2 == 0 { try await board.remove(message.id, by: alice) }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in readers {
                group.addTask {
                    var positions: [UInt64] = []
                    var shown: Set<Message.ID> = []
                    var removed = 0
                    while removed < 200 || shown.count < 200, let events = await reader.next() {
                        positions += events.compactMap(\.position?.change)
                        for event in events {
                            switch event.content {
                            case .posted(let sighting): shown.insert(sighting.message.id)
                            case .removed(let id):
                                shown.remove(id)
                                removed += 1
                            default: break
                            }
                        }
                    }
                    #expect(shown.count == 200)
                    #expect(removed == 200)
                    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
                }
            }
            try await group.waitForAll()
        }
        try await posting
        running.cancel()
        await running.value
    }
}

extension LiveEvent {
    /// What happened to which message; nil when nothing did.
    fileprivate var word: String? {
        switch content {
        case .posted(let sighting): "posted \(sighting.message.id)"
        case .expired(let id): "expired \(id)"
        case .removed(let id): "removed \(id)"
        case .gap: "gap"
        case .dropped: "dropped"
        case .nothing: nil
        }
    }
}
