import Polling
import Testing

@testable import Importing

/// Headings within a list of stations, and cells that were merged down.
@Suite struct StationHeadingsTests {
    private func text(_ rows: String) -> String {
        "name,address,lat,lon,precinct\nA Hall,1 Elm St,38.91,-77,101\nB Hall,2 Elm St,38.92,-77,102\n"
            + rows
    }

    @Test(
        "rows below a heading that says what they do not say take consent",
        arguments: ["EARLY VOTING LOCATIONS", "Ballot Drop Boxes", "Closed locations", "Briefwahl"]
    )
    func headings(heading: String) async throws {
        let imports = Imports()
        let rows = text(
            "\(heading),,,,\nCity Hall,3 Elm St,38.93,-77,101\nDepot,4 Elm St,38.94,-77,101\n"
        )
        let refused = try await imports.stations(rows)
        #expect(refused.outcome == .refused)
        let finding = try #require(refused.forceNeeded.first { $0.limit == .sections })
        #expect(finding.count == 2)
        #expect(
            finding.text.contains("2 rows below \"\(heading)\" (line 4)"),
            "\(finding.text)"
        )
        #expect(try await imports.stations(rows, force: true).outcome == .published)
    }

    @Test("headings of polling places, those without rows, and columns of types need no word")
    func plain() async throws {
        for rows in [
            "ELECTION DAY POLLING PLACES,,,,\nC Hall,3 Elm St,38.93,-77,103\n",
            "EAST SIDE,,,,\nC Hall,3 Elm St,38.93,-77,103\n", "EARLY VOTING LOCATIONS,,,,\n",
            "EARLY VOTING,,,,\nPolling places,,,,\nC Hall,3 Elm St,38.93,-77,103\n",
        ] {
            let report = try await Imports().stations(text(rows))
            #expect(report.forceNeeded.isEmpty, "\(rows)")
        }
        let typed = try await Imports().stations(
            "name,address,lat,lon,station_type\nA Hall,1 Elm St,38.91,-77,polling place\n"
                + "EARLY VOTING,,,,\nB Hall,2 Elm St,38.92,-77,early voting\n"
        )
        #expect(typed.forceNeeded.isEmpty)
    }

    @Test(
        "a heading with numbers beside it, or over merged cells, is no station",
        arguments: [
            "7,DISTRICT 4,,,,", "7,-- North County --,,,,", ",Ward 6,,6,,", "6,Ward 6:,,6,,",
            "North County,North County,North County,North County,,", ",[CITY],,,,",
        ]
    )
    func numbered(row: String) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "id,name,address,ward,lat,lon\n1,A Hall,1 Elm St,6,38.91,-77\n\(row)\n"
                + "2,B Hall,2 Elm St,6,38.92,-77\n3,C Hall,3 Elm St,7,38.93,-77\n"
        )
        #expect(report.rejectedRows.map(\.line) == [3])
        #expect(report.rejectedRows.map(\.finding.code) == ["heading_in_table"])
        #expect(imports.stations.published.map(\.name).sorted() == ["A Hall", "B Hall", "C Hall"])
    }

    @Test(
        "a heading in a table of few columns is no station, and a name alone beside places is one"
    )
    func fewColumns() async throws {
        for heading in ["DISTRICT 4", "-- North County --", "Northern part"] {
            let report = try await Imports().stations(
                "name,address,precinct\nA Hall,1 Elm St,101\n\(heading),,\nB Hall,2 Elm St,102\n",
                set: ["place=none"]
            )
            #expect(report.rejectedRows.map(\.line) == [3], "\(heading)")
        }
        for heading in ["DISTRICT 4", "[North]"] {
            let report = try await Imports().stations(
                "name,lat,lon\nA Hall,38.91,-77\n\(heading),,\nB Hall,38.92,-77\n"
            )
            #expect(report.rejectedRows.map(\.line) == [3], "\(heading)")
        }
        let mobile = Imports()
        let report = try await mobile.stations(
            "name,lat,lon\nA Hall,38.91,-77\nMobile unit,,\nB Hall,38.92,-77\n"
        )
        #expect(report.rejectedRows.isEmpty)
        #expect(mobile.stations.published.count == 3)
    }

    @Test(
        "a station that is called after its district stays one, where it has an address or a district",
        arguments: [
            "9,Ward 6,9 Elm St,6,,", "9,Ward 6,,,38.95,-77", "9,District Hall,,6,,",
            "9,District Court,,6,,", "9,West Ward School,,6,,", ",6,,6,,",
        ]
    )
    func stays(row: String) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "id,name,address,ward,lat,lon\n1,A Hall,1 Elm St,6,38.91,-77\n\(row)\n"
                + "2,B Hall,2 Elm St,6,38.92,-77\n3,C Hall,3 Elm St,7,38.93,-77\n"
        )
        #expect(report.rejectedRows.isEmpty)
        #expect(imports.stations.published.count == 4)
    }

    @Test("a heading in the column of precincts alone is told as one")
    func inPrecincts() async throws {
        let report = try await Imports().stations(text(",,,,EAST SIDE\n"))
        #expect(report.rejectedRows.map(\.finding.code) == ["heading_in_table"])
    }

    @Test("a district that stands in the first of several rows alone takes consent")
    func merged() async throws {
        let rows =
            "name,address,lat,lon,ward\n"
            + (0..<9).map {
                "Hall \($0),\($0 + 1) Elm St,38.9\($0),-77,\($0 % 3 == 0 ? "\($0 / 3 + 1)" : "")\n"
            }
            .joined()
        let refused = try await Imports().stations(rows)
        let finding = try #require(refused.forceNeeded.first { $0.limit == .mergedCells })
        #expect((finding.count, finding.published) == (6, 9))
        #expect(finding.text.contains("the first in line 3"), "\(finding.text)")
        #expect(try await Imports().stations(rows, force: true).outcome == .published)
        // What has no district at the end, or the same district twice, was not merged.
        for wards in [
            ["1", "2", "3", "", "", ""], ["1", "", "1", "", "2", ""], ["", "1", "", "2", "", ""],
        ] {
            let plain =
                "name,address,lat,lon,ward\n"
                + wards.enumerated().map { "Hall \($0),\($0 + 1) Elm St,38.9\($0),-77,\($1)\n" }
                .joined()
            #expect(try await Imports().stations(plain).forceNeeded.isEmpty, "\(wards)")
        }
    }

    @Test("a contest below a merged cell is on nobody else's ballot without consent")
    func mergedContests() async throws {
        let rows =
            "contest,candidate,district_type,district\nCouncil 1,A,ward,1\nClerk 1,B,,\n"
            + "Council 2,C,ward,2\nClerk 2,D,,\n"
        let refused = try await BallotImports().contests(rows)
        #expect(refused.forceNeeded.map(\.limit) == [.mergedCells])
    }

    @Test("districts that are parts or all of them are told")
    func unclear() async throws {
        for code in ["103 (part)", "part of 103", "ALL", "All precincts", "Entire county"] {
            let report = try await Imports().stations(text("C Hall,3 Elm St,38.93,-77,\(code)\n"))
            let note = try #require(report.notes.first { $0.finding.code == "unclear_codes" })
            #expect(note.level == .warning && note.lines == [4])
            #expect(note.text.contains("\"\(code)\""), "\(note.text)")
        }
        let plain = try await Imports().stations(text("C Hall,3 Elm St,38.93,-77,Allen\n"))
        #expect(!plain.notes.contains { $0.finding.code == "unclear_codes" })
    }

    @Test(
        "a contest of all districts is everybody's",
        arguments: ["ALL", "All wards", "entire city"]
    )
    func everywhere(code: String) async throws {
        let imports = BallotImports()
        _ = try await imports.contests(
            "contest,candidate,district_type,district\nMayor,A,ward,\(code)\nMayor,B,ward,\(code)\n"
        )
        #expect(imports.contests.published.map(\.area.district) == [nil])
    }

    @Test("houses that are the numbers of days are warned of, and those of a grid are not")
    func dayNumbers() async throws {
        func rows(_ houses: [Int]) -> String {
            "name,address,lat,lon\n"
                + houses.enumerated().map { "Hall \($0),\($1) Elm St,38.\($0 + 10),-77\n" }.joined()
        }
        let report = try await Imports().stations(rows([5, 12, 45_789, 300]))
        let note = try #require(report.notes.first { $0.finding.code == "dates_for_houses" })
        #expect(note.lines == [4])
        for plain in [[5, 45_789, 31_200, 7], [45_789, 45_801], [5, 300, 37_000, 45_789, 8]] {
            let report = try await Imports().stations(rows(plain))
            #expect(!report.notes.contains { $0.finding.code == "dates_for_houses" }, "\(plain)")
        }
    }

    @Test("hours of some rows that end before noon are told, where others go on")
    func mornings() async throws {
        func rows(_ hours: [String]) -> String {
            "name,lat,lon,hours\n"
                + hours.enumerated().map { "Hall \($0),38.\($0 + 10),-77,\($1)\n" }.joined()
        }
        let some = try await Imports().stations(
            rows(["07:00-20:00", "07:00-08:00", "07:00-20:00", "07:00-08:00"])
        )
        let note = try #require(some.notes.first { $0.finding.code == "short_hours" })
        #expect(note.lines == [3, 5])
        #expect(note.text.hasPrefix("2 of 4 rows with hours have less than four of them in all"))
        // Where other rows say AM and PM, a row without is no less in doubt.
        let mixed = try await Imports().stations(
            rows(["7:00 AM - 8:00 PM", "7:00 - 8:00", "7:00 AM - 8:00 PM"])
        )
        #expect(mixed.notes.first { $0.finding.code == "short_hours" }?.lines == [3])
        // Of one row at most one thing is said.
        let bare = try await Imports().stations(rows(["07:00-08:00", "07:00-12:00"]))
        let told = bare.notes.map(\.finding.code).filter {
            ["short_hours", "no_afternoon"].contains($0)
        }
        #expect(told == ["no_afternoon"])
        for plain in [
            ["07:00-20:00", "7:00 AM - 11:00 AM"], ["08:00-12:00; 14:00-18:00", "7-20"],
            // Where many are open for a moment, they are meant so.
            ["07:00-20:00", "7 AM - 9 AM", "7 AM - 9 AM"],
        ] {
            let report = try await Imports().stations(rows(plain))
            #expect(!report.notes.contains { $0.finding.code == "short_hours" }, "\(plain)")
        }
    }

    @Test("a list of precincts in a contest's cell is those, and one is one")
    func listedPrecincts() async throws {
        let imports = BallotImports()
        _ = try await imports.contests(
            "contest,candidate,precinct\nBoard,A,\"301, 302\"\n"
        )
        #expect(imports.contests.published.first?.area.precincts == ["301", "302"])
    }

    @Test("names that were sorted without the other columns take consent")
    func sortedNames() async throws {
        func rows(_ shift: Int) -> String {
            "id,name,lat,lon\n"
                + (0..<36).map { "\($0),Hall \(($0 + shift) % 36),38.\($0 + 10),-77\n" }.joined()
        }
        let imports = Imports()
        _ = try await imports.stations(rows(0))
        let report = try await imports.stations(rows(1))
        #expect(report.forceNeeded.map(\.limit) == [.swappedNames])
        #expect(report.forceNeeded.map(\.count) == [36])
    }
}
