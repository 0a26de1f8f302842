import Foundation
import Testing

/// `--fields` with the columns of places out of a file, and values of options that don't exist.
@Suite struct FieldTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
    }

    @Test(
        "a join takes the columns that it writes, in their order, and those of the second without b_",
        arguments: [
            ("a_id,b_id,distance_m", "a_id,b_id,distance_m", "four.a,four.b,1908.940"),
            ("distance_m,a_name", "distance_m,a_name", "1908.940,Alder Hall"),
            (
                "b_id,a_lat,name", "b_id,a_lat,b_name",
                "four.b,38.8977,\"Birch \"\"The Old\"\" School\""
            ),
            ("b_Kind,a_id", "b_Kind,a_id", "school,four.a"),
        ]
    )
    func join(fields: String, header: String, first: String) async throws {
        let outcome = try await ambit("join", "stations", "stations", "--fields", fields)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.first == header)
        #expect(outcome.lines.contains(first), "\(outcome.output)")
        #expect(outcome.lines.count == 5)
    }

    @Test("places that no column is named of come whole, before the rest")
    func places() async throws {
        let input = "who,lat,lon\n Ann ,38.8977,-77.0365\n\"x\",0,0\n"
        let whole = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id",
            input: input
        )
        #expect(whole.lines.first == "at_who,at_lat,at_lon,id")
        #expect(whole.lines.dropFirst().first == " Ann ,38.8977,-77.0365,four.a")
        let named = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id,at_who",
            "--max",
            "1km",
            "--keep-unmatched",
            input: input
        )
        #expect(named.output == "id,at_who\nfour.a, Ann \n,x\n")
    }

    @Test(
        "names, categories, types and options that don't exist are named, with what there is",
        arguments: [
            (
                ["nearest", "stations", "--at", "-", "--fields", "at_whom"],
                "--fields: there is no column \"at_whom\"; did you mean \"at_who\"?"
            ),
            (
                ["join", "stations", "stations", "--fields", "a_nam"],
                "--fields: there is no column \"a_nam\"; did you mean \"a_name\"?"
            ),
            (
                ["nearest", "stations", "--at", "1,2", "--fields", "at_lat"],
                "--fields: there is no column \"at_lat\""
            ),
            (
                ["within", "messages", "--bbox", "0,0,1,1", "--category", "foo"],
                "--category: there is no category \"foo\"; there are cute, educational, funny, help, "
                    + "news, question"
            ),
            (
                ["within", "messages", "--bbox", "0,0,1,1", "--category", "news,funy"],
                "--category: there is no category \"funy\"; did you mean \"funny\"? There are cute"
            ),
            (
                ["within", "districts", "--bbox", "0,0,1,1", "--type", "ward"],
                "--type: there are no districts"
            ),
            (
                ["within", "stations", "--at", "1,2", "--radus", "3km"],
                "within has no option --radus; did you mean --radius?"
            ),
            (
                ["density", "stations", "--cel=3km"],
                "density has no option --cel; did you mean --cell?"
            ),
            (["datasets", "lst"], "datasets has no command \"lst\"; did you mean \"list\"?"),
        ]
    )
    func unknown(arguments: [String], message: String) async throws {
        let outcome = try await AmbitCommand.run(
            arguments + ["--database", database],
            input: "who,lat,lon\nAnn,1,2\n"
        )
        #expect(outcome.exitCode == 64 && outcome.output == "")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("a type that no district has is named, with those that there are")
    func unknownType() async throws {
        let wards = try folder.write(
            """
            {"type":"Feature","properties":{"code":"1","name":"One"},"geometry":{"type":"Polygon",
             "coordinates":[[[-77.1,38.8],[-76.9,38.8],[-76.9,39],[-77.1,38.8]]]}}
            """,
            to: "wards.geojson"
        )
        let imported = try await ambit(
            "import",
            "districts",
            wards,
            "--dataset",
            "wards",
            "--type",
            "ward",
            "--quiet"
        )
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let outcome = try await ambit("stats", "districts", "--type", "wart")
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errors.contains(
                "--type: there is no type \"wart\"; did you mean \"ward\"? There are ward"
            ),
            "\(outcome.errors)"
        )
        let known = try await ambit("stats", "districts", "--type", "Ward")
        #expect(known.exitCode == 0, "\(known.errors)")
    }

    @Test(
        "bad rows of a file that is the layer are named, or left out and counted on request",
        arguments: [["density", "--cell", "1km"], ["stats"], ["nearest", "--at", "1,2"]]
    )
    func badRows(question: [String]) async throws {
        let file = try folder.write("lat,lon,name\n1,2,a\n91,2,b\n\n,,\n1,2.1,c\n", to: "in.csv")
        let arguments = [question[0], file] + question.dropFirst() + ["--format", "csv"]
        let stopped = try await AmbitCommand.run(arguments)
        #expect(stopped.exitCode == 1)
        #expect(stopped.errors.contains("in.csv, line 3: latitude is 91.0"), "\(stopped.errors)")
        let skipped = try await AmbitCommand.run(arguments + ["--skip-bad-rows"])
        #expect(skipped.exitCode == 0)
        #expect(skipped.errors.contains("in.csv: 2 rows without a place were left out.\n"))
        #expect(skipped.lines.count > 2)
    }

    @Test("a file of places keeps its words, in whatever encoding it came")
    func encoding() async throws {
        let file = folder.path("latin.csv")
        try Data("lat,lon,name\n1,2,Caf".utf8 + [0xE9] + "\n".utf8).write(
            to: URL(fileURLWithPath: file)
        )
        let outcome = try await ambit(
            "nearest",
            "stations",
            "--at",
            file,
            "-k",
            "1",
            "--format",
            "csv"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.dropFirst().allSatisfy { $0.hasPrefix("1,2,Café,") })
        #expect(outcome.lines.count == 2)
    }
}
