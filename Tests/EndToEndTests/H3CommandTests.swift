import Foundation
import Testing

/// `ambit density --shape h3` and its like in `ambit tracks`.
@Suite struct H3CommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Reads places (`lat,lon`) and a resolution, and prints the count, the middle and the corners of each cell.
    private static let oracle = """
        import collections, csv, json, sys, h3
        counts = collections.Counter(
            h3.latlng_to_cell(float(r["lat"]), float(r["lon"]), int(sys.argv[2]))
            for r in csv.DictReader(open(sys.argv[1])))
        print(json.dumps({c: [n, h3.cell_to_latlng(c), h3.cell_to_boundary(c)] for c, n in counts.items()}))
        """

    /// Whether the library stands beside the program or the system has it.
    private static let hasLibrary: Bool = {
        guard let program = try? AmbitCommand.executable.deletingLastPathComponent() else {
            return false
        }
        let places = [
            program.appendingPathComponent("libh3.so.1").path, "/usr/lib/ambit/libh3.so.1",
        ]
        return places.contains(where: FileManager.default.fileExists)
    }()
    private static let hasOracle =
        (try? Program.run("python3", ["-c", "import h3"]))?.exitCode == 0

    private func density(_ arguments: [String]) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(["density"] + arguments)
    }

    /// Places about a town, all over the Earth, at the antimeridian and at the poles.
    private func places() throws -> String {
        var random = SplitMix(seed: 3)
        var lines = [
            "lat,lon", "90,0", "-90,0", "0,180", "0,-180", "-16.5,179.9999", "-16.5,-179.9999",
        ]
        for number in 0..<3_000 {
            lines.append(
                number % 3 > 0
                    ? "\(38.8 + random.unit() * 0.2),\(-77.1 + random.unit() * 0.2)"
                    : "\(-90 + random.unit() * 180),\(-180 + random.unit() * 360)"
            )
        }
        return try folder.write(lines.joined(separator: "\n") + "\n", to: "places.csv")
    }

    @Test(
        "cells of H3 are those of its own Python package: names, counts, middles and corners",
        .enabled(if: hasLibrary, "skipped: there is no libh3.so.1 (scripts/make-h3)"),
        .enabled(if: hasOracle, "skipped: python3 has no h3 (pip install h3)"),
        arguments: [0, 1, 5, 8]
    )
    func agreement(resolution: Int) async throws {
        let file = try places()
        let outcome = try await density(
            [file, "--shape", "h3", "--resolution", "\(resolution)", "--format", "geojson"]
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let script = try folder.write(Self.oracle, to: "oracle.py")
        let told = try Program.run("python3", [script, file, "\(resolution)"])
        try #require(told.exitCode == 0, "\(told.errors)")
        let truth = try #require(
            JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: [Any]]
        )
        let found = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        let features = try #require(found["features"] as? [[String: Any]])
        #expect(features.count == truth.count)
        let middles = try await middles([
            file, "--shape", "h3", "--resolution", "\(resolution)", "--format", "csv",
        ])
        for feature in features {
            let properties = try #require(feature["properties"] as? [String: Any])
            let cell = try #require(properties["cell"] as? String)
            let expected = try #require(truth[cell], "\(cell)")
            #expect(properties["count"] as? Int == expected[0] as? Int, "\(cell)")
            let middle = try #require(expected[1] as? [Double])
            let shown = try #require(middles[cell])
            #expect(abs(shown.latitude - middle[0]) < 1e-6, "\(cell)")
            let turn = (shown.longitude - middle[1]).remainder(dividingBy: 360)
            #expect(abs(turn) < 1e-6, "\(cell)")
            // Every corner is a position of the polygon, in whichever part it lies.
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let positions = Self.positions(geometry["coordinates"])
            for corner in try #require(expected[2] as? [[Double]]) {
                let isThere = positions.contains {
                    abs($0[1] - corner[0]) < 1e-6
                        && abs(($0[0] - corner[1]).remainder(dividingBy: 360)) < 1e-6
                }
                #expect(isThere, "\(cell) \(corner)")
            }
        }
    }

    /// The middles of cells, which stand in columns.
    private func middles(
        _ arguments: [String]
    ) async throws -> [String: (latitude: Double, longitude: Double)] {
        let outcome = try await density(arguments)
        let rows = try outcome.lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let place = (try #require(Double(cells[1])), try #require(Double(cells[2])))
            return (String(cells[0]), place)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The positions of a polygon or of several.
    private static func positions(_ value: Any?) -> [[Double]] {
        if let position = value as? [Double] { return [position] }
        return (value as? [Any])?.flatMap(positions) ?? []
    }

    @Test(
        "options that do not go together are refused, and told what does",
        arguments: [
            (["--shape", "h3"], "--shape h3 takes --resolution, from 0 to 15"),
            (["--shape", "h3", "--resolution", "16"], "--resolution is 16; it is from 0 to 15"),
            (["--shape", "h3", "--resolution", "-1"], "--resolution is -1; it is from 0 to 15"),
            (
                ["--shape", "h3", "--cell", "1km", "--resolution", "8"],
                "--cell does not go with --shape h3"
            ),
            (["--cell", "1km", "--resolution", "8"], "--resolution goes with --shape h3"),
            ([], "--cell is missing: how wide a square is"),
            (["--shape", "hexagon"], "--cell is missing: how wide a hexagon is"),
        ]
    )
    func options(arguments: [String], message: String) async throws {
        let file = try folder.write("lat,lon\n38.9,-77\n", to: "one.csv")
        for command in [["density"], ["tracks", "density"]] {
            let outcome = try await AmbitCommand.run(command + [file] + arguments)
            #expect(outcome.exitCode == 64, "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("Error: \(message)"), "\(outcome.errors)")
        }
    }

    @Test(
        "without the library the refusal says how to bring it, and squares are counted",
        .enabled(if: !hasLibrary, "skipped: H3's library is installed")
    )
    func missing() async throws {
        let file = try folder.write("lat,lon\n38.9,-77\n", to: "one.csv")
        let refused = try await density([file, "--shape", "h3", "--resolution", "8"])
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("scripts/make-h3"), "\(refused.errors)")
        let counted = try await density([file, "--cell", "1km"])
        #expect(counted.exitCode == 0, "\(counted.errors)")
    }
}
