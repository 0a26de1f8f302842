import Foundation
import Testing

/// Districts, and files of polygons, asked about on the command line.
@Suite struct AreaLayerTests {
    private let folder: TemporaryFolder
    private let database: String

    /// A square with a hole, its neighbour to the east, one in two parts about the antimeridian, and
    /// a ward that has the first and half of the second.
    private static let squares = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"code":"1","name":"Hollow"},"geometry":{"type":"Polygon","coordinates":[
         [[0,0],[1,0],[1,1],[0,1],[0,0]],[[0.4,0.4],[0.6,0.4],[0.6,0.6],[0.4,0.6],[0.4,0.4]]]}},
        {"type":"Feature","properties":{"code":"2","name":"East"},"geometry":{"type":"Polygon","coordinates":[
         [[1,0],[2,0],[2,1],[1,1],[1,0]]]}},
        {"type":"Feature","properties":{"code":"3","name":"Dateline"},"geometry":{"type":"MultiPolygon","coordinates":[
         [[[179,-1],[180,-1],[180,1],[179,1],[179,-1]]],[[[-180,-1],[-179,-1],[-179,1],[-180,1],[-180,-1]]]]}}]}
        """
    private static let ward = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"W","name":"West Ward"},
         "geometry":{"type":"Polygon","coordinates":[[[0,0],[1.5,0],[1.5,1],[0,1],[0,0]]]}}]}
        """

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("areas.sqlite")
        for (file, text, type) in [
            ("squares.geojson", Self.squares, "precinct"), ("ward.geojson", Self.ward, "ward"),
        ] {
            let imported = try await AmbitCommand.run(
                "import",
                "districts",
                try folder.write(text, to: file),
                "--dataset",
                type,
                "--type",
                type,
                "--database",
                database,
                "--quiet"
            )
            try #require(imported.exitCode == 0, "\(imported.errors)")
        }
    }

    private func ambit(_ arguments: [String]) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
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

    @Test("coverage measures the districts of a type in the database")
    func coverage() async throws {
        let stations = try folder.write("id,lat,lon\na,0.5,1.5\n", to: "stations.csv")
        let outcome = try await ambit([
            "coverage", stations, "--districts", "ward", "--within", "100km,200km", "--format",
            "csv",
        ])
        #expect(outcome.lines.count == 2, "\(outcome.errors)")
        let shares = try #require(outcome.lines.last).split(separator: ",").suffix(2)
        #expect(outcome.lines.last?.hasPrefix("West Ward,") == true)
        // The farthest corner is 176 km away, the middle 84 km.
        let near = try #require(shares.first.flatMap { Double($0) })
        #expect(near > 0.5 && near < 1)
        #expect(shares.last == "1")
        let unknown = try await ambit(["coverage", stations, "--districts", "wrad"])
        #expect(unknown.exitCode == 64)
        #expect(unknown.errors.contains("districts of type precinct, ward"), "\(unknown.errors)")
    }

    @Test("areas stand first in a join: asked from all of them, not from a place inside")
    func joinFromAreas() async throws {
        let schools = try folder.write(
            "id,lat,lon\nin,0.5,0.1\nhole,0.5,0.45\nedge,0.5,1\neast,0.5,2.5\ndate,0,-179.5\n",
            to: "schools.csv"
        )
        func pairs(_ arguments: String...) async throws -> [String] {
            let outcome = try await ambit(
                ["join", "districts", schools, "--first-type", "precinct"] + arguments + [
                    "--fields", "id,distance_m", "--format", "csv",
                ]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(cells[3]) \(cells[cells.count - 2]) \(cells[cells.count - 1])"
            }
        }
        // GeographicLib's GeodSolve -i: 0.5 0.4 to 0.5 0.45 is 5565.764 m and 0.5 2 to 0.5 2.5 is
        // 55657.640 m.
        #expect(
            try await pairs("--within", "0m") == [
                "Hollow edge 0.000", "Hollow in 0.000", "East edge 0.000", "Dateline date 0.000",
            ]
        )
        let around = try await pairs("--nearest", "-k", "3", "--max", "56km")
        #expect(
            around.map { $0.prefix { $0 != "." } } == [
                "Hollow edge 0", "Hollow in 0", "Hollow hole 5565", "East edge 0",
                "East east 55657",
                "Dateline date 0",
            ]
        )
        let counts = try await ambit([
            "join", "districts", schools, "--first-type", "precinct,ward", "--within", "0m",
            "--count", "--format", "csv",
        ])
        #expect(counts.lines.dropFirst().map { $0.suffix(1) } == ["2", "1", "1", "3"])
    }

    @Test("districts joined with districts: those that touch or overlap, and none with itself")
    func joinAreas() async throws {
        func pairs(_ arguments: String...) async throws -> [String] {
            let outcome = try await ambit(
                ["join", "districts", "districts"] + arguments + [
                    "--fields", "name,distance_m", "--format", "csv",
                ]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(cells[3]) \(cells[cells.count - 2]) \(cells[cells.count - 1])"
            }
        }
        #expect(
            try await pairs("--within", "0m") == [
                "Hollow East 0.000", "Hollow West Ward 0.000", "East Hollow 0.000",
                "East West Ward 0.000", "West Ward Hollow 0.000", "West Ward East 0.000",
            ]
        )
        let precincts = ["--first-type", "precinct", "--type", "precinct"]
        #expect(
            try await pairs("--nearest", precincts[0], precincts[1], precincts[2], precincts[3])
                .prefix(2) == ["Hollow East 0.000", "East Hollow 0.000"]
        )
        let counts = try await ambit(
            ["join", "districts", "districts", "--within", "1km", "--count", "--format", "csv"]
        )
        #expect(counts.lines.dropFirst().map { $0.suffix(2) } == [",2", ",2", ",0", ",2"])
    }

    @Test("a file of areas stands first too, and is carried into the output whole")
    func joinFileOfAreas() async throws {
        let file = try folder.write(Self.squares, to: "left.geojson")
        let outcome = try await ambit([
            "join", file, "districts", "--type", "ward", "--within", "0m", "--keep-unmatched",
            "--fields", "name", "--format", "geojson",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let text = outcome.lines.joined()
        #expect(text.contains(#""a_code":"1""#) && text.contains(#""b_name":"West Ward""#))
        // The dateline's square has no ward: its own polygons stand for it.
        #expect(text.contains("MultiPolygon") && text.contains("[179,"))
    }

    @Test("stats of districts: their sizes on the ellipsoid, and the box about them")
    func statistics() async throws {
        let outcome = try await ambit([
            "stats", "districts", "--type", "precinct", "--format", "csv",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let numbers = Dictionary(
            uniqueKeysWithValues: outcome.lines.dropFirst().map { line in
                let cells = line.split(separator: ",")
                return (String(cells[0]), String(cells[1]))
            }
        )
        #expect(numbers["count"] == "3" && numbers["polygons"] == "4")
        // The widest gap is that from -179 to 0.
        #expect(numbers["west"] == "0" && numbers["east"] == "-179")
        // GeographicLib's Planimeter, with edges in thousandths
        // of a degree: 12308.463894 km2 for a square degree at the equator.
        let largest = try #require(numbers["area_max_km2"].flatMap { Double($0) })
        #expect(abs(largest / (4 * 12_308.463894) - 1) < 1e-6)
        let text = try await ambit(["stats", "districts", "--type", "ward", "--format", "table"])
        #expect(text.lines.first?.hasPrefix("1 districts of 18") == true)
        #expect(text.lines.contains { $0.contains("10000 km² to 20000 km²  █") })
    }

    @Test("density counts areas where a place inside each lies")
    func density() async throws {
        let outcome = try await ambit([
            "density", "districts", "--type", "precinct", "--bbox", "-1,-1,3,2", "--cell",
            "1000km", "--format", "csv",
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let counts = outcome.lines.dropFirst().compactMap { line in
            Int(line.split(separator: ",")[3])
        }
        #expect(counts.reduce(0, +) == 2)
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

/// GDAL's programs.
enum GDAL {
    static let isInstalled = ["/usr/bin/ogrinfo", "/usr/local/bin/ogrinfo"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let notice: Comment = "skipped: ogrinfo is not installed (apt install gdal-bin)"

    /// What a program writes; fails where it complains.
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments)")
        return String(decoding: data, as: UTF8.self)
    }

    /// Copies the features of a file, or one of them, into a layer called `shapes`.
    static func geoJSON(of path: String, into file: String, feature: Int? = nil) throws -> String {
        try? FileManager.default.removeItem(atPath: file)
        let source = path.hasSuffix(".gz") ? "/vsigzip/" + path : path
        _ = try run(
            [
                "ogr2ogr", "-f", "GeoJSON", file, source, "-nln", "shapes", "-lco",
                "COORDINATE_PRECISION=17",
            ]
                + (feature.map { ["-fid", "\($0)"] } ?? [])
        )
        return file
    }
}
