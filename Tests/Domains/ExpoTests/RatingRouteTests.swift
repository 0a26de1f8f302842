import Access
import Accounts
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

@Suite struct RatingRouteTests {
    @Test("a rating earns once, may be changed, and is shown to its giver")
    func once() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let first = try await fair.rate(token: token)
        #expect(first.status == 200, "\(first.body)")
        #expect(first["stars"] == "4" && first["points_earned"] == "10" && first["total"] == "10")
        let changed = try await fair.rate("denver.wind", 2, token: token)
        #expect(changed["stars"] == "2" && changed["points_earned"] == "0")
        #expect(changed["total"] == "10")
        let own = try await fair.service.send("GET", "/v1/exhibitors/denver.wind", token: token)
        #expect(own["properties", "own_rating", "stars"] == "2")
        let other = try await fair.service.send("GET", "/v1/exhibitors/denver.wind")
        #expect(!other.body.contains("own_rating") && other.body.contains(#""rating":null"#))
        let passport = try await fair.service.send(
            "GET",
            "/v1/me/passport?event=denver",
            token: token
        )
        #expect(passport["visited_count"] == "1" && passport["exhibitors"] == "3")
        #expect(passport["event"] == "fairs.denver" && passport["total"] == "10")
        // Houston has an exhibitor of the same name, and another scope.
        let houston = try await fair.rate("houston.wind", 5, token: token)
        #expect(houston["points_earned"] == "10" && houston["total"] == "10")
        try await fair.stop()
    }

    @Test("an exhibitor earns once, under whatever dataset and key it comes again")
    func twins() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let staff = try await fair.service.staff(.staff)
        func publish(_ text: String, as dataset: String) async throws -> Int {
            let answer = try await fair.importing(
                "exhibitors",
                text,
                as: dataset,
                event: "denver",
                token: staff,
                more: "&force=true"
            )
            try await fair.service.load()
            return answer.status
        }
        #expect(try await fair.rate("denver.wind", token: token)["points_earned"] == "10")
        #expect(
            try await publish(
                "id,name,booth\na,Others,b-1\nb,Sunny side,\nc,Own,B 8\n",
                as: "again"
            )
                == 200
        )
        // The booth of one that was rated; the name of one that was not, yet.
        #expect(try await fair.rate("again.a", token: token)["points_earned"] == "0")
        #expect(try await fair.rate("again.b", token: token)["points_earned"] == "10")
        #expect(try await fair.rate("denver.sun", token: token)["points_earned"] == "0")
        #expect(try await fair.rate("again.c", token: token)["points_earned"] == "10")
        // The same dataset with other keys, and two who share a booth.
        #expect(
            try await publish("id,name,booth\nx,Own,B 8\ny,Neighbour,B 8\n", as: "again") == 200
        )
        #expect(try await fair.rate("again.x", token: token)["points_earned"] == "0")
        let neighbour = try await fair.rate("again.y", token: token)
        #expect(neighbour["points_earned"] == "10" && neighbour["total"] == "40")
        try await fair.stop()
    }

    @Test("a hundred of one rating at once earn once")
    func simultaneous() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let answers = try await withThrowingTaskGroup(of: ModuleService.Answer.self) { group in
            for number in 0..<100 {
                group.addTask { try await fair.rate(token: token, key: "key-\(number % 3)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 100 && answers.allSatisfy { $0.status == 200 })
        #expect(answers.allSatisfy { $0["total"] == "10" })
        let passport = try await fair.service.send(
            "GET",
            "/v1/me/passport?event=denver",
            token: token
        )
        #expect(passport["total"] == "10" && passport["visited_count"] == "1")
        try await fair.stop()
    }

    @Test("the same key gets the same answer, and is good for one rating")
    func keys() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let first = try await fair.rate(token: token, key: "a")
        let again = try await fair.rate(token: token, key: "a")
        #expect(first.body == again.body && again["points_earned"] == "10")
        let other = try await fair.rate("denver.sun", token: token, key: "a")
        #expect(other.status == 422 && other.body.contains("key_taken"))
        // A day later it is forgotten.
        fair.clock.advance(milliseconds: 25 * 3_600_000)
        try await fair.service.sweep()
        let rows = try await fair.service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM expo_answer")
        }
        #expect(rows == 0)
        try await fair.stop()
    }

    @Test("a passport counts the exhibitors that are there, and keeps what was given to others")
    func goneExhibitors() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        for stand in ["denver.wind", "denver.sun"] {
            #expect(try await fair.rate(stand, token: token).status == 200)
        }
        let less = try await fair.importing(
            "exhibitors",
            "id,name\nwind,noble energy\n",
            as: "denver",
            event: "denver",
            token: try await fair.service.staff(.staff),
            more: "&force=true"
        )
        #expect(less.status == 200, "\(less.body)")
        try await fair.service.load()
        let passport = try await fair.service.send(
            "GET",
            "/v1/me/passport?event=denver",
            token: token
        )
        #expect(passport["visited_count"] == "1" && passport["exhibitors"] == "1")
        #expect(passport["total"] == "20" && passport.body.contains("denver.sun"))
        try await fair.stop()
    }

    @Test("of ratings that come in the wrong order the one that was given later counts")
    func order() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        func given(_ stars: Int, at time: String) async throws -> ModuleService.Answer {
            try await fair.rate(
                "denver.wind",
                stars,
                token: token,
                more: #","rated_at":"2027-06-05T\#(time)Z""#
            )
        }
        #expect(try await given(5, at: "11:30:00")["stars"] == "5")
        #expect(try await given(1, at: "11:00:00")["stars"] == "5")
        #expect(try await given(3, at: "11:45:00")["stars"] == "3")
        let passport = try await fair.service.send(
            "GET",
            "/v1/me/passport?event=denver",
            token: token
        )
        #expect(passport.body.contains(#""rated_at":"2027-06-05T11:45:00Z""#))
        try await fair.stop()
    }

    @Test("ratings before, after and too late are refused, each in its own words")
    func times() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let before = try await fair.rate(token: token, more: #","rated_at":"2027-06-05T09:59:59Z""#)
        #expect(before.status == 409 && before.body.contains("begins at 2027-06-05T10:00:00Z"))
        let future = try await fair.rate(token: token, more: #","rated_at":"2027-06-05T17:00:00Z""#)
        #expect(future.status == 400 && future.body.contains("later than now, which is 2027-"))
        fair.clock.advance(milliseconds: 7 * 3_600_000)
        let after = try await fair.rate(token: token)
        #expect(after.status == 409 && after.body.contains("ended at 2027-06-05T18:00:00Z"))
        let kept = try await fair.rate(token: token, more: #","rated_at":"2027-06-05T17:59:59Z""#)
        #expect(kept.status == 200)
        fair.clock.advance(milliseconds: 12 * 3_600_000)
        let late = try await fair.rate(
            "denver.sun",
            token: token,
            more: #","rated_at":"2027-06-05T17:59:59Z""#
        )
        #expect(late.status == 409 && late.body.contains("were taken until"))
        try await fair.stop()
    }

    @Test("a code proves presence, and a wrong one rates nothing")
    func codes() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let organizer = try await fair.organizer(of: "denver")
        let set = try await fair.service.send(
            "PUT",
            "/v1/fairs/denver",
            token: organizer,
            #"{"points_code":5}"#
        )
        #expect(set.status == 200, "\(set.body)")
        let codes = try await fair.service.send(
            "GET",
            "/v1/fairs/denver/codes",
            token: organizer
        )
        let code = try #require(
            codes.body.firstMatch(of: /"booth":"B 1","printed":"([A-Z0-9]{6})"/)
        ).1
        let wrong = try await fair.rate(token: token, more: #","code":"AAAAAA""#)
        #expect(wrong.status == 422 && wrong.body.contains("wrong_code"))
        // The code of the next booth is as wrong.
        let next = try await fair.rate("denver.sun", token: token, more: #","code":"\#(code)""#)
        #expect(next.status == 422)
        let right = try await fair.rate(token: token, more: #","code":"\#(code)""#)
        #expect(right["points_earned"] == "15", "\(right.body)")
        let own = try await fair.service.send("GET", "/v1/exhibitors/denver.wind", token: token)
        #expect(own["properties", "own_rating", "proof"] == "code")
        let near = try await fair.rate(
            "denver.sun",
            token: token,
            more: #","lat":39.7404,"lon":-104.99"#
        )
        #expect(near["points_earned"] == "10")
        let sun = try await fair.service.send("GET", "/v1/exhibitors/denver.sun", token: token)
        #expect(sun["properties", "own_rating", "proof"] == "near")
        try await fair.stop()
    }

    @Test(
        "bad ratings name the member, and change nothing",
        arguments: [
            (#"{}"#, "stars"), (#"{"stars":0}"#, "stars"), (#"{"stars":6}"#, "stars"),
            (#"{"stars":2.5}"#, "stars"), (#"{"stars":"5"}"#, "stars"),
            (#"{"stars":5,"rated_at":"noon"}"#, "rated_at"), (#"{"stars":5,"lat":1}"#, "lon"),
            (#"{"stars":5,"lat":91,"lon":0}"#, "lat"), (#"{"stars":5,"text":"hi"}"#, "text"),
            (#"{"stars":1e300}"#, "stars"),
        ]
    )
    func bad(body: String, member: String) async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor()
        let answer = try await fair.service.send(
            "PUT",
            "/v1/exhibitors/denver.wind/rating",
            token: token,
            body
        )
        #expect(answer.status == 400, "\(answer.body)")
        #expect(answer.body.contains(#""parameter":"\#(member)""#))
        let passport = try await fair.service.send(
            "GET",
            "/v1/me/passport?event=denver",
            token: token
        )
        #expect(passport["visited_count"] == "0")
        try await fair.stop()
    }

    @Test("nobody rates without an account, nor an exhibitor that is not there")
    func strangers() async throws {
        let fair = try await FairFixture()
        #expect(try await fair.rate(token: "account_none").status == 401)
        let (_, token) = try await fair.visitor(.child, .under13)
        #expect(try await fair.rate("denver.none", token: token).status == 404)
        #expect(try await fair.rate(token: token).status == 200)
        try await fair.stop()
    }

    @Test("averages are shown from five ratings on")
    func averages() async throws {
        let fair = try await FairFixture()
        for (number, stars) in [5, 4, 4, 3, 4].enumerated() {
            let shown = try await fair.service.send("GET", "/v1/exhibitors/denver.wind")
            #expect(shown.body.contains(#""rating":null"#), "\(number)")
            let (_, token) = try await fair.visitor()
            _ = try await fair.rate("denver.wind", stars, token: token)
        }
        let shown = try await fair.service.send("GET", "/v1/exhibitors/denver.wind")
        #expect(shown["properties", "rating", "average"] == "4")
        #expect(shown["properties", "rating", "count"] == "5")
        try await fair.stop()
    }

    @Test("an account that is erased takes its ratings out of the sums")
    func erased() async throws {
        let fair = try await FairFixture()
        var last = ""
        for stars in [5, 5, 5, 5, 1] {
            last = try await fair.visitor().token
            _ = try await fair.rate("denver.wind", stars, token: last)
        }
        let export = try await fair.service.send("GET", "/v1/me/export", token: last)
        #expect(export.body.contains("denver.wind"))
        let gone = try await fair.service.send("DELETE", "/v1/me", token: last)
        #expect(gone.status == 204, "\(gone.body)")
        let shown = try await fair.service.send("GET", "/v1/exhibitors/denver.wind")
        #expect(shown.body.contains(#""rating":null"#))
        let rows = try await fair.service.store.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM expo_rating) * 100
                        + (SELECT one + two + three + four + five FROM expo_tally)
                    """
            )
        }
        #expect(rows == 404)
        try await fair.stop()
    }
}
