import Foundation
import ModuleTesting
import Testing

@Suite struct SettingsRouteTests {
    private let path = "/v1/me/travel-settings"

    @Test("Settings are kept member by member; null keeps fixes for ever, and takes a vehicle away")
    func keepsSettings() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let car = try await travel.ask(
            "POST",
            "/v1/vehicles",
            token,
            #"{"name":"Van","kind":"car","mode":"car","mpg":20}"#,
            201
        )
        let id = try #require(car.text("id"))
        try await travel.ask(
            "PUT",
            path,
            token,
            #"""
            {"default_vehicle":"\#(id)","baseline":"\#(id)","default_mode":"bus",
            "quick_picks":["bus","\#(id)"],"unit":"tree","keep_fixes_days":365,"alerts":false,
            "time_zone":"Europe/Berlin","first_day":7,"fuel_factors":"eia"}
            """#
        )
        try await travel.ask("PUT", path, token, #"{"keep_fixes_days":null}"#)
        var settings = try await travel.ask("GET", path, token)
        #expect(settings.text("default_vehicle") == id && settings.text("baseline") == id)
        #expect(settings["quick_picks"] as? [String] == ["bus", id])
        #expect(settings.text("default_mode") == "bus" && settings.text("unit") == "tree")
        #expect(settings["keep_fixes_days"] is NSNull)
        #expect(settings["alerts"] as? Bool == false)
        #expect(settings.text("time_zone") == "Europe/Berlin")
        #expect(settings.number("first_day") == 7 && settings.text("fuel_factors") == "eia")
        // A vehicle that is gone chooses nothing any more.
        try await travel.ask("DELETE", "/v1/vehicles/\(id)", token, nil, 204)
        settings = try await travel.ask("GET", path, token)
        #expect(settings["default_vehicle"] is NSNull && settings["baseline"] is NSNull)
        #expect(settings["quick_picks"] as? [String] == ["bus"])
        try await travel.stop()
    }

    @Test(
        "A setting that cannot be is refused by its name, and nothing is changed",
        arguments: [
            (#"{"default_vehicle":"x"}"#, "none of your vehicles"),
            (#"{"baseline":"x"}"#, "none of your vehicles"),
            (#"{"quick_picks":["sleigh"]}"#, "neither a mode nor one of your vehicles"),
            (#"{"quick_picks":["bus","bus"]}"#, "at most 8, each once"),
            (#"{"unit":"whale"}"#, "it is one of kg"),
            (#"{"keep_fixes_days":-1}"#, "lies between 0 and 3650"),
            (#"{"time_zone":"Mars"}"#, "name a zone such as"),
            (#"{"first_day":8}"#, "lies between 1 and 7"),
            (#"{"fuel_factors":"who"}"#, "it is one of epa, eia"),
            (#"{"default_mode":"sleigh"}"#, "it is one of walking"),
        ]
    )
    func refusesSettings(body: String, words: String) async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        let before = try await travel.service.send("GET", path, token: token).body
        let refused = try await travel.service.send("PUT", path, token: token, body)
        #expect(refused.status == 400)
        #expect(refused.body.contains(words), "\(refused.body)")
        #expect(try await travel.service.send("GET", path, token: token).body == before)
        try await travel.stop()
    }

    @Test("Tracking is switched on with the consent alone")
    func takesConsent() async throws {
        let travel = try await TravelService()
        let (_, token) = try await travel.person()
        try await travel.ask("PUT", path, token, #"{"auto_track":true}"#, 403)
        try await travel.agree(token, "auto_track", true)
        let settings = try await travel.ask("PUT", path, token, #"{"auto_track":true}"#)
        #expect(settings["auto_track"] as? Bool == true)
        try await travel.stop()
    }

    @Test("A friend's score is told once both agree and the friend shares it, and nothing else is")
    func tellsFriendsScores() async throws {
        let travel = try await TravelService()
        let (_, ana) = try await travel.person(named: "anafriend")
        let (_, ben) = try await travel.person(named: "benfriend")
        try await travel.ask(
            "POST",
            "/v1/trips",
            ben,
            #"""
            {"mode":"biking","started_at":"\#(TravelService.at(minute: 0))",
            "ended_at":"\#(TravelService.at(minute: 60))","distance_m":16093.44}
            """#,
            201
        )
        try await travel.ask("POST", "/v1/friends", ana, #"{"username":"benfriend"}"#, 202)
        let asked = try await travel.ask("GET", "/v1/friends", ben).list("friends")
        let id = try #require(asked.first?.text("id"))
        let path = "/v1/friends/\(id)/score"
        try await travel.ask("GET", path, ana, nil, 404)
        try await travel.agree(ben, "share_score", true)
        try await travel.ask("GET", path, ana, nil, 404)
        try await travel.agree(ben, "share_score", false)
        try await travel.ask("PUT", "/v1/friends/\(id)", ben)
        try await travel.ask("GET", path, ana, nil, 403)
        try await travel.agree(ben, "share_score", true)
        let score = try await travel.ask("GET", path, ana)
        #expect(score.part("total").number("avoided_g") == 2399.041)
        #expect(Set(score.keys) == ["name", "total"])
        // Ana shares none.
        try await travel.ask("GET", path, ben, nil, 403)
        try await travel.ask("DELETE", "/v1/friends/\(id)", ben, nil, 204)
        try await travel.ask("GET", path, ana, nil, 404)
        try await travel.stop()
    }
}
