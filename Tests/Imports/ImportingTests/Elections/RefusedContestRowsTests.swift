import Importing
import Polling
import Testing

/// Rows of candidates that are refused in a file whose contests are published.
@Suite struct RefusedContestRowsTests {
    private let imports = BallotImports()

    /// Three candidates for judge and two for clerk; what stands in the cell of the first.
    private static func rows(_ cell: String, clerk: String = "1") -> String {
        "Precinct,Contest,Vote For,Candidate\n1,Judge,\(cell),Ed Ash\n1,Judge,1,Flo Bee\n"
            + "1,Judge,1,Gus Cox\n1,Clerk,\(clerk),Ida Dee\n1,Clerk,\(clerk),Jo Elm\n"
    }

    private func candidates(_ title: String) -> [String] {
        imports.contests.published.first { $0.title.text() == title }?.candidates
            .map { $0.name.text() } ?? []
    }

    @Test("a contest that would lose a candidate whose row is refused takes consent")
    func lost() async throws {
        _ = try await imports.contests(Self.rows("1"))
        let report = try await imports.contests(Self.rows("one"))
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.partlyRefused])
        #expect(report.forceNeeded.map(\.count) == [1])
        #expect(candidates("Judge") == ["Ed Ash", "Flo Bee", "Gus Cox"])
        let forced = try await imports.contests(Self.rows("one"), force: true)
        #expect(forced.outcome == .published)
        #expect(candidates("Judge") == ["Flo Bee", "Gus Cox"])
    }

    @Test("a contest all of whose rows are refused stays as it is published")
    func kept() async throws {
        _ = try await imports.contests(Self.rows("1"))
        let report = try await imports.contests(Self.rows("1", clerk: "one"), force: true)
        #expect(report.changes.rowRefused == 1)
        #expect(report.changes.removed == 0)
        #expect(candidates("Clerk") == ["Ida Dee", "Jo Elm"])
    }
}
