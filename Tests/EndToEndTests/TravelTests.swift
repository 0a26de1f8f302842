import Foundation
import Synchronization
import TestSupport
import Testing

/// Fixes and trips with the real program: killed while it keeps them, and histories that are imported.
@Suite struct TravelTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func start() async throws -> AmbitServer {
        try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
    }

    private func person(on server: AmbitServer) async throws -> (token: String, id: String) {
        let made = try await server.send("POST", "/v1/accounts", json: ["age": 30]).json
        let token = try #require(made["token"] as? String)
        let consent: [String: Any] = [
            "consents": [["purpose": "auto_track", "given": true, "text_version": "t1"]]
        ]
        let agreed = try await server.send("PUT", "/v1/me/consents", json: consent, token: token)
        #expect(agreed.status == 200)
        let me = try await server.send("GET", "/v1/me", token: token).json
        return (token, try #require(me["id"] as? String))
    }

    /// Up to which second each device's fixes were acknowledged.
    private final class Acknowledged: Sendable {
        let seconds = Mutex<[Int: Int]>([:])
    }

    /// Sends fixes, one in each second of its own, until the service is gone.
    ///
    /// - Returns: Up to which second they were acknowledged.
    private static func send(to server: AmbitServer, by token: String, _ device: Int) async -> Int {
        var second = 0
        while true {
            let fixes = (second..<second + 20).map { second -> [String: Any] in
                let at = ISO8601DateFormatter().string(
                    from: Date(timeIntervalSince1970: 1_790_000_000 + Double(second))
                )
                return ["at": at, "lat": 42 + Double(second) * 1e-5, "lon": Double(device)]
            }
            let body: [String: Any] = ["device": "d\(device)", "fixes": fixes]
            let answer = try? await server.send("POST", "/v1/fixes", json: body, token: token)
            guard let answer, answer.status == 200 else { return second }
            second += 20
        }
    }

    @Test("killed at chosen moments, it keeps every fix that it acknowledged")
    func killed() async throws {
        var random = SystemRandomNumberGenerator()
        var server = try await start()
        for _ in 0..<6 {
            let (token, _) = try await person(on: server)
            let acknowledged = Acknowledged()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in 0..<4 {
                    group.addTask { [server] in
                        let last = await Self.send(to: server, by: token, device)
                        acknowledged.seconds.withLock { $0[device] = last }
                    }
                }
                // The moment is not waited for but chosen: no test can go on before it.
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &random)))
                kill(server.process.processIdentifier, SIGKILL)
                server.process.waitUntilExit()
                try await group.waitForAll()
            }
            server = try await start()
            let kept = try await server.send("GET", "/v1/fixes", token: token).json
            var seen: [Int: Int] = [:]
            for feature in try #require(kept["features"] as? [[String: Any]]) {
                let geometry = try #require(feature["geometry"] as? [String: Any])
                let position = try #require(geometry["coordinates"] as? [Double])
                seen[Int(position[0]), default: 0] += 1
            }
            for (device, count) in acknowledged.seconds.withLock({ $0 }) {
                #expect(seen[device, default: 0] >= count)
                // Of the call that was cut all or nothing.
                #expect(seen[device, default: 0] % 20 == 0)
            }
        }
        #expect(try await server.stop() == 0)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test("an old history comes into one account's vault, and out again by its id")
    func imports() async throws {
        let server = try await start()
        let (token, id) = try await person(on: server)
        let file = Checkout.root.appending(path: "data/travel/ben.csv").path
        let imported = try await AmbitCommand.run(
            "import",
            "tracks",
            file,
            "--account",
            id,
            "--database",
            database
        )
        #expect(imported.exitCode == 0, "\(imported.errors)")
        let trips = try await server.send("GET", "/v1/trips", token: token).json
        let features = try #require(trips["features"] as? [[String: Any]])
        #expect(features.count >= 10)
        let sources = features.compactMap {
            ($0["properties"] as? [String: Any])?["source"] as? String
        }
        #expect(Set(sources) == ["import"])
        let number = try #require(imported.output.firstMatch(of: /import ([0-9a-z]{16})/)).1
        let kept = try await server.send("GET", "/v1/fixes", token: token).json
        let again = try await AmbitCommand.run(
            "import",
            "tracks",
            file,
            "--account",
            id,
            "--database",
            database
        )
        #expect(again.exitCode == 0 && again.output.contains("nothing to change"))
        #expect(again.output.contains(number))
        let keptStill = try await server.send("GET", "/v1/fixes", token: token).json
        #expect(kept["numberReturned"] as? Int == keptStill["numberReturned"] as? Int)
        let undone = try await AmbitCommand.run(
            "import",
            "tracks",
            "--account",
            id,
            "--undo",
            String(number),
            "--database",
            database
        )
        #expect(undone.exitCode == 0, "\(undone.errors)")
        let left = try await server.send("GET", "/v1/fixes", token: token).json
        #expect(left["numberReturned"] as? Int == 0)
        // Trips, stays and score rested on these fixes alone.
        let after = try await server.send("GET", "/v1/trips", token: token).json
        #expect((after["features"] as? [Any])?.isEmpty == true)
        #expect((after["stays"] as? [Any])?.isEmpty == true)
        #expect((after["total"] as? [String: Any])?["avoided_g"] as? Double == 0)
        let stranger = try await AmbitCommand.run(
            "import",
            "tracks",
            file,
            "--account",
            "nobody_here",
            "--database",
            database
        )
        #expect(stranger.exitCode == 1 && stranger.errors.contains("no account"))
        _ = try await server.stop()
    }

    @Test("a track where nobody gets is refused by its line, and nothing is kept")
    func refusesLight() async throws {
        let server = try await start()
        let (token, id) = try await person(on: server)
        let rows = (0..<30).map { "2026-03-10T00:\($0 < 10 ? "0" : "")\($0):00Z,\($0 % 2 * 50),7" }
        let path = folder.path("light.csv")
        try "time,lat,lon\n\(rows.joined(separator: "\n"))\n".write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
        let arguments = ["import", "tracks", path, "--account", id, "--database", database]
        let refused = try await AmbitCommand.run(arguments)
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("\"light.csv\", line 3: "), "\(refused.errors)")
        #expect(refused.errors.contains("nobody gets"))
        let kept = try await server.send("GET", "/v1/fixes", token: token).json
        #expect(kept["numberReturned"] as? Int == 0)
        _ = try await server.stop()
    }

    @Test("what is exported of several devices is imported as it was, from each format")
    func readsBack() async throws {
        let server = try await start()
        let (token, _) = try await person(on: server)
        for (number, device) in ["phone & co", "watch"].enumerated() {
            let fixes = (0..<60).map { second -> [String: Any] in
                [
                    "at": "2026-03-10T08:00:\(second < 10 ? "0" : "")\(second).5Z",
                    "lat": 43.7 + Double(second) * 1e-5, "lon": 7.4 + Double(number) * 0.01,
                    "accuracy_m": 8, "altitude_m": 12.5, "speed_mps": 1.5, "heading_deg": 33,
                ]
            }
            let body: [String: Any] = ["device": device, "fixes": fixes]
            #expect(
                try await server.send("POST", "/v1/fixes", json: body, token: token).status == 200
            )
        }
        func features(_ token: String) async throws -> NSArray {
            let list = try await server.send("GET", "/v1/fixes", token: token).json
            return try #require(list["features"] as? NSArray)
        }
        let told = try await features(token)
        #expect(told.count == 120)
        for (name, route) in [
            ("fixes.geojson", "/v1/fixes"), ("fixes.gpx", "/v1/fixes?format=gpx"),
            ("account.json", "/v1/me/export"),
        ] {
            let path = folder.path(name)
            let answer = try await server.send("GET", route, token: token)
            try answer.body.write(to: URL(filePath: path))
            let (other, id) = try await person(on: server)
            let arguments = ["import", "tracks", path, "--account", id, "--database", database]
            let imported = try await AmbitCommand.run(arguments)
            #expect(imported.exitCode == 0, "\(name): \(imported.errors)")
            #expect(try await features(other) == told, "\(name)")
        }
        _ = try await server.stop()
    }
}
