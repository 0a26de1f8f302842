import Agenda
import Datasets
import Geodesy
import Testing
import TextSearch
import Timekeeping

@Suite struct AgendaSnapshotTests {
    private struct Dice {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    private static func events(_ count: Int, seed: UInt64) throws -> [Event] {
        var dice = Dice(state: seed)
        let dataset = try DatasetName("tour")
        let zone = try #require(ZoneRules(named: "UTC"))
        return try (0..<count).map { number in
            var venue = Venue()
            if dice.next(4) > 0 {
                // Many at one place, some at the poles and the antimeridian.
                let latitudes = [90.0, -90, 0, Double(dice.next(180) - 90)]
                let longitudes = [180.0, -180, 0, Double(dice.next(360) - 180)]
                venue.place = try Coordinate(
                    latitude: latitudes[dice.next(4)],
                    longitude: longitudes[dice.next(4)]
                )
            }
            let first = Timestamp.seconds(Int64(1_780_000_000 + dice.next(50) * 86_400))
            let last = Timestamp.seconds(first.wholeSeconds + Int64(dice.next(3) * 43_200))
            return Event(
                dataset: dataset,
                key: "e\(number)",
                kind: .tournament,
                title: ["Ärena Cup", "apex open", "Zelda Run"][dice.next(3)],
                summary: nil,
                status: Event.Status.allCases[dice.next(4)],
                span: EventSpan(from: first, to: last, in: zone),
                venue: venue,
                link: nil,
                origin: nil
            )
        }
    }

    @Test("the nearest within a period are those that brute force finds", arguments: 1...20)
    func nearest(seed: UInt64) throws {
        let events = try Self.events(300, seed: seed)
        let snapshot = AgendaSnapshot(events: events, sessions: [], versions: [])
        var dice = Dice(state: seed + 99)
        let center = try Coordinate(
            latitude: Double(dice.next(181) - 90),
            longitude: Double(dice.next(361) - 180)
        )
        let radius = try Distance.meters(Double(dice.next(20_000_000)))
        var filter = EventFilter()
        filter.from = .seconds(1_780_000_000 + Int64(dice.next(20)) * 86_400)
        filter.to = .seconds(1_780_000_000 + Int64(25 + dice.next(20)) * 86_400)
        filter.status = .scheduled
        let found = snapshot.events(
            filter,
            around: center,
            within: radius,
            order: .nearest,
            limit: .max
        )
        var expected: [(Double, String)] = []
        for event in events where event.status == .scheduled {
            guard let place = event.venue.place, let from = filter.from, let to = filter.to,
                event.span.startsAt < to,
                event.span.endsAt > from
                    || event.span.endsAt == event.span.startsAt && event.span.startsAt >= from
            else { continue }
            let meters = Geodesic.distance(from: center, to: place).meters
            if meters <= radius.meters { expected.append((meters, event.id)) }
        }
        expected.sort { $0 < $1 }
        #expect(found.map(\.event.id) == expected.map(\.1))
        #expect(found.compactMap { $0.distance?.meters } == expected.map(\.0))
    }

    @Test("pages have every event once, in every order", arguments: AgendaSnapshot.Order.allCases)
    func pages(order: AgendaSnapshot.Order) throws {
        let snapshot = AgendaSnapshot(
            events: try Self.events(200, seed: 7),
            sessions: [],
            versions: []
        )
        let center = try Coordinate(latitude: 10, longitude: 20)
        let whole = snapshot.events(EventFilter(), around: center, order: order, limit: .max)
            .map(\.event.id)
        var paged: [String] = []
        var position: AgendaSnapshot.Position?
        while true {
            let page = snapshot.events(
                EventFilter(),
                around: center,
                order: order,
                after: position,
                limit: 7
            )
            guard let last = page.last else { break }
            paged += page.map(\.event.id)
            position = AgendaSnapshot.Position(rank: last.rank, id: last.event.id)
        }
        #expect(paged == whole)
        #expect(Set(whole).count == whole.count)
        if order != .nearest { #expect(whole.count == 200) }
    }

    @Test("titles are ordered and searched without case and accents")
    func words() throws {
        let snapshot = AgendaSnapshot(
            events: try Self.events(50, seed: 3),
            sessions: [],
            versions: []
        )
        let titles = snapshot.events(EventFilter(), order: .name, limit: .max).map(\.event.title)
        var seen: [String] = []
        for title in titles where seen.last != title { seen.append(title) }
        #expect(seen == ["apex open", "Ärena Cup", "Zelda Run"])
        var filter = EventFilter()
        filter.words = SearchWords.of("ARE cu")
        let found = snapshot.events(filter, limit: .max).map(\.event.title)
        #expect(!found.isEmpty && Set(found) == ["Ärena Cup"])
        filter.words = SearchWords.of("rena")
        #expect(snapshot.events(filter, limit: .max).isEmpty)
    }
}
