import Datasets
import Importing
import Polling
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
}
