import Foundation
import TestSupport
import Testing

/// `ambit match` and the service's answer, on the sample county.
@Suite struct MatchCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    /// The way that `ambit route` tells, gone at 20 m a fix.
    private func track() async throws -> [(lat: Double, lon: Double)] {
        let outcome = try await ambit(
            "route",
            "--from",
            "42.1180,-101.5126",
            "--to",
            "42.11,-101.49",
            "--mode",
            "drive",
            "--format",
            "geojson"
        )
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let features = (json as? [String: Any])?["features"] as? [[String: Any]]
        let geometry = features?.first?["geometry"] as? [String: Any]
        let line = try #require(geometry?["coordinates"] as? [[Double]])
        var places: [(lat: Double, lon: Double)] = []
        for (from, to) in zip(line, line.dropFirst()) {
            let length = hypot((to[0] - from[0]) * 82_600, (to[1] - from[1]) * 111_000)
            let count = max(1, Int(length / 20))
            for step in 0..<count {
                let share = Double(step) / Double(count)
                places.append(
                    (from[1] + share * (to[1] - from[1]), from[0] + share * (to[0] - from[0]))
                )
            }
        }
        return places
    }

    private func time(_ index: Int) -> String {
        "2024-11-03T08:" + String(format: "%02d:%02d", index / 60, index % 60) + "Z"
    }

    @Test("a GPX track: rows, GeoJSON in a file, JSON as the service has it, a page")
    func formats() async throws {
        let outcome = try await ambit(
            "import",
            "roads",
            Checkout.county("roads.geojson"),
            "--dataset",
            "curlew-roads",
            "--quiet"
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let places = try await track()
        let gpx =
            "<gpx><trk><trkseg>"
            + places.enumerated().map { index, place in
                "<trkpt lat=\"\(place.lat)\" lon=\"\(place.lon)\"><time>\(time(index))</time></trkpt>"
            }.joined() + "</trkseg></trk></gpx>"
        let file = folder.path("ride.gpx")
        try Data(gpx.utf8).write(to: URL(filePath: file))

        let rows = try await ambit("match", file, "--mode", "drive")
        #expect(rows.exitCode == 0 && rows.errors.isEmpty, "\(rows.errors)")
        #expect(rows.lines.count == places.count + 1)
        #expect(rows.lines[0].hasPrefix("track,fix,at,lat,lon,matched_lat,matched_lon,distance_m"))

        let matched = folder.path("matched.geojson")
        #expect(try await ambit("match", file, "--mode", "drive", "-o", matched).exitCode == 0)
        let text = try String(contentsOfFile: matched, encoding: .utf8)
        #expect(text.contains("\"kind\":\"part\"") && text.contains("\"kind\":\"fix\""))

        let page = try await ambit("match", file, "--mode", "drive", "--format", "table")
        #expect(page.lines[0].contains("by car, ") && page.lines[0].hasSuffix("fixes matched"))

        let json = try await ambit("match", file, "--mode", "drive", "--format", "json")
        let fixes: [[String: Any]] = places.enumerated().map { index, place in
            ["at": time(index), "lat": place.lat, "lon": place.lon]
        }
        let server = try await AmbitServer.start(database: database)
        let answer = try await server.send(
            "POST",
            "/v1/match",
            json: ["mode": "drive", "fixes": fixes]
        )
        #expect(answer.status == 200)
        let told = String(decoding: answer.body, as: UTF8.self)
        #expect("{\"track\":\"ride.gpx\"," + told.dropFirst() + "\n" == json.output)
    }

    @Test("bad tracks end the command with one sentence")
    func refusals() async throws {
        let outcome = try await ambit(
            "import",
            "roads",
            Checkout.county("roads.geojson"),
            "--dataset",
            "curlew-roads",
            "--quiet"
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        func refusal(_ text: String) async throws -> String {
            let file = folder.path("bad.csv")
            try Data(text.utf8).write(to: URL(filePath: file))
            let outcome = try await ambit("match", file, "--mode", "walk")
            #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
            return outcome.errors
        }
        #expect(
            try await refusal("at,lat,lon\n2024-11-03T08:00:00Z,42,-101\n").contains(
                "error: \"bad.csv\" has 1 fix; a track is 2 or more"
            )
        )
        let far = "at,lat,lon\n2024-11-03T08:00:00Z,52,13\n2024-11-03T08:00:09Z,52,13.001\n"
        #expect(try await refusal(far).contains("The roads that are loaded do not reach here"))
    }
}
