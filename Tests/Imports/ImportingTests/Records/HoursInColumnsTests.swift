import Polling
import Testing

@testable import Importing

@Suite struct HoursInColumnsTests {
    private let imports = Imports()

    @Test(
        "two columns of times are the hours",
        arguments: [
            ("Open", "Close"), ("start_time", "end_time"), ("polls_open", "polls_close"),
            ("Opening Time", "Closing Time"), ("Opens", "Closes"), ("opening", "closing"),
            ("Time Open", "Time Closed"), ("Öffnungszeit von", "Öffnungszeit bis"),
        ]
    )
    func pairs(first: String, last: String) async throws {
        let report = try await imports.stations(
            """
            name,address,\(first),\(last),lat,lon
            A,1 Elm St,7:00 AM,8:00 PM,42.11,-101.41
            B,2 Elm St,06:30,19:00:00,42.12,-101.42

            """
        )
        #expect(report.columns.map(\.field)[2...3] == ["opens", "closes"])
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(stations.map(\.hours) == ["07:00-20:00", "06:30-19:00"])
        #expect(!report.notes.contains { $0.finding.code == "times_not_used" })
    }

    @Test(
        "times as spreadsheets and databases write them",
        arguments: [
            ("7", "20", "07:00-20:00"), ("0700", "2000", "07:00-20:00"),
            ("0.291666667", "0.833333333", "07:00-20:00"),
            ("1899-12-30T07:00:00", "1899-12-30T20:00:00.000Z", "07:00-20:00"),
            ("12/30/1899 7:00:00 AM", "12/30/1899 8:00:00 PM", "07:00-20:00"),
            ("2026-11-03 07:00", "2026-11-03 20:00", "2026-11-03 07:00-20:00"),
            ("7 a.m.", "8 p.m.", "07:00-20:00"), ("700", "2000", "07:00-20:00"),
            ("0000", "2400", "00:00-24:00"),
            // 46364 is 8 December 2026: 46,364 - 25,569 days after 1 January 1970.
            ("46364.2916667", "46364.7916667", "2026-12-08 07:00-19:00"),
            ("46364.2917", "46364.7917", "2026-12-08 07:00-19:00"),
        ]
    )
    func times(opens: String, closes: String, hours: String) {
        #expect(HoursInColumns.text(opens: opens, closes: closes) == hours)
        #expect(OpeningHours(parsing: hours) != nil)
    }

    @Test(
        "times of which nobody knows the half of the day, or on two days, stay as they are",
        arguments: [
            ("7", "8"), ("8", "5"), ("2026-10-20 07:00", "2026-11-03 20:00"), ("dawn", "dusk"),
            ("700", "800"), ("46364.2916667", "46365.7916667"), ("46364", "46364"),
        ]
    )
    func unclear(opens: String, closes: String) throws {
        let text = try #require(HoursInColumns.text(opens: opens, closes: closes))
        #expect(text == "\(opens) - \(closes)")
        #expect(OpeningHours(parsing: text) == nil)
    }

    @Test("what cannot be read of two columns is told as hours that are not understood")
    func told() async throws {
        let report = try await imports.stations(
            """
            name,address,open,close,lat,lon
            A,1 Elm St,7:00,20:00,42.11,-101.41
            B,2 Elm St,7:00,20:00,42.12,-101.42
            C,3 Elm St,7:00,dusk,42.13,-101.43

            """
        )
        let note = try #require(report.notes.first { $0.finding.code == "hours_not_read" })
        #expect(note.lines == [4])
        #expect(note.text.contains("\"7:00 - dusk\""))
    }

    @Test(
        "four digits, three, and moments of spreadsheets are times under plain headers, too",
        arguments: [
            ("Open", "Close", "0700", "1900", "07:00-19:00"),
            ("Opens", "Closes", "0630", "2000", "06:30-20:00"),
            ("Opening", "Closing", "700", "1900", "07:00-19:00"),
            ("Apertura", "Cierre", "0900", "2000", "09:00-20:00"),
            ("Open", "Close", "46364.2916667", "46364.7916667", "2026-12-08 07:00-19:00"),
        ]
    )
    func plainHeaders(
        first: String,
        last: String,
        opens: String,
        closes: String,
        hours: String
    ) async throws {
        let report = try await imports.stations(
            "name,address,Election Date,\(first),\(last),lat,lon\n"
                + "A,1 Elm St,20261208,\(opens),\(closes),42.11,-101.41\n"
                + "B,2 Elm St,20261208,\(opens),\(closes),42.12,-101.42\n"
        )
        #expect(report.columns.map(\.field)[3...4] == ["opens", "closes"])
        #expect(imports.stations.published.map(\.hours) == [hours, hours])
        #expect(!report.notes.contains { $0.finding.code == "times_not_used" })
    }

    @Test(
        "numbers under plain headers that may be hours of either half of the day are told, and years not read",
        arguments: [("7", "7"), ("8", "20"), ("2020", "2026"), ("700", "700")]
    )
    func plainNumbers(opens: String, closes: String) async throws {
        let report = try await imports.stations(
            "name,address,Open,Close,lat,lon\n"
                + "A,1 Elm St,\(opens),\(closes),42.11,-101.41\n"
                + "B,2 Elm St,\(opens),\(closes),42.12,-101.42\n"
        )
        #expect(imports.stations.published.allSatisfy { $0.hours == nil })
        let note = try #require(report.notes.first { $0.finding.code == "times_not_used" })
        #expect(note.level == .warning)
        #expect(note.text.contains("Open") && note.text.contains("Close"))
    }

    @Test("numbers from and to are no times: they may be houses or years")
    func fromTo() async throws {
        let report = try await imports.stations(
            "name,address,From,To,lat,lon\nA,1 Elm St,0700,1900,42.11,-101.41\n"
        )
        #expect(imports.stations.published.allSatisfy { $0.hours == nil })
        #expect(report.columns.map(\.field)[2...3] == ["attribute", "attribute"])
    }

    @Test("columns that look like times and are no hours are named")
    func notUsed() async throws {
        let report = try await imports.stations(
            """
            name,address,E-Day,lat,lon,edited
            A,1 Elm St,7 a.m. to 8 p.m.,42.11,-101.41,2024-05-01 12:33:21
            B,2 Elm St,7:00-20:00,42.12,-101.42,2024-05-01 12:33:22

            """
        )
        let note = try #require(report.notes.first { $0.finding.code == "times_not_used" })
        #expect(note.level == .warning)
        #expect(
            note.text.hasPrefix("no hours were found, though E-Day holds what looks like times")
        )
    }

    @Test("a day before the times is read, and means that day alone")
    func dayAndTimes() async throws {
        let report = try await imports.stations(
            "name,address,hours,lat,lon\nA,1 Elm St,\"Nov 3, 7 a.m. - 8 p.m.\",42.11,-101.41\n"
        )
        #expect(!report.notes.contains { $0.finding.code == "hours_not_read" })
        let hours = try #require(imports.stations.published.first?.hours.flatMap(OpeningHours.init))
        let spans = try #require(hours.writtenSpans)
        #expect(spans.map(\.days?.first) == ["--11-03"])
        #expect(spans.map(\.days?.last) == ["--11-03"])
        #expect(spans.map(\.opens.description) == ["07:00"])
        #expect(spans.map(\.closes.description) == ["20:00"])
    }
}
