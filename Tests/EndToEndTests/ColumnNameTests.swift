import Foundation
import Testing

/// Columns of files that are called alike.
@Suite struct ColumnNameTests {
    @Test("of columns that are called alike each has a name of its own, and none is lost")
    func alike() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("id,name,name,lat,lon,Name\n1,a,b,1,2,c\n", to: "rows.csv")
        func within(_ more: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(["within", file, "--bbox", "0,0,3,3"] + more)
        }
        let csv = try await within("--format", "csv")
        #expect(csv.lines == ["id,name,name_2,lat,lon,Name,distance_m", "1,a,b,1,2,c,"])
        #expect(
            csv.errors
                == "\(file): another column is called \"name\" too, and is \"name_2\" here\n"
        )
        let json = try await within("--format", "ndjson")
        #expect(
            json.output.contains(#""name":"a","name_2":"b""#)
                && json.output.contains(#""Name":"c""#)
        )
        let second = try await within(
            "--format",
            "csv",
            "--where",
            "name_2=b",
            "--fields",
            "name_2"
        )
        #expect(second.lines == ["name_2", "b"])
    }

    @Test(
        "a column of a place and one of a layer that are called alike once written are told apart"
    )
    func prefixed() async throws {
        let folder = try TemporaryFolder()
        let places = try folder.write("lat,lon,n\n1,2,5\n", to: "places.csv")
        let layer = try folder.write("lat,lon,at_n,n\n1,2,7,8\n", to: "layer.csv")
        let outcome = try await AmbitCommand.run(
            ["nearest", layer, "--at", places, "-k", "1", "--format", "ndjson"]
        )
        #expect(
            outcome.output.contains(#""at_n":"5""#) && outcome.output.contains(#""at_n_2":"7""#)
        )
    }

    @Test("an empty geometry is as good as none, and is left out where that is asked for")
    func empty() async throws {
        let folder = try TemporaryFolder()
        let areas = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"n":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
            {"type":"Feature","properties":{"n":2},"geometry":{"type":"Polygon","coordinates":[]}},
            {"type":"Feature","properties":{"n":3},"geometry":{"type":"MultiPolygon","coordinates":[]}}]}
            """,
            to: "areas.geojson"
        )
        let arguments = ["nearest", areas, "--at", "0.1,0.5", "--fields", "n", "--format", "csv"]
        let refused = try await AmbitCommand.run(arguments)
        #expect(refused.errors.contains("feature 2 has no polygon"), "\(refused.errors)")
        let outcome = try await AmbitCommand.run(arguments + ["--skip-bad-rows"])
        #expect(outcome.lines == ["n", "1"], "\(outcome.errors)")
        #expect(outcome.errors.contains("2 features without a polygon were left out"))
    }

    @Test("a member that no early object has is told of, and no other text is lost")
    func late() async throws {
        let folder = try TemporaryFolder()
        func feature(_ properties: String) -> String {
            #"{"type":"Feature","properties":{\#(properties)},"#
                + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
        }
        let lines = (0..<1_200).map { feature("\"n\":\($0)") } + [feature("\"late\":1,\"n\":7")]
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "late.ndjson")
        let outcome = try await AmbitCommand.run(
            ["within", file, "--bbox", "0,0,3,3", "--format", "csv", "--fields", "n"]
        )
        #expect(outcome.lines.count == 1_202)
        #expect(
            outcome.errors
                == "\(file): \"late\" has no column, for none of the first objects has it\n"
        )
    }

    @Test("a sequence of texts with their separators is read")
    func sequence() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            [1, 2].map { number in
                "\u{1E}{\"type\":\"Feature\",\"properties\":{\"n\":\(number)},\"geometry\":{\"type\":\"Point\","
                    + "\"coordinates\":[1,2]}}\n"
            }.joined(),
            to: "rows.geojsons"
        )
        let outcome = try await AmbitCommand.run(
            ["within", file, "--bbox", "0,0,3,3", "--format", "csv", "--fields", "n"]
        )
        #expect(outcome.lines == ["n", "1", "2"], "\(outcome.errors)")
    }

    @Test("a property lat that is not the geometry's is told of")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        for (latitude, longitude, told) in [
            ("2", "1.000001", ""), ("9", "1", "\"lat\""), ("\"x\"", "7", "\"lat\", \"lon\""),
        ] {
            let file = try folder.write(
                "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"lat\":"
                    + "\(latitude),\"lon\":\(longitude)},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}",
                to: "rows.geojson"
            )
            let outcome = try await AmbitCommand.run(
                ["within", file, "--bbox", "0,0,3,3", "--format", "csv"]
            )
            #expect(outcome.lines == ["lat,lon,distance_m", "2,1,"])
            let sentence =
                " of some features differ from their geometries, and are those of the geometries here"
            #expect(outcome.errors == (told.isEmpty ? "" : "\(file): \(told)\(sentence)\n"))
        }
    }
}
