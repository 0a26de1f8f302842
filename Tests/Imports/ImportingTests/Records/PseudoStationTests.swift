import Importing
import Polling
import Testing

/// Rows that are no stations.
@Suite struct PseudoStationTests {
    private let imports = Imports()
    private static let header = "name,address,city,lat,lon,voters\n"
    private static let halls = "Hall A,1 Elm St,Elmtown,38.9,-77.03,700\nHall B,,Elmtown,,,800\n"

    @Test(
        "a total or a placeholder without a place is refused, and told as such",
        arguments: [
            "TOTAL", "Total", "Grand Total", "Grand Total:", "Sub-total", "Summe", "Gesamt",
            "Insgesamt",
            "Total général", "Total stations: 143", "Dummy Record", "dummy", "PLACEHOLDER 2",
            "Ward 8 Total", "Totals for Ward 8A", "Precinct B total", "Record count 143",
            "Count: 143", "Anzahl Wahllokale: 143", "Total registered voters", "TBA",
            "Polling place TBC", "To be announced", "Not yet confirmed",
            "Polling place to be determined",
        ]
    )
    func refused(name: String) async throws {
        for rest in [",,,,1500", ",Elmtown,,,1500", ",,0,0,1500", "143,,,,"] {
            let report = try await imports.stations(Self.header + Self.halls + "\(name),\(rest)\n")
            #expect(report.rejectedRows.map(\.line) == [4])
            let row = try #require(report.rejectedRows.first)
            #expect(row.cause == "no_station")
            #expect(row.column == "name")
            #expect(row.value == name)
            #expect(row.reason.hasPrefix("a total or a placeholder, not a station"))
            #expect(imports.stations.published.map(\.name) == ["Hall A", "Hall B"])
        }
        #expect(
            try await imports.stations(Self.header + Self.halls + "\(name),,,,,\n", mode: .check)
                .text().contains("a total, a heading or a placeholder, not a station")
        )
    }

    @Test(
        "a heading within the table is refused and told, whatever it says",
        arguments: ["WARD 1", "Early voting", "Bezirk Mitte", "NORTH SIDE", "TOTAL"]
    )
    func headings(words: String) async throws {
        let report = try await imports.stations(
            """
            name,address,city,precinct,lat,lon
            \(words),,,,,
            Hall A,1 Elm St,Elmtown,1,38.9,-77.03
            Hall B,2 Elm St,Elmtown,2,38.91,-77.04
            \(words) again,,,,,
            Hall C,3 Elm St,Elmtown,3,38.92,-77.05
            Mobile unit,,,4,,

            """,
            force: true
        )
        #expect(report.rejectedRows.map(\.line) == [2, 5])
        #expect(report.rejectedRows.map(\.cause) == ["no_station", "no_station"])
        #expect(report.rejectedRows.last?.reason.contains("a heading within the table") == true)
        #expect(
            imports.stations.published.map(\.name).sorted() == [
                "Hall A", "Hall B", "Hall C", "Mobile unit",
            ]
        )
    }

    @Test(
        "a number under the names is a total where the row says so first, or under ids or districts"
    )
    func labelledTotal() async throws {
        for (header, label) in [("id", "Total"), ("precinct", "Grand Total"), ("book", "Total")] {
            let report = try await imports.stations(
                """
                \(header),name,address,lat,lon
                1,Hall,1 Elm St,38.9,-77.03
                2,School,2 Elm St,38.91,-77.04
                3,551,,38.92,-77.05
                \(label),551,,,
                """
            )
            #expect(report.rejectedRows.map(\.line) == [5])
            #expect(report.rejectedRows.map(\.cause) == ["no_station"])
            #expect(imports.stations.published.map(\.name).sorted() == ["551", "Hall", "School"])
        }
    }

    @Test("one that stands in the column of addresses is refused, too")
    func inAddress() async throws {
        let report = try await imports.stations(Self.header + Self.halls + ",TOTAL 2,,,,1500\n")
        #expect(report.rejectedRows.map(\.cause) == ["no_station"])
    }

    @Test(
        "what has an address, a place or one word more is a station",
        arguments: [
            "Total,1 Oak St,,,,", "Total,,,38.8,-77.1,", "Total Fitness,,Elmtown,,,",
            "Dummer Hall,,Elmtown,,,", "Gesamtschule,,Elmtown,,,", "Grand Place,,Elmtown,,,",
            "Polling Place 12,,Elmtown,,,", "143,,Elmtown,,,", "Totals,Town Hall,,,,",
            "Total Wine,,Elmtown,,,", "Grand Total Hall,,Elmtown,,,", "TBA,1 Oak St,,,,",
            "Ward 8 Total,,,38.8,-77.1,", "Ward 8,,Elmtown,,,", "Precinct B,,Elmtown,,,",
            "Count Basie Hall,,Elmtown,,,", "TBA Gallery,,Elmtown,,,", "County Center,,Elmtown,,,",
            "Polling Place Number 12,,Elmtown,,,", "Confirmed Faith Church,,Elmtown,,,",
        ]
    )
    func stays(row: String) async throws {
        let report = try await imports.stations(Self.header + Self.halls + row + "\n")
        #expect(report.rejectedRows.isEmpty)
        #expect(imports.stations.published.count == 3)
    }

    @Test("a total that was published once is removed, and not kept for its refused row")
    func published() async throws {
        let others = (1...9).map { "Hall \($0),\($0) Elm St,Elmtown,38.\($0),-77,1\n" }.joined()
        _ = try await imports.stations(Self.header + others + "Total,9 Oak St,,,,9\n")
        #expect(imports.stations.published.count == 10)
        let report = try await imports.stations(Self.header + others + "Total,,,,,9\n")
        #expect(report.changes.removed == 1)
        #expect(report.changes.rowRefused == 0)
        #expect(imports.stations.published.count == 9)
    }

    @Test(
        "a sign for the row above, and a word that there is no station, are refused with a place, too",
        arguments: [
            "\"\"\"\",1 Oak St", "″,1 Oak St", "Hall C,ditto", "same,same as above",
            "dto.,1 Oak St",
            "NOT IN USE,1 Oak St", "No polling place,", "No change,", "VACANT,11 Main St",
            "Closed - moved to Town Hall,10 Main St", "kein Wahllokal,", "Vote by mail,",
        ]
    )
    func references(row: String) async throws {
        let report = try await imports.stations(
            Self.header + Self.halls + row + ",Elmtown,38.8,-77.1,\n"
        )
        #expect(report.rejectedRows.map(\.cause) == ["no_station"])
        #expect(imports.stations.published.map(\.name) == ["Hall A", "Hall B"])
    }

    @Test("a sign for the row above in a town or a district is refused, too")
    func dittoTown() async throws {
        let report = try await imports.stations(
            """
            name,address,city,precinct,lat,lon
            A,1 Elm St,Alba,101,38.9,-77.03
            B,2 Elm St,"\"\"",102,38.8,-77.03
            C,3 Elm St,Alba,ditto,38.7,-77.03
            """
        )
        #expect(report.rejectedRows.map(\.column) == ["city", "precinct"])
    }

    @Test(
        "a name that refers to another row is refused where nothing else tells where it is",
        arguments: ["See AB", "siehe Rathaus", "Votes at the Town Hall"]
    )
    func seeOthers(name: String) async throws {
        let report = try await imports.stations(Self.header + Self.halls + "\(name),,,,,100\n")
        #expect(report.rejectedRows.map(\.value) == [name])
        let placed = try await Imports().stations(
            Self.header + Self.halls + "\(name),1 Oak St,,,,100\n"
        )
        #expect(placed.rejectedRows.isEmpty)
    }

    @Test(
        "a name that says that its voters go to another precinct's station is none, wherever it stands",
        arguments: ["See precinct 101", "Combined with 7", "Same as 101"]
    )
    func joinedToOthers(name: String) async throws {
        let report = try await imports.stations(
            Self.header + Self.halls + "\(name),1 Oak St,38.9,-77.03,,100\n"
        )
        #expect(report.rejectedRows.map(\.value) == [name])
    }

    @Test("a remark below the table is refused")
    func remarks() async throws {
        let report = try await imports.stations(
            """
            Precinct,Polling Place,Address,City,Registered,Latitude,Longitude
            101,Hall,1 St,Ames,500,42.105,-101.495
            102,School,2 St,Ames,600,42.105,-101.485
            Total: 3 precincts,3 polling places,,,1700,,
            Source: County Clerk,Printed 11/1/2026,,,,,
            Note,* moved since last election,,,,,
            Page 1 of 2,Hall,,,,,
            """
        )
        #expect(report.rejectedRows.map(\.line) == [4, 5, 6, 7])
        #expect(report.rejectedRows.allSatisfy { $0.cause == "no_station" })
        #expect(imports.stations.published.map(\.name).sorted() == ["Hall", "School"])
    }
}
