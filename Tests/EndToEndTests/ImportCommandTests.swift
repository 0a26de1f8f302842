import Foundation
import TestSupport
import Testing

/// `ambit import` on files as people have them.
@Suite struct ImportCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func importFile(
        _ kind: String,
        _ file: String,
        _ dataset: String,
        _ more: String...
    ) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            ["import", kind, file, "--dataset", dataset, "--database", database] + more
        )
    }

    private func report(
        _ kind: String,
        _ file: String,
        _ dataset: String,
        _ more: String...
    ) async throws -> (json: [String: Any], exitCode: Int32) {
        let outcome = try await AmbitCommand.run(
            ["import", kind, file, "--dataset", dataset, "--database", database, "--report", "-"]
                + more
        )
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return (try #require(json as? [String: Any]), outcome.exitCode)
    }

    @Test(
        "of a file whose rows are all refused the report and the refused rows are written all the same"
    )
    func allRejected() async throws {
        let file = try folder.write(
            "id,name,lat,lon\n1,Bad Hall,138.9,-77\n2,Worse Hall,38.9,-277\n",
            to: "list.csv"
        )
        let (written, rejects) = (folder.path("report.json"), folder.path("rejects.csv"))
        let outcome = try await importFile(
            "stations",
            file,
            "list",
            "--report",
            written,
            "--rejects",
            rejects
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("2 rows"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: written))
        let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(json["outcome"] as? String == "refused")
        #expect((json["rejected_rows"] as? [Any])?.count == 2)
        let lines = try String(contentsOfFile: rejects, encoding: .utf8)
            .split(whereSeparator: \.isNewline)
        try #require(lines.count == 3)
        #expect(lines[1].hasPrefix("1,Bad Hall,138.9,-77"))
    }

    @Test("a rejected row never stops the good ones, and the exit code says that there were some")
    func rejectedRow() async throws {
        let file = try folder.write(
            """
            id,name,lat,lon
            1,Good Hall,38.9,-77
            2,Bad Hall,138.9,-77
            3,Fine Hall,38.8,-77
            """,
            to: "list.csv"
        )
        let (json, exitCode) = try await report("stations", file, "list")
        #expect(exitCode == 2)
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["read"] as? Int == 3)
        #expect(rows["accepted"] as? Int == 2)
        #expect(rows["rejected"] as? Int == 1)
        let rejected = try #require((json["rejected_rows"] as? [[String: Any]])?.first)
        #expect(rejected["line"] as? Int == 3)
        #expect(rejected["column"] as? String == "lat")
        #expect(rejected["value"] as? String == "138.9")
        #expect((rejected["reason"] as? String)?.contains("between -90 and 90") == true)
    }

    @Test("a check changes nothing; the same content again has nothing to change")
    func checkThenPublishThenAgain() async throws {
        let file = try folder.write("id,name,lat,lon\n1,Hall,38.9,-77\n", to: "list.csv")
        let checked = try await report("stations", file, "list", "--check")
        #expect(checked.json["outcome"] as? String == "checked")
        #expect(!FileManager.default.fileExists(atPath: database))
        let published = try await report("stations", file, "list")
        #expect(published.json["outcome"] as? String == "published")
        #expect(published.json["version"] as? Int == 1)
        let again = try await importFile("stations", file, "list")
        #expect(again.exitCode == 0)
        #expect(again.output.lowercased().contains("nothing to change"))
        let list = try await AmbitCommand.run("datasets", "show", "list", "--database", database)
        #expect(list.lines.count == 2)
    }

    @Test("a check beside no database leaves none behind")
    func checkWithoutDatabase() async throws {
        let checked = try await AmbitCommand.run(
            "import",
            "stations",
            Checkout.county("stations.csv"),
            "--dataset",
            "county",
            "--check",
            "--database",
            folder.path("none.sqlite")
        )
        #expect(checked.exitCode == 0, "\(checked.errors)")
        #expect(checked.output.contains("Check only: nothing was changed."))
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
        let nowhere = try await AmbitCommand.run(
            "import",
            "stations",
            Checkout.county("stations.csv"),
            "--dataset",
            "county",
            "--check",
            "--database",
            folder.path("missing/none.sqlite")
        )
        #expect(nowhere.exitCode == 1)
        #expect(nowhere.errors.contains("its directory does not exist"))
    }

    @Test("rollback publishes the earlier version again")
    func rollback() async throws {
        let first = try folder.write("id,name,lat,lon\n1,Old Hall,38.9,-77\n", to: "first.csv")
        let second = try folder.write("id,name,lat,lon\n1,New Hall,38.9,-77\n", to: "second.csv")
        _ = try await importFile("stations", first, "list")
        _ = try await importFile("stations", second, "list")
        func name() async throws -> String {
            try await AmbitCommand.run(
                "nearest",
                "stations",
                "--at",
                "38.9,-77",
                "--database",
                database
            ).output
        }
        #expect(try await name().contains("New Hall"))
        let outcome = try await AmbitCommand.run(
            "datasets",
            "rollback",
            "list",
            "--to",
            "1",
            "--database",
            database
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try await name().contains("Old Hall"))
        let missing = try await AmbitCommand.run(
            "datasets",
            "rollback",
            "list",
            "--to",
            "9",
            "--database",
            database
        )
        #expect(missing.exitCode == 1)
        #expect(missing.errors == "error: dataset \"list\" has no version 9; it has 1, 2\n")
    }

    @Test(
        "a file that cannot be used is named, with what to do, and nothing changes",
        arguments: [
            ("empty.csv", "", "is empty"),
            ("picture.csv", "\u{89}PNG\r\n\u{1A}\n\u{0}\u{0}\u{0}\rIHDR", "not a table"),
            ("noplace.csv", "id,name\n1,Hall\n", "--map"),
        ]
    )
    func unusableFile(name: String, content: String, hint: String) async throws {
        let bytes =
            name == "picture.csv"
            ? Data(content.unicodeScalars.map { UInt8($0.value) })
            : Data(content.utf8)
        try bytes.write(to: folder.url.appendingPathComponent(name))
        let outcome = try await importFile("stations", folder.path(name), "list")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("error: "))
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        let list = try await AmbitCommand.run("datasets", "list", "--database", database)
        #expect(list.lines.count == 1)
    }

    @Test("a file that is not there is named")
    func missingFile() async throws {
        let outcome = try await importFile("stations", folder.path("none.csv"), "list")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("none.csv"))
    }

    @Test(
        "the sample county says how many of its rows are accepted, and so it is",
        arguments: [
            ("stations", "stations.csv", 120, 0, 0), ("stations", "stations-messy.csv", 15, 26, 5),
            ("messages", "messages.csv", 2000, 0, 0),
        ]
    )
    func county(
        kind: String,
        file: String,
        accepted: Int,
        merged: Int,
        rejected: Int
    ) async throws {
        let (json, exitCode) = try await report(kind, Checkout.county(file), "county")
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["accepted"] as? Int == accepted)
        #expect(rows["merged"] as? Int == merged)
        #expect(rows["rejected"] as? Int == rejected)
        #expect(exitCode == (rejected == 0 ? 0 : 2))
    }

    @Test(
        "the real stations of Washington DC: 551 rows are 143 stations",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func realStations() async throws {
        let file = Checkout.real("dc/polling_places.csv")
        let (json, exitCode) = try await report("stations", file, "dc")
        #expect(exitCode == 0)
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["read"] as? Int == 551)
        #expect(rows["accepted"] as? Int == 143)
        #expect(rows["merged"] as? Int == 408)
        #expect(rows["rejected"] as? Int == 0)
        let check = try await AmbitCommand.run("check", "--database", database)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test(
        "the real comments of Washington DC: 490 without a text and one without a time are rejected",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func realComments() async throws {
        let file = Checkout.real("dc/vision_zero_comments.geojson.gz")
        let (json, exitCode) = try await report("messages", file, "comments")
        #expect(exitCode == 2)
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["read"] as? Int == 5026)
        #expect(rows["accepted"] as? Int == 4535)
        #expect(rows["rejected"] as? Int == 491)
        let again = try await report("messages", file, "comments")
        #expect(again.json["outcome"] as? String == "nothing_to_change")
    }
}
