import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An import that somebody stops ends at once, whatever it is busy with, and nothing of it is there.
@Suite struct CancelTests {
    /// What is built for tests takes several times as long between two looks at whether it was stopped.
    private static let mostSeconds = AmbitCommand.named != nil ? 1.0 : 4.0
    private static let length = 6_000_000
    /// How far an import is let to come, in milliseconds.
    private static let moments = [150, 900]

    /// Files whose time goes into one stage each: mending, overlaps, likeness of names, lists, workbooks.
    private static let files: [NastyFile] = [
        .star, .manyStars, .overlapping, .likeNames, .manyCandidates, .sharedTexts, .sameRows,
    ]

    @Test("a stopped import ends within a second and changes nothing", arguments: files)
    func cancel(file: NastyFile) async throws {
        let folder = try TemporaryFolder()
        let database = folder.path("test.sqlite")
        let token = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "staff",
            "--label",
            "x",
            "--database",
            database
        ).output.trimmingCharacters(in: .newlines)
        let server = try await AmbitServer.start(database: database)
        let bytes = try file.bytes(length: Self.length)
        var slowest = 0.0
        var stopped = 0
        for moment in Self.moments {
            let place = try await begin(file, bytes, on: server, token: token)
            try await Task.sleep(for: .milliseconds(moment))
            let asked = ContinuousClock.now
            _ = try await server.send("DELETE", place, token: token)
            var state = ""
            repeat {
                let answer = try await server.send("GET", place, token: token).json
                state = try #require(answer["state"] as? String)
                if state == "running" { try await Task.sleep(for: .milliseconds(10)) }
            } while state == "running" && asked.duration(to: .now) < .seconds(60)
            slowest = max(slowest, asked.duration(to: .now) / .seconds(1))
            // It may have come to its own end before it was stopped.
            if state == "cancelled" { stopped += 1 }
            #expect(["cancelled", "done", "failed"].contains(state), "\(file): \(state)")
        }
        #expect(slowest <= Self.mostSeconds, "\(file)")
        #expect(stopped > 0, "\(file) ended before it could be stopped")
        #expect(try await server.get("/v1/datasets").json["datasets"] as? [Int] == [])
    }

    /// - Returns: Where the import is asked about.
    private func begin(
        _ file: NastyFile,
        _ bytes: Data,
        on server: AmbitServer,
        token: String
    ) async throws -> String {
        let type = file.kind == "districts" ? "&type=ward" : ""
        let query = "/v1/imports?kind=\(file.kind)&dataset=d&mode=check\(type)"
        var request = URLRequest(url: try #require(URL(string: server.base.absoluteString + query)))
        request.httpMethod = "POST"
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        request.setValue("respond-async", forHTTPHeaderField: "Prefer")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (body, response) = try await URLSession.shared.upload(for: request, from: bytes)
        let http = try #require(response as? HTTPURLResponse)
        try #require(http.statusCode == 202, "\(String(decoding: body, as: UTF8.self))")
        return try #require(http.value(forHTTPHeaderField: "Location"))
    }
}
