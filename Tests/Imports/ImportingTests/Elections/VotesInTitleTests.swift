import Datasets
import Polling
import Testing

@testable import Importing

/// Numbers to vote for in the titles of contests.
@Suite struct VotesInTitleTests {
    @Test(
        "the number to vote for is taken out of a title",
        arguments: [
            ("City Council (Vote For 2)", "City Council", 2),
            ("City Council (Vote for not more than 3)", "City Council", 3),
            ("CITY COUNCIL, VOTE FOR ONE", "CITY COUNCIL", 1),
            ("GOVERNOR (VOTE FOR) 1", "GOVERNOR", 1),
            ("School Board - Vote for up to two (2)", "School Board", 2),
            ("City Council (Vote For 2) (REP)", "City Council (REP)", 2),
            ("City Council [Choose no more than three candidates]", "City Council", 3),
            ("Concejo Municipal (Vote por no más de 2)", "Concejo Municipal", 2),
            ("Trustee (Elect 4) Ward 3", "Trustee Ward 3", 4),
            ("Council, Vote For=2", "Council", 2),
        ]
    )
    func taken(text: String, title: String, votes: Int) {
        #expect(VotesInTitle.parse(text) == VotesInTitle(title: title, votes: votes))
    }

    @Test(
        "what is no number to vote for stays",
        arguments: [
            "City Council", "Select Board 2", "Elector District 3", "Vote For 2", "Vote Center 3",
            "President Elect", "Committee to Elect Two Rivers Mayor", "Council District 4",
        ]
    )
    func left(text: String) { #expect(VotesInTitle.parse(text) == nil) }

    private let imports = BallotImports()

    private func rows(_ titles: [String], header: String = "", cell: String = "") -> String {
        "precinct,office,candidate\(header)\n"
            + titles.enumerated().map { "\($0 + 1),\($1),Ada\(cell)\n\($0 + 1),\($1),Bo\(cell)\n" }
            .joined()
    }

    @Test("rows of one contest are one, however they write the number, and voters are told it")
    func merged() async throws {
        let report = try await imports.contests(
            rows(["Council (Vote For 2)", "Council (VOTE FOR TWO)", "Council"])
        )
        let contest = try #require(imports.contests.published.first)
        #expect(imports.contests.published.count == 1)
        #expect(contest.title.text() == "Council")
        #expect(contest.votesAllowed == 2)
        #expect(contest.id.rawValue.hasSuffix(".council"), "\(contest.id)")
        #expect(contest.candidates.count == 2)
        #expect(contest.area.precincts == ["1", "2", "3"])
        #expect(
            report.notes.map(\.text).contains(
                "the number to vote for was taken out of titles: Council"
            ),
            "\(report.notes.map(\.text))"
        )
        #expect(!report.notes.contains { $0.text.contains("another number of votes") })
    }

    @Test("titles that differ by the number alone stay two contests, as the file writes them")
    func several() async throws {
        _ = try await imports.contests(rows(["Council (Vote For 1)", "Council (Vote For 2)"]))
        let contests = imports.contests.published.sorted { $0.id < $1.id }
        #expect(
            contests.map { $0.title.text() } == ["Council (Vote For 1)", "Council (Vote For 2)"]
        )
        #expect(contests.map(\.votesAllowed) == [1, 2])
    }

    @Test("a column of its own says it before the title does")
    func column() async throws {
        _ = try await imports.contests(
            rows(["Council (Vote For 2)"], header: ",vote_for", cell: ",3")
        )
        #expect(imports.contests.published.map(\.votesAllowed) == [3])
    }
}
