import Importing
import Polling
import Testing

/// Who stands on the ballot, by columns and by what stands beside names.
@Suite struct CandidateStatusTests {
    private let imports = BallotImports()

    private func names(_ text: String) async throws -> (names: [String], report: ImportReport) {
        let report = try await imports.contests(text)
        let names = imports.contests.published.flatMap(\.candidates).map { $0.name.text() }
        return (names.sorted(), report)
    }

    private static let head = "election_date,contest,precinct,candidate"

    @Test(
        "who is not on the ballot by a word is left out",
        arguments: [
            "Not on ballot", "Off ballot", "Not on the ballot", "Removed from ballot",
            "Not Qualified", "Not certified", "Rejected", "Withdrawn",
        ]
    )
    func out(status: String) async throws {
        let found = try await names(
            "\(Self.head),status\n2027-05-11,Mayor,1,Ann Lee,\n2027-05-11,Mayor,1,Bob Roe,\(status)\n"
        )
        #expect(found.names == ["Ann Lee"])
        #expect(found.report.notes.contains { $0.finding.code == "candidates_left_out" })
    }

    @Test(
        "what may say either is published and told",
        arguments: ["Withdrawn - reinstated", "Lost in primary", "Defeated in the primary"]
    )
    func doubtful(status: String) async throws {
        let found = try await names(
            "\(Self.head),status\n2027-05-11,Mayor,1,Ann Lee,\n2027-05-11,Mayor,1,Bob Roe,\(status)\n"
        )
        #expect(found.names == ["Ann Lee", "Bob Roe"])
        #expect(found.report.notes.contains { $0.finding.code == "unknown_statuses" })
    }

    @Test("a status and a day of withdrawal in a column of its own are both read")
    func bothColumns() async throws {
        let found = try await names(
            "\(Self.head),Status,Withdrawn Date\n2027-05-11,Mayor,1,Ann Lee,Qualified,\n"
                + "2027-05-11,Mayor,1,Bob Roe,Removed from ballot,\n"
                + "2027-05-11,Mayor,1,Cy Poe,Qualified,3/1/2027\n"
        )
        #expect(found.names == ["Ann Lee"])
    }

    @Test("words in front of names are read, and marks are told")
    func marks() async throws {
        let front = try await names(
            "\(Self.head)\n2027-05-11,Mayor,1,Ann Lee\n2027-05-11,Mayor,1,WITHDRAWN Ian Roe\n"
                + "2027-05-11,Mayor,1,Escriba aquí\n"
        )
        #expect(front.names == ["Ann Lee"])
        for name in ["Di Roe (W)", "Kay Roe †"] {
            let other = BallotImports()
            let report = try await other.contests(
                "\(Self.head)\n2027-05-11,Mayor,1,Ann Lee\n2027-05-11,Mayor,1,\(name)\n"
            )
            let warning = report.notes.first { $0.finding.code == "unknown_statuses" }
            #expect(warning?.lines == [3])
            #expect(warning?.text.hasPrefix("candidate says") == true)
        }
    }
}
