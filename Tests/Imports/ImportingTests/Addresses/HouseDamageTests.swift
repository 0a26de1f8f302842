import Datasets
import Polling
import RowFilesTesting
import Testing
import Timekeeping

@testable import Importing

/// Houses that are none, and addresses whose rows are refused now.
@Suite struct HouseDamageTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    private func run(path: String) async throws -> ImportReport {
        try await AddressImporter(
            store: addresses,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
    }

    private func run(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "addresses.csv") { try await run(path: $0) }
    }

    @Test("house 0 is refused, and a side from 0 to 0 has no house")
    func zero() async throws {
        let single = try await run(
            "number,street,precinct\n0,Elm St,1\n00,Elm St,1\n10,Elm St,1\n"
        )
        #expect(single.rejectedRows.map(\.finding.code) == ["house_zero", "house_zero"])
        let lines = try await run("address,precinct\n0 Elm St,1\n12 Elm St,1\n")
        #expect(lines.rejectedRows.map(\.finding.code) == ["house_zero"])
        let fresh = HouseDamageTests()
        let ranges = try await fresh.run(
            "street,odd_from,odd_to,even_from,even_to,precinct\nElm St,0,0,2,20,1\nOak St,0,0,0,0,1\n"
                + "Fir St,1,9,0,98,1\n"
        )
        #expect(ranges.rejectedRows.map(\.line) == [3])
        #expect(
            fresh.addresses.published.map { $0.houses.map { "\($0.side) \($0.numbers)" } }
                == [["even 2...20"], ["odd 1...9", "even 0...98"]]
        )
    }

    @Test("houses that are the numbers of days are refused, and those of a grid are not")
    func dayNumbers() async throws {
        func rows(_ houses: [Int]) -> String {
            "number,street,precinct\n" + houses.map { "\($0),Elm St,1\n" }.joined()
        }
        let damaged = try await run(rows([3, 45_789, 5, 45_790, 7]))
        #expect(damaged.rejectedRows.map(\.line) == [3, 5])
        #expect(damaged.rejectedRows.map(\.finding.code) == ["date_for_house", "date_for_house"])
        #expect(damaged.rejectedRows.first?.value == "45789")
        #expect(try await run(rows([3, 45_789, 5, 31_000])).rows.rejected == 0)
        #expect(try await run(rows([44_100, 45_789, 46_790])).rows.rejected == 0)
    }

    @Test("an address whose row lacks where its people vote now stays as it is published")
    func refused() async throws {
        _ = try await run("number,street,town,precinct\n3,Elm St,A,1\n5,Elm St,A,1\n7,Elm St,A,2\n")
        let report = try await run(
            "number,street,town,precinct\n3,Elm St,A,1\n5,Elm St,A,\n7,Elm St,A,2\n"
        )
        #expect(report.changes.removed == 0)
        #expect(report.changes.rowRefused == 1)
    }
}
