import Testing

@testable import Importing

/// Stations of several elections in one file.
@Suite struct StationElectionsTests {
    private func text(_ rows: [(day: String, hours: String)]) -> String {
        "id,name,lat,lon,precinct,hours,election_date\n"
            + rows.enumerated().map { number, row in
                "\(number),Hall \(number),38.\(number + 1),-77.0\(number),10\(number),"
                    + "\(row.hours),\(row.day)\n"
            }.joined()
    }

    @Test("rows of two elections are not published as stations of both without a word")
    func two() async throws {
        let imports = Imports()
        let rows = text([
            ("2026-06-30", "7:00-20:00"), ("6/30/2026", "7:00-20:00"), ("2026-11-03", "7:00-20:00"),
        ])
        let refused = try await imports.stations(rows)
        #expect(refused.outcome == .refused)
        let finding = try #require(refused.forceNeeded.first)
        #expect(refused.forceNeeded.map(\.limit) == [.severalElections])
        #expect((finding.count, finding.allowed, finding.published) == (2, 1, 3))
        #expect(
            finding.text.hasPrefix(
                "the column \"election_date\" names 2 elections: 2026-06-30 (2 rows), 2026-11-03 "
                    + "(1 row). A station takes part in an election by the days of its hours alone"
            ),
            "\(finding.text)"
        )
        #expect(imports.stations.published.isEmpty)
        #expect(try await imports.stations(rows, force: true).outcome == .published)
    }

    @Test("a day that may be two is the one that another row names")
    func ambiguous() async throws {
        let one = text([("6/2/2026", "7:00-20:00"), ("2026-06-02", "7:00-20:00")])
        #expect(try await Imports().stations(one).forceNeeded.isEmpty)
        let two = text([("6/2/2026", "7:00-20:00"), ("2026-06-03", "7:00-20:00")])
        #expect(try await Imports().stations(two).forceNeeded.map(\.limit) == [.severalElections])
    }

    @Test("hours with days tell each election's stations, and one election needs no word")
    func right() async throws {
        let dated = text([
            ("2026-06-02", "2026-06-02 7:00-20:00"), ("2026-11-03", "2026-11-03 7:00-20:00"),
        ])
        #expect(try await Imports().stations(dated).outcome == .published)
        let one = text([("2026-06-30", "7:00-20:00"), ("06/30/2026", "7:00-20:00"), ("", "")])
        #expect(try await Imports().stations(one).outcome == .published)
    }
}
