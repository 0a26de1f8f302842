import Foundation
import Testing

/// A service whose database is taken away while it serves.
@Suite struct FileLossServiceTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func post(
        _ text: String = "hello",
        to server: AmbitServer,
        by token: String
    ) async throws -> AmbitServer.Answer {
        try await server.send(
            "POST",
            "/v1/messages",
            json: [
                "text": text, "category": "news", "lat": 38.9, "lon": -77,
                "visible_radius_m": 1000, "ttl_s": 3600,
            ],
            token: token
        )
    }

    @Test("posts are refused, readiness and the log say why, and what is in memory is read")
    func removed() async throws {
        let server = try await AmbitServer.start(database: database)
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        #expect(try await post(to: server, by: token).status == 201)
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: database + suffix)
        }
        let refused = try await post(to: server, by: token)
        #expect(refused.status == 503)
        let reason = "the database's file was removed while it was served"
        #expect("\(try refused.json["detail"] ?? "")".contains(reason))
        let ready = try await server.get("/readyz")
        #expect(ready.status == 503)
        #expect("\(try ready.json["detail"] ?? "")".contains(reason))
        #expect(server.logText.contains(reason))
        #expect(!"\(try ready.json)".contains(database))
        let list = "/v1/messages?lat=38.9&lon=-77&radius_m=1000"
        #expect((try await server.get(list).json["features"] as? [Any])?.count == 1)
        #expect(try await server.get("/metrics").status == 200)
        _ = try await server.stop()
    }

    /// The texts of the messages that a service shows.
    private func texts(of server: AmbitServer) async throws -> Set<String> {
        let list = "/v1/messages?lat=38.9&lon=-77&radius_m=1000&limit=1000"
        let features = try #require(try await server.get(list).json["features"] as? [[String: Any]])
        return Set(
            features.compactMap { ($0["properties"] as? [String: Any])?["text"] as? String }
        )
    }

    @Test("without the log's index nothing is acknowledged beside what another process writes")
    func removedIndex() async throws {
        let server = try await AmbitServer.start(database: database)
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        #expect(try await post("before", to: server, by: token).status == 201)
        try FileManager.default.removeItem(atPath: database + "-shm")
        let stations = try folder.write("name,lat,lon\nHall,42,-101\n", to: "stations.csv")
        let imported = try await AmbitCommand.run(
            ["import", "stations", stations, "--dataset", "d", "--database", database]
        )
        let refused = try await post("after", to: server, by: token)
        #expect(refused.status == 503)
        let reason = "the index of the database's log was"
        #expect("\(try refused.json["detail"] ?? "")".contains(reason))
        #expect("\(try await server.get("/readyz").json["detail"] ?? "")".contains(reason))
        #expect(server.logText.contains(reason))
        _ = try await server.stop()
        let next = try await AmbitServer.start(database: database)
        #expect(try await texts(of: next) == ["before"])
        if imported.exitCode == 0 {
            let near = try await next.get("/v1/stations?lat=42&lon=-101&radius_m=1000")
            #expect((try near.json["features"] as? [Any])?.count == 1)
        }
        _ = try await next.stop()
        let check = try await AmbitCommand.run(["check", "--database", database])
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test(
        "an index that is cut ends the service or its writing, and what was answered stays",
        arguments: [0, 4_096, 16_384]
    )
    func cutIndex(length: Int) async throws {
        let server = try await AmbitServer.start(
            database: database,
            environment: ["AMBIT_RATE_LIMIT": "off"]
        )
        let token = try #require(
            try await server.send("POST", "/v1/devices").json["token"] as? String
        )
        var answered: Set<String> = []
        for number in 0..<200 {
            if number == 40 { #expect(truncate(database + "-shm", off_t(length)) == 0) }
            let answer = try? await post("\(number)", to: server, by: token)
            guard answer?.status == 201 else {
                // Refused, or cut off by the end.
                guard let answer else { break }
                #expect(answer.status == 503)
                let detail = "\(try answer.json["detail"] ?? "")"
                #expect(detail.contains("the index of the database's log was cut short"))
                break
            }
            answered.insert("\(number)")
        }
        #expect(answered.count <= 40)
        // Soon one of both looks there: who watches the files, or who reads.
        let reasons = [
            "the index of the database's log was cut short", "(-shm), unless an import was reading",
        ]
        for _ in 0..<100 where !reasons.contains(where: server.logText.contains) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(reasons.contains(where: server.logText.contains), "\(server.logText)")
        _ = try? await server.stop()
        let next = try await AmbitServer.start(database: database)
        #expect(try await texts(of: next) == answered)
        _ = try await next.stop()
        let check = try await AmbitCommand.run(["check", "--database", database])
        #expect(check.exitCode == 0, "\(check.output)")
    }
}
