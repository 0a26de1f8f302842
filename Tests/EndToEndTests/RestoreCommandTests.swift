import Foundation
import Testing

/// A backup that takes the place of a database whose service was killed.
@Suite struct RestoreCommandTests {
    private let folder: TemporaryFolder
    private let database: String
    private let backup: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("d.sqlite")
        backup = folder.path("b.sqlite")
    }

    private func post(
        _ count: Int,
        to server: AmbitServer,
        by token: String
    ) async throws {
        for number in 0..<count {
            let answer = try await server.send(
                "POST",
                "/v1/messages",
                json: [
                    "text": "number \(number)", "category": "news", "lat": 38.9, "lon": -77,
                    "visible_radius_m": 1000, "ttl_s": 3600,
                ],
                token: token
            )
            #expect(answer.status == 201)
        }
    }

    private func list(_ server: AmbitServer, limit: Int = 500) async throws -> [String: Any] {
        try await server.get("/v1/messages?lat=38.9&lon=-77&radius_m=1000&limit=\(limit)").json
    }

    private func kill(_ server: AmbitServer) {
        Foundation.kill(server.process.processIdentifier, SIGKILL)
        server.process.waitUntilExit()
    }

    private func start() async throws -> AmbitServer {
        try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
    }

    @Test("a backup moved into the place of a killed service is not destroyed by its log")
    func movedByHand() async throws {
        var server = try await start()
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        try await post(20, to: server, by: token)
        let made = try await AmbitCommand.run("backup", backup, "--database", database)
        #expect(made.exitCode == 0, "\(made.errors)")
        try await post(5, to: server, by: token)
        kill(server)
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.moveItem(atPath: backup, toPath: database)
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        for command in [["serve", "--port", "0"], ["datasets", "list"], ["check"]] {
            let outcome = try await AmbitCommand.run(command + ["--database", database])
            #expect(outcome.exitCode == 1)
            #expect(
                outcome.errors.contains("`ambit restore \(database) --database \(database)`"),
                "\(outcome.errors)"
            )
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
        let restored = try await AmbitCommand.run("restore", database, "--database", database)
        #expect(restored.exitCode == 0, "\(restored.errors)")
        server = try await start()
        #expect((try await list(server)["features"] as? [Any])?.count == 20)
        #expect(try await server.stop() == 0)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test("a restored service begins anew: earlier cursors and positions are told so")
    func beginsAnew() async throws {
        var server = try await start()
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        try await post(20, to: server, by: token)
        _ = try await AmbitCommand.run("backup", backup, "--database", database)
        let links = try #require(try await list(server, limit: 5)["links"] as? [[String: Any]])
        let next = try #require(links.first?["href"] as? String)
        #expect(try await server.get(next).status == 200)

        let served = try await AmbitCommand.run("restore", backup, "--database", database)
        #expect(served.exitCode == 1)
        #expect(served.errors.contains("is in use"), "\(served.errors)")
        #expect(try await server.send("DELETE", "/v1/me", token: token).status == 204)
        kill(server)
        // A restart is no restoring: the cursor goes on.
        server = try await start()
        #expect(try await server.get(next).status == 200)
        kill(server)

        let restored = try await AmbitCommand.run("restore", backup, "--database", database)
        #expect(restored.exitCode == 0, "\(restored.errors)")
        #expect(restored.errors.contains("1 device was forgotten"), "\(restored.errors)")
        #expect(restored.errors.contains("is kept: \(database).replaced-"))
        server = try await start()
        let refused = try await server.get(next)
        #expect(refused.status == 404)
        #expect("\(try refused.json)".contains("before the database was restored"))
        // Who was forgotten stays so.
        #expect((try await list(server)["features"] as? [Any])?.isEmpty == true)
        #expect(try await server.send("DELETE", "/v1/me", token: token).status == 401)
        #expect(try await server.stop() == 0)
    }

    @Test("backups that are killed leave nothing behind the next one")
    func killedBackups() async throws {
        let stations = (1...20_000).map { "\($0),Hall number \($0),\($0) Main St,42.1,-101.5\n" }
        let file = try folder.write(
            "id,name,address,lat,lon\n" + stations.joined(),
            to: "stations.csv"
        )
        _ = try await AmbitCommand.run(
            "import",
            "stations",
            file,
            "--dataset",
            "x",
            "--quiet",
            "--database",
            database
        )
        var random = SystemRandomNumberGenerator()
        for number in 0..<8 {
            _ = try await AmbitCommand.run(
                ["backup", backup + "\(number)", "--database", database],
                killedAfter: .milliseconds(Int.random(in: 20...120, using: &random))
            )
        }
        let last = try await AmbitCommand.run("backup", backup, "--database", database)
        #expect(last.exitCode == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.contains(".partial") }.isEmpty, "\(names)")
    }
}
