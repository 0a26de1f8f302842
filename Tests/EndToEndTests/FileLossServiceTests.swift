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

    private func post(to server: AmbitServer, by token: String) async throws -> AmbitServer.Answer {
        try await server.send(
            "POST",
            "/v1/messages",
            json: [
                "text": "hello", "category": "news", "lat": 38.9, "lon": -77,
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
}
