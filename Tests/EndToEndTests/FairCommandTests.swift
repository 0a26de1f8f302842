import Foundation
import Testing

/// `ambit fair` with the built binary.
@Suite struct FairCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func run(_ arguments: String...) async throws -> (
        status: Int32, output: String, errors: String
    ) {
        let done = try await AmbitCommand.run(arguments + ["--database", database])
        return (done.exitCode, done.output, done.errors)
    }

    /// A fair of three stands, two of them with a booth.
    private func publish() async throws {
        for (kind, text) in [
            (
                "events",
                """
                id,title,kind,starts,ends,time_zone
                day,Energy Day,fair,2027-06-05T10:00:00Z,2027-06-05T18:00:00Z,UTC

                """
            ),
            ("exhibitors", "id,name,booth\nwind,Wind & Co,B 2\nsun,Sun,B 10\ngrid,Grid,\n"),
        ] {
            let file = try folder.write(text, to: "\(kind).csv")
            let event = kind == "events" ? [] : ["--event", "day"]
            let done = try await AmbitCommand.run(
                ["import", kind, file, "--dataset", kind, "--database", database] + event
            )
            try #require(done.exitCode == 0, "\(done.errors)")
        }
    }

    @Test("codes are a table, and a sheet of paper for each booth")
    func codes() async throws {
        try await publish()
        let table = try await run("fair", "codes", "--event", "day")
        #expect(table.status == 0, "\(table.errors)")
        let lines = table.output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.first == "booth,name,code,exhibitor,place")
        // Numbers are numbers: B 2 before B 10.
        let ids = lines.dropFirst().compactMap { $0.split(separator: ",").last.map(String.init) }
        #expect(Set(ids) == ["exhibitors.wind", "exhibitors.sun", "exhibitors.grid"])
        let (wind, sun) = (
            ids.firstIndex(of: "exhibitors.wind"), ids.firstIndex(of: "exhibitors.sun")
        )
        #expect(try #require(wind) < (try #require(sun)))
        // By whatever name of the fair, and asked again, they are the same.
        #expect(try await run("fair", "codes", "--event", "events.day").output == table.output)
        let sheet = folder.path("codes.pdf")
        let printed = try await run("fair", "codes", "--event", "day", "-o", sheet)
        #expect(printed.status == 0, "\(printed.errors)")
        let bytes = try Data(contentsOf: URL(filePath: sheet))
        #expect(bytes.starts(with: Data("%PDF-".utf8)) && bytes.count > 2_000)
        #expect(bytes.range(of: Data("%%EOF".utf8)) != nil)
    }

    @Test("leaderboard, figures, visitors and draws of a fair that nobody has come to")
    func acts() async throws {
        try await publish()
        let board = try await run("fair", "leaderboard", "--event", "day")
        #expect(board.status == 0 && board.output.hasPrefix("rank,name,points,reached_at,account"))
        let figures = try await run("fair", "stats", "--event", "day")
        #expect(figures.status == 0 && figures.output.contains("\"by_hour\""), "\(figures.errors)")
        let visitors = try await run("fair", "export", "--event", "day", "--format", "json")
        #expect(visitors.status == 0 && visitors.output.contains("\"attendees\":[]"))
        let begun = try await run("fair", "draw", "--event", "day", "--prize", "A bicycle")
        #expect(begun.status == 0 && begun.output.hasPrefix("draw 1: A bicycle"), "\(begun.errors)")
        let drawn = try await run("fair", "draw", "--event", "day", "--run", "1")
        #expect(drawn.status != 0 && drawn.errors.contains("only 0 visitors may win"))
        let unknown = try await run("fair", "stats", "--event", "elsewhere")
        #expect(unknown.status != 0 && unknown.errors.contains("there are events.day"))
    }

    @Test("nothing that is written takes the place of the database")
    func keepsTheDatabase() async throws {
        try await publish()
        let before = try Data(contentsOf: URL(filePath: database))
        for act in ["codes", "export", "leaderboard"] {
            let refused = try await run("fair", act, "--event", "day", "-o", database)
            #expect(refused.status == 64 && refused.errors.contains("is the database"))
        }
        #expect(try Data(contentsOf: URL(filePath: database)) == before)
    }
}
