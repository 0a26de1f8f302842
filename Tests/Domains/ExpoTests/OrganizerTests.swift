import Access
import Accounts
import Foundation
import GeoJSON
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

@Suite struct OrganizerTests {
    @Test("the leaderboard is for the fair's organizers alone")
    func leaderboard() async throws {
        let fair = try await FairFixture()
        let (_, first) = try await fair.visitor(.registered, .adult, named: "firstling")
        let (_, second) = try await fair.visitor(.registered, .adult, named: "secondling")
        let (_, child) = try await fair.visitor(.child, .under13)
        for exhibitor in ["denver.wind", "denver.sun"] {
            #expect(try await fair.rate(exhibitor, token: first).status == 200)
        }
        #expect(try await fair.rate(token: second).status == 200)
        #expect(try await fair.rate(token: child).status == 200)
        let path = "/v1/fairs/denver/leaderboard"
        let own = try await fair.service.send(
            "GET",
            path,
            token: try await fair.organizer(of: "denver")
        )
        #expect(own.status == 200)
        #expect(own.body.contains(#""rank":1,"#) && own.body.contains("firstling"))
        // Two have ten points: both are second.
        #expect(own.body.ranges(of: #""rank":2,"#).count == 2)
        let byID = try await fair.organizer(of: "fairs.denver")
        #expect(try await fair.service.send("GET", path, token: byID).status == 200)
        for token in [
            try await fair.organizer(of: "houston"), try await fair.service.staff(.staff),
            try await fair.service.staff(.moderator), first, child,
        ] {
            let answer = try await fair.service.send("GET", path, token: token)
            #expect(answer.status == 403 && !answer.body.contains("firstling"))
        }
        #expect(try await fair.service.send("GET", path).status == 401)
        try await fair.stop()
    }

    /// Walks over all that the description lets read with the tokens of those who may know nothing of others.
    @Test("no route shows points, names or contacts of others to visitors and strangers")
    func nothingLeaks() async throws {
        let fair = try await FairFixture()
        let (account, token) = try await fair.visitor(.registered, .adult, named: "quackenbush")
        #expect(try await fair.rate(token: token).status == 200)
        let (_, child) = try await fair.visitor(.child, .under13)
        let (_, visitor) = try await fair.visitor(.registered, .adult, named: "somebody")
        let tokens = [nil, child, visitor, try await fair.organizer(of: "houston")]
        let described = try await fair.service.send("GET", "/openapi.json")
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(described.body.utf8)) as? [String: Any]
        )
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(paths.count > 40)
        var asked = 0
        for (path, methods) in paths where methods["get"] != nil {
            // A stream does not end.
            guard !path.contains("stream"), path != "/openapi.json" else { continue }
            for id in ["denver.wind", "1", account.id.text] {
                let filled = path.replacing(/\{event\}/, with: "denver")
                    .replacing(/\{[a-z_]+\}/, with: id)
                for query in ["", "?event=denver"] {
                    for token in tokens {
                        let answer = try await fair.service.send(
                            "GET",
                            filled + query,
                            token: token
                        )
                        asked += 1
                        #expect(!answer.body.contains("quackenbush"), "\(filled)")
                        #expect(!answer.body.contains(#""rank""#), "\(filled)")
                        let names = answer.body.contains(account.id.text)
                        #expect(!names || answer.status >= 400, "\(filled)")
                    }
                }
                if !path.contains("{") { break }
            }
        }
        #expect(asked > 300)
        try await fair.stop()
    }

    @Test("an organizer imports what is of the fair, and nothing else")
    func imports() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        func attempt(
            _ kind: String,
            as dataset: String,
            event: String?,
            more: String = ""
        ) async throws -> ModuleService.Answer {
            try await fair.importing(
                kind,
                FairFixture.exhibitors,
                as: dataset,
                event: event,
                token: denver,
                more: more
            )
        }
        #expect(try await attempt("exhibitors", as: "denver", event: nil).status == 200)
        #expect(try await attempt("exhibitors", as: "denver", event: "denver").status == 200)
        // The id of the event and its key are one event's names, in a file and in a token.
        #expect(try await attempt("exhibitors", as: "denver", event: "fairs.denver").status == 200)
        let byID = try await fair.importing(
            "exhibitors",
            FairFixture.exhibitors,
            as: "denver",
            event: nil,
            token: try await fair.organizer(of: "fairs.denver")
        )
        #expect(byID.status == 200)
        let other = try await attempt("exhibitors", as: "new", event: "houston")
        #expect(other.status == 403 && other.body.contains("denver"))
        #expect(try await attempt("exhibitors", as: "houston", event: nil).status == 403)
        #expect(
            try await attempt("exhibitors", as: "new", event: nil, more: "&set=event=houston")
                .status
                == 403
        )
        #expect(try await attempt("events", as: "fairs", event: nil).status == 403)
        // What the file itself says of its event does not count.
        let file = "id,name,event\nx,Exxon,houston\n"
        let told = try await fair.importing(
            "exhibitors",
            file,
            as: "denver-more",
            event: nil,
            token: denver
        )
        #expect(told.status == 200 && told.body.contains("other_event"))
        try await fair.service.load()
        let shown = try await fair.service.send("GET", "/v1/exhibitors/denver-more.x")
        #expect(shown["properties", "event"] == "fairs.denver")
        for (dataset, status) in [("denver", 200), ("houston", 403)] {
            let back = try await fair.service.send(
                "POST",
                "/v1/datasets/\(dataset)/rollback",
                token: denver,
                #"{"version":1}"#
            )
            #expect(back.status == status || back.status == 409, "\(dataset): \(back.body)")
        }
        try await fair.stop()
    }

    @Test("a draw is committed, drawn once, and checked by anybody")
    func draws() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        let begun = try await fair.service.send(
            "POST",
            "/v1/draws",
            token: denver,
            #"{"event":"denver","prize":"A bicycle","winners":2,"reserves":1}"#
        )
        #expect(begun.status == 201, "\(begun.body)")
        let commitment = try #require(begun["commitment"])
        #expect(begun.body.contains(#""seed":null"#))
        let id = try #require(begun["id"])
        let path = "/v1/draws/\(id)/winners"
        let early = try await fair.service.send("POST", path, token: denver)
        #expect(early.status == 409 && early.body.contains("Only 0 visitors"))
        for number in 0..<4 {
            let (_, token) = try await fair.visitor(.registered, .adult, named: "player-\(number)")
            #expect(try await fair.rate(token: token).status == 200)
            guard number > 0 else { continue }
            try await fair.agree(token)
            let wish = try await fair.service.send(
                "PUT",
                "/v1/me/attendance",
                token: token,
                #"{"event":"denver","eligible":true}"#
            )
            #expect(wish.status == 200)
        }
        let other = try await fair.organizer(of: "houston")
        #expect(try await fair.service.send("POST", path, token: other).status == 403)
        let drawn = try await fair.service.send("POST", path, token: denver)
        #expect(drawn.status == 201, "\(drawn.body)")
        #expect(try await fair.service.send("POST", path, token: denver).status == 409)
        let told = try await fair.service.send("GET", "/v1/draws/\(id)")
        #expect(told["commitment"] == commitment && told["seed"]?.count == 64)
        let entrants = try #require(told.json.array("entrants"))
        #expect(entrants.count == 3)
        #expect(try #require(told.json.array("winners")).count == 2)
        #expect(!told.body.contains("player-") && !told.body.contains("+1303"))
        let winners = try await fair.service.send("GET", path, token: denver)
        #expect(winners.body.contains("player-") && winners.body.contains("+13035550100"))
        #expect(!winners.body.contains("player-0"))
        // 60 days after the fair nobody is reached any more.
        fair.clock.advance(milliseconds: 61 * 86_400_000)
        let later = try await fair.service.send("GET", path, token: denver)
        #expect(later.status == 200 && !later.body.contains("+13035550100"))
        try await fair.stop()
    }

    @Test("exports have contacts of those alone who want prizes, as JSON and as CSV")
    func exports() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        let (_, winner) = try await fair.visitor(.registered, .adult, named: "wants-prizes")
        let (_, other) = try await fair.visitor(.registered, .adult, named: "wants-none")
        for token in [winner, other] {
            try await fair.agree(token)
            #expect(try await fair.rate(token: token).status == 200)
        }
        _ = try await fair.service.send(
            "PUT",
            "/v1/me/attendance",
            token: winner,
            #"{"event":"denver","role":"parent","eligible":true}"#
        )
        let path = "/v1/fairs/denver/attendees"
        let json = try await fair.service.send("GET", path, token: denver)
        #expect(json.body.ranges(of: "+13035550100").count == 1)
        let csv = try await fair.service.send("GET", path + "?format=csv", token: denver)
        let lines = csv.body.split(whereSeparator: \.isNewline)
        #expect(lines.count == 3)
        #expect(
            lines[0] == """
                account,name,role,age_band,eligible,adult_approval_at,joined_at,visits,points,email,phone
                """
        )
        #expect(lines.contains { $0.contains("wants-prizes,parent,adult,true") })
        #expect(lines.contains { $0.contains("wants-prizes") && $0.hasSuffix("+13035550100") })
        #expect(lines.contains { $0.contains("wants-none,,adult,false") && $0.hasSuffix(",,") })
        try await fair.stop()
    }

    @Test("statistics tell of no fewer than five people")
    func statistics() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        for number in 0..<7 {
            let (_, token) = try await fair.visitor(.anonymous, number < 2 ? .from13to15 : .adult)
            #expect(
                try await fair.rate(number < 6 ? "denver.wind" : "denver.sun", token: token).status
                    == 200
            )
        }
        let told = try await fair.service.send("GET", "/v1/fairs/denver/statistics", token: denver)
        #expect(told.status == 200, "\(told.body)")
        #expect(told["attendees"] == "7")
        // Two of one age and five of another: neither is told, or the other could be reckoned.
        #expect(!told.body.contains(#""age_band":"13_15""#))
        #expect(told["by_age_band", "others"] == "7")
        #expect(
            told.body.contains(
                #""exhibitor":"denver.wind","name":"noble energy","booth":"B 1","ratings":6"#
            )
        )
        #expect(
            told.body.contains(
                #""exhibitor":"denver.sun","name":"Sunny Side","booth":"B 2","ratings":null"#
            )
        )
        #expect(told.body.contains(#""ratings":7}"#))
        try await fair.stop()
    }

    @Test("the ratings of an hour are told when five people gave them, however many two gave")
    func statisticsOfHours() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        for _ in 0..<2 {
            let (_, token) = try await fair.visitor(.anonymous, .adult)
            for stand in ["denver.wind", "denver.sun", "denver.grid"] {
                #expect(try await fair.rate(stand, token: token).status == 200)
            }
        }
        let told = try await fair.service.send("GET", "/v1/fairs/denver/statistics", token: denver)
        #expect(told.status == 200, "\(told.body)")
        #expect(!told.body.contains(#""ratings":6"#))
        try await fair.stop()
    }
}

extension JSONValue {
    /// The elements of a member that is an array.
    func array(_ name: String) -> [JSONValue]? {
        guard case .object(let members) = self,
            case .array(let values)? = members.first(where: { $0.name == name })?.value
        else { return nil }
        return values
    }
}
