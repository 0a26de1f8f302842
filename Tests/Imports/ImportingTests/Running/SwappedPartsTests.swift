import Importing
import Polling
import Testing

/// One column of a file that was sorted, or slipped, without the others.
@Suite struct SwappedPartsTests {
    private let imports = Imports()

    private static let names = ["Grace", "Lincoln", "Oak", "Mill", "Pine", "Elm"]

    /// Six stations, of which the first `count` have the name, the address or the precinct of the next one.
    private static func rows(_ column: Int?, first count: Int = 6, id: Bool = true) -> String {
        var rows = names.enumerated().map { index, name in
            [
                "s\(index + 1)", "\(name) Hall", "\(index * 7 + 3) \(name) St", "42.1\(index)",
                "-101.5\(index)", "\(index + 1)",
            ]
        }
        if let column {
            let values = rows.prefix(count).map { $0[column] }
            for index in 0..<count { rows[index][column] = values[(index + 1) % count] }
        }
        let header = "id,name,address,lat,lon,precinct"
        return ([header] + rows.map { $0.joined(separator: ",") })
            .map { line in id ? line : String(line.drop { $0 != "," }.dropFirst()) }
            .map { $0 + "\n" }.joined()
    }

    @Test(
        "names, addresses or precincts that stand at one another's stations take consent, from two on",
        arguments: [
            (1, GuardFinding.Limit.swappedNames), (2, .swappedAddresses), (5, .swappedDistricts),
        ],
        [2, 6]
    )
    func sorted(column: (Int, GuardFinding.Limit), count: Int) async throws {
        _ = try await imports.stations(Self.rows(nil))
        let report = try await imports.stations(Self.rows(column.0, first: count))
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == column.1 })
        #expect(finding.count == count)
        #expect(finding.text.hasPrefix("\(count) of the 6 published stations would take the "))
        // s1 is the first of them, whatever its name is now.
        #expect(finding.text.contains("(dc.s1)"), "\(finding.text)")
        let forced = try await imports.stations(Self.rows(column.0, first: count), force: true)
        #expect(forced.outcome == .published)
    }

    @Test("stations that their precincts name are no different")
    func withoutIDs() async throws {
        _ = try await imports.stations(Self.rows(nil, id: false))
        let report = try await imports.stations(Self.rows(1, id: false))
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.contains { $0.limit == .swappedNames && $0.count == 6 })
    }

    @Test(
        "a name that nobody had, and one that another station gave up, need no consent",
        arguments: [["Grace Hall": "City Hall"], ["Grace Hall": "Oak Hall", "Oak Hall": "Barn"]]
    )
    func renamed(names: [String: String]) async throws {
        let rows = Self.rows(nil)
        _ = try await imports.stations(rows)
        let lines = rows.split(separator: "\n").map { line in
            var cells = line.split(separator: ",").map(String.init)
            cells[1] = names[cells[1]] ?? cells[1]
            return cells.joined(separator: ",") + "\n"
        }
        let report = try await imports.stations(lines.joined())
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        #expect(report.outcome == .published)
    }

    @Test("precincts whose stations change places, with name and address, are no swap of a column")
    func moved() async throws {
        func rows(_ order: [Int]) -> String {
            "precinct,name,address\n"
                + order.enumerated().map { index, station in
                    "\(index + 1),\(Self.names[station]) Hall,\(station) Main St\n"
                }.joined()
        }
        _ = try await imports.stations(rows([0, 1, 2, 3, 4, 5]))
        let report = try await imports.stations(rows([1, 0, 2, 3, 4, 5]))
        let swaps: [GuardFinding.Limit] = [.swappedNames, .swappedAddresses]
        #expect(!report.forceNeeded.contains { swaps.contains($0.limit) }, "\(report.forceNeeded)")
    }

    @Test("contests that go to one another's precincts take consent")
    func contests() async throws {
        func rows(_ shift: Int) -> String {
            "Contest,Precinct,Candidate\n"
                + (0..<6).map { index in
                    let precinct = (index + shift) % 6 + 1
                    return "Board \(index + 1),\(precinct),\(Self.names[index]) Ash\n"
                        + "Board \(index + 1),\(precinct),\(Self.names[index]) Bee\n"
                }.joined()
        }
        let imports = BallotImports()
        _ = try await imports.contests(rows(0))
        let report = try await imports.contests(rows(1))
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.contains { $0.limit == .swappedDistricts && $0.count == 6 })
    }
}
