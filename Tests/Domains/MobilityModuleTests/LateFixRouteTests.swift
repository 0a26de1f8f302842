import Accounts
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

/// Fixes that go, and fixes that come late.
@Suite struct LateFixRouteTests {
    /// How fixes go.
    enum Loss: CaseIterable {
        case byHand, byAge, byConsent, inPart
    }

    private func tracked(
        _ travel: TravelService
    ) async throws -> (account: Int64, token: String) {
        let (account, token) = try await travel.person(agreeing: ["auto_track"])
        try await travel.ask("PUT", "/v1/me/travel-settings", token, #"{"auto_track":true}"#)
        return (account.id.rawValue, token)
    }

    private func total(_ list: [String: Any]) -> Double? {
        list.part("total").number("avoided_g")
    }

    private func ids(_ list: [String: Any]) -> [String] {
        list.list("features").compactMap { $0.text("id") }
    }

    @Test(
        "Trips whose fixes are gone stay, with their score, when a fix comes late",
        arguments: Loss.allCases
    )
    func staysWithoutFixes(loss: Loss) async throws {
        let travel = try await TravelService()
        let (account, token) = try await tracked(travel)
        for day in 0..<3 {
            try await travel.ask(
                "POST",
                "/v1/fixes",
                token,
                TravelService.morning(from: day * 1_440)
            )
        }
        let before = try await travel.ask("GET", "/v1/trips", token)
        #expect(ids(before).count == 3)
        switch loss {
        case .byHand: try await travel.ask("DELETE", "/v1/fixes", token)
        case .byAge:
            try await travel.service.store.write { db in
                try db.execute(
                    sql:
                        "UPDATE mobility_fixes SET received_at = received_at - ? WHERE account = ?",
                    arguments: [Int64(31 * 86_400_000), account]
                )
            }
            try await travel.service.sweep()
        case .byConsent:
            try await travel.agree(token, "auto_track", false)
            try await travel.agree(token, "auto_track", true)
        case .inPart:
            let to = TravelService.at(minute: 1_440 + 40)
            try await travel.ask("DELETE", "/v1/fixes?to=\(to)", token)
        }
        for minute in [2_000, 4_000, 8_000] {
            let at = TravelService.at(minute: minute)
            let late =
                #"{"device":"phone","fixes":[{"at":"\#(at)","lat":43.7012,"lon":7.4,"accuracy_m":5}]}"#
            try await travel.ask("POST", "/v1/fixes", token, late)
            let after = try await travel.ask("GET", "/v1/trips", token)
            #expect(ids(after) == ids(before), "\(loss), \(minute)")
            #expect(total(after) == total(before), "\(loss), \(minute)")
        }
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 10_000))
        let more = try await travel.ask("GET", "/v1/trips", token)
        #expect(ids(more).count == 4 && Array(ids(more).prefix(3)) == ids(before))
        try await travel.stop()
    }

    @Test("A trip that is found and goes on ends when tracking is switched off, or its fixes go")
    func endsUnseen() async throws {
        for isErased in [false, true] {
            let travel = try await TravelService()
            let (_, token) = try await tracked(travel)
            travel.clock.set(
                Timestamp(millisecondsSince1970: TravelService.begin + 41 * 60_000)
            )
            let all = TravelService.morning(from: 0)
            let begun = try cut(all, before: 41)
            try await travel.ask("POST", "/v1/fixes", token, begun)
            let open = try await travel.ask("GET", "/v1/trips", token)
            #expect(open.list("features").first?.part("properties").text("state") == "ongoing")
            if isErased {
                try await travel.ask("DELETE", "/v1/fixes", token)
            } else {
                let off = #"{"auto_track":false}"#
                try await travel.ask("PUT", "/v1/me/travel-settings", token, off)
            }
            let after = try await travel.ask("GET", "/v1/trips", token)
            let own = try #require(after.list("features").first).part("properties")
            #expect(own.text("state") == "ended" && own["score"] != nil)
            try await travel.stop()
        }
    }

    /// The fixes of a morning before a minute of it.
    private func cut(_ body: String, before minute: Int, from first: Int = 0) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8))
        var morning = try #require(object as? [String: Any])
        morning["fixes"] = Array(morning.list("fixes")[first * 4..<minute * 4])
        return String(decoding: try JSONSerialization.data(withJSONObject: morning), as: UTF8.self)
    }

    @Test("A trip that is corrected while it goes on ends, with a score, and later ones are found")
    func endsCorrected() async throws {
        let travel = try await TravelService()
        let (_, token) = try await tracked(travel)
        let all = TravelService.morning(from: 0)
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 41 * 60_000))
        try await travel.ask("POST", "/v1/fixes", token, try cut(all, before: 41))
        let open = try await travel.ask("GET", "/v1/trips", token)
        let id = try #require(open.list("features").first?.text("id"))
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"mode":"running"}"#)
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 4 * 86_400_000))
        try await travel.ask("POST", "/v1/fixes", token, all)
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 1_440))
        let after = try await travel.ask("GET", "/v1/trips", token)
        let trips = after.list("features").map { $0.part("properties") }
        #expect(trips.map { $0.text("state") } == ["ended", "ended"])
        let legs = trips[0].list("legs")
        #expect(legs.map { $0.text("mode") } == ["running"] && legs.first?["score"] != nil)
        #expect(abs((trips[0].number("distance_m") ?? 0) - 1_680) < 150)
        try await travel.stop()
    }

    @Test(
        "A forgotten Stop ends by itself, and the next day's trip is found",
        arguments: [true, false]
    )
    func endsForgotten(isTracked: Bool) async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        let tracking = #"{"auto_track":\#(isTracked)}"#
        try await travel.ask("PUT", "/v1/me/travel-settings", token, tracking)
        let start = TravelService.at(minute: 25)
        let begun = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            #"{"mode":"biking","started_at":"\#(start)"}"#,
            201
        )
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 1_440))
        let after = try await travel.ask("GET", "/v1/trips", token)
        let own = try #require(after.list("features").first)
        #expect(own.text("id") == begun.text("id"))
        let told = own.part("properties")
        #expect(told.text("state") == "ended" && told["ended_by_itself"] as? Bool == true)
        #expect(told.list("legs").map { $0.text("mode") } == ["biking"])
        #expect(abs((told.number("distance_m") ?? 0) - 1_680) < 100)
        #expect(after.list("features").count == (isTracked ? 2 : 1))
        // Another one may begin.
        try await travel.ask("POST", "/v1/trips", token, #"{"mode":"bus"}"#, 201)
        try await travel.stop()
    }

    @Test("Fixes that are delivered after Stop, of moments before it, count")
    func countsLate() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        let begun = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            #"{"mode":"walking","started_at":"\#(TravelService.at(minute: 30))"}"#,
            201
        )
        let id = try #require(begun.text("id"))
        let all = TravelService.morning(from: 0)
        try await travel.ask("POST", "/v1/fixes", token, try cut(all, before: 35, from: 30))
        let end = #"{"ended_at":"\#(TravelService.at(minute: 50))"}"#
        let ended = try await travel.ask("POST", "/v1/trips/\(id)/end", token, end)
        let first = try #require(ended.part("properties").number("distance_m"))
        #expect(abs(first - 420) < 60)
        try await travel.ask("POST", "/v1/fixes", token, try cut(all, before: 51, from: 35))
        var meters = first
        for _ in 0..<2_000 where meters < 1_000 {
            let trip = try await travel.ask("GET", "/v1/trips/\(id)", token)
            meters = trip.part("properties").number("distance_m") ?? 0
        }
        #expect(abs(meters - 1_680) < 100, "\(meters)")
        try await travel.stop()
    }

    @Test("A walk at night and a place are told as notices that wait, and name no place")
    func tellsByNotices() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person(agreeing: ["auto_track"])
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin))
        let fence = #"{"name":"Hideaway","lat":43.7,"lon":7.4,"radius_m":200}"#
        try await travel.ask("PUT", "/v1/geofences/den", token, fence)
        try await travel.ask("POST", "/v1/trips", token, #"{"mode":"walking"}"#, 201)
        // Two hours after midnight, and nobody listens.
        travel.clock.set(Timestamp(millisecondsSince1970: TravelService.begin + 600_000))
        let fixes = (1..<4).map { minute in
            #"{"at":"\#(TravelService.at(minute: minute))","lat":43.7,"lon":7.4,"accuracy_m":5}"#
        }
        let body = #"{"fixes":[\#(fixes.joined(separator: ","))]}"#
        try await travel.ask("POST", "/v1/fixes", token, body)
        var notices: [[String: Any]] = []
        var text = ""
        for _ in 0..<2_000 where notices.count < 2 {
            let answer = try await travel.service.send("GET", "/v1/me/notices", token: token)
            text = answer.body
            let value = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
            notices = (value as? [String: Any])?.list("notices") ?? []
        }
        #expect(notices.count == 2, "\(text)")
        #expect(text.contains("The sun is down") && text.contains("You came to a place of yours"))
        for word in ["Hideaway", "den", "43.7"] { #expect(!text.contains("\"\(word)")) }
        // Whoever opens the page later is told by the trip itself.
        let open = try await travel.ask("GET", "/v1/trips?state=ongoing", token)
        let own = try #require(open.list("features").first).part("properties")
        #expect(own["night"] as? Bool == true)
        // Further fixes tell nothing twice.
        let more = #"{"fixes":[{"at":"\#(TravelService.at(minute: 6))","lat":43.7,"lon":7.4}]}"#
        try await travel.ask("POST", "/v1/fixes", token, more)
        try await travel.ask("GET", "/v1/trips", token)
        let still = try await travel.ask("GET", "/v1/me/notices", token)
        #expect(still.list("notices").count == 2)
        try await travel.stop()
    }

    @Test("A repeated POST counts once, and a told trip over a found one does so at once")
    func countsOnce() async throws {
        let travel = try await TravelService()
        let (_, token) = try await tracked(travel)
        try await travel.ask("POST", "/v1/fixes", token, TravelService.morning(from: 0))
        let found = try await travel.ask("GET", "/v1/trips", token)
        let auto = try #require(total(found))
        let body = #"""
            {"mode":"walking","started_at":"\#(TravelService.at(minute: 30))",
            "ended_at":"\#(TravelService.at(minute: 50))"}
            """#
        let told = try await travel.ask("POST", "/v1/trips", token, body, 201)
        let again = try await travel.ask("POST", "/v1/trips", token, body, 200)
        #expect(told.text("id") == again.text("id"))
        let after = try await travel.ask("GET", "/v1/trips", token)
        #expect(ids(after) == [told.text("id")])
        #expect(abs((total(after) ?? 0) - auto) < 0.1 * auto)
        let fast = #"""
            {"mode":"walking","started_at":"\#(TravelService.at(minute: 0))",
            "ended_at":"\#(TravelService.at(minute: 1))","distance_m":40000000}
            """#
        let refused = try await travel.ask("POST", "/v1/trips", token, fast, 400)
        #expect(refused.list("errors").map { $0.text("parameter") } == ["distance_m"])
        try await travel.stop()
    }
}
