import Foundation
import TestSupport
import Testing

/// `ambit import` on feeds, shapefiles, several files and rows that were mended.
@Suite struct FormatCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func run(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func json(_ outcome: AmbitCommand.Outcome) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
    }

    @Test(
        "a feed fills a dataset of each kind, and its addresses lead to a station and a ballot",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func feed() async throws {
        let path = Checkout.real("vip/sample_feed_v5.xml")
        let outcome = try await run("import", "feed", path, "--dataset", "va", "--report", "-")
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        let report = try json(outcome)
        #expect(report["kind"] as? String == "feed")
        #expect(report["outcome"] as? String == "published")
        let list = try await run("datasets", "list")
        let kinds = list.lines.dropFirst().map { $0.split(separator: ",")[1] }
        #expect(
            kinds == ["addresses", "contests", "elections", "measures", "precincts", "stations"]
        )
        let vote = try await run(
            "vote",
            "--address",
            "50 Patterson Mill Ln, Crozet",
            "--lang",
            "es",
            "--format",
            "table"
        )
        #expect(
            vote.output.contains("Assigned by address: precinct"),
            "\(vote.output)\(vote.errors)"
        )
        #expect(vote.output.contains("La retención de juez de la Corte Suprema"))
        #expect(vote.output.contains("Estado del Estado."))
        // One kind by itself.
        let alone = try await run("import", "contests", path, "--dataset", "va-contests", "--quiet")
        #expect(alone.exitCode == 0)
        #expect(alone.errors.contains("nothing to change"))
        let wrong = try await run("import", "postcodes", path, "--dataset", "x")
        #expect(wrong.exitCode == 1)
        #expect(
            wrong.errors.contains("has no postcodes; it has stations, precincts"),
            "\(wrong.errors)"
        )
    }

    @Test("refused rows are written, mended and added")
    func rejects() async throws {
        let file = try folder.write(
            """
            id,name,lat,lon
            1,Hall,42.1,-101.5
            2,School,142.2,-101.6
            3,Library,42.3,-101.7
            4,Church,42.4,-101.8

            """,
            to: "list.csv"
        )
        let rejects = folder.path("mend.csv")
        let first = try await run(
            "import",
            "stations",
            file,
            "--dataset",
            "list",
            "--rejects",
            rejects
        )
        #expect(first.exitCode == 2)
        let text = try String(contentsOfFile: rejects, encoding: .utf8)
        #expect(text.contains("2,School,142.2,-101.6,3,"))
        try text.replacingOccurrences(of: "142.2", with: "42.2")
            .write(toFile: rejects, atomically: true, encoding: .utf8)
        // Alone it would remove what is published.
        let refused = try await run("import", "stations", rejects, "--dataset", "list")
        #expect(refused.exitCode == 1)
        let added = try await run("import", "stations", rejects, "--dataset", "list", "--add")
        #expect(added.exitCode == 0, "\(added.errors)")
        let nearest = try await run("nearest", "stations", "--at", "42.2,-101.6", "--format", "csv")
        #expect(nearest.lines.count == 5)
    }

    @Test("several files are one version, and a device is no database")
    func severalFiles() async throws {
        let one = try folder.write("id,name,lat,lon\n1,A,42.1,-101.5\n", to: "one.csv")
        let two = try folder.write("id,name,lat,lon\n2,B,42.2,-101.5\n", to: "two.csv")
        let both = try await run("import", "stations", one, two, "--dataset", "list", "--quiet")
        #expect(both.exitCode == 0, "\(both.errors)")
        #expect(both.errors.contains("list: 2 rows, 2 stations"))
        let device = try await AmbitCommand.run(
            "import",
            "stations",
            one,
            "--dataset",
            "list",
            "--database",
            "/dev/null"
        )
        #expect(device.exitCode == 1)
        #expect(device.errors.hasPrefix("error: /dev/null is a device or a pipe, not a file"))
    }

    @Test("what changes what is published is told with --quiet too")
    func quietWarnings() async throws {
        let file = try folder.write("id,name,lat,lon\n1,SchÃ¼le,42.1,-101.5\n", to: "twice.csv")
        let quiet = try await run("import", "stations", file, "--dataset", "twice", "--quiet")
        #expect(quiet.exitCode == 0)
        #expect(quiet.output.isEmpty)
        #expect(quiet.errors.contains("warning: 1 character as if UTF-8 had been read as"))
        #expect(quiet.errors.contains("twice: 1 row, 1 station, 0 rejected; published"))
    }

    @Test("who published an earlier version again is remembered")
    func republished() async throws {
        let one = try folder.write("id,name,lat,lon\n1,A,42.1,-101.5\n", to: "one.csv")
        let two = try folder.write("id,name,lat,lon\n1,B,42.1,-101.5\n", to: "two.csv")
        for file in [one, two] {
            _ = try await run("import", "stations", file, "--dataset", "list", "--quiet")
        }
        _ = try await run("datasets", "rollback", "list", "--to", "1")
        let show = try await run("datasets", "show", "list", "--format", "json")
        let versions = try #require(
            try JSONSerialization.jsonObject(with: Data(show.output.utf8)) as? [[String: Any]]
        )
        #expect(versions[0]["republished"] is NSNull || versions[0]["republished"] == nil)
        let text = try #require(versions[1]["republished"] as? String)
        #expect(text.hasSuffix(" by \(NSUserName())"))
    }
}
