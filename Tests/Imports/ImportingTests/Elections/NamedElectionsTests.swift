import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Elections that a file names and that are not published.
@Suite struct NamedElectionsTests {
    private struct FakeElections: ElectionStore {
        var keys: [(String, CalendarDate?)]

        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            let dataset = try DatasetName("elections")
            try visit(
                keys.map {
                    Election(dataset: dataset, key: $0.0, name: LocalizedText($0.0), date: $0.1)
                }
            )
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private static let day = CalendarDate(parsing: "2026-11-03")

    private func notes(
        _ elections: [(String, CalendarDate?)],
        measures: Bool
    ) async throws -> [String] {
        let imports = BallotImports()
        let text =
            measures
            ? "election,id,title,district_type,district_code\n2026-genral,A,Bonds,county,1\n"
                + "2026-genral,B,Roads,county,1\n2026-general,C,Parks,county,1\n"
            : "election,contest,candidate,district_type,district_code\n"
                + "2026-genral,Sheriff,Ada,county,1\n2026-general,Clerk,Bo,county,1\n"
        let known = FakeElections(keys: elections)
        let options = ImportOptions(dataset: try DatasetName("dc"))
        let report = try await withFile(Array(text.utf8), name: "file.csv") { path in
            measures
                ? try await MeasureImporter(
                    store: imports.measures,
                    elections: known,
                    clock: imports.clock
                ).run(.file(path), options: options)
                : try await ContestImporter(
                    store: imports.contests,
                    elections: known,
                    clock: imports.clock
                ).run(.file(path), options: options)
        }
        #expect(report.outcome == .published)
        return report.notes.map(\.text)
    }

    @Test("an election that is not published is told with those that are")
    func unknown() async throws {
        let known = [("2024-general", nil), ("2026-general", Self.day)]
        let measures = try await notes(known, measures: true)
        #expect(
            measures.contains(
                "2 of these measures name an election that is not published, such as "
                    + "\"2026-genral\"; published are 2026-general (2026-11-03), 2024-general. If one "
                    + "of these is meant, write its name as it stands here, or say --set election=..."
            ),
            "\(measures)"
        )
        let contests = try await notes(known, measures: false)
        #expect(
            contests.contains { $0.hasPrefix("1 of these contests names an election that is not") },
            "\(contests)"
        )
    }

    @Test("where none is published, or all are, nothing is said")
    func silent() async throws {
        for known in [[], [("2026-general", Self.day), ("2026-genral", nil)]] {
            let notes = try await notes(known, measures: true)
            #expect(!notes.contains { $0.contains("not published") }, "\(notes)")
        }
    }

    /// Elections with what they are called and of what type they are.
    private struct Called: ElectionStore {
        let elections: [Election]

        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {}
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private func contests(
        _ election: String,
        _ known: [(key: String, name: String, type: String?)]
    ) async throws -> (titles: [String], told: [String]) {
        let dataset = try DatasetName("elections")
        let imports = BallotImports()
        let called = Called(
            elections: known.map { election in
                Election(
                    dataset: dataset,
                    key: election.key,
                    name: LocalizedText(election.name),
                    date: CalendarDate(parsing: election.key),
                    type: election.type.map { LocalizedText($0) }
                )
            }
        )
        let text =
            "election,contest,candidate,party,district_type,district_code\n"
            + "\(election),Sheriff,Ann,REP,county,1\n\(election),Sheriff,Al,REP,county,1\n"
            + "\(election),Sheriff,Bo,DEM,county,1\n"
        let report = try await withFile(Array(text.utf8), name: "file.csv") { path in
            try await ContestImporter(
                store: imports.contests,
                elections: called,
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: DatasetName("dc")))
        }
        return (
            imports.contests.published.map { $0.title.text() }.sorted(),
            report.notes.map(\.text).filter { $0.contains("not published") }
        )
    }

    @Test("an election is known by its name, where no other has it, and is told by that")
    func names() async throws {
        let known = [("2026-11-03", "General Election", nil), ("2027-03-02", "City", "special")]
        #expect(try await contests("general election", known).told.isEmpty)
        let wrong = try await contests("Genral Election", known).told
        #expect(
            wrong.first?.contains("published are City (2027-03-02), General Election (2026-11-03).")
                == true,
            "\(wrong)"
        )
        let twice = known + [("2028-11-07", "General Election", nil)]
        #expect(try await contests("General Election", twice).told.count == 1)
    }

    @Test("an election that is published as a primary has a contest of each party")
    func primary() async throws {
        let known = [("2027-03-02", "Spring", "Primary"), ("2026-11-03", "Autumn", nil)]
        #expect(try await contests("2027-03-02", known).titles.count == 2)
        #expect(try await contests("2026-11-03", known).titles == ["Sheriff"])
    }

    @Test("elections of one name on several days are told apart, and found by name and day")
    func severalDays() async throws {
        let imports = BallotImports()
        let rows = [("2027-11-02", "Ann"), ("2027-11-02", "Bo"), ("2028-11-07", "Cy")]
        let text =
            "election,election date,contest,candidate,district_type,district_code\n"
            + rows.map { "General Election,\($0.0),Mayor,\($0.1),county,1\n" }.joined()
        let dataset = try DatasetName("elections")
        let called = Called(
            elections: ["2027-11-02", "2028-11-07"].map { day in
                Election(
                    dataset: dataset,
                    key: "general-\(day.prefix(4))",
                    name: LocalizedText("General Election"),
                    date: CalendarDate(parsing: day)
                )
            }
        )
        let report = try await withFile(Array(text.utf8), name: "file.csv") { path in
            try await ContestImporter(
                store: imports.contests,
                elections: called,
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: DatasetName("dc")))
        }
        let contests = imports.contests.published
        #expect(contests.map { $0.candidates.map { $0.name.text() } } == [["Ann", "Bo"], ["Cy"]])
        #expect(Set(contests.map(\.id)).count == 2)
        #expect(contests.map(\.election.key) == ["2027-11-02", "2028-11-07"])
        #expect(contests.allSatisfy { $0.election.name == "General Election" })
        #expect(!report.notes.contains { $0.finding.code == "unknown_elections" })
        #expect(
            report.notes.first { $0.finding.code == "elections_by_day" }?.text
                == "2 elections are called \"General Election\", and told apart by their days: "
                + "2027-11-02, 2028-11-07"
        )
        let book = BallotBook(elections: called.elections, contests: contests, measures: [])
        #expect(book.entries.map(\.contests.count) == [1, 1])
        let measures = BallotImports()
        _ = try await measures.measures(
            "election,election date,title,district_type,district_code\n"
                + "General,2027-11-02,Bonds,county,1\nGeneral,2028-11-07,Bonds,county,1\n"
        )
        #expect(measures.measures.published.map(\.election.key) == ["2027-11-02", "2028-11-07"])
    }
}
