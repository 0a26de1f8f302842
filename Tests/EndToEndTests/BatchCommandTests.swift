import Foundation
import Testing

/// `ambit nearest` and `ambit within` for many places at once.
@Suite struct BatchCommandTests: DatabaseSuite {
    private let folder: TemporaryFolder
    let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = try await SmallLayer.database(in: folder)
    }

    @Test("GeoJSON points are answered, with their ids and properties carried along")
    func geoJSON() async throws {
        let input = """
            {"type":"FeatureCollection","name":"x, \\"features\\":[","about":{"a":[1,{"b":2}]},
             "features": [
              {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[-77.0365,38.8977]},
               "properties":{"who":"A \\"quoted, one","n":1.5,"ok":true,"none":null}},
              {"type":"Feature","id":8,"geometry":{"type":"Point","coordinates":[-77.08,38.95]},
               "properties":{"who":"B","tags":["x",{"y":1}]}}
             ]}
            """
        let file = try folder.write(input, to: "in.geojson")
        let outcome = try await ambit(
            "nearest",
            "stations",
            "--at",
            file,
            "-k",
            "1",
            "--fields",
            "id,distance_m"
        )
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                at_id,at_who,at_n,at_ok,at_none,at_tags,at_lat,at_lon,id,distance_m
                7,"A ""quoted, one",1.5,true,,,38.8977,-77.0365,four.a,0.000
                8,B,,,,"[""x"",{""y"":1}]",38.95,-77.08,four.d,0.000

                """
        )
    }

    @Test("NUL bytes of a file are left out with a word")
    func nulBytes() async throws {
        let file = try folder.write("who,lat,lon\nA\0B,38.8977,-77.0365\n", to: "in.csv")
        let outcome = try await ambit(
            "nearest",
            "stations",
            "--at",
            file,
            "-k",
            "1",
            "--fields",
            "id"
        )
        #expect(outcome.output == "at_who,at_lat,at_lon,id\nAB,38.8977,-77.0365,four.a\n")
        #expect(outcome.errors == "\(file): 1 NUL byte left out; no text holds any\n")
    }

    @Test("JSON a line is answered, be it objects with lat and lon or features")
    func jsonLines() async throws {
        let input = """
            {"lat":38.8977,"lon":-77.0365,"n":1}
            {"type":"Feature","geometry":{"type":"Point","coordinates":[-77.08,38.95]},"properties":{"n":2}}

            """
        let outcome = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id",
            "--format",
            "ndjson",
            input: input
        )
        #expect(
            outcome.output == """
                {"at_lat":38.8977,"at_lon":-77.0365,"at_n":1,"id":"four.a"}
                {"at_lat":38.95,"at_lon":-77.08,"at_n":2,"id":"four.d"}

                """
        )
    }

    @Test(
        "JSON that breaks off, or closes what nobody opened, is one bad row, and the rest is answered",
        arguments: [
            ("{\"lat\":38.8977,\"lon\":-77.0365}\n{\"lat\":38.9,\"lo", ["four.a"]),
            (
                "{\"lat\":38.8977,\"lon\":-77.0365}\n}\n{\"lat\":38.95,\"lon\":-77.08}",
                ["four.a", "four.d"]
            ),
            ("[{\"lat\":38.8977,\"lon\":-77.0365},", ["four.a"]),
            ("{\"lat\":38.8977,\"lon\":-77.0365}\n\"no end", ["four.a"]),
        ]
    )
    func brokenJSON(input: String, ids: [String]) async throws {
        let outcome = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id",
            "--format",
            "ndjson",
            "--skip-bad-rows",
            input: input
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == ids.count)
        for (line, id) in zip(outcome.lines, ids) { #expect(line.contains("\"\(id)\"")) }
        #expect(outcome.errors.contains("1 row"), "\(outcome.errors)")
    }

    @Test("what Ambit writes as CSV it reads again, and every number keeps its digits")
    func roundTrip() async throws {
        let first = try await ambit(
            "nearest",
            "stations",
            "--at",
            "38.8977,-77.0365",
            "-k",
            "4",
            "--format",
            "csv"
        )
        let again = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id",
            input: first.output
        )
        let (header, rows) = (try #require(first.lines.first), first.lines.dropFirst())
        #expect(
            again.lines.first
                == header.split(separator: ",").map { "at_" + $0 }.joined(separator: ",") + ",id"
        )
        for (before, after) in zip(rows, again.lines.dropFirst()) {
            let id = try #require(before.split(separator: ",").first)
            #expect(after == before + ",\(id)")
        }
        #expect(again.lines.count == 5)
    }

    @Test("--count tells how many there are for each place, alone as a bare number")
    func count() async throws {
        let many = try await ambit(
            "within",
            "stations",
            "--at",
            "-",
            "--radius",
            "2km",
            "--count",
            input: "n,lat,lon\n1,38.8977,-77.0365\n2,0,0\n"
        )
        #expect(many.output == "at_n,at_lat,at_lon,count\n1,38.8977,-77.0365,2\n2,0,0,0\n")
        let one = try await ambit(
            "within",
            "stations",
            "--at",
            "38.8977,-77.0365",
            "--radius",
            "2km",
            "--count"
        )
        #expect(one.output == "2\n")
    }

    @Test("bad rows stop the run after all before them, or are left out and counted on request")
    func badRows() async throws {
        let input = "lat,lon\n38.8977,-77.0365\n,\n38.95,-77.08\n"
        let stopped = try await ambit(
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
        #expect(stopped.exitCode == 1)
        #expect(stopped.lines == ["at_lat,at_lon,id", "38.8977,-77.0365,four.a"])
        #expect(
            stopped.errors
                == "error: standard input, line 3: lat is \"\"; write degrees, such as 38.8977\n"
        )
        let skipped = try await ambit(
            "nearest",
            "stations",
            "--at",
            "-",
            "-k",
            "1",
            "--fields",
            "id",
            "--skip-bad-rows",
            input: input
        )
        #expect(skipped.exitCode == 0)
        #expect(skipped.lines.count == 3)
        #expect(skipped.errors == "1 row without a place was left out.\n")
    }

    @Test("a place without an answer has no row, or an empty one on request")
    func unmatched() async throws {
        let arguments = [
            "within", "stations", "--at", "-", "--radius", "1km", "--fields", "id,name",
            "--database", database,
        ]
        let input = "lat,lon\n0,0\n"
        let without = try await AmbitCommand.run(arguments, input: input)
        #expect(without.lines == ["at_lat,at_lon,id,name"])
        let with = try await AmbitCommand.run(arguments + ["--keep-unmatched"], input: input)
        #expect(with.lines == ["at_lat,at_lon,id,name", "0,0,,"])
    }

    @Test(
        "R-tree and quadtree give the same answers, ties, filters and all",
        arguments: [
            ["nearest", "-k", "3"], ["nearest", "-k", "2", "--max", "3km"],
            ["within", "--radius", "6km"], ["within", "--radius", "6km", "--count"],
            ["nearest", "-k", "2", "--where", "name~l"],
        ]
    )
    func bothIndexes(question: [String]) async throws {
        var random = SplitMix(seed: 5)
        let places = (0..<64).map { _ in
            "\(38.85 + random.unit() * 0.1),\(-77.1 + random.unit() * 0.11)"
        }
        func answer(_ places: [String]) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(
                [question[0], "stations", "--at", "-", "--explain", "--database", database]
                    + question.dropFirst(),
                input: places.joined(separator: "\n") + "\n"
            )
        }
        let few = try await answer(places)
        let many = try await answer(places + places)
        #expect(few.errors.contains("The R-tree answered"), "\(few.errors)")
        #expect(many.errors.contains("A quadtree of "), "\(many.errors)")
        let header = try #require(few.lines.first)
        #expect(many.lines == [header] + few.lines.dropFirst() + few.lines.dropFirst())
        #expect(few.lines.count > 20)
    }

    @Test("answers come while the writer still thinks about its next question")
    func streaming() async throws {
        let process = try AmbitCommand.makeProcess(
            [
                "nearest", "stations", "--at", "-", "-k", "1", "--fields", "id", "--database",
                database,
            ],
            environment: [:]
        )
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("38.8977,-77.0365\n".utf8))
        // The header and the answer, although the input goes on.
        var seen = ""
        while seen.count(where: { $0 == "\n" }) < 2 {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty)
            seen += String(decoding: piece, as: UTF8.self)
        }
        #expect(seen == "at_lat,at_lon,id\n38.8977,-77.0365,four.a\n")
        try input.fileHandleForWriting.write(contentsOf: Data("38.95,-77.08\n".utf8))
        try input.fileHandleForWriting.close()
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: rest, as: UTF8.self) == "38.95,-77.08,four.d\n")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("a reader that has seen enough ends the run without a word")
    func closedPipe() async throws {
        let rows = String(repeating: "38.8977,-77.0365\n", count: 60_000)
        let file = try folder.write("lat,lon\n" + rows, to: "many.csv")
        let errors = folder.path("errors")
        let process = try AmbitCommand.makeProcess([], environment: [:])
        let binary = try AmbitCommand.executable.path
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c",
            """
            set -o pipefail
            '\(binary)' nearest stations --at '\(file)' -k 4 --database '\(database)' \
                2> '\(errors)' | head -n 3
            """,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let seen = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: seen, as: UTF8.self).count(where: { $0 == "\n" }) == 3)
        #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
    }

    @Test("Ctrl-C ends the run after whole rows, with exit code 130")
    func interrupted() async throws {
        let process = try AmbitCommand.makeProcess(
            [
                "nearest", "stations", "--at", "-", "-k", "1", "--format", "json", "--fields", "id",
                "--database", database,
            ],
            environment: [:]
        )
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("38.8977,-77.0365\n".utf8))
        var seen = Data()
        while !seen.contains(UInt8(ascii: "}")) {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty)
            seen += piece
        }
        process.interrupt()
        seen += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let rows = try JSONSerialization.jsonObject(with: seen) as? [[String: Any]]
        #expect(rows?.count == 1)
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: said, as: UTF8.self) == "Stopped after 1 place.\n")
    }
}
