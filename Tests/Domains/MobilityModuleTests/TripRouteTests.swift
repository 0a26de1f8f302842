import Foundation
import ModuleTesting
import Testing
import Timekeeping

@Suite struct TripRouteTests {
    private func past(_ mode: String, _ from: Int, _ to: Int, _ meters: Double) -> String {
        #"""
        {"mode":"\#(mode)","started_at":"\#(TravelService.at(minute: from))",
        "ended_at":"\#(TravelService.at(minute: to))","distance_m":\#(meters)}
        """#
    }

    @Test("Start and Stop make one trip with a score that explains itself, and the total has it")
    func startsAndStops() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let begun = try await travel.ask("POST", "/v1/trips", token, #"{"mode":"biking"}"#, 201)
        let id = try #require(begun.text("id"))
        #expect(begun.part("properties").text("state") == "ongoing")
        #expect(begun.part("properties")["score"] == nil)
        try await travel.ask("POST", "/v1/trips", token, #"{"mode":"bus"}"#, 409)
        travel.clock.set(
            Timestamp(millisecondsSince1970: TravelService.begin + 20 * 86_400_000 + 1_800_000)
        )
        let ended = try await travel.ask(
            "POST",
            "/v1/trips/\(id)/end",
            token,
            #"{"distance_m":16093.44}"#
        )
        let own = ended.part("properties")
        #expect(own.part("score").number("avoided_g") == 2399.041)
        #expect(own.part("total").number("avoided_g") == 2399.041)
        let why = try #require(own.list("legs").first).part("why")
        #expect(why.part("used").text("formula") == "miles * g_per_gallon / person_mpg")
        #expect(why.part("used").part("numbers").number("person_mpg") == 984)
        #expect("\(why.part("used")["sources"] ?? "")".contains("True Cost"))
        let score = try await travel.ask("GET", "/v1/score?unit=lb", token)
        #expect(score.part("total").number("whole") == 5)
        try await travel.ask("POST", "/v1/trips/\(id)/end", token, "{}", 409)
        try await travel.stop()
    }

    @Test("Corrections move the total by the difference; a score is never set by hand")
    func corrects() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let trip = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            past("car", 0, 30, 16_093.44),
            201
        )
        let id = try #require(trip.text("id"))
        #expect(trip.part("properties").part("total").number("avoided_g") == 0)
        let patched = try await travel.ask(
            "PATCH",
            "/v1/trips/\(id)",
            token,
            #"{"mode":"walking","distance_m":1609.344}"#
        )
        // A mile by the table's car, 248.936 g, less one on foot, 12.696 g.
        #expect(patched.part("properties").part("total").number("avoided_g") == 236.24)
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"score":5}"#, 400)
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"distance_m":-1}"#, 400)
        try await travel.ask("PATCH", "/v1/trips/\(id)", token, #"{"mode":"sleigh"}"#, 400)
        try await travel.ask("PATCH", "/v1/trips/none", token, #"{"mode":"bus"}"#, 404)
        let still = try await travel.ask("GET", "/v1/score", token)
        #expect(still.part("total").number("avoided_g") == 236.24)
        let removed = try await travel.ask("DELETE", "/v1/trips/\(id)", token)
        #expect(removed.part("total").number("avoided_g") == 0)
        try await travel.stop()
    }

    @Test(
        "Splits and merges keep the length, and the graph's sum is the total across a change of clocks"
    )
    func splits() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        // Clocks are set forward in Berlin on the 29th.
        for day in 17...19 {
            try await travel.ask(
                "POST",
                "/v1/trips",
                token,
                past("biking", day * 1440 + 30, day * 1440 + 90, 10_000),
                201
            )
        }
        let list = try await travel.ask("GET", "/v1/trips", token)
        let id = try #require(list.list("features").first?.text("id"))
        let parts = try await travel.ask(
            "POST",
            "/v1/trips/\(id)/split",
            token,
            #"{"at":"\#(TravelService.at(minute: 17 * 1440 + 45))"}"#
        )
        let lengths = parts.list("features").map { $0.part("properties").number("distance_m") }
        #expect(lengths == [2_500, 7_500])
        let ids = parts.list("features").compactMap { $0.text("id") }
        let whole = try await travel.ask(
            "POST",
            "/v1/trips/merge",
            token,
            #"{"ids":["\#(ids[1])","\#(ids[0])"]}"#
        )
        #expect(whole.text("id") == id)
        #expect(whole.part("properties").number("distance_m") == 10_000)
        for interval in ["day", "week", "month", "year"] {
            let series = try await travel.ask(
                "GET",
                "/v1/score/series?from=2026-03-01T00:00:00Z&to=2026-04-30T00:00:00Z"
                    + "&interval=\(interval)&time_zone=Europe/Berlin",
                token
            )
            let sum = series.list("steps").reduce(0) { $0 + ($1.number("avoided_g") ?? 0) }
            let total = try await travel.ask("GET", "/v1/score", token).part("total")
            #expect((sum * 1000).rounded() == ((total.number("avoided_g") ?? 0) * 1000).rounded())
            #expect(series.list("steps").contains { $0.number("trips") == 0 } || interval == "year")
        }
        try await travel.ask("GET", "/v1/score/series?from=2026-03-01T00:00:00Z", token, nil, 400)
        try await travel.stop()
    }

    @Test("A list comes in pages without a gap or a double")
    func pages() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        for number in 0..<5 {
            try await travel.ask(
                "POST",
                "/v1/trips",
                token,
                past("bus", number * 10, number * 10 + 5, 100),
                201
            )
        }
        var seen: [String] = []
        var path: String? = "/v1/trips?limit=2"
        while let next = path, seen.count < 20 {
            let page = try await travel.ask("GET", next, token)
            seen += page.list("features").compactMap { $0.text("id") }
            path = page.list("links").first?.text("href")
        }
        #expect(seen.count == 5 && Set(seen).count == 5)
        try await travel.stop()
    }

    @Test("A vehicle of one's own counts, an unlikely figure is told of, and old scores stay")
    func takesVehicles() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let car = try await travel.ask(
            "POST",
            "/v1/vehicles",
            token,
            #"{"name":"Van","kind":"car","mode":"car","fuel":"diesel","mpg":20.36}"#,
            201
        )
        let id = try #require(car.text("id"))
        let trip = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            #"""
            {"vehicle":"\#(id)","started_at":"\#(TravelService.at(minute: 0))",
            "ended_at":"\#(TravelService.at(minute: 9))","distance_m":1609.344}
            """#,
            201
        )
        let leg = try #require(trip.part("properties").list("legs").first)
        // 10,180 / 20.36.
        #expect(leg.part("why").part("used").number("grams") == 500)
        try await travel.ask("PATCH", "/v1/vehicles/\(id)", token, #"{"mpg":10.18}"#)
        let before = try await travel.ask("GET", "/v1/score", token).part("total")
        #expect(before.number("avoided_g") == -251.064)
        try await travel.ask("PATCH", "/v1/vehicles/\(id)", token, #"{"rescore":true}"#)
        let after = try await travel.ask("GET", "/v1/score", token).part("total")
        #expect(after.number("avoided_g") == -751.064)
        try await travel.ask(
            "POST",
            "/v1/vehicles",
            token,
            #"{"name":"X","mode":"car","mpg":0}"#,
            400
        )
        try await travel.stop()
    }

    @Test("A unit with a mass of one's own says so, and an own name keeps its source")
    func changesUnits() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let path = "/v1/score-units/tree"
        let named = try await travel.ask("PATCH", path, token, #"{"name":"oaks"}"#)
        #expect(named.text("source")?.contains("EPA") == true && named.text("name") == "oaks")
        let own = try await travel.ask("PATCH", path, token, #"{"grams":21000}"#)
        #expect(own.text("source") == "set by you" && own.text("name") == "oaks")
        let list = try await travel.ask("GET", "/v1/score-units", token).list("units")
        let tree = list.first { $0.text("id") == "tree" }
        #expect(tree?.number("grams") == 21_000 && tree?.text("source") == "set by you")
        let back = try await travel.ask("PATCH", path, token, #"{"grams":60000}"#)
        #expect(back.text("source")?.contains("EPA") == true)
        try await travel.stop()
    }

    @Test("Where no region of the grid is known, the score's reasons say so")
    func warnsOfRegions() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let trip = try await travel.ask(
            "POST",
            "/v1/trips",
            token,
            past("electric_car", 0, 30, 10_000),
            201
        )
        let why = try #require(trip.part("properties").list("legs").first).part("why")
        #expect(why.part("used").text("warning") == "grid_region_unknown")
        #expect(why.part("baseline")["warning"] == nil)
        try await travel.stop()
    }

    @Test("The trip that goes on is asked for by its state")
    func asksForOngoing() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        for number in 0..<3 {
            let body = past("bus", number * 10, number * 10 + 5, 100)
            try await travel.ask("POST", "/v1/trips", token, body, 201)
        }
        let begun = try await travel.ask("POST", "/v1/trips", token, #"{"mode":"bus"}"#, 201)
        let open = try await travel.ask("GET", "/v1/trips?state=ongoing&limit=1", token)
        #expect(open.list("features").map { $0.text("id") } == [begun.text("id")])
        #expect(open.number("numberMatched") == 1)
        let ended = try await travel.ask("GET", "/v1/trips?state=ended", token)
        #expect(ended.number("numberMatched") == 3)
        try await travel.ask("GET", "/v1/trips?state=over", token, nil, 400)
        try await travel.stop()
    }

    @Test("What a trip took the place of is told, and taken back by null")
    func takesReplacedBack() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let trip = try await travel.ask("POST", "/v1/trips", token, past("bus", 0, 30, 8_000), 201)
        let id = try #require(trip.text("id"))
        let score = trip.part("properties").part("score").number("avoided_g")
        let body = #"{"replaced_mode":"bus"}"#
        let told = try await travel.ask("PATCH", "/v1/trips/\(id)", token, body)
        #expect(told.part("properties").part("score").number("avoided_g") == 0)
        let back = try await travel.ask(
            "PATCH",
            "/v1/trips/\(id)",
            token,
            #"{"replaced_mode":null}"#
        )
        #expect(back.part("properties").part("score").number("avoided_g") == score)
        #expect(back.part("properties").list("legs").first?.text("replaced_mode") == nil)
        try await travel.stop()
    }
}
