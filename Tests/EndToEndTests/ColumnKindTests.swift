import Foundation
import Testing

/// What columns hold, from the file that is read to the one that is written.
@Suite(.enabled(if: GDAL.isInstalled, GDAL.notice)) struct ColumnKindTests {
    private let folder: TemporaryFolder
    private let source: String

    private static let inputs = ["gpkg", "fgb", "shp"]
    private static let drivers = ["gpkg": "GPKG", "fgb": "FlatGeobuf", "shp": "ESRI Shapefile"]

    init() throws {
        folder = try TemporaryFolder()
        source = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"code":"01234","n":5,"x":2.0,"flag":true,"day":"2026-11-03",
            "at":"2026-11-03T07:00:00Z"},"geometry":{"type":"Point","coordinates":[-95.37,29.76]}},
            {"type":"Feature","properties":{"code":"7","n":7,"x":1.5,"flag":false,"day":"2026-11-04",
            "at":"2026-11-03T07:00:00.25Z"},"geometry":{"type":"Point","coordinates":[-95.36,29.75]}},
            {"type":"Feature","properties":{"code":null,"n":null,"x":null,"flag":null,"day":null,
            "at":null},"geometry":{"type":"Point","coordinates":[-95.3,29.7]}}]}
            """,
            to: "places.geojson"
        )
    }

    /// A file of the three places in a format.
    private func input(_ ending: String) throws -> String {
        let path = folder.path("in.\(ending)")
        let driver = try #require(Self.drivers[ending])
        _ = try GDAL.run(["ogr2ogr", "-f", driver, path, source])
        return path
    }

    /// The types of the columns of a file, by their names.
    private func kinds(_ path: String) throws -> [String: String] {
        var kinds: [String: String] = [:]
        for line in try GDAL.run(["ogrinfo", "-so", "-al", path]).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let end = parts[1].range(of: " (", options: .backwards) else {
                continue
            }
            kinds[String(parts[0])] = parts[1][..<end.lowerBound].trimmingCharacters(
                in: .whitespaces
            )
        }
        return kinds
    }

    private func within(_ input: String, _ box: String, _ output: String) async throws {
        let outcome = try await AmbitCommand.run("within", input, "--bbox", box, "-o", output)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test(
        "numbers, yes and no, days and moments stay what they are, and an empty answer has them too",
        arguments: inputs,
        ["-96,29,-95,30", "1,2,3,4"]
    )
    func kept(ending: String, box: String) async throws {
        let input = try input(ending)
        var wanted = [
            "n": "Integer64", "x": "Real", "day": "Date", "code": "String", "distance_m": "Real",
            "lat": "Real",
        ]
        // A shapefile has no moments, and GDAL writes no yes and no into one.
        if ending != "shp" {
            wanted["flag"] = "Integer(Boolean)"
            wanted["at"] = "DateTime"
        }
        let package = folder.path("out.gpkg")
        try await within(input, box, package)
        let found = try kinds(package)
        for (name, kind) in wanted { #expect(found[name] == kind, "\(name)") }
        // By way of a Parquet file, which Ambit reads itself.
        let parquet = folder.path("out.parquet")
        let again = folder.path("again.gpkg")
        try await within(input, box, parquet)
        if box != "1,2,3,4" {
            try await within(parquet, box, again)
            let found = try kinds(again)
            for (name, kind) in wanted where name != "distance_m" {
                #expect(found[name] == kind, "\(name)")
            }
        }
        let flat = folder.path("out.fgb")
        try await within(input, box, flat)
        wanted["day"] = "DateTime"
        for (name, kind) in wanted { #expect(try kinds(flat)[name] == kind, "\(name)") }
        let shapes = folder.path("out.shp")
        try await within(input, box, shapes)
        let inShapes = try kinds(shapes)
        #expect(inShapes["n"]?.hasPrefix("Integer") == true)
        #expect(inShapes["x"] == "Real" && inShapes["code"] == "String")
    }

    @Test("values are those of the input, a moment in its zone and a day as a day")
    func values() async throws {
        let package = folder.path("out.gpkg")
        try await within(try input("gpkg"), "-96,29,-95,30", package)
        let told = try GDAL.run(["ogrinfo", "-al", package])
        for value in [
            "n (Integer64) = 5", "x (Real) = 2", "flag (Integer(Boolean)) = 0", "= 2026/11/03",
            "= 2026/11/03 07:00:00+00", "= 2026/11/03 07:00:00.250+00", "code (String) = 01234",
            "day (Date) = (null)",
        ] {
            #expect(told.contains(value), "\(value): \(told)")
        }
    }

    @Test("degrees of a table are numbers, and all else in it is text")
    func table() async throws {
        let table = try folder.write("zip,lat,lon\n01234,29.7,-95.3\n", to: "t.csv")
        let package = folder.path("out.gpkg")
        for box in ["-96,29,-95,30", "1,2,3,4"] {
            try await within(table, box, package)
            let found = try kinds(package)
            #expect(found["lat"] == "Real" && found["lon"] == "Real" && found["zip"] == "String")
        }
    }

    @Test("an empty answer of areas is of areas")
    func areas() async throws {
        let areas = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":
            {"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}
            """,
            to: "areas.geojson"
        )
        let package = folder.path("out.gpkg")
        try await within(areas, "50,50,51,51", package)
        let told = try GDAL.run(["ogrinfo", "-so", "-al", package])
        #expect(
            told.contains("Geometry: Multi Polygon") && told.contains("n: Integer64"),
            "\(told)"
        )
    }

    @Test("columns of places that ask have their kinds, and a count is a number")
    func asking() async throws {
        let input = try input("gpkg")
        let package = folder.path("out.gpkg")
        for more in [["--count"], ["--where", "n > 100"]] {
            let outcome = try await AmbitCommand.run(
                ["within", input, "--at", input, "--radius", "1m", "-o", package] + more
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let found = try kinds(package)
            #expect(found["at_n"] == "Integer64" && found["at_x"] == "Real")
            #expect(found["at_day"] == "Date" && found["at_at"] == "DateTime")
            #expect(found[more[0] == "--count" ? "count" : "n"] == "Integer64")
        }
    }
}
