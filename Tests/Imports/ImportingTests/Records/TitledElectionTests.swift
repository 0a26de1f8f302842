import Datasets
import Polling
import Testing

@testable import Importing

/// Elections that a line above a table's columns names, and no column.
@Suite struct TitledElectionTests {
    @Test(
        "a title names an election by its day, or by its year",
        arguments: [
            ("Polling Places - General Election, November 6, 2018", "2018-11-06"),
            ("Tuesday, November 6th, 2018 General Election - Polling Locations", "2018-11-06"),
            ("2018-11-06 Primary", "2018-11-06"), ("Election of 6 November 2018", "2018-11-06"),
            ("Landtagswahl am 26.09.2021", "2021-09-26"), ("2018 General Election", "2018"),
            ("Elección municipal 2019", "2019"),
            ("Board of Elections, updated 2025-12-01: General Election 11/20/2018", "2018-11-20"),
        ]
    )
    func named(title: String, says: String) throws {
        let titled = try #require(TitledElection(["County of Curlew", title]))
        #expect((titled.day?.description ?? "\(titled.year)") == says)
        #expect(titled.title == title)
    }

    @Test(
        "a title that speaks of the file, of an office or of nothing names no election",
        arguments: [
            "Curlew County Board of Elections, 2018-11-06", "Polling places as of November 6, 2018",
            "Election precincts, revised 11/20/2018", "Polling Places", "General Election",
            "Updated 2018",
        ]
    )
    func silent(title: String) {
        #expect(TitledElection([title]) == nil)
    }

    @Test("contests of a file without elections are of the one that its title names")
    func contests() async throws {
        let imports = BallotImports()
        let report = try await imports.contests(
            "\"Candidates - General Election, November 3, 2026\",,\ncontest,candidate,district\n"
                + "Sheriff,Ada,1\nSheriff,Bo,1\n"
        )
        #expect(imports.contests.published.map(\.election.key) == ["2026-11-03"])
        let use = try #require(report.constants.first { $0.field == "election" })
        #expect(use.reason.contains("Candidates - General Election, November 3, 2026"))
    }
}
