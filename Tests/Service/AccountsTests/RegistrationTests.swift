import Accounts
import Foundation
import GRDB
import GeoJSON
import ModuleTesting
import SpatiaLiteStore
import Testing

@Suite struct RegistrationTests {
    @Test("who registers has a token, which opens the account, and codes for a lost password")
    func registers() async throws {
        let service = try await Fixture.service()
        let made = try await service.register(
            "Ana.Lopez",
            #","display_name":"Ana","email":"ana@example.org""#
        )
        #expect(made.status == 201)
        #expect(made.headers["location"] == "/v1/me")
        #expect(made["account", "kind"] == "registered")
        #expect(made["account", "username"] == "Ana.Lopez")
        #expect(made["account", "age_band"] == "adult")
        #expect(made.body.matches(of: /"[0-9a-z]{4}(-[0-9a-z]{4}){3}"/).count == 6)
        let token = try #require(made["token"])
        let me = try await service.send("GET", "/v1/me", token: token)
        #expect(me.status == 200)
        #expect(me["id"] == made["account", "id"] && me["email"] == "ana@example.org")
        #expect(me["display_name"] == "Ana")
        #expect(try await service.send("GET", "/v1/me").status == 401)
        #expect(try await service.send("GET", "/v1/me", token: token + "0").status == 401)
        try await service.stop()
    }

    @Test("without a name there is an account all the same")
    func anonymous() async throws {
        let service = try await Fixture.service()
        let made = try await service.send("POST", "/v1/accounts", "{}")
        #expect(made.status == 201 && made["account", "kind"] == "anonymous")
        #expect(made["account", "age_band"] == "unknown")
        let me = try await service.send("GET", "/v1/me", token: made["token"])
        #expect(me.status == 200 && me["username"] == nil)
        try await service.stop()
    }

    @Test(
        "what looks like a name that is taken is taken",
        arguments: ["ana.lopez", "ANA.LOPEZ", "аna.lopez", "ana.l0pez", "Ａna.lopez"]
    )
    func taken(name: String) async throws {
        let service = try await Fixture.service()
        #expect(try await service.register("Ana.Lopez").status == 201)
        let again = try await service.register(name)
        // Of letters of two alphabets no name is made at all.
        #expect(again.status == (name.contains("а") ? 400 : 409))
        #expect(again.body.contains(#""parameter":"username""#))
        try await service.stop()
    }

    @Test("of a hundred who want one name at once one has it, and the file has one account")
    func oneName() async throws {
        let service = try await Fixture.service()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await service.register("ana").status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1)
        #expect(statuses.count { $0 == 409 } == 99)
        let count = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_account")
        }
        #expect(count == 1)
        let signIn = try await service.send(
            "POST",
            "/v1/sign-ins",
            #"{"username":"ana","password":"correct horse 9"}"#
        )
        #expect(signIn.status == 201)
        try await service.stop()
    }

    @Test("an address is one account's")
    func oneAddress() async throws {
        let service = try await Fixture.service()
        #expect(try await service.register("ana", #","email":"a@example.org""#).status == 201)
        let second = try await service.register("ben", #","email":"A@Example.org""#)
        #expect(second.status == 409 && second.body.contains(#""parameter":"email""#))
        // The name was not taken by it.
        #expect(try await service.register("ben").status == 201)
        try await service.stop()
    }

    @Test(
        "each member that is wrong is named, and nothing is made",
        arguments: [
            (#"{"age_band":"adult","username":"an","password":"correct horse 9"}"#, "username"),
            (#"{"age_band":"adult","username":"an a","password":"correct horse 9"}"#, "username"),
            (#"{"age_band":"adult","username":".ana","password":"correct horse 9"}"#, "username"),
            (#"{"age_band":"adult","username":"ana","password":"short"}"#, "password"),
            (#"{"age_band":"adult","username":"ana","password":"password1"}"#, "password"),
            (#"{"age_band":"adult","username":"ana","password":"aaaaaaaaaaaa"}"#, "password"),
            (#"{"age_band":"adult","username":"anabelle","password":"AnaBelle"}"#, "password"),
            (#"{"age_band":"adult","password":"correct horse 9"}"#, "username"),
            (#"{"age_band":"adult","username":"ana"}"#, "password"),
            (#"{"username":"ana","password":"correct horse 9"}"#, "age_band"),
            (#"{"age_band":"old","username":"ana","password":"correct horse 9"}"#, "age_band"),
            (#"{"age":0,"username":"ana","password":"correct horse 9"}"#, "age"),
            (#"{"age":1e300,"username":"ana","password":"correct horse 9"}"#, "age"),
            (
                #"{"age":30,"age_band":"adult","username":"ana","password":"correct horse 9"}"#,
                "age"
            ),
            (
                #"{"age":30,"username":"ana","password":"correct horse 9","email":"a@b"}"#, "email"
            ),
            (#"{"age":30,"username":"ana","password":"correct horse 9","role":"x"}"#, "role"),
            (
                #"{"age":30,"username":"ana","password":"correct horse 9","display_name":"\u202e"}"#,
                "display_name"
            ),
        ]
    )
    func refuses(body: String, parameter: String) async throws {
        let service = try await Fixture.service()
        let answer = try await service.send("POST", "/v1/accounts", body)
        #expect(answer.status == 400)
        #expect(answer.body.contains(#""parameter":"\#(parameter)""#), "\(answer.body)")
        let count = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_account")
        }
        #expect(count == 0)
        try await service.stop()
    }

    @Test("the rules are told before anybody types")
    func rules() async throws {
        let service = try await Fixture.service(children: .refuse)
        let rules = try await service.send("GET", "/v1/accounts/rules")
        #expect(rules.status == 200)
        #expect(rules["username", "min_length"] == "3" && rules["username", "max_length"] == "24")
        #expect(rules["password", "min_length"] == "8" && rules["password", "max_length"] == "128")
        #expect(rules["children"] == "refuse" && rules["recovery_by_mail"] == "false")
        try await service.stop()
    }

    @Test("too many registrations and tries are refused, with the time to wait")
    func limits() async throws {
        let service = try await Fixture.service(hasLimits: true)
        #expect(try await service.register("ana").status == 201)
        let wrong = #"{"username":"ana","password":"correct horse 8"}"#
        for _ in 0..<5 {
            #expect(try await service.send("POST", "/v1/sign-ins", wrong).status == 401)
        }
        let refused = try await service.send("POST", "/v1/sign-ins", wrong)
        #expect(refused.status == 429)
        let seconds = try #require(refused.headers["retry-after"].flatMap(Int.init))
        #expect(1...30 ~= seconds && refused.body.contains("again in \(seconds) s"))
        try await service.stop()
    }
}
