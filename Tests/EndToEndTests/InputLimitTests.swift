import Foundation
import Testing

/// Files of every format that were made to take long or much memory: a check of one takes a time and a
/// memory that are bounded, or its limit is told.
///
/// The long form, with AMBIT_TEST_ROUNDS in the surroundings, has files of nine megabytes.
@Suite struct InputLimitTests {
    private static let isLong = ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"] != nil
    private static let length = isLong ? 9_000_000 : 300_000
    /// Of a core's time. What is built for tests takes several times as long as what is built to run,
    /// which `AMBIT_TEST_EXECUTABLE` names.
    private static let mostSeconds = AmbitCommand.named != nil ? 10.0 : isLong ? 90 : 30
    private static let mostMegabytes = 500

    @Test("a file under 10 MB takes a bounded time and memory", arguments: NastyFile.allCases)
    func limits(file: NastyFile) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("nasty")
        try file.bytes(length: Self.length).write(to: URL(filePath: path))
        var arguments = ["import", file.kind, path, "--dataset", "d", "--check"]
        if file.kind == "districts" { arguments += ["--type", "ward"] }
        let run = try MeasuredRun(
            arguments + ["--database", folder.path("test.sqlite")],
            in: folder
        )
        #expect(run.seconds <= Self.mostSeconds, "\(file)")
        #expect(run.megabytes <= Self.mostMegabytes, "\(file)")
        // It ends by itself, and says why where it reads nothing.
        #expect(
            (0...2).contains(run.exitCode),
            "\(file): \(run.exitCode) \(run.errors.suffix(200))"
        )
        if run.exitCode == 1 { #expect(run.errors.contains("error: "), "\(file)") }
        if Self.isLong {
            print("\(file): \(run.seconds) s, \(run.megabytes) MB, ended with \(run.exitCode)")
        }
    }

    @Test("a line of many corners is followed in a bounded time", arguments: [false, true])
    func longLine(ofAreas: Bool) throws {
        let folder = try TemporaryFolder()
        let corners = (0..<Self.length / 23).map { number in
            let angle = Double(number) / 50
            return "[\(-83 + 1e-6 * Double(number) * cos(angle)),\(40 + 2e-6 * Double(number))]"
        }
        let line = try folder.write(
            "{\"type\":\"LineString\",\"coordinates\":[\(corners.joined(separator: ","))]}",
            to: "line.geojson"
        )
        let places = (0..<300).map { (number) -> (x: Double, y: Double) in
            (-83, 40 + Double(number) / 500)
        }
        let features = places.map { x, y in
            let ring = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { across, up in
                "[\(x + Double(across) / 1e3),\(y + Double(up) / 1e3)]"
            }
            return "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
                + "\"coordinates\":[[\(ring.joined(separator: ","))]]}}"
        }
        let layer =
            ofAreas
            ? try folder.write(
                "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
                to: "areas.geojson"
            )
            : try folder.write(
                "name,lat,lon\n" + places.map { "Hall,\($0.y),\($0.x)\n" }.joined(),
                to: "places.csv"
            )
        let run = try MeasuredRun(
            ["within", layer, "--along", line, "--radius", "200m"],
            in: folder
        )
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.seconds <= Self.mostSeconds)
        #expect(run.megabytes <= Self.mostMegabytes)
    }
}
