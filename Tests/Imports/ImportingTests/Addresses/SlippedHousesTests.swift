import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

/// Lists whose column of streets or of house numbers slipped against the places that are published.
@Suite struct SlippedHousesTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    /// Forty houses with ids and places, of which some have another number or street.
    private static func rows(
        first: Int = 0,
        number: (Int) -> Int = { $0 + 1 },
        street: (Int) -> String = { $0 < 20 ? "N Oak St" : "Elm Ave" }
    ) -> String {
        "id,house_number,street,city,precinct,latitude,longitude\n"
            + (first..<40).map {
                let latitude = 42 + Double($0) / 1000
                return "a\($0 - first),\(number($0)),\(street($0)),Wexley,1,\(latitude),-101.5\n"
            }.joined()
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
        "house numbers or streets that changed without their places take consent, with their number"
    )
    func slipped() async throws {
        #expect(try await run(Self.rows()).outcome == .published)
        let sorted = try await run(Self.rows(number: { 40 - $0 }))
        #expect(sorted.outcome == .refused)
        #expect(sorted.forceNeeded.map(\.limit) == [.renamed])
        #expect(sorted.forceNeeded.map(\.count) == [40])
        let streets = try await run(Self.rows(street: { $0 < 17 ? "N Oak St" : "Elm Ave" }))
        #expect(streets.forceNeeded.map(\.limit) == [.renamed])
        #expect(streets.forceNeeded.map(\.count) == [3])
        #expect(try await run(Self.rows(number: { 40 - $0 }), force: true).outcome == .published)
    }

    @Test("streets that are spelled otherwise, and a few numbers put right, need none")
    func spellings() async throws {
        _ = try await run(Self.rows())
        let written = Self.rows(street: { $0 < 20 ? "North Oak Street" : "Elm Avenue" })
        let report = try await run(written)
        #expect(report.changes.changed == 40)
        #expect(report.outcome == .published)
        #expect(
            try await run(Self.rows(number: { $0 < 2 ? $0 + 101 : $0 + 1 })).outcome == .published
        )
    }

    @Test("a list without the columns of its places takes consent")
    func withoutPlaces() async throws {
        _ = try await run(Self.rows())
        let text = Self.rows().split(separator: "\n").map { line in
            line.split(separator: ",").prefix(5).joined(separator: ",") + "\n"
        }.joined()
        let report = try await run(text)
        #expect(report.forceNeeded.map(\.limit) == [.moved])
        #expect(report.forceNeeded.map(\.count) == [40])
        #expect(report.forceNeeded.first?.text.contains("addresses would lose their place") == true)
    }

    @Test("ids that count the rows shift with a row, and the addresses keep their places")
    func shiftedIDs() async throws {
        _ = try await run(Self.rows())
        let report = try await run(Self.rows(first: 1))
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
    }
}
