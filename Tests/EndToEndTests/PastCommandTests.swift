import Foundation
import Testing

/// `--as-of`: what the public saw at an earlier moment.
@Suite struct PastCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("past.sqlite")
    }

    /// Now, when nothing more happens in its millisecond.
    private func moment() async throws -> String {
        try await Task.sleep(for: .milliseconds(5))
        let now = Date()
        try await Task.sleep(for: .milliseconds(5))
        return now.ISO8601Format(.init(includingFractionalSeconds: true))
    }

    private func run(_ arguments: String...) async throws {
        let outcome = try await AmbitCommand.run(arguments + ["--database", database])
        try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
    }

    private func publish(_ ids: String, dataset: String = "d") async throws {
        let rows = ids.enumerated().map {
            "\($1),Hall \($1),40.5001,\(-100.5001 + Double($0) * 0.001)"
        }
        let file = try folder.write(
            "id,name,latitude,longitude\n" + rows.joined(separator: "\n") + "\n",
            to: "in.csv"
        )
        try await run(
            "import",
            "stations",
            file,
            "--dataset",
            dataset,
            "--force",
            "--quiet"
        )
    }

    private func ask(_ moment: String?, _ arguments: [String] = []) async throws
        -> AmbitCommand.Outcome
    {
        let question =
            arguments.isEmpty
            ? ["within", "stations", "--bbox", "-101,40,-100,41", "--fields", "name"] : arguments
        return try await AmbitCommand.run(
            question + ["--format", "csv", "--database", database]
                + (moment.map { ["--as-of", $0] } ?? [])
        )
    }

    private func names(_ moment: String?) async throws -> String {
        let found = try await ask(moment)
        try #require(found.exitCode == 0, "\(found.errors)")
        return found.lines.dropFirst().map { $0.replacing("Hall ", with: "") }.sorted().joined()
    }

    @Test("imports, a rollback and a withdrawal are each seen until the next")
    func history() async throws {
        try await publish("abc")
        let first = try await moment()
        try await publish("abx")
        let second = try await moment()
        try await run("datasets", "rollback", "d", "--to", "1")
        let third = try await moment()
        try await publish("yz", dataset: "e")
        let fourth = try await moment()
        try await run("datasets", "withdraw", "d", "--force")
        let fifth = try await moment()
        try await publish("q")
        #expect(try await names(first) == "abc")
        #expect(try await names(second) == "abx")
        #expect(try await names(third) == "abc")
        #expect(try await names(fourth) == "abcyz")
        #expect(try await names(fifth) == "yz")
        #expect(try await names(nil) == "qyz")
        let nearest = try await ask(
            second,
            ["nearest", "stations", "--at", "40.5001,-100.4981", "-k", "1", "--fields", "name"]
        )
        #expect(nearest.lines.last == "Hall x")
        // Nothing of it stays behind.
        #expect(try await names(nil) == "qyz")
    }

    @Test("a version whose records are gone is named, and other kinds can be asked all the same")
    func retired() async throws {
        try await publish("a")
        let first = try await moment()
        let area = try folder.write(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"w1","name":"#
                + #""One"},"geometry":{"type":"Polygon","coordinates":[[[-101,40],[-100,40],[-100,41],[-101,41],[-101,40]]]}}]}"#,
            to: "ward.geojson"
        )
        try await run(
            "import",
            "districts",
            area,
            "--dataset",
            "w",
            "--type",
            "ward",
            "--quiet"
        )
        let second = try await moment()
        for ids in ["b", "c", "d", "e", "f", "g"] { try await publish(ids) }
        for moment in [first, second] {
            let gone = try await ask(moment)
            #expect(gone.exitCode == 1)
            #expect(gone.output.isEmpty)
            #expect(gone.errors.contains("version 1 of \"d\" was published then"), "\(gone.errors)")
        }
        let wards = try await ask(
            second,
            ["within", "districts", "--at", "40.6,-100.6", "--radius", "0m", "--fields", "name"]
        )
        #expect(wards.lines.last == "One", "\(wards.errors)")
    }

    @Test(
        "a moment that is none, to come, or before everything is refused",
        arguments: [
            ("yesterday", "--as-of: time is \"yesterday\""), ("2199-01-01T00:00:00Z", "is to come"),
            ("2001-01-01T00:00:00Z", "nothing was published before 20"),
        ]
    )
    func refused(moment: String, reason: String) async throws {
        try await publish("a")
        let outcome = try await ask(moment)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test("voters, calendars of elections and feeds are asked as of a moment, too")
    func commands() async throws {
        try await publish("ab")
        let first = try await moment()
        try await publish("xy")
        let voter = try await AmbitCommand.run(
            "vote",
            "--at",
            "40.5001,-100.5001",
            "--format",
            "json",
            "--as-of",
            first,
            "--database",
            database
        )
        #expect(voter.exitCode == 0, "\(voter.errors)")
        #expect(voter.output.contains("Hall a") && !voter.output.contains("Hall x"))
        let statistics = try await ask(first, ["stats", "stations", "--where", "name='Hall b'"])
        #expect(statistics.exitCode == 0, "\(statistics.errors)")
        let joined = try await ask(
            first,
            ["join", "stations", "stations", "--within", "1km", "--fields", "a_name,b_name"]
        )
        #expect(joined.output.contains("Hall a,Hall b"), "\(joined.errors)\(joined.output)")
    }

    @Test("of messages, a moment before the earliest that is kept is refused")
    func messages() async throws {
        let file = try folder.write(
            "id,text,category,lat,lon,visible_radius_m,posted_at,expires_at\n"
                + "1,old,news,40.5,-100.5,1000,2016-07-15T12:00:00Z,2016-07-15T13:00:00Z\n"
                + "2,new,news,40.5,-100.5,1000,2016-07-16T12:00:00Z,2016-07-16T13:00:00Z\n",
            to: "messages.csv"
        )
        try await run("import", "messages", file, "--dataset", "m", "--quiet")
        let question = [
            "within", "messages", "--at", "40.5,-100.5", "--radius", "1km", "--fields", "text",
        ]
        let early = try await ask("2016-07-15T11:00:00Z", question)
        #expect(early.exitCode == 64)
    }
}
