import Foundation
import Synchronization
import Testing

/// `kill -9` under load: the service is killed at forty random moments, and with it an import, a
/// backup or a restore, and each time the next one that is started on the same file is asked what it
/// knows.
@Suite struct KillTests {
    /// By the variable `AMBIT_TEST_ROUNDS` in the long form.
    private static let rounds =
        ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap { Int($0) } ?? 40
    private static let posters = 6

    /// What was sent, and what of it was answered.
    private final class Account: Sendable {
        private let state = Mutex((sent: Set<String>(), answered: [String: String]()))

        var sent: Set<String> { state.withLock { $0.sent } }
        var answered: [String: String] { state.withLock { $0.answered } }

        func send(_ text: String) { state.withLock { _ = $0.sent.insert(text) } }

        func answer(_ id: String, _ text: String) { state.withLock { $0.answered[id] = text } }
    }

    private let folder: TemporaryFolder
    private let database: String
    private let account = Account()

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

    /// Posts until the service is gone.
    private func post(_ name: String, to server: AmbitServer, by token: String) async {
        for number in 0... {
            // Of many lengths, so that a half would be seen.
            let text = "\(name) \(number) " + String(repeating: "x", count: number * 37 % 400)
            account.send(text.trimmingCharacters(in: .whitespaces))
            let answer = try? await server.send(
                "POST",
                "/v1/messages",
                json: [
                    "text": text, "category": "news", "lat": 38.9, "lon": -77,
                    "visible_radius_m": 1000, "ttl_s": 86_400,
                ],
                token: token
            )
            guard let answer, answer.status == 201, let id = try? answer.json["id"] as? String
            else { return }
            account.answer(id, text.trimmingCharacters(in: .whitespaces))
        }
    }

    /// The messages that a service shows, the newest first.
    ///
    /// - Parameter pages: How many pages of 1000 at most.
    private func messages(of server: AmbitServer, pages: Int) async throws -> [String: String] {
        var found: [String: String] = [:]
        var next: String? = "/v1/messages?lat=38.9&lon=-77&radius_m=1000&sort=newest&limit=1000"
        for _ in 0..<pages {
            guard let path = next else { break }
            let list = try await server.get(path).json
            for feature in try #require(list["features"] as? [[String: Any]]) {
                let properties = try #require(feature["properties"] as? [String: Any])
                let id = try #require(feature["id"] as? String)
                #expect(found[id] == nil)
                #expect(properties["category"] as? String == "news")
                #expect(properties["visible_radius_m"] as? Int == 1000)
                found[id] = properties["text"] as? String
            }
            let links = try #require(list["links"] as? [[String: Any]])
            next = links.first?["href"] as? String
        }
        return found
    }

    @Test("killed at many moments, it keeps every post that it answered, and no half of one")
    func killed() async throws {
        var random = SystemRandomNumberGenerator()
        var server = try await start()
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        for round in 0..<Self.rounds {
            let earlier = account.answered.count
            let others = try Companion.of(round).start(in: folder, database: database, round)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for poster in 0..<Self.posters {
                    group.addTask { [server] in
                        await post("\(round) \(poster)", to: server, by: token)
                    }
                }
                // The moment is not waited for but chosen: no test can go on before it.
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...120, using: &random)))
                kill(server.process.processIdentifier, SIGKILL)
                server.process.waitUntilExit()
                if let others {
                    kill(others.processIdentifier, SIGKILL)
                    others.waitUntilExit()
                }
                try await group.waitForAll()
            }
            if Companion.of(round) == .restore {
                try await Companion.killRestore(
                    in: folder,
                    of: database,
                    after: .milliseconds(Int.random(in: 5...150, using: &random))
                )
            }
            server = try await start()
            // Those of this round are the newest.
            let answered = account.answered
            let count = answered.count - earlier
            let shown = try await messages(of: server, pages: count / 900 + 1)
            for (id, text) in answered where text.hasPrefix("\(round) ") {
                #expect(shown[id] == text)
            }
            #expect(shown.values.allSatisfy(account.sent.contains))
        }
        let all = try await messages(of: server, pages: 1000)
        for (id, text) in account.answered { #expect(all[id] == text) }
        #expect(all.values.allSatisfy(account.sent.contains))
        #expect(Set(all.values).count == all.count)
        #expect(account.answered.count > Self.rounds)
        #expect(try await server.stop() == 0)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }
}
