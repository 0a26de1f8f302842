import Foundation
import TestSupport
import Testing

/// `ambit trips` on a made-up evening: home, a walk, a cafe, and a telephone that is off for the night.
@Suite struct TripsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func trips(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            ["trips"] + arguments + ["--database", folder.path("none.sqlite")]
        )
    }

    /// Twenty minutes at home, 900 m on foot to the north, twenty minutes there, a night unseen, and ten minutes
    /// at the same place; from the evening before summer time ends in Berlin.
    private func evening() throws -> String {
        var lines = ["time,lat,lon"]
        let formatter = ISO8601DateFormatter()
        var time = 1_729_969_200.0
        func add(_ meters: Double) {
            let date = Date(timeIntervalSince1970: time)
            // A few metres to either side, in turns.
            let side = Double(Int(time / 10) % 3 - 1) * 3e-5
            lines.append(
                "\(formatter.string(from: date)),\(52.5 + meters / 111_262 + side),\(13.4 - side)"
            )
            time += 10
        }
        for _ in 0..<120 { add(0) }
        for step in 0..<67 { add(Double(step) * 13.5) }
        for _ in 0..<120 { add(900) }
        time += 8 * 3_600
        for _ in 0..<60 { add(900) }
        return try write(lines.joined(separator: "\n"), "evening.csv")
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
    }

    @Test("rows in UTC, and in a zone through the night in which summer time ends")
    func rows() async throws {
        let file = try evening()
        let rows = try await trips(file)
        #expect(rows.exitCode == 0 && rows.errors.isEmpty, "\(rows.errors)")
        let cells = rows.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(cells.map { $0[2] } == ["kind", "stay", "trip", "leg", "stay", "gap", "stay"])
        let trip = cells[2]
        #expect(abs((Double(trip[7]) ?? 0) - 900) < 30, "\(trip)")
        #expect(cells[3][8] == "walk" && (Double(cells[3][9]) ?? 0) > 0.8)
        #expect(cells[5][18] == "true" && cells[5][19] == "dark")
        #expect(cells[1][4] == "2024-10-26T19:00:00Z")

        let local = try await trips(file, "--time-zone", "Europe/Berlin")
        let there = local.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(there[1][4] == "2024-10-26T21:00:00+02:00")
        #expect(there[6][4].hasSuffix("+01:00") && there[6][1] == "2024-10-27")
        // The hour that comes twice is in the gap's length.
        #expect(there[5][6] == cells[5][6])
        #expect((Double(there[5][6]) ?? 0) > 28_800)
    }

    @Test(
        "JSON has the legs in their trips and the rules; GeoJSON stays, legs, and gaps without a shape"
    )
    func documents() async throws {
        let file = try evening()
        let document = try json(try await trips(file, "--format", "json").output)
        let segments = try #require(document["segments"] as? [[String: Any]])
        #expect(
            segments.compactMap { $0["kind"] as? String } == [
                "stay", "trip", "stay", "gap", "stay",
            ]
        )
        #expect((segments[1]["legs"] as? [Any])?.count == 1)
        #expect((document["rules"] as? [String: Any])?["stay_s"] as? Double == 300)
        let path = folder.path("days.geojson")
        #expect(try await trips(file, "-o", path).exitCode == 0)
        let shapes = try json(try String(contentsOfFile: path, encoding: .utf8))
        let features = try #require(shapes["features"] as? [[String: Any]])
        let types = features.map { ($0["geometry"] as? [String: Any])?["type"] as? String }
        #expect(types == ["Point", nil, "LineString", "Point", nil, "Point"])
    }

    @Test("what is asked for otherwise is kept to")
    func options() async throws {
        let file = try evening()
        let rows = try await trips(file, "--stay", "30min", "--gap", "10h", "--format", "csv")
        // Nowhere for half an hour but where the night is spent.
        #expect(
            rows.lines.dropFirst().map { $0.split(separator: ",")[2] } == ["trip", "leg", "stay"]
        )
        for (arguments, text) in [
            (["--stay", "5"], "write a number and its unit"),
            (["--stay", "1s"], "--stay is 1s; it lies between 1min and 24h"),
            (["--radius", "9km"], "--radius is 9km; it lies between 20 m and 5000 m"),
            (["--gap", "2min"], "--gap is 2min, less than --stay"),
            (["--time-zone", "Berlin"], "--time-zone is \"Berlin\""),
            (["--format", "gpkg", "-o", "x.gpkg"], "is written as geojson, json"),
        ] {
            let outcome = try await AmbitCommand.run(["trips", file] + arguments)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(text), "\(outcome.errors)")
        }
    }

    @Test("bad files end the command, each with its sentence")
    func refusals() async throws {
        func refusal(_ rows: String) async throws -> String {
            let outcome = try await trips(try write("time,lat,lon\n" + rows, "bad.csv"))
            #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
            return outcome.errors
        }
        #expect(
            try await refusal("2024-11-03T08:00:00Z,42,-101\n")
                .contains("\"bad.csv\" has 1 fix; a track is 2 or more")
        )
        #expect(
            try await refusal("1989-11-03T08:00:00Z,42,-101\n1989-11-03T08:01:00Z,42,-101\n")
                .contains("line 2: time is 1989-11-03T08:00:00Z, before 1990")
        )
        #expect(
            try await refusal("2999-11-03T08:00:00Z,42,-101\n").contains("in the future")
        )
        #expect(
            try await refusal("2024-11-03T08:00:00Z,-101,42\n2024-11-03T08:01:00Z,-101,42\n")
                .contains("Latitude and longitude look swapped")
        )
        let light = (0..<9).map { "2024-11-03T08:00:0\($0)Z,\($0 * 9),\($0 * 80 % 170)\n" }
        #expect(
            try await refusal(light.joined()).contains("lie where nobody gets in the time between")
        )
        #expect(try await refusal("").contains("0 fixes"))
    }

    @Test("fixes that are left out are counted")
    func leftOut() async throws {
        let file = try evening()
        var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        // Latitude and longitude swapped.
        lines.insert("2024-10-26T19:05:05Z,13.4,52.5", at: 31)
        let rows = try await trips(try write(lines.joined(separator: "\n"), "spiked.csv"))
        #expect(
            rows.errors.contains(
                "note: spiked.csv: 1 fix lies where nobody gets in the time between and is left out; "
                    + "latitude and longitude look swapped in 1 of them"
            ),
            "\(rows.errors)"
        )
        #expect(rows.lines.count == 7)
    }
}
