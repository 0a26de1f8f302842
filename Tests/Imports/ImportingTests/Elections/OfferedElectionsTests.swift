import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Elections that a file takes away from contests and measures.
@Suite struct OfferedElectionsTests {
    private struct Published: ElectionStore {
        var elections: [Election] = []
        var contests: [Contest] = []

        func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
            try visit(elections)
        }
        func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
            try visit(contests)
        }
        func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {}
        func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {}
    }

    private func note(
        _ text: String,
        _ published: Published,
        _ dataset: String = "dc"
    ) async throws -> String? {
        let imports = BallotImports()
        let report = try await withFile(Array(text.utf8), name: "e.csv") { path in
            try await ElectionImporter(
                store: imports.elections,
                ballots: published,
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName(dataset)))
        }
        return report.notes.first { $0.finding.code == "elections_in_use" }?.text
    }

    private func published(_ dataset: String) throws -> Published {
        let name = try DatasetName(dataset)
        return Published(
            elections: [Election(dataset: name, key: "general", name: LocalizedText("General"))],
            contests: [
                Contest(
                    dataset: try DatasetName("c"),
                    key: "sheriff",
                    election: ElectionReference(key: "general"),
                    title: LocalizedText("Sheriff"),
                    area: BallotArea()
                )
            ]
        )
    }

    @Test("contests that name an election which the file lacks are told")
    func gone() async throws {
        let text = "id,name,date\nprimary,Primary,2026-05-12\n"
        let told = try #require(try await note(text, try published("dc")))
        #expect(
            told.hasPrefix("1 contest or measure names an election that would not be published")
        )
        #expect(told.contains("\"general\""))
    }

    @Test("nothing is said where the file, or another dataset, has the election")
    func kept() async throws {
        let text = "id,name,date\ngeneral,General,2026-11-03\n"
        #expect(try await note(text, try published("dc")) == nil)
        let other = "id,name,date\nprimary,Primary,2026-05-12\n"
        #expect(try await note(other, try published("elsewhere")) == nil)
    }
}
