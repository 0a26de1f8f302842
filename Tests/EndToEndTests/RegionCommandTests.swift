import Foundation
import Testing

/// Boxes, polygons, corridors, conditions, columns and orders on the command line.
@Suite struct RegionCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
    }

    private func ids(_ arguments: [String]) async throws -> [String] {
        let outcome = try await AmbitCommand.run(
            arguments + ["--fields", "id", "--format", "csv", "--database", database]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.lines.dropFirst().map { String($0.dropFirst("four.".count)) }
    }

    private func within(_ arguments: String...) async throws -> [String] {
        try await ids(["within", "stations"] + arguments)
    }

    @Test(
        "--where compares columns and further columns of the file",
        arguments: [
            ("name=Alder Hall", "a"), ("name!=Alder Hall", "bcd"), ("name~LIB|hall", "ac"),
            ("postcode>20002", "acd"), ("postcode>=20002", "abcd"), ("lat<38.9", "ac"),
            ("lat<=38.8977", "ac"), ("lon>-77", "c"), ("postcode in 20020, 20016", "cd"),
            ("Kind=school", "b"), ("Kind in hall,café", "ad"), ("hours=", "abcd"), ("hours~x", ""),
            ("lat=38.950", "d"), ("name=a=b", ""),
        ]
    )
    func conditions(condition: String, expected: String) async throws {
        let found = try await within("--bbox", "-78,38,-76,40", "--where", condition)
        #expect(found.joined() == expected)
    }

    @Test("what --where drops doesn't count among the k nearest")
    func filterBeforeLimit() async throws {
        let found = try await ids([
            "nearest", "stations", "--at", "38.8977,-77.0365", "-k", "2", "--where",
            "name!=Alder Hall",
            "--where", "name~.",
        ])
        #expect(found == ["b", "c"])
    }

    @Test("rows are sorted by any column, either way, and what is missing comes last")
    func sorting() async throws {
        let box = ["within", "stations", "--bbox", "-78,38,-76,40"]
        #expect(try await ids(box + ["--sort", "lat"]) == ["c", "a", "b", "d"])
        #expect(try await ids(box + ["--sort", "lat:desc"]) == ["d", "b", "a", "c"])
        #expect(try await ids(box + ["--sort", "Kind"]) == ["d", "a", "c", "b"])
        #expect(try await ids(box + ["--sort", "hours:desc"]) == ["a", "b", "c", "d"])
    }

    @Test("a polygon with a hole, and one across the antimeridian")
    func polygon() async throws {
        let file = try folder.write(
            """
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[
             [[-77.1,38.8],[-76.9,38.8],[-76.9,39],[-77.1,39],[-77.1,38.8]],
             [[-77.02,38.9],[-77.01,38.9],[-77.01,38.91],[-77.02,38.91],[-77.02,38.9]]]}}
            """,
            to: "ring.geojson"
        )
        #expect(try await within("--polygon", file) == ["a", "c", "d"])
        let far = try folder.write(
            "id,lat,lon\nwest,-17,179.5\neast,-17,-179.5\nout,-17,178\nedge,-17,180\n",
            to: "fiji.csv"
        )
        let seam = try folder.write(
            """
            {"type":"Polygon","coordinates":[[[179,-18],[181,-18],[181,-16],[179,-16],[179,-18]]]}
            """,
            to: "seam.geojson"
        )
        for region in [["--polygon", seam], ["--box", "179,-18,-179,-16"]] {
            let outcome = try await AmbitCommand.run(
                ["within", far, "--fields", "id", "--format", "csv"] + region
            )
            #expect(outcome.lines.dropFirst().sorted() == ["east", "edge", "west"])
        }
    }

    @Test("a corridor lists what lies along a line, nearest to the line first")
    func corridor() async throws {
        let line = try folder.write(
            #"{"type":"LineString","coordinates":[[0,0],[2,0]]}"#,
            to: "line.geojson"
        )
        // One degree of latitude at the equator is 110,574 m; the ends are round. What is hardly out
        // lies in the boxes in which the corridor is looked for.
        let points = try folder.write(
            "id,lat,lon\nnear,0.001,1\nfar,-0.002,0.5\nbeyond,0,2.001\nout,0.01,1\n"
                + "hardly out,0.0024,1\nhardly out too,-0.0024,0.5\n",
            to: "points.csv"
        )
        let outcome = try await AmbitCommand.run(
            "within",
            points,
            "--along",
            line,
            "--radius",
            "250m",
            "--fields",
            "id,distance_m",
            "--format",
            "csv"
        )
        // GeographicLib's GeodSolve -i: 0 1 0.001 1 is 110.574 m, 0 .5 -.002 .5 is 221.149 m,
        // 0 2 0 2.001 is 111.319 m.
        #expect(
            outcome.lines.dropFirst() == ["near,110.574", "beyond,111.319", "far,221.149"]
        )
    }

    @Test("messages that can be read inside a polygon are found by --intersects, not by --polygon")
    func intersects() async throws {
        let messages = try folder.write(
            """
            id,text,category,lat,lon,visible_radius_m,posted_at,expires_at
            1,inside,news,0.5,0.5,10,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z
            2,reaches,news,0.5,1.001,200,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z
            3,too far,news,0.5,1.01,200,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z
            4,gone,news,0.5,0.5,10,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z

            """,
            to: "messages.csv"
        )
        let done = try await AmbitCommand.run(
            "import",
            "messages",
            messages,
            "--dataset",
            "m",
            "--database",
            database,
            "--quiet"
        )
        try #require(done.exitCode == 0, "\(done.errors)")
        let square = try folder.write(
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#,
            to: "square.geojson"
        )
        for (option, expected) in [
            ("--polygon", ["inside"]), ("--intersects", ["inside", "reaches"]),
        ] {
            let outcome = try await AmbitCommand.run(
                "within",
                "messages",
                option,
                square,
                "--visible-at",
                "2026-01-15T00:00:00Z",
                "--fields",
                "text",
                "--format",
                "csv",
                "--database",
                database
            )
            #expect(Array(outcome.lines.dropFirst()) == expected, "\(outcome.errors)")
        }
    }

    @Test(
        "a slip of the finger gets a suggestion",
        arguments: [
            (["neerest", "stations", "--at", "1,2"], "did you mean \"nearest\"?"),
            (["nearest", "statoins", "--at", "1,2"], "did you mean \"stations\"?"),
            (
                ["nearest", "stations", "--at", "1,2", "--where", "nmae=x"],
                "did you mean \"name\"?"
            ),
            (["nearest", "stations", "--at", "1,2", "--fields", "kind"], "did you mean \"Kind\"?"),
            (["within", "stations", "--at", "1,2", "--radus", "5km"], "--radius"),
            (["within", "stations", "--at", "1,2", "--radius", "5"], "write a number and a unit"),
            (["within", "stations", "--at", "1,2"], "give one of: --at and --radius"),
            (["nearest", "stations", "--at", "nowhere.csv"], "there is no file \"nowhere.csv\""),
            (["nearest", "stations", "--at", "1,2", "--where", "name~("], "no regular expression"),
        ]
    )
    func suggestions(arguments: [String], hint: String) async throws {
        let outcome = try await AmbitCommand.run(arguments + ["--database", database])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }
}
