import Foundation
import Testing

/// Boundaries of one type that are published twice for the same ground.
@Suite struct VintageCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    /// Wards, one degree wide each, in a row from a longitude on, with codes from a number on.
    private func wards(_ name: String, count: Int, west: Double, code: Int) throws -> String {
        let features = (0..<count).map { index in
            let (left, right) = (west + Double(index), west + Double(index) + 1)
            return #"{"type":"Feature","properties":{"code":"W\#(code + index)"},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[[\#(left),0],[\#(right),0],[\#(right),1],"#
                + #"[\#(left),1],[\#(left),0]]]}}"#
        }
        let text =
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
        return try folder.write(text, to: name)
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func importWards(
        _ file: String,
        as dataset: String,
        _ more: String...
    ) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            ["import", "districts", file, "--dataset", dataset, "--type", "ward"] + more
                + ["--database", database]
        )
    }

    private func published() async throws -> [String] {
        let list = try await ambit("datasets", "list", "--format", "json")
        let json = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
        return try #require(json as? [[String: Any]])
            .filter { $0["published"] as? String == "yes" }
            .compactMap { $0["dataset"] as? String }
    }

    @Test("boundaries that begin later do not take the place of those in force without a word")
    func laterReplacement() async throws {
        let old = try wards("old.geojson", count: 4, west: 0, code: 1)
        let new = try wards("new.geojson", count: 4, west: 0.5, code: 1)
        #expect(try await importWards(old, as: "old").exitCode == 0)
        let later = ["--replaces", "old", "--set", "valid_from=9000-01-01"]
        func replace(_ more: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(
                ["import", "districts", new, "--dataset", "new", "--type", "ward"] + later + more
                    + ["--database", database]
            )
        }
        #expect(try await replace("--check").exitCode == 3)
        let refused = try await replace()
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors.contains(
                "4 of the file's 4 districts are in force from 9000-01-01 on or later, and --replaces "
                    + "takes \"old\" from the public at once"
            )
        )
        #expect(try await published() == ["old"])
        #expect(try await replace("--force").exitCode == 0)
        #expect(try await published() == ["new"])
    }

    @Test("a second vintage needs a word: force, the other's place, or days")
    func secondVintage() async throws {
        let old = try wards("old.geojson", count: 4, west: 0, code: 1)
        let new = try wards("new.geojson", count: 4, west: 0.5, code: 1)
        #expect(try await importWards(old, as: "wards-2017").exitCode == 0)
        #expect(try await importWards(new, as: "wards-2023", "--check").exitCode == 3)
        let refused = try await importWards(new, as: "wards-2023")
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors.contains(
                "4 of the file's 4 districts of type ward lie where \"wards-2017\""
            )
        )
        #expect(refused.errors.contains("--replaces wards-2017"))
        #expect(try await published() == ["wards-2017"])

        let replaced = try await importWards(new, as: "wards-2023", "--replaces", "wards-2017")
        #expect(replaced.exitCode == 0, "\(replaced.errors)")
        #expect(try await published() == ["wards-2023"])
        // The same again has nothing to change.
        let again = try await importWards(new, as: "wards-2023", "--replaces", "wards-2017")
        #expect(again.exitCode == 0, "\(again.errors)")
        // What takes a word in an import takes it in a return.
        let back = try await ambit("datasets", "rollback", "wards-2017", "--to", "1")
        #expect(back.exitCode == 1)
        #expect(
            back.errors.contains(
                "4 of version 1's 4 districts of type ward lie where \"wards-2023\" has districts of "
                    + "that type"
            ),
            "\(back.errors)"
        )
        #expect(back.errors.contains("withdraw that as well"), "\(back.errors)")
        #expect(back.errors.contains("If that is meant, say so with --force"), "\(back.errors)")
        #expect(try await published() == ["wards-2023"])
        let forced = try await ambit(
            "datasets",
            "rollback",
            "wards-2017",
            "--to",
            "1",
            "--force"
        )
        #expect(forced.exitCode == 0, "\(forced.errors)")
        #expect(try await published() == ["wards-2017", "wards-2023"])
    }

    @Test("a version returns without a word where nothing else is on its ground, or at other days")
    func freeReturn() async throws {
        let old = try wards("old.geojson", count: 4, west: 0, code: 1)
        let new = try wards("new.geojson", count: 4, west: 0, code: 11)
        let rest = try wards("rest.geojson", count: 4, west: 10, code: 1)
        #expect(try await importWards(old, as: "wards").exitCode == 0)
        #expect(try await importWards(rest, as: "others").exitCode == 0)
        #expect(try await importWards(new, as: "wards", "--force").exitCode == 0)
        let back = try await ambit("datasets", "rollback", "wards", "--to", "1")
        #expect(back.exitCode == 0, "\(back.errors)")
        #expect(try await ambit("datasets", "withdraw", "others", "--force").exitCode == 0)
        let again = try await ambit("datasets", "rollback", "others", "--to", "1")
        #expect(again.exitCode == 0, "\(again.errors)")
        let unknown = try await ambit("datasets", "rollback", "wards", "--to", "7")
        #expect(unknown.errors.contains("has no version 7; it has 1, 2"), "\(unknown.errors)")
    }

    @Test(
        "what begins later takes the place of what is in force in its own dataset with a word alone"
    )
    func laterTurn() async throws {
        let old = try wards("old.geojson", count: 4, west: 0, code: 1)
        let new = try wards("new.geojson", count: 4, west: 0.5, code: 1)
        let later = ["--set", "valid_from=9000-01-01"]
        #expect(try await importWards(old, as: "wards").exitCode == 0)
        let refused = try await importWards(new, as: "wards", later[0], later[1])
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors.contains(
                "4 of the file's 4 districts are in force from 9000-01-01 on or later, and what "
                    + "\"wards\" has in force today is taken from the public at once"
            ),
            "\(refused.errors)"
        )
        let forced = try await importWards(new, as: "wards", later[0], later[1], "--force")
        #expect(forced.exitCode == 0, "\(forced.errors)")
        let now = try await ambit("datasets", "rollback", "wards", "--to", "1")
        #expect(now.exitCode == 0, "\(now.errors)")
        let back = try await ambit("datasets", "rollback", "wards", "--to", "2")
        #expect(back.exitCode == 1)
        #expect(back.errors.contains("4 of version 2's 4 districts are in force from 9000-01-01"))
    }

    @Test("days keep two vintages apart, and wrong ones are refused")
    func days() async throws {
        let old = try wards("old.geojson", count: 3, west: 0, code: 1)
        let new = try wards("new.geojson", count: 3, west: 0.5, code: 1)
        let wrong = try await importWards(old, as: "wards", "--set", "valid_to=2026-13-01")
        #expect(wrong.exitCode == 1)
        #expect(wrong.errors.contains("valid_to is set to \"2026-13-01\""))
        let order = try await importWards(
            old,
            as: "wards",
            "--set",
            "valid_from=2026-01-02",
            "--set",
            "valid_to=2026-01-01"
        )
        #expect(order.errors.contains("a day not before valid_from, 2026-01-02, is allowed"))
        _ = try await importWards(old, as: "wards-old", "--set", "valid_to=2025-12-31")
        let touching = try await importWards(new, as: "wards", "--set", "valid_from=2025-12-31")
        #expect(touching.exitCode == 1)
        let apart = try await importWards(new, as: "wards", "--set", "valid_from=2026-01-01")
        #expect(apart.exitCode == 0, "\(apart.errors)")
    }

    @Test("neighbours whose boundaries differ by a street's width are no vintages")
    func neighbours() async throws {
        let west = try wards("west.geojson", count: 2, west: 0, code: 1)
        // 0.0001 degrees are 11 m.
        let east = try wards("east.geojson", count: 2, west: 1.9999, code: 3)
        _ = try await importWards(west, as: "west")
        #expect(try await importWards(east, as: "east").exitCode == 0)
        let itself = try await importWards(east, as: "east", "--replaces", "east")
        #expect(itself.exitCode == 1)
        #expect(try await importWards(east, as: "east", "--replaces", "none").exitCode == 1)
    }

    @Test("codes of another vintage than the one in force are told, in whichever order files come")
    func misfits() async throws {
        let old = try wards("old.geojson", count: 3, west: 0, code: 1)
        let new = try wards("new.geojson", count: 3, west: 0.5, code: 11)
        let halls = try folder.write(
            "id,name,lat,lon,ward\n1,Hall A,0.5,0.7,W1\n2,Hall B,0.5,1.7,W2\n3,Hall C,0.5,2.7,W3\n",
            to: "halls.csv"
        )
        let warning =
            "3 of 3 fit \"wards-2017\" (not in force), 0 of 3 fit \"wards-2023\""
        _ = try await importWards(old, as: "wards-2017", "--set", "valid_to=2022-12-31")
        _ = try await importWards(new, as: "wards-2023", "--set", "valid_from=2023-01-01")
        let late = try await ambit("import", "stations", halls, "--dataset", "halls", "--quiet")
        #expect(late.exitCode == 0, "\(late.errors)")
        #expect(late.errors.contains(warning), "\(late.errors)")

        let other = folder.path("other.sqlite")
        func run(_ arguments: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(arguments + ["--quiet", "--database", other])
        }
        _ = try await run("import", "stations", halls, "--dataset", "halls")
        let first = try await run(
            "import",
            "districts",
            old,
            "--dataset",
            "wards-2017",
            "--type",
            "ward",
            "--set",
            "valid_to=2022-12-31"
        )
        #expect(!first.errors.contains("another vintage"))
        let second = try await run(
            "import",
            "districts",
            new,
            "--dataset",
            "wards-2023",
            "--type",
            "ward",
            "--set",
            "valid_from=2023-01-01"
        )
        #expect(second.exitCode == 0)
        #expect(second.errors.contains("the stations of \"halls\""), "\(second.errors)")
        #expect(second.errors.contains(warning), "\(second.errors)")
    }

    @Test("questions about districts are answered for one day: today, or the one that is named")
    func questions() async throws {
        let old = try wards("old.geojson", count: 3, west: 0, code: 1)
        let new = try wards("new.geojson", count: 3, west: 0.5, code: 11)
        let last = try await importWards(old, as: "wards-2017", "--set", "valid_to=2022-12-31")
        #expect(last.exitCode == 0, "\(last.errors)")
        let first = try await importWards(new, as: "wards-2023", "--set", "valid_from=2023-01-01")
        #expect(first.exitCode == 0, "\(first.errors)")
        let stations = try folder.write(
            "id,name,address,latitude,longitude\ns1,Hall,1 Main St,0.5,0.7\n",
            to: "stations.csv"
        )
        let loaded = try await ambit("import", "stations", stations, "--dataset", "halls")
        #expect(loaded.exitCode == 0, "\(loaded.errors)")

        func lines(_ arguments: String...) async throws -> [String] {
            let outcome = try await AmbitCommand.run(
                arguments + ["--database", database, "--format", "csv"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output.split(separator: "\n").dropFirst().map(String.init)
        }
        let place = ["--at", "0.5,0.7", "--radius", "0m", "--fields", "code"]
        func codes(_ more: String...) async throws -> [String] {
            let outcome = try await AmbitCommand.run(
                ["within", "districts"] + place + more
                    + ["--database", database, "--format", "csv"]
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("3 districts left out, not in force on "))
            return outcome.output.split(separator: "\n").dropFirst().map(String.init)
        }
        #expect(try await codes() == ["W11"])
        #expect(try await codes("--on", "2022-12-31") == ["W1"])
        #expect(try await codes("--on", "2023-01-01") == ["W11"])
        let joined = ["--within", "0m", "--fields", "b_code"]
        let today = try await AmbitCommand.run(
            ["join", stations, "districts"] + joined + ["--database", database, "--format", "csv"]
        )
        #expect(today.output.hasSuffix("s1,Hall,1 Main St,0.5,0.7,W11\n"), "\(today.output)")
        let counted = try await lines(
            "join",
            "districts",
            "stations",
            "--within",
            "0m",
            "--on",
            "2020-06-01",
            "--fields",
            "a_code"
        )
        #expect(counted == ["W1"])
        #expect(try await lines("coverage", "stations", "--districts", "ward").count == 3)

        let wrong = try await ambit("within", "districts", "--on", "2023-02-30")
        #expect(wrong.exitCode == 64)
        #expect(wrong.errors.contains("--on is \"2023-02-30\"; write a day such as 2026-11-03"))
        let other = try await ambit(
            "nearest",
            "stations",
            "--at",
            "0,0",
            "--on",
            "2023-01-01"
        )
        #expect(other.exitCode == 64)
        #expect(other.errors.contains("--on is for districts"))
    }
}
