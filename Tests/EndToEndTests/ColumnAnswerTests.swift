import Foundation
import Geodesy
import Testing

/// Answers that are written straight from columns, against every distance measured one by one, and
/// against the rows that other formats are made of.
@Suite struct ColumnAnswerTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String
    private let stations: [Spot]
    private let places: [Spot]
    private let stationFile: String
    private let placeFile: String

    private struct Spot: Sendable {
        let id: String
        let place: Coordinate
    }

    init() async throws {
        folder = try TemporaryFolder()
        var random = SplitMix(seed: 24)
        let stations = try Self.spots(400, "s", &random)
        let places = try Self.spots(150, "p", &random)
        (self.stations, self.places) = (stations, places)
        try await folder.bring("stations all over the Earth") { folder in
            _ = try Self.write(places, "places.csv", name: "Home", folder)
            let outcome = try await AmbitCommand.run(
                "import",
                "stations",
                try Self.write(stations, "stations.csv", name: "Hall", folder),
                "--dataset",
                "far",
                "--database",
                folder.path("test.sqlite"),
                "--quiet"
            )
            try #require(outcome.exitCode == 0 || outcome.exitCode == 2, "\(outcome.errors)")
        }
        database = folder.path("test.sqlite")
        stationFile = folder.path("stations.csv")
        placeFile = folder.path("places.csv")
    }

    /// Towns, poles, the antimeridian on both sides, and several at one place.
    private static func spots(
        _ count: Int,
        _ prefix: String,
        _ random: inout SplitMix
    ) throws -> [Spot] {
        var spots: [Spot] = []
        for number in 0..<count {
            func near(_ center: Double, _ spread: Double) -> Double {
                center + (random.unit() - 0.5) * spread
            }
            let place: (Double, Double) =
                switch number % 8 {
                case 0: (90 - random.unit() * 0.02, near(0, 360))
                case 1: (-90 + random.unit() * 0.02, near(0, 360))
                case 2: (near(-17, 0.2), 180 - random.unit() * 0.1)
                case 3: (near(-17, 0.2), -180 + random.unit() * 0.1)
                case 4: spots.last.map { ($0.place.latitude, $0.place.longitude) } ?? (90, 0)
                case 5 where number % 40 == 5: (number % 80 == 5 ? 90 : -90, near(0, 360))
                case 5: (near(0, 180), near(0, 360))
                default: (near(38.9, 0.1), near(-77, 0.1))
                }
            func text(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
            spots.append(
                Spot(
                    id: "\(prefix)\(number)",
                    place: try Coordinate(latitude: text(place.0), longitude: text(place.1))
                )
            )
        }
        return spots
    }

    private static func write(
        _ spots: [Spot],
        _ file: String,
        name: String,
        _ folder: TemporaryFolder
    ) throws -> String {
        let rows = spots.map { spot in
            "\(spot.id),\"\(name) \"\"\(spot.id)\"\", \(spot.id)\",\(spot.place.latitude),"
                + "\(spot.place.longitude)\n"
        }
        return try folder.write("id,name,lat,lon\n" + rows.joined(), to: file)
    }

    private enum Question {
        case within(Double)
        case nearest(Int)

        var arguments: [String] {
            switch self {
            case .within(let meters): ["within", "--radius", "\(meters)m"]
            case .nearest(let count): ["nearest", "-k", "\(count)"]
            }
        }
    }

    /// The lines that measuring every distance gives.
    private func expected(_ question: Question, of stations: [Spot]) -> [String] {
        places.flatMap { place -> [String] in
            let all = stations.map { station in
                (station.id, Geodesic.distance(from: place.place, to: station.place).meters)
            }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            let found =
                switch question {
                case .within(let meters): all.filter { $0.1 <= meters }
                case .nearest(let count): Array(all.prefix(count))
                }
            return found.map { id, meters in
                "\(place.id),\(id),\(String(format: "%.3f", (meters * 1000).rounded() / 1000))"
            }
        }
    }

    private static let questions: [Question] = [
        .within(900), .within(30_000), .within(9_000_000), .nearest(1), .nearest(7), .nearest(1000),
    ]

    @Test("a file asked from a file agrees with every distance", arguments: 0..<6)
    func files(number: Int) async throws {
        let question = Self.questions[number]
        let outcome = try await AmbitCommand.run(
            [question.arguments[0], stationFile, "--at", placeFile, "--fields"]
                + ["at_id,id,distance_m"] + question.arguments.dropFirst()
        )
        #expect(outcome.errors == "")
        #expect(Array(outcome.lines.dropFirst()) == expected(question, of: stations))
    }

    @Test("stations asked from a file agree with every distance", arguments: 0..<6)
    func published(number: Int) async throws {
        let question = Self.questions[number]
        let all = try await ambit(
            "within",
            "stations",
            "--bbox",
            "-180,-90,180,90",
            "--fields",
            "id,lat,lon"
        )
        let published = try all.lines.dropFirst().map { line in
            let cells = line.split(separator: ",")
            let (latitude, longitude) = (
                try #require(Double(cells[1])), try #require(Double(cells[2]))
            )
            return Spot(
                id: String(cells[0]),
                place: try Coordinate(latitude: latitude, longitude: longitude)
            )
        }
        try #require(published.count > 300)
        let outcome = try await ambit(
            [question.arguments[0], "stations", "--at", placeFile, "--fields"]
                + ["at_id,id,distance_m", "--explain"] + question.arguments.dropFirst()
        )
        #expect(outcome.errors.contains("A quadtree of "), "\(outcome.errors)")
        #expect(Array(outcome.lines.dropFirst()) == expected(question, of: published))
    }

    @Test(
        "CSV says what JSON says, whatever is asked and however the places are written",
        arguments: [
            [], ["--fields", "name,distance_m,id"], ["--fields", "at_name,dataset,lat,lon,at_id"],
            ["--keep-unmatched"], ["--where", "name~1"],
            ["--fields", "districts,hours,wheelchair,postcode,address,at_lon"],
        ],
        [",", ";", "\t"]
    )
    func formats(options: [String], delimiter: String) async throws {
        let text = try String(contentsOfFile: placeFile, encoding: .utf8)
        let rows = text.split(separator: "\n").map { line -> String in
            guard delimiter != ",", let quote = line.lastIndex(of: "\"") else {
                return String(line.replacing(",", with: delimiter))
            }
            let (start, end) = (line[...quote], line[line.index(after: quote)...])
            let id = String(start.prefix { $0 != "," })
            return id + delimiter + String(start.dropFirst(id.count + 1))
                + String(end.replacing(",", with: delimiter))
        }
        let file = try folder.write(
            (delimiter == "," ? text : rows.joined(separator: "\r\n") + "\r\n"),
            to: "places\(delimiter == "," ? 1 : delimiter == ";" ? 2 : 3).csv"
        )
        for layer in ["stations", stationFile] {
            if layer != "stations", options.contains(where: { $0.contains("dataset") }) { continue }
            if layer != "stations", options.contains(where: { $0.contains("hours") }) { continue }
            let arguments = ["within", layer, "--at", file, "--radius", "5km"] + options
            let csv = try await ambit(arguments + ["--format", "csv"])
            let json = try await ambit(arguments + ["--format", "ndjson"])
            #expect(csv.errors == "")
            #expect(csv.lines.count == json.lines.count + 1)
            let columns = try #require(csv.lines.first).split(separator: ",").map(String.init)
            for (row, object) in zip(csv.lines.dropFirst(), json.lines) {
                let value = try JSONSerialization.jsonObject(with: Data(object.utf8))
                let members = try #require(value as? [String: Any])
                for (cell, column) in zip(Self.cells(row), columns) {
                    let text = Self.text(members[column])
                    let isSame = cell == text || Double(cell) != nil && Double(cell) == Double(text)
                    #expect(isSame, "\(column): \(cell), \(text)")
                }
            }
        }
    }

    /// The cells of a line of CSV.
    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        var previous: Character?
        for character in line {
            switch character {
            case "\"":
                if !isQuoted, previous == "\"" { cells[cells.count - 1].append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
            previous = character
        }
        return cells
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case let text as String: text
        case let number as NSNumber:
            number.doubleValue.description.hasSuffix(".0")
                ? String(number.doubleValue.description.dropLast(2))
                : number.doubleValue.description
        default: ""
        }
    }

    @Test("a bad row in the middle ends the answers before it, or is left out", arguments: [1, 2])
    func badRow(files: Int) async throws {
        let rows = (0..<9_000).map { "\($0),\($0 == 7_000 ? "x" : "38.9"),-77\n" }.joined()
        let file = try folder.write("n,lat,lon\n" + rows, to: "bad.csv")
        let arguments =
            files == 1
            ? ["nearest", "stations", "--at", file, "-k", "1", "--fields", "at_n"]
            : ["join", file, stationFile, "--nearest", "--fields", "a_n"]
        let stopped = try await ambit(arguments)
        #expect(stopped.exitCode == 1)
        #expect(stopped.lines.dropFirst().map { Int($0) } == Array(0..<7_000))
        #expect(
            stopped.errors
                == "error: \(file), line 7002: lat is \"x\"; write degrees, such as 38.8977\n"
        )
        let skipped = try await ambit(arguments + ["--skip-bad-rows"])
        #expect(skipped.exitCode == 0)
        #expect(skipped.lines.dropFirst().map { Int($0) } == (0..<9_000).filter { $0 != 7_000 })
        #expect(skipped.errors == "1 row without a place was left out.\n")
    }

    @Test("the rows of a file without ids are known by their numbers, those left out counted")
    func numbers() async throws {
        let layer = try folder.write("lat,lon\n38,-77\nx,1\n38,-77\n\n38,-77\n", to: "layer.csv")
        let outcome = try await AmbitCommand.run(
            "join",
            layer,
            layer,
            "--within",
            "1m",
            "--fields",
            "distance_m",
            "--skip-bad-rows"
        )
        // Each has both others, and none itself.
        #expect(outcome.lines.count == 7, "\(outcome.output)")
    }

    @Test("a layer joined with itself leaves out each row itself")
    func selfJoin() async throws {
        for (layer, spots) in [(stationFile, stations)] {
            let outcome = try await ambit(
                "join",
                layer,
                layer,
                "--nearest",
                "-k",
                "3",
                "--fields",
                "a_id,b_id,distance_m"
            )
            let expected = spots.flatMap { place in
                spots.filter { $0.id != place.id }
                    .map { ($0.id, Geodesic.distance(from: place.place, to: $0.place).meters) }
                    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3)
                    .map { id, meters in
                        "\(place.id),\(id),"
                            + String(format: "%.3f", (meters * 1000).rounded() / 1000)
                    }
            }
            #expect(Array(outcome.lines.dropFirst()) == expected)
        }
    }
}
