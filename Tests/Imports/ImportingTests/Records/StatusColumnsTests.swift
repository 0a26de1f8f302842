import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

/// Records that a column of their file says are not in use.
@Suite struct StatusColumnsTests {
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private func addresses(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "a.csv") { path in
            try await AddressImporter(
                store: FakeStore<AddressEntry>(kind: .addresses),
                clock: clock
            )
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("a")))
        }
    }

    private func told(_ report: ImportReport) -> [String] {
        report.notes.filter { $0.finding.code == "out_of_use" }.map(\.text)
    }

    @Test(
        "addresses that are retired are told",
        arguments: [
            ("Status", "Retired", "Current"), ("ADDR_STATUS", "demolished", "active"),
            ("Status", "Decommissioned", "Current"), ("Status", "DEACTIVATED", "Active"),
            ("Status", "Not in use", "In use"),
            ("Active", "No", "Yes"), ("Retired", "Y", "N"),
        ]
    )
    func retired(column: String, word: String, other: String) async throws {
        let notes = told(
            try await addresses(
                "house_number,street,precinct,\(column)\n1,Elm St,4,\(word)\n2,Elm St,4,\(other)\n"
                    + "3,Elm St,4,\(word)\n"
            )
        )
        #expect(notes.count == 1)
        #expect(
            notes.first?.hasPrefix("\(column) is \"\(word)\" in 2 rows of these addresses") == true,
            "\(notes)"
        )
    }

    @Test("addresses in use, and a column that is a field's, are not told")
    func silent() async throws {
        let text = "house_number,street,precinct,Status\n1,Elm St,4,Current\n2,Elm St,4,\n"
        #expect(told(try await addresses(text)).isEmpty)
    }

    @Test("measures that were withdrawn and elections that were cancelled are told")
    func ballots() async throws {
        let imports = BallotImports()
        let measures = try await imports.measures(
            "election,id,title,district_type,district_code,Status\n"
                + "2026,A,Bonds,county,1,Withdrawn\n2026,B,Roads,county,1,Certified\n"
        )
        #expect(told(measures).first?.contains("1 row of these measures") == true)
        let elections = try await imports.elections(
            "id,name,date,status\ne,Runoff,2026-12-01,Cancelled\nf,General,2026-11-03,Scheduled\n"
        )
        #expect(told(elections).first?.contains("1 row of these elections") == true)
    }
}
