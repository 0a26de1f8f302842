import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

/// Lists whose column of precincts, or of stations, slipped against the addresses that are published.
@Suite struct SlippedDistrictsTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    /// Sixty houses of one street, ten of each precinct in turn; `slip` of the rows' precincts come first.
    private static func rows(slip: Int, column: String = "Precinct") -> String {
        let precincts = (0..<60).map { "\(($0 + slip) % 60 / 10 + 1)" }
        return "Address,City,Zip,\(column)\n"
            + precincts.enumerated().map { "\($0 + 1) Oak St,Wexley,17001,\($1)\n" }.joined()
    }

    private func run(_ text: String, force: Bool = false) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("list"))
            options.isForced = force
            return try await AddressImporter(
                store: addresses,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: options)
        }
    }

    @Test(
        "addresses that go over to other precincts or stations take consent, with their number",
        // A slip by one row changes one address at the end of each precinct, a slip by ten all.
        arguments: ["Precinct", "Station ID"],
        [(1, 6), (10, 60)]
    )
    func slipped(column: String, slip: (rows: Int, changed: Int)) async throws {
        #expect(try await run(Self.rows(slip: 0, column: column)).outcome == .published)
        let text = Self.rows(slip: slip.rows, column: column)
        let report = try await run(text)
        #expect(report.outcome == .refused)
        #expect(report.changes.districtsChanged == slip.changed)
        #expect(report.forceNeeded.map(\.limit) == [.districts])
        #expect(
            report.forceNeeded.first?.text.hasPrefix(
                "\(slip.changed) of the 60 published addresses would be in other districts"
            ) == true
        )
        #expect(try await run(text, force: true).outcome == .published)
    }

    @Test("a few that are put right need no consent")
    func few() async throws {
        _ = try await run(Self.rows(slip: 0))
        let mended = Self.rows(slip: 0).replacing(
            "\n1 Oak St,Wexley,17001,1\n2 Oak St,Wexley,17001,1\n",
            with: "\n1 Oak St,Wexley,17001,2\n2 Oak St,Wexley,17001,2\n"
        )
        let report = try await run(mended)
        #expect(report.changes.districtsChanged == 2)
        #expect(report.outcome == .published)
    }

    @Test("of two addresses that change precincts with one another both count")
    func two() async throws {
        func rows(_ codes: [Int]) -> String {
            "Address,City,Zip,Precinct\n10 Oak St,Wexley,17001,\(codes[0])\n"
                + "20 Elm Ave,Wexley,17001,\(codes[1])\n"
        }
        _ = try await run(rows([1, 2]))
        #expect(try await run(rows([2, 1])).forceNeeded.map(\.limit) == [.districts])
    }
}
