import Accounts
import Foundation
import GRDB
import GeoJSON
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

@Suite struct PrizeTests {
    @Test("prizes are for those who may have them and have said how they are reached")
    func eligible() async throws {
        let fair = try await FairFixture()
        func attend(_ token: String, _ more: String = "") async throws -> ModuleService.Answer {
            try await fair.service.send(
                "PUT",
                "/v1/me/attendance",
                token: token,
                #"{"event":"denver","role":"student","eligible":true\#(more)}"#
            )
        }
        let child = try await attend(try await fair.visitor(.child, .under13).token)
        #expect(child.status == 403 && child.body.contains("who are older"))
        // The page words it by the code.
        #expect(child.body.contains(#""code":"not_for_children""#), "\(child.body)")
        #expect(try await attend(try await fair.visitor(.anonymous, .unknown).token).status == 403)
        let (_, teen) = try await fair.visitor(.registered, .from13to15, named: "teenager")
        let alone = try await attend(teen)
        #expect(alone.status == 403 && alone.body.contains(#""parameter":"adult_approval""#))
        let unreached = try await attend(teen, #","adult_approval":true"#)
        #expect(unreached.status == 403 && unreached.body.contains("contact_for_prizes"))
        try await fair.agree(teen, #","adult_approval":true"#)
        let taken = try await attend(teen, #","adult_approval":true"#)
        #expect(taken.status == 200 && taken["eligible"] == "true", "\(taken.body)")
        try await fair.stop()
    }

    @Test("nobody wins whom nobody can reach, at the wish, in passport, export and draw")
    func unreachable() async throws {
        let fair = try await FairFixture()
        let denver = try await fair.organizer(of: "denver")
        let (_, token) = try await fair.visitor(.registered, .adult, named: "silent")
        func send(_ method: String, _ path: String, _ body: String? = nil, as user: String)
            async throws
            -> ModuleService.Answer
        { try await fair.service.send(method, path, token: user, body) }
        let wish = #"{"event":"denver","eligible":true}"#
        #expect(try await fair.rate(token: token).status == 200)
        try await fair.consent(true, token)
        let silent = try await send("PUT", "/v1/me/attendance", wish, as: token)
        #expect(silent.status == 403 && silent.body.contains("email or a phone"), "\(silent.body)")
        #expect(silent.body.contains(#""parameter":"phone""#), "\(silent.body)")
        try await fair.agree(token)
        #expect(try await send("PUT", "/v1/me/attendance", wish, as: token)["eligible"] == "true")
        let begun = try await send(
            "POST",
            "/v1/draws",
            #"{"event":"denver","prize":"A bicycle"}"#,
            as: denver
        )
        let id = try #require(begun["id"])
        func eligible() async throws -> [String?] {
            let passport = try await send("GET", "/v1/me/passport?event=denver", as: token)
            let export = try await send("GET", "/v1/fairs/denver/attendees", as: denver)
            return [
                passport["eligible"], passport.json.array("tickets").map { "\($0.count)" },
                "\(export.body.contains(#""eligible":true"#))",
            ]
        }
        #expect(try await eligible() == ["true", "1", "true"])
        // The number is taken back, then the consent.
        for change in [true, false] {
            if change {
                let body = #"{"phone":null}"#
                #expect(try await send("PATCH", "/v1/me", body, as: token).status == 200)
            } else {
                try await fair.agree(token)
                #expect(try await eligible() == ["true", "1", "true"])
                try await fair.consent(false, token)
            }
            #expect(try await eligible() == ["false", "0", "false"])
            let drawn = try await send("POST", "/v1/draws/\(id)/winners", as: denver)
            #expect(drawn.status == 409 && drawn.body.contains("Only 0 visitors"))
            #expect(drawn.body.contains(#""values":{"count":0,"winners":1}"#), "\(drawn.body)")
            let role = #"{"event":"denver","role":"parent"}"#
            let attended = try await send("PUT", "/v1/me/attendance", role, as: token)
            #expect(attended["eligible"] == "false")
        }
        try await fair.stop()
    }

    @Test("of what somebody says at once of being there and of prizes nothing is lost")
    func simultaneous() async throws {
        let fair = try await FairFixture()
        for number in 0..<10 {
            let (_, token) = try await fair.visitor(.registered, .adult, named: "hasty-\(number)")
            try await fair.agree(token)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for more in [#""role":"parent""#, #""eligible":true"#] {
                    group.addTask {
                        try await fair.service.send(
                            "PUT",
                            "/v1/me/attendance",
                            token: token,
                            #"{"event":"denver",\#(more)}"#
                        ).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            let passport = try await fair.service.send(
                "GET",
                "/v1/me/passport?event=denver",
                token: token
            )
            #expect(passport["role"] == "parent" && passport["eligible"] == "true")
        }
        try await fair.stop()
    }

    @Test(
        "contacts are erased when the last fair of their owner is 60 days over, and that is counted"
    )
    func contactsEnd() async throws {
        let fair = try await FairFixture()
        let (_, token) = try await fair.visitor(.registered, .adult, named: "reached")
        func attend(_ event: String) async throws -> ModuleService.Answer {
            try await fair.service.send(
                "PUT",
                "/v1/me/attendance",
                token: token,
                #"{"event":"\#(event)","eligible":true}"#
            )
        }
        func kept() async throws -> Int? {
            try await fair.service.store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_contact")
            }
        }
        try await fair.agree(token)
        #expect(try await attend("denver").status == 200)
        #expect(try await attend("houston").status == 200)
        // Denver reaches people for a day, Houston for as long as may be.
        let days = try await fair.service.send(
            "PUT",
            "/v1/fairs/denver",
            token: try await fair.organizer(of: "denver"),
            #"{"contact_days":1}"#
        )
        #expect(days.status == 200 && days["contact_days"] == "1", "\(days.body)")
        for (days, count) in [(0, 1), (3, 1), (28, 1), (29, 1), (1, 0)] {
            fair.clock.advance(milliseconds: Int64(days) * 86_400_000)
            try await fair.service.sweep()
            // Looked at, so that the token lives on.
            #expect(try await fair.service.send("GET", "/v1/me", token: token).status == 200)
            #expect(try await kept() == count)
        }
        let metrics = try await fair.service.send("GET", "/metrics")
        #expect(metrics.body.contains("ambit_expo_contacts_erased_total 1"))
        // Given anew when all is over, it is good for nothing that is over.
        try await fair.agree(token)
        let late = try await attend("denver")
        #expect(late.status == 409 && late.body.contains("prizes of this fair are over"))
        try await fair.stop()
    }
}

extension FairFixture {
    func consent(
        _ isGiven: Bool,
        _ token: String,
        _ more: String = ""
    ) async throws {
        let consent = try await service.send(
            "PUT",
            "/v1/me/consents",
            token: token,
            """
            {"consents":[{"purpose":"contact_for_prizes","given":\(isGiven),"text_version":"1"}]\(more)}
            """
        )
        try #require(consent.status == 200, "\(consent.body)")
    }

    func agree(_ token: String, _ more: String = "") async throws {
        try await consent(true, token, more)
        let phone = try await service.send(
            "PATCH",
            "/v1/me",
            token: token,
            #"{"phone":"+13035550100"}"#
        )
        try #require(phone.status == 200, "\(phone.body)")
    }
}
