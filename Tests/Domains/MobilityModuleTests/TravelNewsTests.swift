import Accounts
import Foundation
import Geodesy
import Mobility
import ModuleTesting
import Testing
import Timekeeping
import Trajectories

@testable import MobilityModule

/// What happens on somebody's trips is told to those who listen, wherever it happens, and once.
@Suite struct TravelNewsTests {
    private let ana = AccountID(rawValue: 1)

    private func at(_ minute: Int) -> Timestamp {
        Timestamp(millisecondsSince1970: TravelService.begin + Int64(minute) * 60_000)
    }

    private func trip(
        _ id: String,
        _ state: Trip.State,
        meters: Double = 100,
        source: Trip.Source = .manual
    ) -> Trip {
        let end = state == .ended ? at(9) : nil
        let leg = Leg(
            form: .walking,
            modeSource: .user,
            from: at(0),
            to: end,
            meters: meters,
            distanceSource: .manual
        )
        return Trip(
            id: id,
            state: state,
            startedAt: at(0),
            endedAt: end,
            timeZone: "GMT",
            legs: [leg],
            source: source
        )
    }

    private func traveller(_ revision: Int64, _ trips: Trip...) -> Traveller {
        var traveller = Traveller(standard: [])
        traveller.log = TravelLog(
            trips: trips,
            vehicles: [],
            settings: TravelSettings(),
            silenced: [],
            stays: [],
            settledTo: nil
        )
        traveller.revision = revision
        return traveller
    }

    /// The names of all events until the hub's end.
    private func names(_ hub: TravelHub, _ listener: TravelHub.Listener?) async throws -> [String] {
        let listener = try #require(listener)
        hub.end()
        var names: [String] = []
        for await event in listener.events { names.append(event.name) }
        return names
    }

    @Test("A change that is told here and found once more in the store is told once")
    func once() async throws {
        let hub = TravelHub()
        let begun = trip("a", .ongoing)
        let listener = hub.listen(to: ana, knowing: traveller(1))
        hub.tell(traveller(2, begun), of: ana, withFences: false)
        hub.tell(traveller(2, begun), of: ana, withFences: true)
        hub.tell(begun, meters: 5, upTo: 7, of: ana)
        hub.tell(begun, meters: 5, upTo: 7, of: ana)
        #expect(!hub.isNews(begun, upTo: 7, of: ana) && hub.isNews(begun, upTo: 8, of: ana))
        hub.tell(traveller(3, trip("a", .ended)), of: ana, withFences: true)
        // What was read before and comes late takes nothing back.
        hub.tell(traveller(2, begun), of: ana, withFences: true)
        hub.tell(traveller(3, trip("a", .ended)), of: ana, withFences: false)
        #expect(try await names(hub, listener) == ["started", "distance", "ended"])
    }

    @Test("An erased account's streams end, and others are given signs that tell nothing")
    func erasedAndSigned() async throws {
        let hub = TravelHub()
        let erased = try #require(hub.listen(to: ana, knowing: traveller(1)))
        let other = try #require(hub.listen(to: AccountID(rawValue: 2), knowing: traveller(1)))
        hub.end(ana)
        for await _ in erased.events { Issue.record("nothing was told") }
        hub.sign(to: erased)
        hub.sign(to: other)
        #expect(hub.listenerCount == 1)
        var events = other.events.makeAsyncIterator()
        #expect(await events.next()?.isSign == true)
        hub.leave(other)
        hub.leave(other)
        #expect(hub.listenerCount == 0)
        #expect(await events.next() == nil)
    }

    @Test(
        "A stream that is asked of by its head alone takes nobody's place",
        .timeLimit(.minutes(1))
    )
    func headAlone() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        for _ in 0..<TravelHub.listenerLimit * 3 {
            var status = 0
            repeat {
                status = try await travel.service.send(
                    "HEAD",
                    "/v1/trips/stream",
                    token: token
                ).status
                // The place is given back a moment after the answer, which must not last.
            } while status == 429
            #expect(status == 200)
        }
        try await travel.service.stop()
    }

    @Test("Only of whom there is something new anybody is asked")
    func marks() {
        let hub = TravelHub()
        let (bo, cleo) = (AccountID(rawValue: 2), AccountID(rawValue: 3))
        let listeners = [
            hub.listen(to: ana, knowing: traveller(4, trip("a", .ongoing))),
            hub.listen(to: bo, knowing: traveller(4, trip("b", .ended))),
        ]
        #expect(listeners.allSatisfy { $0 != nil })
        func news(_ revision: Int64, _ row: Int64) -> [AccountID] {
            let mark = TravelMark(revision: revision, lastRow: row)
            return hub.accounts(withNewsIn: [ana: mark, bo: mark, cleo: mark])
                .sorted { $0.rawValue < $1.rawValue }
        }
        // How long a trip is that goes on was told to nobody yet.
        #expect(news(4, 7) == [ana])
        hub.tell(trip("a", .ongoing), meters: 5, upTo: 7, of: ana)
        #expect(news(4, 7).isEmpty)
        #expect(news(4, 8) == [ana])
        #expect(news(5, 7) == [ana, bo])
    }

    @Test("Corrections and removals are told, what stayed and old histories are not")
    func corrections() async throws {
        let hub = TravelHub()
        let listener = hub.listen(
            to: ana,
            knowing: traveller(1, trip("a", .ended), trip("b", .ended))
        )
        hub.tell(
            traveller(2, trip("a", .ended, meters: 200), trip("b", .ended)),
            of: ana,
            withFences: true
        )
        let imported = trip("c", .ended, source: .imported)
        hub.tell(
            traveller(3, trip("a", .ended, meters: 200), imported),
            of: ana,
            withFences: true
        )
        hub.tell(traveller(4, trip("a", .ended, meters: 200)), of: ana, withFences: true)
        #expect(try await names(hub, listener) == ["ended", "removed"])
    }

    @Test(
        "Passages that are found here are all told; of those of others the last one of each fence"
    )
    func passages() async throws {
        let hub = TravelHub()
        let fence = Geofence(
            id: "home",
            name: "Home",
            shape: .circle(
                center: try Coordinate(latitude: 43.7, longitude: 7.4),
                reach: try Distance.meters(100)
            )
        )
        func kept(_ revision: Int64, _ isInside: Bool, _ minute: Int) -> Traveller {
            var made = traveller(revision)
            let state = FenceState(isInside: isInside, seenAt: at(minute), passedAt: at(minute))
            made.fences = ["home": WatchedFence(fence: fence, state: state)]
            return made
        }
        let listener = hub.listen(to: ana, knowing: kept(1, false, 1))
        // Here: in and out in one look, which others may find at the same time.
        hub.tell(kept(2, false, 3), of: ana, withFences: false)
        hub.tell([(fence, .entered, at(2)), (fence, .left, at(3))], of: ana)
        hub.tell(kept(2, false, 3), of: ana, withFences: true)
        // At another node.
        hub.tell(kept(3, true, 4), of: ana, withFences: true)
        hub.tell(kept(3, true, 4), of: ana, withFences: true)
        #expect(try await names(hub, listener) == ["entered", "left", "entered"])
    }

    @Test("A fence remembers a fix inside that was not sure enough, wherever the next one is taken")
    func unsureFixes() throws {
        var traveller = Traveller(standard: [])
        let place = try Coordinate(latitude: 43.7, longitude: 7.4)
        let fence = Geofence(
            id: "home",
            name: "Home",
            shape: .circle(center: place, reach: try Distance.meters(100))
        )
        var watched = WatchedFence(fence: fence)
        func fix(_ minute: Int) -> Fix {
            var fix = Fix(at: at(minute), place: place)
            fix.accuracyMeters = 500
            return fix
        }
        #expect(watched.state.take(fix(1), of: fence) == nil)
        traveller.fences = ["home": watched]
        let bytes = try traveller.profileBytes(standard: [])
        let read = try #require(Traveller(profile: bytes, trips: [], standard: []))
        var again = try #require(read.fences["home"])
        #expect(again.state.take(fix(2), of: fence) == .entered)
        #expect(again.state.passedAt == at(2))
    }

    @Test(
        "What is done at one node is told at another one, in its order and once",
        .timeLimit(.minutes(2))
    )
    func otherNode() async throws {
        let travel = try await TravelService()
        let (account, token) = try await travel.person(agreeing: ["auto_track"])
        let other = TravelDesk(on: travel.service.site)
        let running = Task { await other.run() }
        // As the watcher of the store does.
        let following = Task {
            while !Task.isCancelled {
                try await other.follow()
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let listener = try #require(try await other.listen(to: account.id))
        var events = listener.events.makeAsyncIterator()
        // The trip is one of the night, which is told when its first place is known.
        func nextEvent() async -> TravelEvent? {
            var event = await events.next()
            while event?.name == "night" { event = await events.next() }
            return event
        }
        func next() async -> String? { await nextEvent()?.name }

        // Half an hour before now.
        let minute = 20 * 1_440 - 30
        let begun = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            #"{"mode":"walking","started_at":"\#(TravelService.at(minute: minute))"}"#,
            201
        )
        let id = try #require(begun.text("id"))
        #expect(await next() == "started")
        #expect(await next() == "distance")
        let fixes = (0..<40).map { quarter in
            let at = self.at(minute).adding(milliseconds: Int64(quarter) * 15_000)?.rfc3339 ?? ""
            let north = 43.7 + Double(quarter) * 20 / 111_000
            return #"{"at":"\#(at)","lat":\#(north),"lon":7.4,"accuracy_m":5}"#
        }
        try await travel.ask(
            "POST",
            "/v1/fixes",
            token,
            #"{"device":"phone","fixes":[\#(fixes.joined(separator: ","))]}"#
        )
        let gone = try #require(await nextEvent())
        #expect(gone.name == "distance")
        let json = try JSONSerialization.jsonObject(with: Data(gone.json)) as? [String: Any]
        // 39 steps of 20 m of a degree of 111 km, at 43.7° north 111.1 km.
        #expect(abs((json?.number("distance_m") ?? 0) - 780) < 20)

        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"mode":"running"}"#)
        #expect(await next() == "started")
        try await travel.ask("POST", "/v1/trips/\(id)/end", token, "{}")
        #expect(await next() == "ended")
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"distance_m":900}"#)
        let corrected = try #require(await nextEvent())
        #expect(corrected.name == "ended")
        #expect(String(decoding: corrected.json, as: UTF8.self).contains(#""distance_m":900"#))
        try await travel.ask("DELETE", "/v1/trips/\(id)", token)
        #expect(await next() == "removed")

        following.cancel()
        other.end()
        await running.value
        #expect(await next() == nil)
        try await travel.stop()
    }
}
