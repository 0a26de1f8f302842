import Foundation
import Synchronization
import Testing

/// Accounts with the built binary: over HTTP, by the command, and through kills, backups and restores.
@Suite struct AccountCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func start(_ arguments: [String] = []) async throws -> AmbitServer {
        try await AmbitServer.start(
            database: database,
            arguments: arguments,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
    }

    /// The names that were answered, by the tokens that came with them.
    private final class Answered: Sendable {
        let names = Mutex<[String: String]>([:])
    }

    private static func register(
        _ name: String,
        on server: AmbitServer,
        email: String? = nil
    ) async throws -> AmbitServer.Answer {
        var body = [
            "age_band": "adult", "username": name, "password": "correct horse 9",
            "display_name": "Shown \(name)",
        ]
        body["email"] = email
        return try await server.send("POST", "/v1/accounts", json: body)
    }

    /// Where words stand among the files of a folder.
    private func traces(of words: [String], in folder: TemporaryFolder) throws -> [String] {
        var found: [String] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() {
            guard let data = FileManager.default.contents(atPath: folder.path(name)) else {
                continue
            }
            found += words.filter { data.range(of: Data($0.utf8)) != nil }.map { "\(name): \($0)" }
        }
        return found
    }

    @Test("no registration that was answered is lost when the service is killed")
    func killed() async throws {
        let answered = Answered()
        for round in 0..<3 {
            let server = try await start()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        for number in 0... {
                            let name = "r\(round)w\(worker)n\(number)"
                            // Some slow, with a password; most with a token alone.
                            let answer =
                                number % 8 == 0
                                ? try? await Self.register(name, on: server)
                                : try? await server.send("POST", "/v1/accounts", json: ["age": 9])
                            guard let answer, answer.status == 201,
                                let token = try answer.json["token"] as? String,
                                let account = try answer.json["account"] as? [String: Any],
                                let shown = account["display_name"] as? String
                            else { return }
                            answered.names.withLock { $0[token] = shown }
                        }
                    }
                }
                group.addTask {
                    try await Task.sleep(for: .milliseconds(1500 + 400 * round))
                    // A slow machine takes longer to answer some in each life of the service.
                    let end = ContinuousClock.now + .seconds(60)
                    while answered.names.withLock({ $0.count }) <= 7 * (round + 1),
                        ContinuousClock.now < end
                    { try await Task.sleep(for: .milliseconds(50)) }
                    kill(server.process.processIdentifier, SIGKILL)
                }
                try await group.waitForAll()
            }
            server.process.waitUntilExit()
        }
        let server = try await start()
        let all = answered.names.withLock { $0 }
        #expect(all.count > 20)
        for (token, shown) in all {
            let me = try await server.send("GET", "/v1/me", token: token)
            #expect(me.status == 200)
            #expect(try me.json["display_name"] as? String == shown)
        }
        _ = try await server.stop()
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
        #expect(check.output.contains("ok       sealed profile of accounts_account"))
    }

    @Test("what is told of somebody under 13 leaves no trace in file, log or words of the service")
    func underThirteen() async throws {
        let server = try await start()
        let answer = try await server.send(
            "POST",
            "/v1/accounts",
            json: [
                "age": 9, "username": "timmysmith", "email": "timmy.smith@example.org",
                "password": "correct horse 9",
            ]
        )
        #expect(answer.status == 422)
        let words = ["timmy", "smith@", "correct horse"]
        #expect(try traces(of: words, in: folder) == [])
        #expect(words.allSatisfy { !server.logText.contains($0) })
        _ = try await server.stop()
        #expect(try traces(of: words, in: folder) == [])
    }

    @Test("devices and accounts are both erased at one address, each by its own token")
    func bothKinds() async throws {
        let server = try await start()
        let device =
            try await server.send("POST", "/v1/devices", json: [:]).json["token"] as? String
        let account = try await Self.register("ana", on: server).json["token"] as? String
        #expect(try await server.send("DELETE", "/v1/me").status == 401)
        #expect(try await server.send("DELETE", "/v1/me", token: device).status == 204)
        #expect(try await server.send("DELETE", "/v1/me", token: device).status == 401)
        #expect(try await server.send("GET", "/v1/me", token: account).status == 200)
        #expect(try await server.send("DELETE", "/v1/me", token: account).status == 204)
        #expect(try await server.send("GET", "/v1/me", token: account).status == 401)
        _ = try await server.stop()
    }

    @Test("the command exports and erases while the service runs; no backup opens what was erased")
    func command() async throws {
        let server = try await start()
        let made = try await Self.register("zebedee", on: server, email: "zed@example.org")
        let token = try #require(try made.json["token"] as? String)
        _ = try await Self.register("ben", on: server)
        let backup = folder.path("backup.sqlite")
        let copied = try await AmbitCommand.run("backup", backup, "--database", database)
        #expect(copied.exitCode == 0 && copied.errors.contains("test.sqlite-vault-keys-copy"))

        let export = try await AmbitCommand.run(
            "accounts",
            "export",
            "ZEBEDEE",
            "--database",
            database
        )
        #expect(export.exitCode == 0 && export.output.contains("zed@example.org"))
        let erased = try await AmbitCommand.run(
            "accounts",
            "erase",
            "zebedee",
            "--database",
            database
        )
        #expect(erased.exitCode == 0, "\(erased.errors)")
        #expect(try await server.send("GET", "/v1/me", token: token).status == 401)
        let again = try await AmbitCommand.run(
            "accounts",
            "erase",
            "zebedee",
            "--database",
            database
        )
        #expect(again.exitCode != 0 && again.errors.contains("no account"))
        _ = try await server.stop()
        let words = ["zebedee", "zed@example.org"]
        #expect(try traces(of: words, in: folder) == [])

        let restored = try await AmbitCommand.run("restore", backup, "--database", database)
        #expect(restored.exitCode == 0, "\(restored.errors)")
        let second = try await start()
        #expect(try await second.send("GET", "/v1/me", token: token).status == 401)
        let signIn = try await second.send(
            "POST",
            "/v1/sign-ins",
            json: ["username": "ben", "password": "correct horse 9"]
        )
        #expect(signIn.status == 201)
        _ = try await second.stop()
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test("a service without its key file says so and ends")
    func missingKeys() async throws {
        let server = try await start()
        #expect(try await Self.register("ana", on: server).status == 201)
        _ = try await server.stop()
        let keys = database + "-vault-keys"
        try FileManager.default.moveItem(atPath: keys, toPath: keys + "-away")
        let outcome = try await AmbitCommand.run(
            ["serve", "--database", database, "--port", "0"],
            killedAfter: .seconds(60)
        )
        #expect(outcome.exitCode == 1 && outcome.errors.contains("key file \(keys) is missing"))
        let named = try await start(["--vault-keys", keys + "-away"])
        let signIn = try await named.send(
            "POST",
            "/v1/sign-ins",
            json: ["username": "ana", "password": "correct horse 9"]
        )
        #expect(signIn.status == 201)
        _ = try await named.stop()
    }

    @Test("codes are mailed into a folder, or by a program that reads them")
    func mail() async throws {
        let spool = folder.path("spool")
        try FileManager.default.createDirectory(atPath: spool, withIntermediateDirectories: true)
        let program = try folder.write("#!/bin/sh\ncat > '\(spool)/by-program'\n", to: "sendmail")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: program
        )
        for (arguments, ending) in [
            (["--mail-spool", spool], ".eml"), (["--sendmail", program], "by-program"),
        ] {
            let server = try await start(arguments + ["--mail-from", "fair@example.org"])
            _ = try await Self.register("ana", on: server, email: "ana@example.org")
            let asked = try await server.send(
                "POST",
                "/v1/accounts/recovery",
                json: ["username": "ana", "email": "ana@example.org"]
            )
            #expect(asked.status == 202)
            var text = ""
            for _ in 0..<600 {
                let name = try FileManager.default.contentsOfDirectory(atPath: spool)
                    .first { $0.hasSuffix(ending) }
                text =
                    name.flatMap { try? String(contentsOfFile: "\(spool)/\($0)", encoding: .utf8) }
                    ?? ""
                if text.contains("---") { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(
                text.contains("To: ana@example.org\n") && text.contains("From: fair@example.org\n")
            )
            let code = try #require(text.firstMatch(of: /[0-9a-z]{4}(-[0-9a-z]{4}){3}/)).0
            let confirmed = try await server.send(
                "POST",
                "/v1/accounts/recovery/confirm",
                json: ["code": String(code), "password": "another horse 9"]
            )
            #expect(confirmed.status == 201)
            _ = try await server.stop()
        }
    }
}
