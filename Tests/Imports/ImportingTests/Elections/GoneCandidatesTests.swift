import Importing
import Testing

/// Contests and candidates that a file no longer has, among them those of a file that was cut at its end.
@Suite struct GoneCandidatesTests {
    private let imports = BallotImports()

    /// Ten contests of three candidates each.
    private static let rows: [String] = (1...10).flatMap { ward in
        ["Ann", "Bob", "Cy"].map { "Council Ward \(ward),\($0) Ash\(ward)" }
    }

    private func run(_ rows: [String], name: String = "contests.csv") async throws -> ImportReport {
        try await imports.contests(
            "Contest,Candidate\n" + rows.map { "\($0)\n" }.joined(),
            name: name
        )
    }

    /// The codes of what is told of contests and candidates that are gone, with their levels.
    private static func codes(_ report: ImportReport) -> [String] {
        let codes = ["end_missing", "contests_gone", "candidates_gone"]
        return report.notes.filter { codes.contains($0.finding.code) }
            .map { "\($0.level.rawValue) \($0.finding.code)" }
    }

    private static func text(_ report: ImportReport, _ code: String) -> String {
        report.notes.first { $0.finding.code == code }?.text ?? ""
    }

    @Test(
        "a file that is cut at its end is told so, with what is gone",
        arguments: [(27, 1, 0), (28, 0, 2), (29, 0, 1), (25, 1, 2)]
    )
    func cut(count: Int, contests: Int, candidates: Int) async throws {
        _ = try await run(Self.rows)
        let report = try await run(Array(Self.rows.prefix(count)))
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        #expect(
            Self.codes(report) == ["warning end_missing"]
                + (contests > 0 ? ["warning contests_gone"] : [])
                + (candidates > 0 ? ["warning candidates_gone"] : [])
        )
        if contests > 0 {
            #expect(
                Self.text(report, "contests_gone")
                    == "1 published contest is not in the file: \"Council Ward 10\""
            )
        }
        if candidates > 0 {
            let text = Self.text(report, "candidates_gone")
            let last = contests > 0 ? 9 : 10
            #expect(text.contains("\"Cy Ash\(last)\" (\"Council Ward \(last)\")"), "\(text)")
        }
    }

    @Test("a contest is gone also where one of its candidates stands in another that stays")
    func standingTwice() async throws {
        let rows = ["Recorder,Ann Ash10"] + Self.rows
        _ = try await run(rows)
        let report = try await run(Array(rows.prefix(28)))
        #expect(Self.codes(report) == ["warning end_missing", "warning contests_gone"])
        #expect(Self.text(report, "contests_gone").hasSuffix(": \"Council Ward 10\""))
    }

    @Test("a file that takes consent for what it lacks is told so, too")
    func short() async throws {
        _ = try await run(Self.rows)
        let report = try await run(Array(Self.rows.prefix(18)))
        #expect(report.forceNeeded.map(\.limit) == [.removed])
        #expect(Self.codes(report) == ["warning end_missing", "warning contests_gone"])
        #expect(Self.text(report, "contests_gone").hasPrefix("4 published contests are not in"))
    }

    @Test("contests that are gone elsewhere are named, and no end is missing")
    func middle() async throws {
        _ = try await run(Self.rows)
        let report = try await run(Self.rows.filter { !$0.hasPrefix("Council Ward 4,") })
        #expect(report.outcome == .published)
        #expect(Self.codes(report) == ["warning contests_gone"])
        #expect(Self.text(report, "contests_gone").hasSuffix(": \"Council Ward 4\""))
    }

    @Test("a candidate who withdraws is noted, and many are warned of")
    func withdrawn() async throws {
        _ = try await run(Self.rows)
        let one = try await run(Self.rows.filter { $0 != "Council Ward 4,Bob Ash4" })
        #expect(Self.codes(one) == ["note candidates_gone"])
        #expect(one.notes.first?.finding.code != "candidates_gone")
        #expect(
            Self.text(one, "candidates_gone")
                == "1 published candidate stands in no contest of the file: \"Bob Ash4\" "
                + "(\"Council Ward 4\")"
        )
        _ = try await run(Self.rows)
        let many = try await run(Self.rows.filter { !$0.contains("Bob") })
        #expect(Self.codes(many) == ["warning candidates_gone"])
    }

    enum Change: CaseIterable { case spelling, replaced, title, added, order, refused }

    @Test("what is corrected in a good file is not told as gone", arguments: Change.allCases)
    func good(change: Change) async throws {
        var rows = Self.rows
        _ = try await run(rows)
        switch change {
        case .spelling: rows[29] = "Council Ward 10,Cyril Ash10"
        case .replaced: rows[14] = "Council Ward 5,Di Dee"
        case .title:
            for index in 27...29 {
                rows[index] = rows[index].replacing("Council", with: "Member of")
            }
        case .added: rows += ["Recorder,Ed Elm", "Recorder,Flo Fox"]
        case .order: rows.reverse()
        case .refused:
            rows = rows.map { $0.hasPrefix("Council Ward 10,") ? "\($0),none" : "\($0),1" }
        }
        let report =
            change == .refused
            ? try await imports.contests(
                "Contest,Candidate,Vote For\n" + rows.map { "\($0)\n" }.joined(),
                force: true
            ) : try await run(rows)
        #expect(report.outcome == .published)
        #expect(Self.codes(report) == [])
    }
}
