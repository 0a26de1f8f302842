import Datasets
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing

/// Files of contests with ids, whose column of titles, of ids or of parties slipped or was filled down.
@Suite struct ContestTitlesTests {
    private let imports = BallotImports()

    /// A row of a file of contests.
    private struct Line {
        var id: String
        var contest: String
        let district: String
        let candidate: String
        var party: String
    }

    private static let offices = [
        "Assessor", "Clerk", "Coroner", "Engineer", "Recorder", "Sheriff", "Surveyor", "Treasurer",
    ]

    /// Eight offices of a precinct each, with three candidates of three parties.
    private static let lines = offices.enumerated().flatMap { index, office in
        [("Ann", "Rep"), ("Bob", "Dem"), ("Cy", "Ind")].map { first, party in
            Line(
                id: "c\(index)",
                contest: office,
                district: "\(101 + index)",
                candidate: "\(first) \(office)son",
                party: party
            )
        }
    }

    private func run(_ lines: [Line]) async throws -> ImportReport {
        let text =
            "Election,Contest ID,Contest,District Type,District,Candidate,Party\n"
            + lines.map {
                "2027-gen,\($0.id),\($0.contest),precinct,\($0.district),\($0.candidate),\($0.party)\n"
            }.joined()
        return try await withFile(Array(text.utf8), name: "contests.csv") { path in
            try await ContestImporter(store: imports.contests, clock: imports.clock)
                .run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
    }

    @Test("titles that slipped against the contests take consent")
    func slippedTitles() async throws {
        var lines = Self.lines
        #expect(try await run(lines).outcome == .published)
        for index in lines.indices {
            lines[index].contest = Self.lines[(index + 23) % 24].contest
        }
        let report = try await run(lines)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.swappedCandidates])
        #expect(report.forceNeeded.map(\.count) == [24])
        #expect(
            report.forceNeeded.first?.text.contains(
                "\"Ann Assessorson\" (\"Assessor\", precinct 101 > \"Treasurer\", precinct 101)"
            ) == true
        )
    }

    @Test("other words for titles, and a title that no other contest had, take none")
    func otherTitles() async throws {
        var lines = Self.lines
        _ = try await run(lines)
        for index in lines.indices { lines[index].contest = "County \(lines[index].contest)" }
        #expect(try await run(lines).outcome == .published)
        for index in 0...2 { lines[index].contest = "Auditor" }
        let report = try await run(lines)
        #expect(report.outcome == .published)
        #expect(!report.notes.contains { $0.finding.code == "candidates_moved" })
    }

    @Test("a candidate whose row has the id of another contest is told as apart from the rivals")
    func slippedID() async throws {
        var lines = Self.lines
        _ = try await run(lines)
        lines[3].id = "c0"
        let report = try await run(lines)
        #expect(report.outcome == .published)
        let note = try #require(report.notes.first { $0.finding.code == "candidates_moved" })
        #expect(note.level == .warning)
        #expect(note.text.contains("\"Ann Clerkson\" (\"Clerk\", precinct 102: "), "\(note.text)")
    }

    @Test("one party for everybody takes consent where there were three")
    func filledParties() async throws {
        var lines = Self.lines
        _ = try await run(lines)
        for index in lines.indices { lines[index].party = "Rep" }
        let report = try await run(lines)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.swappedParties])
        #expect(report.forceNeeded.map(\.count) == [16])
    }
}
