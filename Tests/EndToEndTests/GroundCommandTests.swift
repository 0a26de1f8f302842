import Foundation
import Testing

/// Ground from the file to the map, as those who run Ambit see it.
@Suite struct GroundCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func run(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func lakes(_ names: [String]) throws -> String {
        let features = names.enumerated().map { number, name in
            let west = Double(number) / 10
            let ring = [(0.0, 0.0), (0.05, 0), (0.05, 0.05), (0, 0)]
                .map { "[\(west + $0.0),\($0.1)]" }.joined(separator: ",")
            return #"{"type":"Feature","properties":{"name":"\#(name)"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return try folder.write(text, to: "lakes.geojson")
    }

    private func shownNames(_ server: AmbitServer) async throws -> [String] {
        let sheet = try await server.get("/v1/ground?bbox=-1,-1,1,1&zoom=10")
        let features = try #require(try sheet.json["features"] as? [[String: Any]])
        return features.compactMap { ($0["properties"] as? [String: Any])?["name"] as? String }
            .sorted()
    }

    @Test("what is imported is drawn by the service that runs, and drawn no more after a rollback")
    func imported() async throws {
        let first = try await run(
            "import",
            "ground",
            try lakes(["Swan Lake"]),
            "--dataset",
            "lakes",
            "--type",
            "water"
        )
        #expect(first.exitCode == 0, "\(first.errors)")
        let server = try await AmbitServer.start(database: database)
        #expect(try await shownNames(server) == ["Swan Lake"])
        let revision = try #require(
            try await server.get("/v1/map").json["ground_revision"] as? String
        )

        _ = try await run(
            "import",
            "ground",
            try lakes(["Swan Lake", "Moon Lake"]),
            "--dataset",
            "lakes",
            "--type",
            "water"
        )
        try await eventually { try await shownNames(server) == ["Moon Lake", "Swan Lake"] }
        #expect(try await server.get("/v1/map").json["ground_revision"] as? String != revision)
        _ = try await run("datasets", "rollback", "lakes", "--to", "1")
        try await eventually { try await shownNames(server) == ["Swan Lake"] }
        #expect(try await server.get("/v1/map").json["ground_revision"] as? String == revision)
        #expect(try await server.stop() == 0)
        #expect(try await run("check").exitCode == 0)
    }

    /// Waits for what another process has published to be seen; it is followed four times a second.
    private func eventually(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("it was not seen within thirty seconds")
    }

    @Test("ground of no type, or of one that there is not, is refused with what there is")
    func types() async throws {
        let file = try lakes(["Swan Lake"])
        let untold = try await run("import", "ground", file, "--dataset", "lakes")
        #expect(untold.exitCode == 1)
        #expect(untold.errors.contains("--type: water or park"))
        let lava = try await run("import", "ground", file, "--dataset", "lakes", "--type", "lava")
        #expect(lava.exitCode == 1)
        #expect(lava.errors.contains("lava"))
        #expect(lava.errors.contains("water or park"))
    }

    @Test(
        "tiles that cannot be shown are refused before anything is started",
        arguments: [
            (["--tiles", "https://a.example/{z}/{x}.png", "--tiles-attribution", "us"], "{y}"),
            (["--tiles", "a/{z}/{x}/{y}.png", "--tiles-attribution", "us"], "https://"),
            (["--tiles", "https://a.example/{z}/{x}/{y}.png"], "attribution"),
            (["--tiles-attribution", "us"], "--tiles"),
        ]
    )
    func tiles(arguments: [String], word: String) async throws {
        let outcome = try await AmbitCommand.run(
            ["serve", "--port", "0", "--database", database] + arguments
        )
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(word))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test("the environment may name the tiles")
    func environment() async throws {
        let outcome = try await AmbitCommand.run(
            ["serve", "--port", "0", "--database", database],
            environment: ["AMBIT_TILES": "nowhere", "AMBIT_TILES_ATTRIBUTION": "us"]
        )
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("nowhere"))
    }
}
