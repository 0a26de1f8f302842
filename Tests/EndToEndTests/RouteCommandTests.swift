import Foundation
import TestSupport
import Testing

/// `ambit import roads`, `ambit route` and the service's ways, on the sample county.
@Suite struct RouteCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func load(_ kind: String, _ file: String, _ dataset: String) async throws {
        let outcome = try await ambit(
            "import",
            kind,
            Checkout.county(file),
            "--dataset",
            dataset,
            "--quiet"
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("a way to a station: a page for people, rows, GeoJSON, and the service's own answer")
    func formats() async throws {
        try await load("roads", "roads.geojson", "curlew-roads")
        try await load("stations", "stations.csv", "curlew")
        let ends = ["route", "--from", "42.1180,-101.5126", "--to-station", "curlew.s001"]
        func route(_ more: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(ends + more + ["--database", database])
        }
        let page = try await route("--format", "table")
        #expect(page.exitCode == 0 && page.errors.isEmpty)
        #expect(page.lines.dropFirst().first == "1. Go east to Fairgrounds Dr, 240 m")
        #expect(
            page.lines.contains { $0.contains("Arrive: Zion Lutheran Church is on the left") }
        )
        let rows = try await route()
        #expect(rows.lines.first?.hasPrefix("step,maneuver,instruction,street,distance_m") == true)
        #expect(rows.lines[1].hasPrefix("1,depart,\"Go east to Fairgrounds Dr, 240 m\",,"))

        let json = try await route("--format", "json", "--mode", "drive")
        let server = try await AmbitServer.start(database: database)
        let answer = try await server.get(
            "/v1/directions?from=42.1180,-101.5126&to_station=curlew.s001&mode=drive"
        )
        #expect(String(decoding: answer.body, as: UTF8.self) + "\n" == json.output)
        #expect(try answer.json["method"] as? String == "road")

        let file = folder.path("way.geojson")
        #expect(try await route("--output", file).exitCode == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("\"type\":\"LineString\""))
        #expect(text.contains("\"method\":\"road\""))
        #expect(try await server.stop() == 0)
    }

    @Test("roads are listed, rolled back, and followed by a running service")
    func following() async throws {
        let server = try await AmbitServer.start(database: database)
        let path = "/v1/roads?bbox=-102,41.8,-101,42.4"
        #expect(try await server.get(path).json["numberReturned"] as? Int == 0)
        try await load("roads", "roads.geojson", "curlew-roads")
        var count = 0
        for _ in 0..<600 where count == 0 {
            count = try await server.get(path).json["numberReturned"] as? Int ?? 0
            if count == 0 { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(count == 2588)
        #expect(try await server.stop() == 0)
        let list = try await ambit("datasets", "list")
        #expect(list.lines.contains { $0.hasPrefix("curlew-roads,") && $0.contains("roads") })
        #expect(try await ambit("check").exitCode == 0)
    }

    @Test("where no roads are loaded the straight line says so, and the command is done")
    func straightLine() async throws {
        try await load("stations", "stations.csv", "curlew")
        let outcome = try await ambit(
            "route",
            "--from",
            "42.1,-101.5",
            "--to",
            "42.2,-101.5",
            "--format",
            "table"
        )
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.first == "11.1 km in a straight line")
        #expect(outcome.errors.contains("No roads are loaded"))
    }

    @Test("a way is written for geographic programs as its line")
    func files() async throws {
        try await load("stations", "stations.csv", "curlew")
        let path = folder.path("way.fgb")
        let outcome = try await AmbitCommand.run(
            "route",
            "--database",
            database,
            "--from",
            "42.1,-101.5",
            "--to",
            "42.2,-101.5",
            "-o",
            path
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "what cannot be a way is refused with its reason",
        arguments: [
            (["--from", "42.1,-101.5"], 64, "give one of --to and --to-station"),
            (["--from", "here", "--to", "42,-101"], 64, "--from is \"here\""),
            (["--from", "42,-101", "--to", "42,-101", "--mode", "fly"], 64, "fly"),
            (["--from", "42,-101", "--to-station", "curlew.s999"], 1, "no station has the id"),
            (
                ["--from", "42,-101", "--to", "42,-101", "--format", "shp"], 64, "add --output FILE"
            ),
        ]
    )
    func refused(arguments: [String], exitCode: Int32, words: String) async throws {
        try await load("stations", "stations.csv", "curlew")
        let outcome = try await AmbitCommand.run(
            ["route"] + arguments + ["--database", database]
        )
        #expect(outcome.exitCode == exitCode)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
