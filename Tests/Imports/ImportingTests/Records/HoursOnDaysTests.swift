import Polling
import Testing
import Timekeeping

@testable import Importing

/// Days that stand in columns of their own are those of all hours beside them.
@Suite struct HoursOnDaysTests {
    private let imports = Imports()

    private func hours(_ times: String, from: String, until: String) async throws -> String? {
        _ = try await imports.stations(
            """
            id,name,lat,lon,start_date,end_date,hours
            1,Town Hall,42.11,-101.41,\(from),\(until),"\(times)"

            """
        )
        return imports.stations.published.first?.hours
    }

    @Test(
        "days from and to beside the hours are theirs",
        arguments: [("From", "To"), ("Von", "Bis"), ("Desde", "Hasta"), ("Start", "End")]
    )
    func plainHeaders(first: String, last: String) async throws {
        let report = try await imports.stations(
            "id,name,lat,lon,\(first),\(last),hours\n"
                + "1,Town Hall,42.11,-101.41,2026-12-01,2026-12-05,09:00-17:00\n"
        )
        #expect(report.columns.map(\.field)[4...5] == ["first_day", "last_day"])
        #expect(
            imports.stations.published.map(\.hours) == ["2026-12-01 to 2026-12-05 09:00-17:00"]
        )
    }

    @Test("days from and to of which nobody knows the month are told")
    func ambiguousDays() async throws {
        let report = try await imports.stations(
            "id,name,lat,lon,From,To,hours\n"
                + "1,Town Hall,42.11,-101.41,01/12/2026,05/12/2026,9:00 AM - 5:00 PM\n"
        )
        #expect(report.notes.contains { $0.finding.code == "days_of_two_readings" })
        #expect(imports.stations.published.first?.hours?.contains("01/12/2026") == true)
    }

    @Test("columns from and to of anything but days are kept, and one alone is, too")
    func otherSpans() async throws {
        let numbers = try await imports.stations(
            "id,name,lat,lon,From,To,hours\n1,Town Hall,42.11,-101.41,100,198,09:00-17:00\n"
        )
        #expect(numbers.columns.map(\.field)[4...5] == ["attribute", "attribute"])
        let alone = try await Imports().stations(
            "id,name,lat,lon,From,hours\n1,Town Hall,42.11,-101.41,2026-12-01,09:00-17:00\n"
        )
        #expect(alone.columns.map(\.field)[4] == "attribute")
    }

    @Test(
        "each of several intervals has the days",
        arguments: [
            "08:00-12:00; 13:00-18:00", "08:00-12:00;13:00-18:00;", "8 AM - 12 PM; 1 PM - 6 PM",
            "08:00-12:00, 13:00-18:00", "8 AM - 12 PM and 1 PM - 6 PM",
        ]
    )
    func intervals(times: String) async throws {
        let text = try #require(
            try await hours(times, from: "2026-10-20", until: "2026-10-30")
        )
        let spans = try #require(OpeningHours(parsing: text), "\(text)").spans
        let first = try #require(CalendarDate(parsing: "2026-10-20"))
        let last = try #require(CalendarDate(parsing: "2026-10-30"))
        #expect(spans.map(\.days) == [first...last, first...last], "\(text)")
        #expect(spans.map(\.opens.minutes) == [8 * 60, 13 * 60])
        #expect(spans.map(\.closes.minutes) == [12 * 60, 18 * 60])
    }

    @Test("a day off stands behind the days, and weekdays are those of the days alone")
    func weekdays() async throws {
        #expect(
            try await hours("08:00-12:00; Su off", from: "2026-10-20", until: "2026-10-30")
                == "2026-10-20 to 2026-10-30 08:00-12:00; Su off"
        )
        #expect(
            try await hours(
                "Mo-Fr 08:00-12:00; Sa 09:00-11:00",
                from: "2026-10-20",
                until: "2026-10-30"
            )
                == "2026-10-20 to 2026-10-30 Mo-Fr 08:00-12:00; "
                + "2026-10-20 to 2026-10-30 Sa 09:00-11:00"
        )
    }

    @Test("hours that name days within those of the columns are not dated twice")
    func ownDays() async throws {
        let own = "2026-11-02 07:00-19:00; 2026-11-03 07:00-12:00"
        #expect(try await hours(own, from: "2026-11-02", until: "2026-11-03") == own)
        #expect(
            try await hours(own, from: "2026-11-03", until: "2026-11-03") != own
        )
    }
}
