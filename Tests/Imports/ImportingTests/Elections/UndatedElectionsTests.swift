import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Elections whose days a file gives in a name, in an unclear way or not at all.
@Suite struct UndatedElectionsTests {
    /// Elections that are published.
    private struct Published: ElectionStore {
        var elections: [Election] = []

        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private let imports = BallotImports()

    private func contests(
        _ text: String,
        _ published: Published = Published()
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "contests.csv") { path in
            try await ContestImporter(
                store: imports.contests,
                elections: published,
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
    }

    private func codes(_ report: ImportReport) -> [String] { report.notes.map(\.finding.code) }

    @Test(
        "a day of one reading in an election's name is its day",
        arguments: [
            "\"General Election, November 3, 2026\"", "General Election 2026-11-03",
            "3 November 2026 General", "General Election 3.11.2026 - no",
        ]
    )
    func named(name: String) async throws {
        let isClear = !name.contains("3.11")
        let report = try await contests(
            "Election,Contest,Precinct,Candidate\n\(name),Mayor,1,Ann Ash\n\(name),Mayor,1,Bob Bee\n"
        )
        let day = imports.contests.published.first?.election.date
        #expect(day == (isClear ? CalendarDate(parsing: "2026-11-03") : nil))
        #expect(codes(report).contains("records_without_day") == !isClear)
    }

    @Test(
        "contests of elections whose day nothing tells are told",
        arguments: ["General Election 11/03/2026", "2026 General"]
    )
    func undated(name: String) async throws {
        let text = "Election,Contest,Precinct,Candidate\n\(name),Mayor,1,Ann Ash\n"
        let report = try await contests(text)
        let note = try #require(report.notes.first { $0.finding.code == "records_without_day" })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("1 of these contests is of an election whose day is not known"))
        #expect(note.text.contains("\"\(name)\""))
        let election = Election(
            dataset: try DatasetName("elections"),
            key: "g26",
            name: LocalizedText(name),
            date: CalendarDate(parsing: "2026-11-03")
        )
        let known = try await contests(text, Published(elections: [election]))
        #expect(!codes(known).contains("records_without_day"))
    }

    @Test("an election that is published without a day is told")
    func elections() async throws {
        let report = try await imports.elections(
            "id,name,date\ng26,General,\nr26,Runoff,2026-12-08\n"
        )
        let note = try #require(report.notes.first { $0.finding.code == "days_not_known" })
        #expect(note.text.hasPrefix("1 election has no day, such as \"General\""))
    }

    /// A contest for each day.
    private static func rows(_ days: [String]) -> String {
        "Election Date,Contest,Precinct,Candidate\n"
            + days.enumerated().map { "\($1),Board \($0),1,Ann Ash\n" }.joined()
    }

    @Test("a day with points is refused where other rows put the month first")
    func contradiction() async throws {
        let report = try await contests(Self.rows(["4/13/2027", "11.03.2026"]))
        #expect(report.rejectedRows.map(\.finding.code) == ["ambiguous_day"])
        #expect(
            imports.contests.published.map { $0.election.date?.description } == ["2027-04-13"]
        )
    }

    @Test("a day with points is told where no row shows the order, and read where one does")
    func points() async throws {
        let alone = try await contests(Self.rows(["11.03.2026"]))
        let note = try #require(alone.notes.first { $0.finding.code == "dotted_days" })
        #expect(note.text.contains("\"11.03.2026\""))
        #expect(note.text.contains("read as 2026-03-11"))
        let shown = try await contests(Self.rows(["11.03.2026", "13.04.2027"]))
        #expect(!codes(shown).contains("dotted_days"))
        #expect(shown.rejectedRows.isEmpty)
    }
}
