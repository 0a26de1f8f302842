import Foundation
import Testing

/// `ambit coverage` on districts of all kinds: every one has a row, and what cannot be measured is
/// named.
@Suite struct CoverageCommandTests {
    private let folder: TemporaryFolder
    private let stations: String

    init() throws {
        folder = try TemporaryFolder()
        stations = try folder.write("lat,lon\n89,0\n0.5,0.5\n", to: "stations.csv")
    }

    private static func feature(_ name: String, _ geometry: String) -> String {
        #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":\#(geometry)}"#
    }

    private static func polygon(_ name: String, _ rings: String) -> String {
        feature(name, #"{"type":"Polygon","coordinates":[\#(rings)]}"#)
    }

    private func coverage(_ features: [String], _ arguments: String...) async throws
        -> AmbitCommand.Outcome
    {
        let file = try folder.write(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
            to: "districts.geojson"
        )
        return try await AmbitCommand.run(
            ["coverage", stations, "--districts", file, "--format", "csv"] + arguments
        )
    }

    @Test("poles, the whole Earth, the antimeridian and a speck are measured exactly")
    func everywhere() async throws {
        let outcome = try await coverage(
            [
                Self.polygon("cap", "[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]"),
                Self.polygon("earth", "[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]"),
                Self.polygon("date line", "[[179,0],[-180,0],[-180,1],[179,1],[179,0]]"),
                Self.polygon("speck", "[[0,0],[1e-9,0],[0,1e-9],[0,0]]"),
                Self.polygon("degree", "[[0,0],[1,0],[1,1],[0,1],[0,0]]"),
            ],
            "--within",
            "1000km,30000km"
        )
        #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
        let rows = outcome.lines.dropFirst().map { $0.split(separator: ",").map(String.init) }
        #expect(rows.map(\.first) == ["cap", "earth", "date line", "speck", "degree"])
        let sizes = rows.map { Double($0[1]) ?? .nan }
        // The zones of WGS84, as GeographicLib has them.
        for (size, expected) in zip(
            sizes,
            [3_908_572.761_837, 510_065_621.724_088, 12_308.463_894, 0, 12_308.463_894]
        ) {
            #expect(abs(size - expected) < 1e-6 * max(1, expected), "\(size) \(expected)")
        }
        // Within 1,000 km of 89 north lies about four fifths of the cap; all is within 30,000.
        let near = rows.map { Double($0[5]) ?? .nan }
        #expect(near[0] > 0.75 && near[0] < 0.85, "\(near[0])")
        #expect(near[1] > 0.011 && near[1] < 0.014, "\(near[1])")
        #expect(near[4] == 1)
        #expect(rows.allSatisfy { $0[6] == "1" })
        // The speck's corner farthest from 0.5, 0.5.
        #expect(abs((Double(rows[3][2]) ?? 0) - 78_451.248) < 0.6)
    }

    @Test("what covers no ground has a row of its name, a reason, and the exit code 1")
    func unmeasured() async throws {
        let outcome = try await coverage([
            Self.polygon("zero", "[[0,0],[0,0],[0,0],[0,0]]"),
            Self.polygon("bow", "[[0,0],[1,1],[1,0],[0,1],[0,0]]"),
            Self.polygon("spike", "[[0,0],[1,0],[1,1],[1,0],[0,0]]"),
            Self.feature("point", #"{"type":"Point","coordinates":[0,0]}"#),
            Self.feature("nowhere", "null"),
            Self.polygon("degree", "[[0,0],[1,0],[1,1],[0,1],[0,0]]"),
        ])
        #expect(outcome.exitCode == 1)
        let rows = outcome.lines.dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows.map(\.first) == ["zero", "bow", "spike", "point", "nowhere", "degree"])
        let blank = [0, 2, 3, 4].map { rows[$0].dropFirst().joined() }
        #expect(blank == ["", "", "", ""])
        // Both halves of the bow, as GeographicLib has them: what winds the other way counts as well.
        #expect(abs((Double(rows[1][1]) ?? 0) - 6_154.269_957) < 1e-5, "\(rows[1])")
        let notes = outcome.errors.split(separator: "\n")
        #expect(notes.count == 5, "\(outcome.errors)")
        for (note, (name, reason)) in zip(
            notes,
            [
                ("zero", "was not measured: "), ("bow", "was mended before it was measured"),
                ("spike", "was not measured: "), ("point", "it has no polygon"),
                ("nowhere", "it has no polygon"),
            ]
        ) {
            #expect(note.contains("\"\(name)\"") && note.contains(reason), "\(note)")
        }
    }

    @Test("a blank or bad row among the people is named, or left out and counted on request")
    func people() async throws {
        let people = try folder.write(
            "name,lat,lon\nAnn,0.5,0.5\nBob,,\nEve,0.5,north\n",
            to: "people.csv"
        )
        let district = Self.polygon("degree", "[[0,0],[1,0],[1,1],[0,1],[0,0]]")
        let stopped = try await coverage([district], "--people", people)
        #expect(stopped.exitCode == 1 && stopped.output == "")
        #expect(
            stopped.errors.hasSuffix(
                "people.csv, line 3: lat is \"\"; write degrees, such as 38.8977\n"
            )
        )
        let skipped = try await coverage([district], "--people", people, "--skip-bad-rows")
        #expect(skipped.exitCode == 0)
        #expect(skipped.errors.hasSuffix("people.csv: 2 rows without a place were left out.\n"))
        #expect(skipped.lines.last?.contains(",1,1,1,1") == true, "\(skipped.output)")
    }
}
