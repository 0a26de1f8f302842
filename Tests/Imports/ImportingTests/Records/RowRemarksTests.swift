import Importing
import Polling
import Testing

/// What the report says of rows that can be read, and perhaps do not mean what they say.
@Suite struct RowRemarksTests {
    private let imports = Imports()

    private func warnings(_ text: String) async throws -> [ImportNote] {
        try await Imports().stations(text).notes.filter { $0.level == .warning }
    }

    // MARK: Types

    @Test("each word of a column of types is told with its count and with what it was taken for")
    func types() async throws {
        let report = try await imports.stations(
            """
            id,name,type,lat,lon
            1,A,Polling Place,42.10,-101.5
            2,B,Advance Voting,42.11,-101.5
            3,C,24-Hour Ballot Box,42.12,-101.5
            4,D,Advance Voting,42.13,-101.5
            5,E,Backup,42.14,-101.5
            """
        )
        let note = try #require(
            report.notes.first { $0.text.contains("what sort of place each is") }
        )
        #expect(note.text.contains("\"Advance Voting\" in 2 rows as early voting"))
        #expect(note.text.contains("\"24-Hour Ballot Box\" in 1 row as drop box"))
        let unknown = try #require(report.notes.first { $0.text.contains("not known") })
        #expect(unknown.level == .warning)
        #expect(unknown.lines == [6])
        #expect(unknown.text.contains("\"Backup\" in 1 row as polling place"))
        #expect(
            imports.stations.published.sorted { $0.id < $1.id }.map(\.kind) == [
                .pollingPlace, .earlyVoting, .dropBox, .earlyVoting, .pollingPlace,
            ]
        )
    }

    @Test(
        "a place where nobody votes is refused",
        arguments: [
            "Central Count", "Voter Registration", "Tabulation center", "Mail Ballot Precinct",
            "Briefwahlbezirk", "Warehouse",
        ]
    )
    func elsewhere(type: String) async throws {
        let report = try await imports.stations(
            "id,name,type,lat,lon\n1,A,Polling Place,42.1,-101.5\n2,B,\(type),42.11,-101.5\n"
        )
        #expect(report.rejectedRows.map(\.cause) == ["no_station"])
        #expect(report.rejectedRows.map(\.value) == [type])
        #expect(report.rejectedRows.map(\.column) == ["type"])
    }

    @Test("a column of the same name that speaks of buildings is left alone")
    func buildings() async throws {
        let report = try await imports.stations(
            "id,name,type,lat,lon\n1,A,School,42.1,-101.5\n2,B,Warehouse,42.11,-101.5\n"
        )
        #expect(report.rejectedRows.isEmpty)
        #expect(imports.stations.published.map(\.kind) == [.pollingPlace, .pollingPlace])
    }

    // MARK: Hours

    @Test("hours of which none end after noon have lost their PM, which is told")
    func lostAfternoon() async throws {
        for text in [
            "id,name,lat,lon,open,close\n1,A,42.1,-101.5,7:00,8:00\n2,B,42.2,-101.5,6:30,7:30\n",
            "id,name,lat,lon,hours\n1,A,42.1,-101.5,7:00 - 8:00\n2,B,42.2,-101.5,Mo-Fr 6:00-9:00\n",
        ] {
            let note = try #require(
                try await warnings(text).first { $0.text.contains("PM was lost") }
            )
            #expect(note.lines == [2, 3])
        }
    }

    @Test(
        "hours with an evening, or with AM and PM, have not",
        arguments: [
            "id,name,lat,lon,open,close\n1,A,42.1,-101.5,7:00,8:00\n2,B,42.2,-101.5,6:30,19:30\n",
            "id,name,lat,lon,open,close\n1,A,42.1,-101.5,9:00 AM,12:00 PM\n",
            "id,name,lat,lon,hours\n1,A,42.1,-101.5,8-12 Uhr\n",
        ]
    )
    func afternoon(text: String) async throws {
        #expect(!(try await warnings(text).contains { $0.text.contains("PM was lost") }))
    }

    @Test("a first day without the last, and the last alone, are told")
    func oneDay() async throws {
        let notes = try await warnings(
            """
            id,name,lat,lon,start_date,end_date,hours
            1,A,42.1,-101.5,2027-05-11,2027-05-11,07:00-20:00
            2,B,42.2,-101.5,2027-04-24,,09:00-17:00
            3,C,42.3,-101.5,,2027-05-11,07:00-20:00
            """
        )
        #expect(notes.first { $0.text.contains("that day only") }?.lines == [3, 4])
    }

    @Test("a time zone that cannot be the place's is told")
    func zone() async throws {
        let notes = try await warnings(
            """
            id,name,lat,lon,hours,time_zone
            1,A,42.1,-101.5,2027-05-11 07:00-20:00,America/Denver
            2,B,42.2,-101.5,2027-05-11 07:00-20:00,Etc/GMT-7
            3,C,42.3,-101.5,2027-05-11 07:00-20:00,Asia/Kolkata
            4,D,42.4,-101.5,2027-05-11 07:00-20:00,UTC
            """
        )
        #expect(notes.first { $0.text.contains("clocks are hours off") }?.lines == [3, 4])
    }

    // MARK: Spreadsheets

    @Test(
        "a house's number of which a spreadsheet has made something else is refused",
        arguments: [
            ("02. Jan", "Am Markt"), ("2-Jan", "Main St"), ("1/2/2026", "Main St"),
            ("1.20E+03", "Main St"),
        ]
    )
    func damagedHouses(house: String, street: String) async throws {
        for text in [
            "id,name,street_number,street,lat,lon\n1,A,\(house),\(street),42.1,-101.5\n",
            "id,name,address,lat,lon\n1,A,\(house) \(street),42.1,-101.5\n",
        ] {
            let good = text.replacing("1,A,", with: "2,B,").replacing(house, with: "12")
            let report = try await Imports().stations(
                text + good.split(separator: "\n").dropFirst().joined()
            )
            #expect(report.rejectedRows.map(\.cause) == ["bad_number"], "\(text)")
            #expect(report.rejectedRows.first?.reason.contains("spreadsheet") == true)
        }
    }

    @Test(
        "streets that are called after a day, and ranges of houses, are none",
        arguments: [
            "1. Mai-Straße 5", "12-14 Main St", "2 May St", "St. Mary's Lane 2", "8.-Mai-Platz 3",
            "1200 E. Main St",
        ]
    )
    func sound(address: String) async throws {
        let report = try await imports.stations(
            "id,name,address,lat,lon\n1,A,\(address),42.1,-101.5\n"
        )
        #expect(report.rejectedRows.isEmpty)
    }

    @Test("a precinct of which a spreadsheet has made a date is told")
    func damagedCodes() async throws {
        let notes = try await warnings(
            "id,name,lat,lon,precinct\n1,A,42.1,-101.5,1-Feb\n2,B,42.2,-101.5,1-3\n"
        )
        let note = try #require(notes.first { $0.text.contains("spreadsheets make of codes") })
        #expect(note.lines == [2])
        #expect(note.text.contains("\"1-Feb\""))
    }
}
