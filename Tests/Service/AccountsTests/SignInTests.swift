import Accounts
import AccountsModule
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping

@Suite struct SignInTests {
    private static let right = #"{"username":"ANA","password":"correct horse 9"}"#

    @Test("name or address and password open the account any number of times, until it is left")
    func signsIn() async throws {
        let service = try await Fixture.service()
        _ = try await service.register("ana", #","email":"ana@example.org""#)
        let first = try await service.send("POST", "/v1/sign-ins", Self.right)
        let second = try await service.send(
            "POST",
            "/v1/sign-ins",
            #"{"email":"Ana@example.org","password":"correct horse 9"}"#
        )
        #expect(first.status == 201 && second.status == 201)
        let token = try #require(first["token"])
        let other = try #require(second["token"])
        #expect(token != other && token.hasPrefix("account_") && token.count == 72)
        #expect(try await service.send("GET", "/v1/me", token: token).status == 200)
        #expect(
            try await service.send("DELETE", "/v1/sign-ins/current", token: token).status == 204
        )
        #expect(try await service.send("GET", "/v1/me", token: token).status == 401)
        #expect(try await service.send("GET", "/v1/me", token: other).status == 200)
        try await service.stop()
    }

    @Test("a wrong name is told no otherwise than a wrong password")
    func tellsNothing() async throws {
        let service = try await Fixture.service()
        _ = try await service.register("ana")
        let wrong = try await service.send(
            "POST",
            "/v1/sign-ins",
            #"{"username":"ana","password":"correct horse 8"}"#
        )
        let unknown = try await service.send(
            "POST",
            "/v1/sign-ins",
            #"{"username":"bob","password":"correct horse 9"}"#
        )
        #expect(wrong.status == 401 && unknown.status == 401)
        #expect(wrong.body == unknown.body && wrong.body.contains("forgot it?"))
        try await service.stop()
    }

    @Test("a token is good for 30 days after its last use, and its rows go")
    func expires() async throws {
        let clock = ManualWallClock(Fixture.start)
        let service = try await Fixture.service(clock: clock)
        let made = try await service.register("ana")
        let token = try #require(made["token"])
        let day: Int64 = 86_400_000
        for days: Int64 in [20, 49, 78] {
            clock.set(Fixture.start.adding(milliseconds: days * day)!)
            #expect(try await service.send("GET", "/v1/me", token: token).status == 200)
        }
        clock.set(Fixture.start.adding(milliseconds: (78 + 30) * day)!)
        #expect(try await service.send("GET", "/v1/me", token: token).status == 401)
        try await service.sweep()
        let left = try await service.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts_token")
        }
        #expect(left == 0)
        try await service.stop()
    }

    @Test("neither a password nor a token stands in any file")
    func secrets() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("ana")
        let token = try #require(made["token"]).dropFirst(8)
        for (name, bytes) in try service.folder.files() {
            #expect(bytes.range(of: Data("correct horse".utf8)) == nil, "\(name)")
            #expect(bytes.range(of: Data(token.utf8)) == nil, "\(name)")
        }
        try await service.stop()
    }

    // MARK: Recovery

    @Test("a mailed code sets a new password, once, within 15 minutes, and ends what was open")
    func recovers() async throws {
        let clock = ManualWallClock(Fixture.start)
        let mail = Mailbox()
        let service = try await Fixture.service(mail: mail, clock: clock)
        let made = try await service.register("ana", #","email":"ana@example.org""#)
        let asked = try await service.send(
            "POST",
            "/v1/accounts/recovery",
            #"{"username":"Ana","email":"ANA@example.org"}"#
        )
        #expect(asked.status == 202)
        let late = try #require(try await mail.code())
        #expect(mail.all[0].recipient == EmailAddress("ana@example.org"))
        clock.set(Fixture.start.adding(milliseconds: 15 * 60_000)!)
        func confirm(_ code: String, _ password: String) async throws -> ModuleService.Answer {
            try await service.send(
                "POST",
                "/v1/accounts/recovery/confirm",
                #"{"code":"\#(code)","password":"\#(password)"}"#
            )
        }
        #expect(try await confirm(late, "another horse 9").status == 422)
        _ = try await service.send(
            "POST",
            "/v1/accounts/recovery",
            #"{"username":"ana","email":"ana@example.org"}"#
        )
        let code = try #require(try await mail.code(after: 1))
        #expect(try await confirm("zzzz-zzzz-zzzz-zzzz", "another horse 9").status == 422)
        #expect(try await confirm(code.uppercased(), "another horse 9").status == 201)
        #expect(try await confirm(code, "third horse 99").status == 422)
        #expect(
            try await service.send("GET", "/v1/me", token: made["token"]).status
                == 401
        )
        #expect(try await service.send("POST", "/v1/sign-ins", Self.right).status == 401)
        let signIn = try await service.send(
            "POST",
            "/v1/sign-ins",
            #"{"username":"ana","password":"another horse 9"}"#
        )
        #expect(signIn.status == 201)
        let me = try await service.send("GET", "/v1/me", token: signIn["token"])
        #expect(me["email_verified_at"] != nil)
        try await service.stop()
    }

    @Test("a printed code does the same without mail, once")
    func printed() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("ana")
        let code = try #require(made.body.firstMatch(of: /[0-9a-z]{4}(-[0-9a-z]{4}){3}/)).0
        let body = #"{"code":"\#(code)","password":"another horse 9"}"#
        #expect(try await service.send("POST", "/v1/accounts/recovery/confirm", body).status == 201)
        #expect(try await service.send("POST", "/v1/accounts/recovery/confirm", body).status == 422)
        try await service.stop()
    }

    @Test(
        "a new password that is the username is refused as at registration, and the code stays good"
    )
    func recoversByNoName() async throws {
        let service = try await Fixture.service()
        let made = try await service.register("annabella")
        let code = try #require(made.body.firstMatch(of: /[0-9a-z]{4}(-[0-9a-z]{4}){3}/)).0
        func confirm(_ password: String) async throws -> ModuleService.Answer {
            try await service.send(
                "POST",
                "/v1/accounts/recovery/confirm",
                #"{"code":"\#(code)","password":"\#(password)"}"#
            )
        }
        let refused = try await confirm("AnnaBella")
        #expect(refused.status == 400 && refused.body.contains("is the username"))
        #expect(try await confirm("another horse 9").status == 201)
        try await service.stop()
    }

    @Test("who asks for an unknown name or a wrong address is answered alike, and gets no mail")
    func asksForOthers() async throws {
        let mail = Mailbox()
        let service = try await Fixture.service(mail: mail)
        _ = try await service.register("ana", #","email":"ana@example.org""#)
        var bodies: Set<String> = []
        for (name, address) in [
            ("ana", "ana@example.org"), ("ana", "eve@example.org"), ("bob", "eve@example.org"),
        ] {
            let answer = try await service.send(
                "POST",
                "/v1/accounts/recovery",
                #"{"username":"\#(name)","email":"\#(address)"}"#
            )
            #expect(answer.status == 202)
            bodies.insert(answer.body)
        }
        #expect(bodies.count == 1)
        _ = try await mail.code()
        #expect(mail.all.map(\.recipient) == [EmailAddress("ana@example.org")])
        try await service.stop()
    }

    @Test(
        "how long an answer takes tells nothing: medians of known and unknown names are 5 ms apart at most"
    )
    func sameTime() async throws {
        let service = try await Fixture.service(mail: Mailbox())
        _ = try await service.register("ana", #","email":"ana@example.org""#)
        let rounds =
            ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap(Int.init) ?? 200
        var times: [String: [Duration]] = [:]
        for _ in 0..<rounds {
            for name in ["ana", "bob"] {
                let body = #"{"username":"\#(name)","email":"ana@example.org"}"#
                let start = ContinuousClock.now
                _ = try await service.send("POST", "/v1/accounts/recovery", body)
                times[name, default: []].append(start.duration(to: .now))
            }
        }
        let medians = times.mapValues { $0.sorted()[rounds / 2] }
        let apart = try #require(medians["ana"]) - (try #require(medians["bob"]))
        #expect(abs(apart / .milliseconds(1)) < 5)
        try await service.stop()
    }
}
