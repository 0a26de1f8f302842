import Foundation
import Testing

/// GeoPackages, Shapefiles and FlatGeobufs, looked at with GDAL.
@Suite struct SpatialFormatTests {
    private static let hasGDAL = ["/usr/bin/ogrinfo", "/usr/local/bin/ogrinfo"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let notice: Comment = "skipped: ogrinfo is not installed (apt install gdal-bin)"

    private func ogrinfo(_ file: String) throws -> Program.Outcome {
        try Program.run("ogrinfo", ["-al", file])
    }

    @Test(
        "GDAL opens what is written without a complaint, and finds every point and value in it",
        .enabled(if: hasGDAL, notice),
        arguments: ["gpkg", "shp", "fgb"]
    )
    func points(ending: String) async throws {
        let folder = try TemporaryFolder()
        let database = try await SmallLayer.database(in: folder)
        let file = folder.path("found.\(ending)")
        let outcome = try await AmbitCommand.run(
            "nearest",
            "stations",
            "--at",
            "38.8977,-77.0365",
            "-k",
            "4",
            "-o",
            file,
            "--database",
            database
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output == "" && outcome.errors == "")
        let seen = try ogrinfo(file)
        #expect(seen.exitCode == 0)
        #expect(seen.errors == "")
        #expect(!seen.output.contains("Warning") && !seen.output.contains("ERROR"))
        #expect(seen.output.contains("Feature Count: 4"))
        #expect(seen.output.contains("POINT (-77.0365 38.8977)"))
        #expect(seen.output.contains("name (String") && seen.output.contains("= Dogwood Café"))
        #expect(seen.output.contains("distance_m (Real"))
        #expect(seen.output.contains("WGS 84"))
        #expect(seen.output.contains("Extent: (-77.080000, 38.859000) - (-76.995000, 38.950000)"))
    }

    @Test(
        "cells of a density map are polygons, also across the antimeridian",
        .enabled(if: hasGDAL, notice),
        arguments: ["gpkg", "shp", "geojson", "fgb"]
    )
    func cells(ending: String) async throws {
        let folder = try TemporaryFolder()
        let points = try folder.write(
            "lat,lon\n0.1,179.999\n0.1,-179.999\n0.1,179.998\n0.3,179.7\n",
            to: "points.csv"
        )
        let file = folder.path("cells.\(ending)")
        let outcome = try await AmbitCommand.run(
            "density",
            points,
            "--box",
            "179,-1,-178.96,1",
            "--cell",
            "10km",
            "--shape",
            "hexagon",
            "-o",
            file
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let seen = try ogrinfo(file)
        #expect(seen.errors == "" && seen.exitCode == 0)
        #expect(seen.output.contains("Feature Count: 2"))
        #expect(seen.output.contains("count (Integer") && seen.output.contains(" = 3"))
        #expect(seen.output.contains("MULTIPOLYGON (((") || seen.output.contains("POLYGON (("))
        // Nothing reaches round the Earth: no part has both longitudes.
        #expect(seen.output.contains("180 ") && seen.output.contains("-180 "))
    }

    @Test("a spatial file needs a name, and one that tells what it is")
    func names() async throws {
        let folder = try TemporaryFolder()
        let points = try folder.write("lat,lon\n1,2\n", to: "points.csv")
        for (arguments, hint) in [
            (["--format", "gpkg"], "add --output FILE"),
            (["--output", folder.path("x.what")], "is not told by its name"),
            (["--format", "shp", "-o", folder.path("x.gpkg")], "must end in .shp"),
        ] {
            let outcome = try await AmbitCommand.run(
                ["nearest", points, "--at", "1,2"] + arguments
            )
            #expect(outcome.exitCode != 0)
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }

    @Test("a file that cannot be written is named, and nothing half-written stays behind")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let points = try folder.write("lat,lon\n1,2\n", to: "points.csv")
        for name in ["csv", "gpkg", "shp"] {
            let file = folder.path("missing/out.\(name)")
            let outcome = try await AmbitCommand.run("nearest", points, "--at", "1,2", "-o", file)
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("missing/out"), "\(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing")))
    }

    @Test("no text is cut at a NUL without a word", arguments: ["gpkg", "fgb", "shp"])
    func endOfText(ending: String) async throws {
        let folder = try TemporaryFolder()
        let places = try folder.write(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a\u0000b":"c\u0000d"},"#
                + #""geometry":{"type":"Point","coordinates":[1,2]}}]}"#,
            to: "places.geojson"
        )
        let file = folder.path("found.\(ending)")
        let outcome = try await AmbitCommand.run("nearest", places, "--at", "2,1", "-o", file)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("NUL"), "\(outcome.errors)")
        guard Self.hasGDAL, ending != "shp" else { return }
        let seen = try ogrinfo(file)
        #expect(seen.output.contains("ab (String) = cd"), "\(seen.output)")
    }
}
