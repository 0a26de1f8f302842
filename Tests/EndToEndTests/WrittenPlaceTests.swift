import Foundation
import Testing

/// Files of places however people write them, as questions and as layers, from files and from standard
/// input.
@Suite struct WrittenPlaceTests {
    private let folder: TemporaryFolder
    private let layer: String

    init() throws {
        folder = try TemporaryFolder()
        layer = try folder.write("id,lat,lon\nsouth,10,20\nnorth,50.5,-0.25\n", to: "layer.csv")
    }

    private static let places: [(text: String, columns: String)] = [
        ("id,lat,lon\na,50.4,-0.25\nb,11,20\n", "lat,lon"),
        ("id;lat;lon\na;50,4;-0,25\nb;11;20\n", "lat,lon"),
        ("id;x;y\na;-0,25;50,4\nb;20;11\n", "x,y"),
        ("id,X,Y\na,-0.25,50.4\nb,20,11\n", "X,Y"),
        ("id,wkt\na,POINT (-0.25 50.4)\nb,POINT(20 11)\n", "wkt"),
        ("id,geometry\na,SRID=4326;POINT (-0.25 50.4)\nb,\"11, 20\"\n", "geometry"),
        ("id\tgps_lat\tgps_lon\na\t50.4\t-0.25\nb\t11\t20\n", "gps_lat,gps_lon"),
        ("A list of halls\nid,wkt\na,\"POINT (-0.25 50.4)\"\nb,\"POINT (20 11)\"\n", "wkt"),
    ]

    // PROJ's geod_inverse: 50.4 -0.25 to 50.5 -0.25 is 11123.773 m, 11 20 to 10 20 is 110611.187 m.
    private static let expected = ["a,north,11123.773", "b,south,110611.187"]

    @Test(
        "places are found in whatever columns and however their numbers are written",
        arguments: 0..<8
    )
    func questions(number: Int) async throws {
        let file = try folder.write(Self.places[number].text, to: "places.csv")
        for arguments in [
            ["join", file, layer, "--nearest", "--fields", "a_id,b_id,distance_m"],
            ["nearest", layer, "--at", file, "-k", "1", "--fields", "at_id,id,distance_m"],
        ] {
            let outcome = try await AmbitCommand.run(arguments)
            #expect(outcome.errors == "")
            #expect(Array(outcome.lines.dropFirst()) == Self.expected)
        }
        let all = try await AmbitCommand.run(["nearest", layer, "--at", file, "-k", "1"])
        let columns = Self.places[number].columns.split(separator: ",").map { "at_\($0)" }
        #expect(
            all.lines.first
                == (["at_id"] + columns + ["id", "lat", "lon", "distance_m"]).joined(separator: ",")
        )
    }

    @Test("a layer is read in the same ways", arguments: 0..<8)
    func layers(number: Int) async throws {
        let file = try folder.write(Self.places[number].text, to: "places.csv")
        let outcome = try await AmbitCommand.run([
            "join", layer, file, "--nearest", "--fields", "b_id,a_id,distance_m",
        ])
        #expect(outcome.errors == "")
        #expect(Array(outcome.lines.dropFirst()) == Self.expected.reversed())
    }

    @Test("join reads standard input where - stands first, and says it of no other")
    func standardInput() async throws {
        for (text, _) in Self.places {
            let outcome = try await AmbitCommand.run(
                ["join", "-", layer, "--nearest", "--fields", "a_id,b_id,distance_m"],
                input: text
            )
            #expect(outcome.errors == "")
            #expect(Array(outcome.lines.dropFirst()) == Self.expected)
        }
        let wrong = try await AmbitCommand.run(["join", layer, "-", "--nearest"], input: "")
        #expect(wrong.exitCode == 64)
        #expect(wrong.errors.contains("there is no layer and no file \"-\""))
        let none = try await AmbitCommand.run(["join", "-", layer], input: "")
        #expect(none.exitCode == 1)
        #expect(none.errors.hasPrefix("error: standard input is empty"), "\(none.errors)")
    }

    @Test(
        "a row that is no place is named with what is allowed",
        arguments: [
            (
                "id,x,y\na,530000,180000\n",
                "latitude is 180000.0", "x and y are read as degrees, and a map grid's metres"
            ),
            (
                "id,wkt\na,SRID=27700;POINT (530000 180000)\n",
                "wkt is \"SRID=27700;POINT (530000 180000)\"",
                "EPSG:27700 is not read here, but WGS84 (EPSG:4326)"
            ),
            (
                "id,wkt\na,\"POLYGON ((1 2, 3 4, 5 6, 1 2))\"\n", "wkt is \"POLYGON",
                "write POINT (-77.0365 38.8977)"
            ),
        ]
    )
    func faults(text: String, what: String, allowed: String) async throws {
        let file = try folder.write(text, to: "places.csv")
        let outcome = try await AmbitCommand.run(["join", file, layer, "--nearest"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("line 2: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(what), "\(outcome.errors)")
        #expect(outcome.errors.contains(allowed), "\(outcome.errors)")
    }

    @Test("a layer that cannot be read is told of while places wait to be asked from")
    func badLayer() async throws {
        let places = try folder.write(Self.places[0].text, to: "places.csv")
        let bad = try folder.write("id,name\na,b\n", to: "bad.csv")
        let outcome = try await AmbitCommand.run(["join", places, bad, "--nearest"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "error: \(bad), line 1: no latitude and longitude among \"id\", \"name\"; name the "
                + "columns lat and lon, x and y or wkt, or give bare lat,lon lines\n"
        )
    }

    @Test("a feature without a place takes no columns from those behind it")
    func featureWithoutPlace() async throws {
        let features = [
            #"{"type":"Feature","properties":{"name":"Nowhere"},"geometry":null}"#,
            #"{"type":"Feature","properties":{"name":"Hall"},"geometry":{"type":"Point","coordinates":[2,1]}}"#,
        ]
        let texts = [
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}",
            features.joined(separator: "\n"),
        ]
        for (number, text) in texts.enumerated() {
            let file = try folder.write(text, to: "nowhere-\(number).geojson")
            let outcome = try await AmbitCommand.run(
                ["nearest", file, "--at", "1,2", "--skip-bad-rows", "--format", "csv"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.output == "name,lat,lon,distance_m\nHall,1,2,0.000\n")
            #expect(outcome.errors == "\(file): 1 row without a place was left out.\n")
        }
    }

    @Test("--explain names the plan, a line for each part of it")
    func plan() async throws {
        let rows = (0..<20_000).map { "\($0),\(Double($0 % 90)),1\n" }.joined()
        let places = try folder.write("n,lat,lon\n" + rows, to: "places.csv")
        let areas = try folder.write(
            #"{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,50],[0,50],[0,0]]]}"#,
            to: "areas.geojson"
        )
        func plan(_ arguments: String...) async throws -> [String] {
            let outcome = try await AmbitCommand.run(arguments + ["--explain"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let names = ["index", "rows in the index", "places read as", "answers written from"]
            return names.map { name in
                let line = outcome.errors.split(separator: "\n").first {
                    $0.hasPrefix("  \(name)  ")
                }
                return line.map {
                    $0.dropFirst(name.count + 2).trimmingCharacters(in: .whitespaces)
                }
                    ?? "missing"
            }
        }
        #expect(
            try await plan("join", places, layer, "--nearest", "--format", "csv")
                == ["quadtree", "2", "blocks", "columns"]
        )
        #expect(
            try await plan("join", places, layer, "--nearest", "--format", "ndjson")
                == ["quadtree", "2", "blocks", "rows"]
        )
        #expect(
            try await plan("join", places, areas, "--within", "0m", "--format", "csv")
                == ["map of the areas", "1", "blocks", "columns"]
        )
        #expect(
            try await plan("join", places, areas, "--within", "1m", "--format", "csv")
                == ["areas", "1", "blocks", "columns"]
        )
        #expect(
            try await plan("within", layer, "--at", places, "--radius", "1km", "--count")
                == ["quadtree", "2", "blocks", "counts"]
        )
    }

    @Test("the first help lists every exit code")
    func exitCodes() async throws {
        let help = try await AmbitCommand.run(["--help"])
        let lines = help.output.split(separator: "\n").drop { !$0.hasPrefix("EXIT CODES") }
        let codes = lines.dropFirst().prefix { $0.hasPrefix("  ") }.compactMap { line in
            line.split(separator: " ").first.flatMap { Int($0) }
        }
        #expect(codes == [0, 1, 2, 3, 64, 130])
    }
}
