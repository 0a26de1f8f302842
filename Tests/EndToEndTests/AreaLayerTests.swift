import Foundation
import TestSupport
import Testing

/// Districts, and files of polygons, asked about on the command line.
@Suite struct AreaLayerTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SquareDistricts.database(in: folder)
    }

    /// The names, each with its distance where there is one.
    private func names(_ arguments: String...) async throws -> [String] {
        let outcome = try await ambit(
            arguments + ["--fields", "name,distance_m", "--format", "csv"]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.lines.dropFirst().map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }

    @Test("districts that hold a place are 0 m away; the others as far as their nearest edge")
    func nearest() async throws {
        // GeographicLib's GeodSolve -i: 0.5 0.5 to 0.5 0.6 is 11131.528 m, to 0.4 0.5 11057.434 m;
        // 0 2 to 0 2.5 is 55659.745 m.
        #expect(
            try await names("nearest", "districts", "--at", "0.5,0.5", "-k", "2")
                == ["West Ward,0.000", "Hollow,11057.434"]
        )
        #expect(
            try await names(
                "nearest",
                "districts",
                "--at",
                "0,2.5",
                "--type",
                "precinct",
                "--max",
                "60km"
            ) == ["East,55659.745"]
        )
        #expect(
            try await names("nearest", "districts", "--at", "0,-179.5", "-k", "1")
                == ["Dateline,0.000"]
        )
        #expect(
            try await names(
                "nearest",
                "districts",
                "--at",
                "0.5,1",
                "-k",
                "9",
                "--max",
                "0m",
                "--where",
                "type=precinct"
            ) == ["Hollow,0.000", "East,0.000"],
            "both have the edge"
        )
    }

    @Test("within a radius, a box, polygons and a corridor")
    func regions() async throws {
        #expect(
            try await names("within", "districts", "--at", "0.5,0.5", "--radius", "11057.435m")
                == ["West Ward,0.000", "Hollow,11057.434"]
        )
        #expect(
            try await names("within", "districts", "--at", "0.5,0.5", "--radius", "11057.433m")
                == ["West Ward,0.000"]
        )
        let precincts = ["--type", "precinct"]
        for (box, expected) in [
            ("0.45,0.45,0.55,0.55", []), ("0.45,0.45,0.6,0.55", ["Hollow"]),
            ("-1,-1,0,0", ["Hollow"]), ("0.9,0.9,1.1,1.1", ["Hollow", "East"]),
            ("179.5,-2,-179.5,2", ["Dateline"]), ("-180,-2,-179.5,2", ["Dateline"]),
        ] {
            let outcome = try await ambit(
                ["within", "districts", "--bbox", box, "--fields", "name", "--format", "csv"]
                    + precincts
            )
            #expect(Array(outcome.lines.dropFirst()) == expected, "\(box) \(outcome.errors)")
        }
        // Two halves of one square: East lies in neither, and in both together.
        let halves = try folder.write(
            #"{"type":"MultiPolygon","coordinates":[[[[1,0],[1.3,0],[1.7,1],[1,1],[1,0]]],[[[1.3,0],[2,0],[2,1],[1.7,1],[1.3,0]]]]}"#,
            to: "halves.geojson"
        )
        let ward = folder.path("ward.geojson")
        #expect(try await names("within", "districts", "--polygon", halves) == ["East"])
        #expect(
            try await names("within", "districts", "--polygon", ward, "--type", "precinct")
                == ["Hollow"]
        )
        #expect(
            try await names("within", "districts", "--intersects", ward, "--type", "precinct")
                == ["Hollow", "East"]
        )
        let line = try folder.write(
            #"{"type":"LineString","coordinates":[[0.45,0.5],[0.55,0.5]]}"#,
            to: "line.geojson"
        )
        // 0.5 0.45 to 0.5 0.4 is 5565.764 m.
        #expect(
            try await names("within", "districts", "--along", line, "--radius", "6km")
                == ["West Ward,0.000", "Hollow,5565.764"]
        )
    }

    @Test("many places are answered on all cores from memory, and joined with their districts")
    func batch() async throws {
        let places = try folder.write(
            "who,lat,lon\nann,0.5,1.2\nbob,0.5,0.2\ncid,0,179.5\ndee,40,40\n",
            to: "places.csv"
        )
        let outcome = try await ambit([
            "within", "districts", "--at", places, "--radius", "0m", "--type", "precinct",
            "--fields", "code", "--format", "csv", "--keep-unmatched", "--explain",
        ])
        #expect(
            outcome.lines == [
                "at_who,at_lat,at_lon,code", "ann,0.5,1.2,2", "bob,0.5,0.2,1", "cid,0,179.5,3",
                "dee,40,40,",
            ]
        )
        #expect(outcome.errors.contains("areas and their edges were put in an index in memory"))
        #expect(outcome.errors.contains("search the areas"))
        let joined = try await ambit([
            "join", places, "districts", "--within", "0m", "--type", "ward", "--fields", "name",
            "--format", "csv",
        ])
        #expect(joined.lines.dropFirst() == ["ann,0.5,1.2,West Ward", "bob,0.5,0.2,West Ward"])
    }

    @Test("a file of polygons is a layer of areas with its own columns")
    func file() async throws {
        let file = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":7,"properties":{"zone":"seam","rank":2},"geometry":{"type":"Polygon",
             "coordinates":[[[179,-1],[181,-1],[181,1],[179,1],[179,-1]]]}},
            {"type":"Feature","id":8,"properties":{"zone":"square","kind":"park"},"geometry":{"type":"Polygon",
             "coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}
            """,
            to: "zones.geojson"
        )
        let outcome = try await AmbitCommand.run(
            "nearest",
            file,
            "--at",
            "0,-179.5",
            "-k",
            "1",
            "--format",
            "geojson",
            "--where",
            "rank>1"
        )
        let collection = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        let features = try #require(collection["features"] as? [[String: Any]])
        let feature = try #require(features.first)
        let properties = try #require(feature["properties"] as? [String: Any])
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(properties["zone"] as? String == "seam")
        #expect(properties["distance_m"] as? Double == 0)
        // Cut at the antimeridian (RFC 7946, section 3.1.9).
        #expect(geometry["type"] as? String == "MultiPolygon")
        #expect((geometry["coordinates"] as? [Any])?.count == 2)
        let csv = try await AmbitCommand.run(
            "nearest",
            file,
            "--at",
            "0.5,1.5",
            "-k",
            "1",
            "--format",
            "csv"
        )
        #expect(csv.lines.first == "id,zone,rank,kind,lat,lon,distance_m")
        #expect(csv.lines.last?.hasPrefix("8,square,,park,") == true)
        let mixed = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}}]}
            """,
            to: "mixed.geojson"
        )
        let refused = try await AmbitCommand.run("nearest", mixed, "--at", "0,0")
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("feature 2 has no polygon"), "\(refused.errors)")
    }

    @Test(
        "what is about points says so",
        arguments: [
            (["coverage", "districts", "--districts", "ward"], "the districts are areas"),
            (
                ["join", "messages", "districts", "--first-type", "ward"],
                "--first-type is for districts that stand first"
            ),
            (
                ["join", "districts", "messages", "--first-type", "ward,"],
                "--first-type is \"ward,\"; write one or more types"
            ),
            (["nearest", "stations", "--at", "0,0", "--type", "ward"], "--type is for districts"),
            (
                ["nearest", "districts", "--at", "0,0", "--type", "ward,"],
                "write one or more types"
            ),
            (["nearest", "districs", "--at", "0,0"], "did you mean \"districts\"?"),
        ]
    )
    func refusals(arguments: [String], hint: String) async throws {
        let outcome = try await ambit(arguments)
        #expect(outcome.exitCode != 0)
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }

    @Test(
        "GEOS, asked through GDAL, finds the same districts in polygons",
        .enabled(if: GDAL.isInstalled, GDAL.notice),
        arguments: [
            (Checkout.county("precincts.geojson"), Checkout.county("wards.geojson")),
            (
                Checkout.real("dc/voting_precincts_2012.geojson.gz"),
                Checkout.real("dc/wards_2012.geojson.gz")
            ),
        ]
    )
    func oracle(districts: String, regions: String) async throws {
        guard FileManager.default.fileExists(atPath: districts) else {
            print("\(Checkout.realFilesNotice)")
            return
        }
        let imported = try await ambit([
            "import", "districts", districts, "--dataset", "all", "--type", "cell", "--quiet",
        ])
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let all = try GDAL.geoJSON(of: districts, into: folder.path("all.geojson"))
        let region = try GDAL.geoJSON(
            of: regions,
            into: folder.path("region.geojson"),
            feature: 1
        )
        for (option, predicate) in [
            ("--polygon", "ST_Covers"), ("--intersects", "ST_Intersects"),
        ] {
            let truth = try GDAL.run([
                "ogr2ogr", "-f", "CSV", "/vsistdout/", all, "-dialect", "SQLite", "-sql",
                "SELECT d.name AS n FROM shapes d, '\(region)'.shapes r "
                    + "WHERE \(predicate)(r.geometry, d.geometry)",
            ])
            let outcome = try await ambit([
                "within", "districts", option, region, "--type", "cell", "--fields", "name",
                "--format", "csv",
            ])
            let expected = truth.split(separator: "\n").dropFirst().map { name in
                name.filter { $0 != "\"" && $0 != "\r" }
            }
            #expect(outcome.lines.dropFirst().sorted() == expected.sorted())
            #expect(!expected.isEmpty)
        }
    }

    @Test(
        "districts are written as polygons that GDAL opens",
        .enabled(if: GDAL.isInstalled, GDAL.notice),
        arguments: ["gpkg", "shp"]
    )
    func spatialFiles(ending: String) async throws {
        let file = folder.path("found.\(ending)")
        let outcome = try await ambit([
            "within", "districts", "--bbox", "0,0,2,1", "--type", "precinct", "-o", file,
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let seen = try GDAL.run(["ogrinfo", "-al", file])
        #expect(seen.contains("Feature Count: 2"))
        #expect(seen.contains("POLYGON (("))
        #expect(seen.contains("name (String") && seen.contains("= Hollow"))
    }
}
