import Foundation
import TestSupport
import Testing

/// `--by walk` and `--by drive`, on the sample county: what is near along the roads.
@Suite(.serialized) struct WayQueryTests {
    private let folder: TemporaryFolder
    private let database: String
    private static let places = [
        "42.1180,-101.5126", "42.1152,-101.4801", "42.1123,-101.4412", "42.0931,-101.6122",
    ]

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
        for (kind, file, dataset) in [
            ("roads", "roads.geojson", "curlew-roads"), ("stations", "stations.csv", "curlew"),
            ("districts", "precincts.geojson", "curlew-precincts"),
        ] {
            var arguments = [
                "import", kind, Checkout.county(file), "--dataset", dataset, "--quiet",
            ]
            if kind == "districts" { arguments += ["--type", "precinct"] }
            let outcome = try await AmbitCommand.run(arguments + ["--database", database])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    /// The rows of a CSV, each by its columns.
    private func rows(_ outcome: AmbitCommand.Outcome) throws -> [[String: String]] {
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let columns = try #require(outcome.lines.first).split(separator: ",").map(String.init)
        return outcome.lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            return Dictionary(
                zip(columns, cells.map(String.init)),
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// Every station's way from a place as `ambit route` finds it alone, the quickest first.
    private func alone(_ place: String, _ mode: String) async throws -> [(
        id: String, meters: Double, seconds: Double
    )] {
        let stations = try rows(
            try await ambit(
                "within",
                "stations",
                "--bbox",
                "-180,-90,180,90",
                "--fields",
                "id,lat,lon",
                "--format",
                "csv"
            )
        )
        try #require(stations.count > 50)
        let server = try await AmbitServer.start(database: database)
        var ways: [(id: String, meters: Double, seconds: Double)] = []
        for station in stations {
            guard let id = station["id"], let lat = station["lat"], let lon = station["lon"] else {
                continue
            }
            let answer = try await server.get(
                "/v1/directions?from=\(place)&to=\(lat),\(lon)&mode=\(mode)"
            )
            let way = try answer.json
            guard way["method"] as? String == "road", let meters = way["distance_m"] as? Double,
                let seconds = way["duration_s"] as? Double
            else { continue }
            ways.append((id, meters, seconds))
        }
        return ways.sorted { ($0.seconds, $0.id) < ($1.seconds, $1.id) }
    }

    @Test(
        "the nearest by road are those of all ways that are found one by one",
        arguments: ["walk", "drive"]
    )
    func nearest(mode: String) async throws {
        for place in Self.places.suffix(2) {
            let wanted = try await alone(place, mode)
            let found = try rows(
                try await ambit(
                    "nearest",
                    "stations",
                    "--at",
                    place,
                    "-k",
                    "6",
                    "--by",
                    mode,
                    "--fields",
                    "id,distance_m,duration_s",
                    "--format",
                    "csv"
                )
            )
            #expect(found.count == 6)
            for (row, way) in zip(found, wanted) {
                let seconds = try #require(row["duration_s"].flatMap(Double.init))
                let meters = try #require(row["distance_m"].flatMap(Double.init))
                // The service tells whole seconds.
                #expect(abs(seconds - way.seconds) <= 0.6, "\(place) \(row) \(way)")
                if row["id"] == way.id { #expect(abs(meters - way.meters) < 0.1) }
            }
            let limit = wanted[3].meters + 0.5
            let within = try rows(
                try await ambit(
                    "within",
                    "stations",
                    "--at",
                    place,
                    "--radius",
                    "\(limit)m",
                    "--by",
                    mode,
                    "--fields",
                    "id",
                    "--format",
                    "csv"
                )
            )
            #expect(
                Set(within.compactMap { $0["id"] })
                    == Set(wanted.filter { $0.meters <= limit }.map(\.id))
            )
        }
    }

    @Test(
        "many places are answered as each alone, in their order, with counts and those that are far from roads"
    )
    func batch() async throws {
        let file = try folder.write(
            "name,lat,lon\n"
                + Self.places.enumerated().map { "p\($0),\($1)\n" }.joined() + "nowhere,0,0\n",
            to: "places.csv"
        )
        for mode in ["walk", "drive"] {
            let all = try await ambit(
                "nearest",
                "stations",
                "--at",
                file,
                "-k",
                "3",
                "--by",
                mode,
                "--keep-unmatched",
                "--fields",
                "at_name,id,distance_m,duration_s",
                "--format",
                "csv"
            )
            #expect(all.errors.contains("1 place is farther than 1000 m from every road"))
            let found = try rows(all)
            #expect(found.count == 13)
            #expect(found.last?["at_name"] == "nowhere" && found.last?["id"] == "")
            for (index, place) in Self.places.enumerated() {
                let one = try rows(
                    try await ambit(
                        "nearest",
                        "stations",
                        "--at",
                        place,
                        "-k",
                        "3",
                        "--by",
                        mode,
                        "--fields",
                        "id,distance_m,duration_s",
                        "--format",
                        "csv"
                    )
                )
                #expect(
                    found.filter { $0["at_name"] == "p\(index)" }.map { $0["id"] }
                        == one.map { $0["id"] }
                )
            }
            let counts = try rows(
                try await ambit(
                    "within",
                    "stations",
                    "--at",
                    file,
                    "--radius",
                    "20min",
                    "--by",
                    mode,
                    "--count",
                    "--format",
                    "csv"
                )
            )
            #expect(counts.count == 5 && counts.last?["count"] == "0")
            let listed = try rows(
                try await ambit(
                    "within",
                    "stations",
                    "--at",
                    file,
                    "--radius",
                    "20min",
                    "--by",
                    mode,
                    "--fields",
                    "at_name,id,duration_s",
                    "--format",
                    "csv"
                )
            )
            for count in counts {
                let own = listed.filter { $0["at_name"] == count["at_name"] }
                #expect(String(own.count) == count["count"])
                #expect(own.allSatisfy { (Double($0["duration_s"] ?? "") ?? .infinity) <= 1200.05 })
            }
        }
    }

    @Test("coverage counts the ways of people, and those without any")
    func coverage() async throws {
        let homes = try folder.write(
            "lat,lon\n" + Self.places.map { $0 + "\n" }.joined() + "42.1152,-101.4802\n",
            to: "homes.csv"
        )
        let outcome = try await ambit(
            "coverage",
            "stations",
            "--districts",
            "precinct",
            "--people",
            homes,
            "--by",
            "walk",
            "--within",
            "10min,60min,500m",
            "--format",
            "csv"
        )
        let found = try rows(outcome)
        let total = found.compactMap { $0["people"].flatMap(Int.init) }.reduce(0, +)
        #expect(total == 5)
        let nearest = try rows(
            try await ambit(
                "nearest",
                "stations",
                "--at",
                homes,
                "-k",
                "1",
                "--by",
                "walk",
                "--fields",
                "duration_s",
                "--format",
                "csv"
            )
        ).compactMap { $0["duration_s"].flatMap(Double.init) }
        let near = found.compactMap { row -> Double? in
            guard let people = row["people"].flatMap(Double.init), people > 0,
                let share = row["people_within_10min"].flatMap(Double.init)
            else { return nil }
            return people * share
        }.reduce(0, +)
        #expect(abs(near - Double(nearest.count { $0 <= 600 })) < 0.01)
        #expect(found.contains { $0["people"] == "0" && $0["people_within_10min"] == "" })
    }

    @Test(
        "what cannot be asked along roads is refused in a sentence",
        arguments: [
            (["nearest", "stations", "--at", "42,-101", "--max", "10min"], "which goes with --by"),
            (["within", "stations", "--bbox", "1,2,3,4", "--by", "walk"], "--by goes with --at"),
            (["nearest", "districts", "--at", "42,-101", "--by", "walk"], "are areas"),
            (["nearest", "stations", "--at", "42,-101", "--by", "fly"], "fly"),
            (["nearest", "messages", "--at", "42,-101", "--by", "walk"], "straight line"),
            (["coverage", "stations", "--districts", "precinct", "--by", "walk"], "--people"),
            (
                [
                    "nearest", "stations", "--at", "42.1,-101.5", "--by", "walk", "--max",
                    "5lightyears",
                ],
                "--max"
            ),
        ]
    )
    func refused(arguments: [String], reason: String) async throws {
        let outcome = try await AmbitCommand.run(arguments + ["--database", database])
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test("without roads that is said")
    func noRoads() async throws {
        let empty = folder.path("empty.sqlite")
        let file = try folder.write("id,name,lat,lon\n1,Hall,42,-101\n", to: "one.csv")
        let imported = try await AmbitCommand.run(
            "import",
            "stations",
            file,
            "--dataset",
            "x",
            "--quiet",
            "--database",
            empty
        )
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "42,-101",
            "--by",
            "walk",
            "--database",
            empty
        )
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("no roads are loaded"))
    }
}
