import Accounts
import AccountsModule
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

@Suite struct ChildrenTests {
    @Test(
        "a child gets a made-up name, and no other",
        arguments: [#"{"age":9}"#, #"{"age_band":"under_13"}"#]
    )
    func child(body: String) async throws {
        let service = try await Fixture.service()
        let made = try await service.send("POST", "/v1/accounts", body)
        #expect(made.status == 201 && made["account", "kind"] == "child")
        #expect(made["account", "age_band"] == "under_13")
        let name = try #require(made["account", "display_name"])
        #expect(name.wholeMatch(of: /[A-Z][a-z]+ [A-Z][a-z]+ \d\d/) != nil)
        let token = try #require(made["token"])
        for member in ["display_name", "username", "email", "phone", "password"] {
            let change = try await service.send(
                "PATCH",
                "/v1/me",
                token: token,
                #"{"\#(member)":"Timmy Smith 3rd"}"#
            )
            #expect(change.status == 422, "\(member)")
        }
        for purpose in [
            "contact_for_prizes", "auto_track", "push", "share_score", "leaderboard_name",
        ] {
            let consent = try await service.send(
                "PUT",
                "/v1/me/consents",
                token: token,
                #"{"consents":[{"purpose":"\#(purpose)","given":true,"text_version":"1"}]}"#
            )
            #expect(consent.status == 403, "\(purpose)")
        }
        try await service.stop()
    }

    @Test("an address of somebody under 13 is refused, and no file has a trace of it")
    func noTrace() async throws {
        let service = try await Fixture.service()
        let body =
            #"{"age":9,"username":"timmysmith","email":"timmy.smith@example.org","phone":"+17135550123"}"#
        let answer = try await service.send("POST", "/v1/accounts", body)
        #expect(answer.status == 422)
        #expect(answer.body.contains("email") && !answer.body.contains("timmy"))
        let count = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_account")
        }
        #expect(count == 0)
        for (name, bytes) in try service.folder.files() {
            for word in ["timmy", "7135550123"] {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name)")
            }
        }
        try await service.stop()
    }

    @Test("where children are refused they are told so in words of theirs")
    func refused() async throws {
        let service = try await Fixture.service(children: .refuse)
        let answer = try await service.send("POST", "/v1/accounts", #"{"age":9}"#)
        #expect(answer.status == 403 && answer.body.contains("13 or older"))
        #expect(try await service.send("POST", "/v1/accounts", #"{"age":13}"#).status == 201)
        try await service.stop()
    }

    @Test(
        "where the law says so, somebody of more than 13 is a child, too",
        arguments: [
            (13, #""age":12"#, "child"), (13, #""age":13"#, "anonymous"),
            (14, #""age":13"#, "child"),
            (14, #""age":14"#, "anonymous"), (14, #""age_band":"13_15""#, "child"),
            (16, #""age":15"#, "child"), (16, #""age":16"#, "anonymous"),
            (16, #""age_band":"16_17""#, "anonymous"), (16, #""age_band":"unknown""#, "anonymous"),
        ] as [(Int64, String, String)]
    )
    func otherAges(limit: Int64, age: String, kind: String) async throws {
        let service = try await Fixture.service(childrenUnder: limit)
        let rules = try await service.send("GET", "/v1/accounts/rules")
        #expect(rules.body.contains(#""children_under":\#(limit)"#))
        let made = try await service.send("POST", "/v1/accounts", "{\(age)}")
        #expect(made.status == 201 && made["account", "kind"] == kind, "\(made.body)")
        let told = try await service.send(
            "POST",
            "/v1/accounts",
            #"{\#(age),"username":"timmysmith","email":"timmy.smith@example.org"}"#
        )
        #expect((told.status == 422) == (kind == "child"), "\(told.body)")
        if kind == "child" { #expect(told.body.contains("people under \(limit)")) }
        try await service.stop()
    }

    @Test(
        "the age itself is not kept",
        arguments: [(13, "13_15"), (15, "13_15"), (16, "16_17"), (18, "adult")]
    )
    func bands(age: Int, band: String) async throws {
        let service = try await Fixture.service()
        let made = try await service.send("POST", "/v1/accounts", #"{"age":\#(age)}"#)
        #expect(made["account", "age_band"] == band)
        try await service.stop()
    }
}

@Suite struct AdultApprovalTests {
    private static let consent =
        #""consents":[{"purpose":"contact_for_prizes","given":true,"text_version":"1"}]"#

    @Test(
        "from 13 to 17 nothing by which somebody is reached is kept before an adult agrees",
        arguments: [13, 16]
    )
    func needed(age: Int) async throws {
        let service = try await Fixture.service()
        let name = #""age":\#(age),"username":"ana","password":"correct horse 9""#
        let mailed = #"{\#(name),"email":"ana@example.org"}"#
        let early = try await service.send("POST", "/v1/accounts", mailed)
        #expect(early.status == 403 && early.body.contains(#""parameter":"adult_approval""#))
        #expect(!early.body.contains("ana@"))
        let made = try await service.send("POST", "/v1/accounts", "{\(name)}")
        #expect(made.status == 201, "\(made.body)")
        let token = try #require(made["token"])
        func put(_ body: String) async throws -> Int {
            try await service.send("PUT", "/v1/me/consents", token: token, body).status
        }
        func patch(_ body: String) async throws -> ModuleService.Answer {
            try await service.send("PATCH", "/v1/me", token: token, body)
        }
        let address = #""email":"ana@example.org","current_password":"correct horse 9""#
        #expect(try await put("{\(Self.consent)}") == 403)
        #expect(try await put(#"{\#(Self.consent),"adult_approval":false}"#) == 403)
        #expect(try await patch("{\(address)}").status == 403)
        #expect(try await patch(#"{"phone":"+17135550123"}"#).status == 403)
        // Once an adult has agreed, that stays.
        #expect(try await put(#"{\#(Self.consent),"adult_approval":true}"#) == 200)
        #expect(try await patch("{\(address)}").status == 200)
        let reached = try await patch(#"{"phone":"+17135550123"}"#)
        #expect(reached.status == 200 && reached["adult_approval_at"] != nil, "\(reached.body)")
        try await service.stop()
    }

    @Test("an adult may agree with the registration itself")
    func registered() async throws {
        let service = try await Fixture.service()
        let made = try await service.send(
            "POST",
            "/v1/accounts",
            """
            {"age":14,"username":"ana","password":"correct horse 9","email":"ana@example.org",
            "adult_approval":true}
            """
        )
        #expect(made.status == 201, "\(made.body)")
        let token = try #require(made["token"])
        let consent = try await service.send(
            "PUT",
            "/v1/me/consents",
            token: token,
            "{\(Self.consent)}"
        )
        #expect(consent.status == 200)
        try await service.stop()
    }

    @Test("adults and other purposes need nobody's approval")
    func others() async throws {
        let service = try await Fixture.service()
        for (age, purpose) in [(18, "contact_for_prizes"), (14, "leaderboard_name")] {
            let made = try await service.send("POST", "/v1/accounts", #"{"age":\#(age)}"#)
            let consent = try await service.send(
                "PUT",
                "/v1/me/consents",
                token: made["token"],
                #"{"consents":[{"purpose":"\#(purpose)","given":true,"text_version":"1"}]}"#
            )
            #expect(consent.status == 200, "\(consent.body)")
        }
        try await service.stop()
    }
}

@Suite struct GuardianTests {
    private static let body = #"{"age":9,"guardian_email":"parent@example.org"}"#

    @Test(
        "a parent who is named gets one mail, and agrees by its code to what a mail is enough for"
    )
    func agrees() async throws {
        let mail = Mailbox()
        let service = try await Fixture.service(children: .guardian, mail: mail)
        let made = try await service.send("POST", "/v1/accounts", Self.body)
        #expect(made.status == 201)
        let token = try #require(made["token"])
        let code = try #require(try await mail.code())
        #expect(mail.all.count == 1 && mail.all[0].recipient == EmailAddress("parent@example.org"))
        func confirm(_ code: String, _ purpose: String) async throws -> ModuleService.Answer {
            try await service.send(
                "POST",
                "/v1/accounts/guardian/confirm",
                """
                {"code":"\(code)","consents":[{"purpose":"\(purpose)","given":true,"text_version":"1"}]}
                """
            )
        }
        #expect(try await confirm("0000-0000-0000-0000", "leaderboard_name").status == 422)
        #expect(try await confirm(code, "contact_for_prizes").status == 403)
        let confirmed = try await confirm(code, "leaderboard_name")
        #expect(confirmed.status == 200 && confirmed.body.contains(#""by":"guardian""#))
        for (name, bytes) in try service.folder.files() {
            #expect(bytes.range(of: Data("parent@example".utf8)) == nil, "\(name)")
        }
        let erased = try await service.send(
            "POST",
            "/v1/accounts/guardian/erase",
            #"{"code":"\#(code)"}"#
        )
        #expect(erased.status == 204)
        #expect(try await service.send("GET", "/v1/me", token: token).status == 401)
        try await service.stop()
    }

    @Test("an address that nobody confirms is gone after seven days")
    func expires() async throws {
        let clock = ManualWallClock(Fixture.start)
        let mail = Mailbox()
        let service = try await Fixture.service(children: .guardian, mail: mail, clock: clock)
        _ = try await service.send("POST", "/v1/accounts", Self.body)
        let code = try #require(try await mail.code())
        clock.set(Fixture.start.adding(milliseconds: 7 * 86_400_000)!)
        let late = try await service.send(
            "POST",
            "/v1/accounts/guardian/erase",
            #"{"code":"\#(code)"}"#
        )
        #expect(late.status == 422)
        try await service.sweep()
        let count = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_guardian")
        }
        #expect(count == 0)
        try await service.stop()
    }

    @Test("elsewhere a parent's address is refused like any other")
    func elsewhere() async throws {
        let service = try await Fixture.service(mail: Mailbox())
        #expect(try await service.send("POST", "/v1/accounts", Self.body).status == 422)
        try await service.stop()
    }
}
