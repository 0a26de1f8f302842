import Foundation
import Geodesy
import Testing

/// Files of many rows joined with each other, which are taken apart in pieces on all cores.
@Suite struct FileJoinTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    fileprivate struct Spot {
        let name: String
        let place: Coordinate
    }

    /// Rows about a town, enough for several pieces.
    private func spots(_ count: Int, _ prefix: String, seed: UInt64) throws -> [Spot] {
        var random = SplitMix(seed: seed)
        return try (0..<count).map { number in
            func near(_ center: Double) -> Double {
                ((center + random.unit() - 0.5) * 1e7).rounded() / 1e7
            }
            let place = try Coordinate(latitude: near(38.9), longitude: near(-77))
            return Spot(name: "\(prefix) number \(number)", place: place)
        }
    }

    /// How a file of places may be written.
    enum Style: String, CaseIterable {
        case plain, returns, quoted, semicolons, emptyLines, noLastLineEnd, mixed

        fileprivate func text(_ spots: [Spot]) -> String {
            let rows = spots.enumerated().map { number, spot in
                let (latitude, longitude) = (spot.place.latitude, spot.place.longitude)
                return switch self {
                case .returns: "\(spot.name),\(latitude),\(longitude)\r\n"
                case .quoted: "\"\(spot.name)\",\"\(latitude)\",\(longitude)\n"
                case .semicolons: "\(spot.name);\(latitude);\(longitude)\n"
                case .emptyLines where number % 5000 == 4000:
                    "\n\(spot.name),\(latitude),\(longitude)\n \n"
                case .mixed where number > 9000: "\"\(spot.name)\",\(latitude),\(longitude)\r\n"
                default: "\(spot.name),\(latitude),\(longitude)\n"
                }
            }
            let header = self == .semicolons ? "name;lat;lon\n" : "name,lat,lon\n"
            let text = header + rows.joined()
            return self == .noLastLineEnd ? String(text.dropLast()) : text
        }
    }

    @Test("however a layer is written, its rows are the same", arguments: Style.allCases)
    func styles(style: Style) async throws {
        let (layer, places) = (
            try spots(12_000, "row", seed: 1), try spots(12, "place", seed: 2)
        )
        let layerFile = try folder.write(style.text(layer), to: "layer.csv")
        let placeFile = try folder.write(style.text(places), to: "places.csv")
        let outcome = try await AmbitCommand.run([
            "join", placeFile, layerFile, "--nearest", "-k", "3", "--fields",
            "a_name,b_name,b_lat,distance_m",
        ])
        #expect(outcome.errors == "")
        let expected = places.flatMap { place in
            layer.map { ($0, Geodesic.distance(from: place.place, to: $0.place).meters) }
                .sorted { $0.1 < $1.1 }.prefix(3)
                .map { row, meters in
                    let text = String(format: "%.3f", (meters * 1000).rounded() / 1000)
                    return "\(place.name),\(row.name),\(row.place.latitude),\(text)"
                }
        }
        #expect(Array(outcome.lines.dropFirst()) == expected)
    }

    @Test("a row is known by its number in the file, those left out before it counted")
    func numbers() async throws {
        let rows = (1...12_000).map { number in
            let isBad = number == 100 || number == 7_000
            return isBad ? "\(number),x,1\n" : "\(number),\(Double(number) / 1000),20.123456789\n"
        }
        let layer = try folder.write("row,lat,lon\n" + rows.joined(), to: "layer.csv")
        for number in [1, 99, 101, 6_999, 7_001, 12_000] {
            let outcome = try await AmbitCommand.run([
                "nearest", layer, "--at", "\(Double(number) / 1000),20.123456789", "-k", "1",
                "--format", "geojson", "--skip-bad-rows",
            ])
            #expect(outcome.output.contains("\"id\":\(number),"), "\(outcome.output)")
            #expect(outcome.output.contains("\"row\":\"\(number)\""), "\(outcome.output)")
        }
        let refused = try await AmbitCommand.run([
            "nearest", layer, "--at", "1,20", "-k", "1", "--format", "csv",
        ])
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors
                == "error: \(layer), line 101: lat is \"x\"; write degrees, such as 38.8977\n"
        )
    }

    @Test("many places in polygons: those that arithmetic puts there, edges included")
    func polygons() async throws {
        // Squares of a degree in a row, each sharing an edge with the next, and one across three.
        var features = (0..<8).map { Self.square("s\($0)", Double($0), 0, Double($0) + 1, 1) }
        features.append(Self.square("wide", 2.5, 0.25, 5.5, 0.75))
        let areas = try folder.write(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
            to: "areas.geojson"
        )
        var random = SplitMix(seed: 3)
        var (rows, expected): ([String], [String]) = ([], [])
        for number in 0..<12_000 {
            // Quarters lie on edges and corners.
            let isRound = number % 3 == 0
            func draw(_ width: Double) -> Double {
                let value = random.unit() * width
                return isRound ? (value * 4).rounded() / 4 : (value * 1e7).rounded() / 1e7
            }
            let (x, y) = (draw(10) - 1, draw(1.5) - 0.25)
            rows.append("\(number),\(y),\(x)\n")
            for square in 0..<8 where (Double(square)...Double(square) + 1).contains(x) {
                if (0...1).contains(y) { expected.append("\(number),s\(square)") }
            }
            if (2.5...5.5).contains(x), (0.25...0.75).contains(y) {
                expected.append("\(number),wide")
            }
        }
        let places = try folder.write("n,lat,lon\n" + rows.joined(), to: "places.csv")
        let outcome = try await AmbitCommand.run([
            "join", places, areas, "--within", "0m", "--fields", "a_n,b_name", "--explain",
        ])
        #expect(outcome.errors.contains("A map of "), "\(outcome.errors)")
        #expect(Array(outcome.lines.dropFirst()) == expected)
    }

    private static func square(
        _ name: String,
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double
    ) -> String {
        let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        let corners = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        return #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":"#
            + #"{"type":"Polygon","coordinates":[[\#(corners)]]}}"#
    }

    @Test(
        "rows of one id are rows of their own when a file is joined with itself",
        arguments: ["csv", "ndjson"]
    )
    func repeatedIDs(format: String) async throws {
        let text = "id,lat,lon\na,0.1,0\na,0.1,0\na,0.2,0\nb,0.1,0\n"
        let file = try folder.write(text, to: "spots.csv")
        let joined = try await AmbitCommand.run([
            "join", file, file, "--within", "20km", "--format", format,
        ])
        // Four rows, each with the three others.
        #expect(joined.lines.count == 12 + (format == "csv" ? 1 : 0))
        let nearest = try await AmbitCommand.run([
            "join", file, file, "--nearest", "--fields", "distance_m", "--format", "csv",
        ])
        let distances = nearest.lines.dropFirst()
        #expect(distances.count { $0.hasSuffix(",0.000") } == 3)
    }

    @Test("a file joined with itself is that however its path is written, and on standard input")
    func oneFile() async throws {
        let text = "id,lat,lon\na,0.1,0\nb,0.2,0\nc,0.4,0\n"
        let file = try folder.write(text, to: "spots.csv")
        let link = folder.path("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let expected = try await AmbitCommand.run(["join", file, file, "--format", "csv"])
        #expect(expected.lines.count == 4 && !expected.output.contains(",0.000"))
        for other in [link, folder.path("./spots.csv")] {
            let joined = try await AmbitCommand.run(["join", other, file, "--format", "csv"])
            #expect(joined.output == expected.output)
        }
        let binary = try AmbitCommand.executable.path
        let command = "'\(binary)' join - '\(file)' --format csv < '\(file)'"
        let piped = try await Program("/bin/sh", ["-c", command]).run()
        #expect(piped.output == expected.output)
    }
}
