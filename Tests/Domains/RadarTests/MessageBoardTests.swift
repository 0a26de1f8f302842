import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite struct MessageBoardTests {
    private let store = MemoryRadarStore()
    private let clock = ManualWallClock(electionMorning)
    private let board: MessageBoard

    init() { board = MessageBoard(store: store, clock: clock) }

    @Test("a posted message is on disk and visible, as it was stored")
    func post() async throws {
        let here = try place(38.8977, -77.0365)
        let message = try await board.post(
            .sample("  hi ", at: here, precision: .blurred),
            by: alice
        )
        #expect(message.text == "hi")
        #expect(message.coordinate == BlurGrid.snap(here).published)
        #expect(store.messages == [message])
        #expect(board.message(message.id) == message)
        let page = try board.messages(
            matching: MessageQuery(center: here, radius: .meters(200))
        )
        #expect(page.sightings.map(\.message) == [message])
        #expect(page.next == nil)
        #expect(page.moment == electionMorning)
        let expected = Geodesic.distance(from: here, to: message.coordinate).meters
        #expect((page.sightings[0].distance.meters - expected).magnitude < 0.001)
    }

    @Test("a refused draft reaches neither the disk nor the board")
    func refusedPost() async throws {
        let draft = try MessageDraft.sample("", at: place(0, 0))
        let error = await #expect(throws: RadarError.self) {
            try await board.post(draft, by: alice)
        }
        #expect(error?.parameters == ["text"])
        #expect(store.messages.isEmpty)
        #expect(board.count == 0)
    }

    @Test("what the store could not keep is not shown")
    func failedPost() async throws {
        store.setFails(true)
        await #expect(throws: MemoryRadarStore.Failure.self) {
            try await board.post(.sample(at: place(0, 0)), by: alice)
        }
        #expect(try board.ids(around: place(0, 0)).isEmpty)
    }

    @Test(
        "visible up to the smaller of both radii, inclusive, and no millimetre farther",
        arguments: [(38.9, -77.0), (0, 179.9999), (89.9995, 12), (-90, 0)] as [(Double, Double)]
    )
    func twoSidedRule(latitude: Double, longitude: Double) async throws {
        let center = try place(latitude, longitude)
        let there = Geodesic.destination(
            from: center,
            bearingDegrees: 77,
            distance: try .meters(1000)
        )
        // Posts have places of five decimals, and are seen as far as from there.
        let shown = try await board.post(.sample(at: there, visibleTo: 5000), by: alice)
        try await board.remove(shown.id, by: alice)
        let distance = Geodesic.distance(from: center, to: shown.coordinate).meters
        for (edge, isVisible) in [(distance + 0.001, true), (distance - 0.001, false)] {
            for (range, scan) in [(edge, 5000.0), (5000, edge), (edge, edge)] {
                let message = try await board.post(.sample(at: there, visibleTo: range), by: alice)
                #expect(message.coordinate == shown.coordinate)
                #expect(
                    try board.ids(around: center, radius: scan).contains(message.id.rawValue)
                        == isVisible
                )
                try await board.remove(message.id, by: alice)
            }
        }
        // At exactly the distance that the geodesic computes.
        let message = try await board.post(.sample(at: there, visibleTo: 5000), by: alice)
        #expect(try board.ids(around: center, radius: distance) == [message.id.rawValue])
    }

    @Test("gone at the very millisecond of its expiry, with no sweep")
    func expiry() async throws {
        let here = try place(1, 1)
        let message = try await board.post(.sample(at: here, forSeconds: 1), by: alice)
        clock.set(electionMorning + 999)
        #expect(try board.ids(around: here) == [1])
        #expect(board.message(message.id) != nil)
        clock.set(electionMorning + 1000)
        #expect(try board.ids(around: here).isEmpty)
        #expect(try board.ids(around: here, order: .newest).isEmpty)
        #expect(board.message(message.id) == nil)
        await #expect(throws: RadarError.notOwn) {
            try await board.remove(message.id, by: alice)
        }
        #expect(board.count == 1)
    }

    @Test("a clock set back neither brings back what had expired nor shortens what is posted then")
    func clockSetBack() async throws {
        let here = try place(1, 1)
        _ = try await board.post(.sample(at: here, forSeconds: 60), by: alice)
        clock.set(electionMorning + 60_000)
        #expect(try board.ids(around: here).isEmpty)
        clock.set(electionMorning)
        #expect(try board.ids(around: here).isEmpty)
        let second = try await board.post(.sample(at: here, forSeconds: 60), by: alice)
        #expect(second.postedAt == electionMorning + 60_000)
        #expect(try board.ids(around: here) == [2])
        #expect(try await board.sweep(limit: 10) == 1)
        clock.set(electionMorning + 119_999)
        #expect(try board.ids(around: here) == [2])
        clock.set(electionMorning + 120_000)
        #expect(try board.ids(around: here).isEmpty)
    }

    @Test("only its author removes a message, once, from the disk and the board")
    func remove() async throws {
        let here = try place(1, 1)
        let message = try await board.post(.sample(at: here), by: alice)
        await #expect(throws: RadarError.notOwn) {
            try await board.remove(message.id, by: bob)
        }
        store.setFails(true)
        await #expect(throws: MemoryRadarStore.Failure.self) {
            try await board.remove(message.id, by: alice)
        }
        #expect(try board.ids(around: here) == [1])
        store.setFails(false)
        try await board.remove(message.id, by: alice)
        #expect(store.messages.isEmpty)
        #expect(try board.ids(around: here).isEmpty)
        await #expect(throws: RadarError.notOwn) {
            try await board.remove(message.id, by: alice)
        }
    }

    @Test("a sweep empties memory and disk in batches and touches nothing that lives")
    func sweep() async throws {
        let here = try place(1, 1)
        for seconds in 1...25 {
            _ = try await board.post(.sample(at: here, forSeconds: Int64(seconds)), by: alice)
        }
        #expect(try await board.sweep(limit: 10) == 0)
        clock.set(electionMorning + 23_000)
        var swept: [Int] = []
        repeat { swept.append(try await board.sweep(limit: 10)) } while swept.last == 10
        #expect(swept == [10, 10, 3])
        #expect(Set(store.removalLimits) == [10])
        #expect(store.messages.map(\.id.rawValue) == [24, 25])
        #expect(board.count == 2)
        #expect(try board.ids(around: here) == [24, 25])
        #expect(board.live.read { $0.violatedInvariants() } == [])
    }

    @Test("categories are filtered before the limit counts")
    func categoryFilter() async throws {
        let here = try place(1, 1)
        for number in 0..<30 {
            _ = try await board.post(
                .sample(at: here, category: number % 10 == 9 ? .help : .news),
                by: alice
            )
        }
        for order in MessageQuery.Order.allCases {
            let page = try board.messages(
                matching: MessageQuery(
                    center: here,
                    radius: .meters(10),
                    categories: [.help, .cute],
                    order: order,
                    limit: 3
                )
            )
            #expect(Set(page.sightings.map(\.message.id.rawValue)) == [10, 20, 30])
            #expect(page.next == nil)
        }
    }

    @Test("wrong limits, categories and cursors are refused, all at once")
    func refusedQueries() async throws {
        let here = try place(1, 1)
        for _ in 0..<3 { _ = try await board.post(.sample(at: here), by: alice) }
        let good = MessageQuery(center: here, radius: try .meters(10), limit: 1)
        let cursor = try #require(try board.messages(matching: good).next)
        for limit in [Int.min, 0, 1001, .max] {
            var query = good
            query.limit = limit
            let error = #expect(throws: RadarError.self) { try board.messages(matching: query) }
            #expect(error?.parameters == ["limit"])
        }
        var query = good
        query.categories = [Category(rawValue: "spam"), .news, Category(rawValue: "eggs")]
        query.limit = 0
        query.cursor = cursor
        let error = #expect(throws: RadarError.self) { try board.messages(matching: query) }
        #expect(error?.parameters == ["category", "category", "limit", "cursor"])
    }

    @Test(
        "messages at one place are paged by id without repeat or gap",
        arguments: [1, 2, 3, 7, 50]
    )
    func ties(limit: Int) async throws {
        let here = try place(1, 1)
        for number in 0..<40 {
            // Removals in between, so that slots are used again and do not order as ids do.
            let message = try await board.post(.sample(at: here), by: alice)
            if number % 3 == 1 {
                try await board.remove(Message.ID(rawValue: message.id.rawValue - 1), by: alice)
            }
        }
        let kept = (1...40).filter { $0 % 3 != 1 || $0 == 40 }.map(Int64.init)
        for (order, expected) in [(MessageQuery.Order.nearest, kept), (.newest, kept.reversed())] {
            for reader in [here, try place(1.001, 1)] {
                let pages = try board.allPages(
                    matching: MessageQuery(
                        center: reader,
                        radius: .meters(500),
                        order: order,
                        limit: limit
                    )
                )
                #expect(pages.flatMap(\.sightings).map(\.message.id.rawValue) == expected)
                #expect(pages.dropLast().allSatisfy { $0.sightings.count == limit })
            }
        }
    }

    @Test("later pages show what the first one's moment held, without what is gone since")
    func snapshot() async throws {
        let here = try place(1, 1)
        for number in 1...6 {
            _ = try await board.post(
                .sample(
                    at: Geodesic.destination(
                        from: here,
                        bearingDegrees: 0,
                        distance: .meters(Double(number))
                    ),
                    forSeconds: number == 5 ? 10 : 60
                ),
                by: alice
            )
        }
        for (order, firstPage, rest) in [
            (MessageQuery.Order.nearest, [1, 2], [3, 6]), (.newest, [6, 5], [3, 2, 1]),
        ] as [(MessageQuery.Order, [Int64], [Int64])] {
            clock.set(electionMorning)
            let board = MessageBoard(store: store, clock: clock)
            try await board.load()
            var query = MessageQuery(center: here, radius: try .meters(500), order: order, limit: 2)
            let first = try board.messages(matching: query)
            #expect(first.sightings.map(\.message.id.rawValue) == firstPage)
            // One more behind the cursor, one before it, one removed, one expired.
            let posted = [
                try await board.post(.sample(at: here), by: alice),
                try await board.post(
                    .sample(
                        at: Geodesic.destination(
                            from: here,
                            bearingDegrees: 0,
                            distance: .meters(4.5)
                        )
                    ),
                    by: alice
                ),
            ]
            if store.messages.contains(where: { $0.id.rawValue == 4 }) {
                try await board.remove(Message.ID(rawValue: 4), by: alice)
            }
            clock.set(electionMorning + 10_000)
            query.cursor = first.next
            query.limit = 100
            let second = try board.messages(matching: query)
            #expect(second.sightings.map(\.message.id.rawValue) == rest)
            #expect(second.next == nil)
            for message in posted { try await board.remove(message.id, by: alice) }
        }
    }

    @Test("a cursor goes on after a restart")
    func restart() async throws {
        let here = try place(1, 1)
        for number in 1...9 {
            _ = try await board.post(
                .sample(
                    at: Geodesic.destination(
                        from: here,
                        bearingDegrees: 0,
                        distance: .meters(Double(number % 4))
                    )
                ),
                by: alice
            )
        }
        for order in MessageQuery.Order.allCases {
            let all = try board.ids(around: here, order: order)
            var query = MessageQuery(
                center: here,
                radius: try .meters(50_000),
                order: order,
                limit: 4
            )
            let first = try board.messages(matching: query)
            let late = try await board.post(.sample(at: here), by: bob)
            let successor = MessageBoard(store: store, clock: clock)
            try await successor.load()
            query.cursor = first.next
            query.limit = 50
            let second = try successor.messages(matching: query)
            #expect((first.sightings + second.sightings).map(\.message.id.rawValue) == all)
            try await board.remove(late.id, by: bob)
        }
    }

    @Test("a message that is shown after a later one is missing from no page")
    func overtaking() async throws {
        let here = try place(1, 1)
        // Message 1 is stored, but before it is shown message 2 is posted and a page is read.
        let board = board
        let store = store
        store.afterAppend { message in
            guard message.id.rawValue == 1 else { return }
            store.afterAppend(nil)
            _ = try? await board.post(.sample("second", at: here), by: bob)
            let page = try? board.messages(
                matching: MessageQuery(center: here, radius: .meters(10), limit: 1)
            )
            #expect(page?.sightings.map(\.message.id.rawValue) == [2])
            #expect(page?.next == nil)
        }
        _ = try await board.post(.sample("first", at: here), by: alice)
        #expect(try board.ids(around: here) == [1, 2])
    }
}
