import Access
import Accounts
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing

@Suite struct ActivityTests {
    private struct Visits {
        let fair: FairFixture
        let organizer: String

        init(hasLimits: Bool = false) async throws {
            fair = try await FairFixture(hasLimits: hasLimits)
            organizer = try await fair.organizer(of: "denver")
            try await fair.publish(
                "places",
                "id,kind,name,latitude,longitude\nclimb,activity,Climb,39.7401,-104.9902\n"
                    + "run,activity,Run,39.7402,-104.9902\npies,food,Pies,39.7403,-104.9902\n",
                as: "denver-fun",
                event: "denver",
                token: organizer
            )
            try await fair.service.load()
        }

        func set(_ body: String) async throws -> ModuleService.Answer {
            try await fair.service.send("PUT", "/v1/fairs/denver", token: organizer, body)
        }

        /// The code on paper of an exhibitor or of an activity.
        func code(_ name: String) async throws -> String {
            let sheet = try await fair.service.send(
                "GET",
                "/v1/fairs/denver/codes",
                token: organizer
            )
            let pattern = try Regex(
                #""name":"\#(name)","booth":[^,]+,"printed":"([A-Z0-9]{6})""#
            )
            let match = try #require(sheet.body.firstMatch(of: pattern), "\(sheet.body)")
            return String(try #require(match.output[1].substring))
        }

        func visit(_ place: String, _ code: String, token: String?, more: String = "")
            async throws -> ModuleService.Answer
        {
            try await fair.service.send(
                "PUT",
                "/v1/places/\(place)/visit",
                token: token,
                #"{"code":"\#(code)"\#(more)}"#
            )
        }
    }

    @Test("an activity earns once by the code that stands there, and is told in the passport")
    func earns() async throws {
        let visits = try await Visits()
        #expect(try await visits.set(#"{"points_activity":7}"#)["points", "activity"] == "7")
        let (account, token) = try await visits.fair.visitor()
        let code = try await visits.code("Climb")
        let first = try await visits.visit("denver-fun.climb", code, token: token)
        #expect(first.status == 200 && first["points_earned"] == "7", "\(first.body)")
        let again = try await visits.visit("denver-fun.climb", code.lowercased(), token: token)
        #expect(again["points_earned"] == "0" && again["total"] == "7")
        let service = visits.fair.service
        let passport = try await service.send("GET", "/v1/me/passport?event=denver", token: token)
        #expect(passport["total"] == "7")
        #expect(passport.body.ranges(of: #""place":"denver-fun.climb""#).count == 1)
        let export = try await service.send("GET", "/v1/me/export", token: token)
        #expect(export.body.contains("denver-fun.climb"), "\(export.body)")
        // Another activity's code, what is no activity, and what is none of these.
        let wrong = try await visits.visit("denver-fun.run", code, token: token)
        #expect(wrong.status == 422 && wrong.body.contains("wrong_code"))
        for place in ["denver-fun.pies", "nothing"] {
            #expect(try await visits.visit(place, code, token: token).status == 404)
        }
        #expect(try await visits.visit("denver-fun.climb", code, token: nil).status == 401)
        #expect(try await visits.visit("denver-fun.climb", "", token: token).status == 400)
        // Of an account that goes, nothing stays.
        #expect(try await service.send("DELETE", "/v1/me", token: token).status == 204)
        let kept = try await service.store.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM expo_activity WHERE account = ?",
                arguments: [account.id.rawValue]
            )
        }
        #expect(kept == 0)
        try await visits.fair.stop()
    }

    @Test("an activity counts while the fair is on, by when it was")
    func times() async throws {
        let visits = try await Visits()
        _ = try await visits.set(#"{"points_activity":7}"#)
        let (_, token) = try await visits.fair.visitor()
        let code = try await visits.code("Climb")
        for (moment, status) in [
            ("2027-06-05T09:59:00Z", 409), ("2027-06-05T13:00:00Z", 400), ("noon", 400),
            ("2027-06-05T11:00:00Z", 200),
        ] {
            let answer = try await visits.visit(
                "denver-fun.climb",
                code,
                token: token,
                more: #","at":"\#(moment)""#
            )
            #expect(answer.status == status, "\(moment): \(answer.body)")
            if status != 200 { #expect(answer.body.contains(#""parameter":"at""#)) }
        }
        try await visits.fair.stop()
    }

    @Test("one visitor earns no more by a deed than the fair gives")
    func most() async throws {
        let visits = try await Visits()
        let set = try await visits.set(#"{"most_rating":15,"points_activity":7,"most_activity":7}"#)
        #expect(set["most_points", "rating"] == "15", "\(set.body)")
        #expect(set.body.contains(#""code":null"#))
        let (_, token) = try await visits.fair.visitor()
        let earned = try await ["denver.wind", "denver.sun", "denver.grid"].asyncMap {
            try await visits.fair.rate($0, token: token)["points_earned"]
        }
        // The second is worth what is left.
        #expect(earned == ["10", "5", "0"])
        let (_, other) = try await visits.fair.visitor()
        #expect(try await visits.fair.rate(token: other)["points_earned"] == "10")
        let climb = try await visits.visit(
            "denver-fun.climb",
            visits.code("Climb"),
            token: token
        )
        let run = try await visits.visit("denver-fun.run", visits.code("Run"), token: token)
        #expect(climb["points_earned"] == "7" && run["points_earned"] == "0")
        #expect(run["total"] == "22")
        let free = try await visits.set(#"{"most_rating":null}"#)
        #expect(free.status == 200 && free.body.contains(#""most_points":{"rating":null"#))
        for body in [#"{"most_rating":-1}"#, #"{"most_code":1000001}"#, #"{"most_code":"x"}"#] {
            #expect(try await visits.set(body).status == 400, "\(body)")
        }
        try await visits.fair.stop()
    }

    @Test("codes cannot be guessed: ten wrong ones, and an account waits")
    func tries() async throws {
        let visits = try await Visits(hasLimits: true)
        let (_, token) = try await visits.fair.visitor()
        let code = try await visits.code("noble energy")
        // What is right counts for nothing.
        for _ in 0..<12 {
            let right = try await visits.fair.rate(token: token, more: #","code":"\#(code)""#)
            #expect(right.status == 200, "\(right.body)")
        }
        for _ in 0..<10 {
            let wrong = try await visits.fair.rate(token: token, more: #","code":"AAAAAA""#)
            #expect(wrong.status == 422, "\(wrong.body)")
        }
        let late = try await visits.fair.rate(token: token, more: #","code":"\#(code)""#)
        #expect(late.status == 429 && late.headers["retry-after"] != nil, "\(late.body)")
        // Of an activity it is the same account that tries.
        let activity = try await visits.visit("denver-fun.climb", "AAAAAA", token: token)
        #expect(activity.status == 429)
        #expect(try await visits.fair.rate(token: token).status == 200)
        let (_, other) = try await visits.fair.visitor()
        #expect(
            try await visits.fair.rate(token: other, more: #","code":"\#(code)""#).status == 200
        )
        try await visits.fair.stop()
    }
}

extension Sequence {
    /// The results of one call after the other.
    fileprivate func asyncMap<Result>(
        _ transform: (Element) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
