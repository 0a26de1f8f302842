import Foundation
import Testing

/// `ambit join`, `density`, `stats` and `coverage`.
@Suite struct SummaryCommandTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
    }

    @Test("a file is joined with the nearest stations, and a layer with itself but for each row")
    func joinNearest() async throws {
        let file = try folder.write(
            "school,lat,lon\nNorth,38.9499,-77.08\nSouth,38.8591,-76.995\nFar,0,0\n",
            to: "schools.csv"
        )
        let joined = try await ambit(
            "join",
            file,
            "stations",
            "--nearest",
            "--max",
            "1km",
            "--fields",
            "id",
            "--keep-unmatched",
            "--format",
            "csv"
        )
        #expect(
            joined.output == """
                a_school,a_lat,a_lon,b_id
                North,38.9499,-77.08,four.d
                South,38.8591,-76.995,four.c
                Far,0,0,

                """
        )
        let own = try await ambit(
            "join",
            "stations",
            "stations",
            "--fields",
            "id,distance_m",
            "--format",
            "csv"
        )
        let pairs = own.lines.dropFirst().map { line in
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            return "\(parts[0]) \(parts.suffix(2).joined(separator: " "))"
        }
        // By GeographicLib's GeodSolve: a and b are 1908.940 m apart, c is nearest to b, d to a.
        #expect(pairs.count == 4)
        #expect(pairs.contains("four.a four.b 1908.940"))
        #expect(pairs.contains("four.b four.a 1908.940"))
        #expect(pairs.contains { $0.hasPrefix("four.c four.b ") })
        #expect(pairs.contains { $0.hasPrefix("four.d four.a ") })
    }

    @Test("--within joins all pairs that near")
    func joinWithin() async throws {
        let joined = try await ambit(
            "join",
            "stations",
            "stations",
            "--within",
            "1908.940m",
            "--count",
            "--format",
            "csv"
        )
        #expect(joined.lines.dropFirst().map { $0.suffix(2) } == [",1", ",1", ",0", ",0"])
    }

    @Test("every point is counted in one cell, and small counts are withheld", arguments: [1, 2])
    func density(minimum: Int) async throws {
        let png = folder.path("map.png")
        let wards = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
             "geometry":{"type":"Polygon","coordinates":[[[-77.1,38.8],[-76.9,38.8],[-76.9,39],[-77.1,38.8]]]}},
             {"type":"Feature","properties":{},
             "geometry":{"type":"LineString","coordinates":[[-77.1,38.8],[-77,38.95]]}}]}
            """,
            to: "wards.geojson"
        )
        let outcome = try await ambit(
            "density",
            "stations",
            "--cell",
            "4km",
            "--min",
            "\(minimum)",
            "--png",
            png,
            "--over",
            wards,
            "--png-width",
            "400",
            "--format",
            "json"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let cells = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
        )
        let counts = cells.compactMap { $0["count"] as? Int }
        if minimum == 1 {
            #expect(counts.reduce(0, +) == 4)
        } else {
            #expect(counts.allSatisfy { $0 >= 2 })
            #expect(outcome.errors.contains("with fewer than 2 points."))
        }
        for cell in cells {
            let density = try #require(cell["per_km2"] as? Double)
            let count = try #require(cell["count"] as? Int)
            #expect(abs(density - Double(count) / 16) < 1e-6)
        }
        let image = try Data(contentsOf: URL(fileURLWithPath: png))
        #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let width = image[16..<20].reduce(0) { $0 << 8 | Int($1) }
        // The map, the legend beside it and the margins.
        #expect(width > 400 && width < 700)
        #expect(image.count > 3_000)
    }

    @Test(
        "a mistake that only the layer shows ends with the usage of the command, not of all",
        arguments: [["stats", "stations"], ["density", "stations", "--cell", "1km"]]
    )
    func usage(command: [String]) async throws {
        let arguments = command + ["--where", "nope=1", "--database", database]
        let outcome = try await AmbitCommand.run(arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: --where: there is no column \"nope\""))
        #expect(outcome.errors.contains("\nUsage: ambit \(command[0]) "), "\(outcome.errors)")
        #expect(
            outcome.errors.hasSuffix(
                "\n  See 'ambit \(command[0]) --help' for more information.\n"
            ),
            "\(outcome.errors)"
        )
    }

    @Test("an empty layer has no cells, and no map")
    func emptyDensity() async throws {
        let counted = try await ambit("density", "messages", "--cell", "500m", "--format", "csv")
        #expect(counted.exitCode == 0, "\(counted.errors)")
        #expect(counted.lines == ["cell,lat,lon,count,per_km2"])
        let map = folder.path("empty.png")
        let drawn = try await ambit("density", "messages", "--cell", "500m", "--png", map)
        #expect(drawn.exitCode == 1)
        #expect(drawn.output.isEmpty)
        #expect(drawn.errors == "error: there is nothing to draw a map of\n", "\(drawn.errors)")
        #expect(!FileManager.default.fileExists(atPath: map))
    }

    @Test("a map is drawn over the districts and roads of the database, where no file is named")
    func backdrop() async throws {
        let wards = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"1","name":"One","type":"ward"},
             "geometry":{"type":"Polygon","coordinates":[[[-77.1,38.8],[-76.9,38.8],[-76.9,39],[-77.1,38.8]]]}}]}
            """,
            to: "wards.geojson"
        )
        let roads = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"properties":{"name":"Road","class":"street"},
             "geometry":{"type":"LineString","coordinates":[[-77.1,38.8],[-77,38.95]]}}]}
            """,
            to: "roads.geojson"
        )
        func picture(_ arguments: String...) async throws -> Data {
            let png = folder.path("map.png")
            let outcome = try await AmbitCommand.run(
                arguments + ["--png", png, "--png-width", "400", "--database", database]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: png))
        }
        let bare = try await picture("density", "stations", "--cell", "4km")
        let served = try await picture("coverage", "stations", "--districts", wards)
        let over = try await picture(
            "density",
            "stations",
            "--cell",
            "4km",
            "--over",
            wards,
            "--over",
            roads
        )
        for (kind, file) in [("districts", wards), ("roads", roads)] {
            let imported = try await ambit("import", kind, file, "--dataset", kind, "--quiet")
            try #require(imported.exitCode == 0, "\(imported.errors)")
        }
        let own = try await picture("density", "stations", "--cell", "4km")
        #expect(own == over, "the same shapes make the same picture")
        #expect(own != bare)
        let servedOverRoads = try await picture("coverage", "stations", "--districts", wards)
        #expect(servedOverRoads != served)
        // A file of places is asked about without a database.
        let places = try folder.write("lat,lon\n38.9,-77\n38.95,-77.05\n", to: "places.csv")
        let alone = try await AmbitCommand.run(
            "density",
            places,
            "--cell",
            "4km",
            "--png",
            folder.path("alone.png"),
            "--database",
            folder.path("none.sqlite")
        )
        #expect(alone.exitCode == 0, "\(alone.errors)")
    }

    @Test("stats tells counts, extent and distances, as rows and as a drawing")
    func stats() async throws {
        let rows = try await ambit("stats", "stations", "--format", "csv")
        #expect(rows.lines.first == "statistic,value")
        for expected in [
            "count,4", "distinct_places,4", "west,-77.08", "north,38.95", "nearest_min_m,1908.940",
            "nearest_from_1000_to_2000_m,2",
        ] {
            #expect(rows.lines.contains(expected), "\(expected): \(rows.output)")
        }
        let drawing = try await ambit("stats", "stations", "--format", "table")
        #expect(drawing.output.contains("4 stations with a place"))
        #expect(drawing.output.contains("1000 m to 2000 m  ████"))
    }

    @Test("coverage finds the far corner of a district, and counts the people near a station")
    func coverage() async throws {
        // A square about Alder Hall, of 0.02 degrees: its corners lie farthest from a, apart from
        // the north-eastern one, which is near to b.
        let wards = try folder.write(
            """
            {"type":"Feature","properties":{"name":"Middle"},"geometry":{"type":"Polygon",
             "coordinates":[[[-77.0465,38.8877],[-77.0265,38.8877],[-77.0265,38.9077],
                             [-77.0465,38.9077],[-77.0465,38.8877]]]}}
            """,
            to: "ward.geojson"
        )
        let homes = try folder.write(
            "lat,lon\n38.8977,-77.0365\n38.8878,-77.0464\n38.8978,-77.03\n0,0\n",
            to: "homes.csv"
        )
        let outcome = try await ambit(
            "coverage",
            "stations",
            "--districts",
            wards,
            "--within",
            "1km,5km",
            "--people",
            homes,
            "--png",
            folder.path("map.png"),
            "--format",
            "ndjson"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let row = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        #expect(row["district"] as? String == "Middle")
        // GeodSolve -i: from 38.8977 -77.0365 to 38.8877 -77.0465 it is 1408.928 m.
        let farthest = try #require(row["farthest_m"] as? Double)
        #expect(abs(farthest - 1408.928) < 0.6)
        #expect(row["people"] as? Int == 3)
        #expect(abs((row["people_within_1km"] as? Double ?? 0) - 0.6667) < 1e-9)
        #expect(row["people_within_5km"] as? Double == 1)
        #expect(row["area_within_5km"] as? Double == 1)
        // Nearly a whole disc of 1 km, and a little of the one about b.
        let area = try #require(row["area_km2"] as? Double)
        let share = try #require(row["area_within_1km"] as? Double)
        #expect(abs(area - 3.85) < 0.02)
        #expect(share * area > 3.0 && share * area < 3.3)
        #expect(FileManager.default.fileExists(atPath: folder.path("map.png")))
    }

    @Test("a pole and the antimeridian are one place however they are written")
    func distinctPlaces() async throws {
        let file = try folder.write(
            "id,lat,lon\nnp,90,0\nnp2,90,170\na,0,180\nb,0,-180\n",
            to: "edges.csv"
        )
        let outcome = try await ambit("stats", file, "--format", "csv")
        #expect(outcome.lines.contains("distinct_places,2"), "\(outcome.output)")
    }

    @Test("a feature that has no point is named by its number, for all may stand in one line")
    func numberedFeature() async throws {
        let point =
            #"{"type":"Feature","properties":{},"#
            + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
        let none = #"{"type":"Feature","properties":{},"geometry":null}"#
        let file = try folder.write(
            #"{"type":"FeatureCollection","features":[\#(point),\#(none)]}"#,
            to: "n.json"
        )
        let outcome = try await ambit("stats", file)
        #expect(outcome.errors.contains("line 1: feature 2: its geometry is no point"))
    }

    @Test("places of a GeoJSON that says that they are in metres are refused, wherever it says so")
    func namedSystem() async throws {
        let system = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#
        let features =
            #""features":[{"type":"Feature","properties":{},"#
            + #""geometry":{"type":"Point","coordinates":[-50,42]}}]"#
        for members in [system + "," + features, features + "," + system] {
            let file = try folder.write(#"{"type":"FeatureCollection",\#(members)}"#, to: "m.json")
            let outcome = try await ambit("stats", file)
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("EPSG::3857"), "\(outcome.errors)")
        }
        let degrees = system.replacing("3857", with: "4326")
        let file = try folder.write(
            #"{"type":"FeatureCollection",\#(features),\#(degrees)}"#,
            to: "d.json"
        )
        #expect(try await ambit("stats", file).exitCode == 0)
    }
}
