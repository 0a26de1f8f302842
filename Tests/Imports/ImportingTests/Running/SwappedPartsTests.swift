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

    @Test("three are named, and a page can tell in its language how many more there are")
    func named() async throws {
        _ = try await imports.stations(Self.rows(nil))
        let report = try await imports.stations(Self.rows(1))
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedNames })
        guard case .finding(let list)? = finding.values["examples"] else {
            Issue.record("\(finding.values)")
            return
        }
        #expect(list.code == "and_more")
        #expect(list.values["more"] == .count(3))
        #expect(list.text.hasSuffix(" and 3 more"))
        #expect(finding.text.contains("stay: \(list.text). Look whether"))
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
            "precinct,name,address,lat,lon\n"
                + order.enumerated().map { index, station in
                    "\(index + 1),\(Self.names[station]) Hall,\(station) Main St,42.1\(station),"
                        + "-101.5\(station)\n"
                }.joined()
        }
        _ = try await imports.stations(rows([0, 1, 2, 3, 4, 5]))
        let report = try await imports.stations(rows([1, 0, 2, 3, 4, 5]))
        let swaps: [GuardFinding.Limit] = [.swappedNames, .swappedAddresses]
        #expect(!report.forceNeeded.contains { swaps.contains($0.limit) }, "\(report.forceNeeded)")
    }

    @Test(
        "an address that slipped alone is seen where towns and postcodes have columns of their own"
    )
    func streets() async throws {
        func rows(_ shift: Int) -> String {
            "id,name,address,city,state,zip,lat,lon\n"
                + (0..<6).map { index in
                    "\(index),\(Self.names[index]) Hall,\((index + shift) % 6 * 7 + 3) Main St,"
                        + "\(Self.names[index])ton,KS,6740\(index),42.1\(index),-101.5\n"
                }.joined()
        }
        _ = try await imports.stations(rows(0))
        let report = try await imports.stations(rows(1))
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedAddresses })
        #expect(finding.count == 6)
    }

    /// Stations with one column in the order of `values`.
    private static func rows(_ column: String, _ values: [String]) -> String {
        "id,name,address,\(column),lat,lon\n"
            + values.enumerated().map { index, value in
                "\(index),Hall \(index),\(index * 7 + 3) Main St,\(value),42.\(index + 10),-101.5\n"
            }.joined()
    }

    @Test("towns that were sorted alone take consent")
    func towns() async throws {
        let values = ["Ashton", "Belmont"]
        _ = try await imports.stations(Self.rows("city", (0..<20).map { values[$0 % 2] }))
        let report = try await imports.stations(
            Self.rows("city", (0..<20).map { values[$0 / 10] })
        )
        #expect(report.outcome == .refused)
        // Every second one of the first ten, and every second one of the others.
        #expect(report.forceNeeded.first { $0.limit == .swappedAddresses }?.count == 10)
    }

    /// Six precincts with stations of their own, each with the station of a number.
    private static func precincts(_ stations: [Int], placed: Bool) -> String {
        "precinct,name,address,city\(placed ? ",lat,lon" : "")\n"
            + stations.enumerated().map { index, station in
                "\(index + 1),\(names[station]) Hall,\(station * 7 + 3) \(names[station]) St,Omaha"
                    + (placed ? ",41.00\(station)1,-96.001" : "") + "\n"
            }.joined()
    }

    private func reimport(_ stations: [Int], placed: Bool) async throws -> ImportReport {
        _ = try await imports.stations(
            Self.precincts([0, 1, 2, 3, 4, 5], placed: placed),
            set: placed ? [] : ["place=none"]
        )
        return try await imports.stations(
            Self.precincts(stations, placed: placed),
            set: placed ? [] : ["place=none"]
        )
    }

    @Test(
        "precincts whose stations all slipped by one take consent, near as these may be",
        arguments: [[1, 2, 0, 3, 4, 5], [5, 0, 1, 2, 3, 4], [0, 1, 3, 4, 5, 2]],
        [true, false]
    )
    func slipped(stations: [Int], placed: Bool) async throws {
        let report = try await reimport(stations, placed: placed)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedRecords })
        let changed = stations.enumerated().count { $0.offset != $0.element }
        #expect(finding.count == changed)
        // The first that differs has the name of another, which its precinct tells.
        let first = try #require(stations.enumerated().first { $0.offset != $0.element })
        #expect(
            finding.text.contains(
                "\"\(Self.names[first.element]) Hall\" (dc.\(first.offset + 1), "
                    + "published as dc.\(first.element + 1))"
            ),
            "\(finding.text)"
        )
    }

    @Test(
        "two precincts that change their stations, and some that go to their neighbours', need no consent",
        arguments: [[1, 0, 2, 3, 4, 5], [1, 1, 3, 3, 5, 5]],
        [true, false]
    )
    func exchanged(stations: [Int], placed: Bool) async throws {
        let report = try await reimport(stations, placed: placed)
        #expect(
            !report.forceNeeded.contains { $0.limit == .swappedRecords },
            "\(report.forceNeeded)"
        )
        // Two that change places are told; those that share a neighbour's hall are no exchange.
        let told = report.notes.filter { $0.finding.code == "exchanged_records" }
        #expect(told.count == (stations == [1, 0, 2, 3, 4, 5] ? 1 : 0))
        if let note = told.first {
            #expect(note.level == .warning)
            #expect(note.text.contains("\"\(Self.names[1]) Hall\" and \"\(Self.names[0]) Hall\""))
        }
    }

    @Test(
        "two precincts that take one another's names and streets, but not the towns, take consent"
    )
    func townsStay() async throws {
        func rows(_ stations: [Int]) -> String {
            "precinct,name,address,city,zip\n"
                + stations.enumerated().map { index, station in
                    "\(index + 1),\(Self.names[station]) Hall,\(station * 7 + 3) Main St,"
                        + "\(Self.names[index])ton,6740\(index)\n"
                }.joined()
        }
        let unplaced = ["place=none"]
        _ = try await imports.stations(rows([0, 1, 2, 3, 4, 5]), set: unplaced)
        let report = try await imports.stations(rows([1, 0, 2, 3, 4, 5]), set: unplaced)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.first { $0.limit == .swappedRecords }?.count == 2)
    }

    @Test("keys that are numbers of rows, of stations that keep their precincts, are no slip")
    func renumbered() async throws {
        func rows(_ stations: [Int]) -> String {
            "id,name,address,precinct,lat,lon\n"
                + stations.enumerated().map { index, station in
                    "\(index + 1),Hall \(station),\(station) Main St,P\(station),41.00\(station),-96\n"
                }.joined()
        }
        _ = try await imports.stations(rows([1, 2, 3, 4, 5, 6]))
        let report = try await imports.stations(rows([9, 1, 2, 3, 4, 5, 6]))
        #expect(
            !report.forceNeeded.contains { $0.limit == .swappedRecords },
            "\(report.forceNeeded)"
        )
    }

    @Test("names and addresses in capitals, without accents and with other blanks are the same")
    func capitals() async throws {
        func rows(_ spelled: (String) -> String) -> String {
            "id,name,address,city,lat,lon\n"
                + (0..<36).map { index in
                    "\(index),\(spelled("École Élémentaire No. \(index)")),"
                        + "\(spelled("\(index) Rue de l'Église")),\(spelled("Ashton")),"
                        + "38.\(index + 10),-77\n"
                }.joined()
        }
        _ = try await imports.stations(rows { $0 })
        let report = try await imports.stations(
            rows {
                $0.uppercased().replacing("É", with: "E").replacing(" ", with: "  ")
            }
        )
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        #expect(report.outcome == .published)
        #expect(report.changes.renamed == 36)
        #expect(!report.notes.contains { $0.finding.code == "stale_places" })
        let other = try await imports.stations(rows { "New \($0)" })
        #expect(other.forceNeeded.contains { $0.limit == .renamed && $0.count == 36 })
    }

    @Test("names whose words are abbreviated are no others")
    func abbreviations() async throws {
        func rows(_ school: String) -> String {
            "id,name,lat,lon\n"
                + (0..<36).map { "\($0),No. \($0) \(school),38.\($0 + 10),-77\n" }.joined()
        }
        _ = try await imports.stations(rows("Elem Sch"))
        let report = try await imports.stations(rows("Elementary School"))
        #expect(report.forceNeeded.isEmpty, "\(report.forceNeeded)")
        #expect(report.changes.renamed == 36)
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
