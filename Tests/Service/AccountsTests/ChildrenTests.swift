import Foundation
import GRDB
import ModuleTesting
import Testing

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
