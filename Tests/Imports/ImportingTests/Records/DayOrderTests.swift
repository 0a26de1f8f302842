import Importing
import Polling
import Testing

/// Days whose month and day are numbers, in files that show which is which and in others.
@Suite struct DayOrderTests {
    private static let head = "name,address,precinct,lat,lon,"

    private func hours(_ columns: String, _ rows: [String]) async throws -> (
        hours: [String?], told: [String]
    ) {
        let imports = Imports()
        let report = try await imports.stations(
            Self.head + columns + "\n"
                + rows.enumerated().map { index, row in
                    "Hall \(index),\(index) Oak St,10\(index),38.\(index + 1),-77,\(row)\n"
                }.joined()
        )
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        return (stations.map(\.hours), report.notes.map(\.finding.code))
    }

    @Test("a row with one reading shows the order of all")
    func order() async throws {
        let american = try await hours(
            "start date,end date,hours",
            ["11/3/2026,11/3/2026,7am-8pm", "4/13/2027,4/13/2027,7am-8pm"]
        )
        #expect(american.hours == ["2026-11-03 7am-8pm", "2027-04-13 7am-8pm"])
        #expect(!american.told.contains("days_of_two_readings"))
        let british = try await hours(
            "hours",
            ["11/3/2027 07:00-22:00", "13/4/2027 07:00-22:00"]
        )
        #expect(british.hours == ["2027-03-11 07:00-22:00", "2027-04-13 07:00-22:00"])
    }

    @Test("a day of one reading is read, with two digits of its year too")
    func oneReading() async throws {
        let found = try await hours("hours", ["11/13/26 7am-8pm", "26/11/30 7am-8pm"])
        #expect(found.hours == ["2026-11-13 7am-8pm", "26/11/30 7am-8pm"])
    }

    @Test("days of two readings are left and told where no row shows the order, or rows show both")
    func twoReadings() async throws {
        let unknown = try await hours("hours", ["11/3/2026 7am-8pm", "5/4/2027 7am-8pm"])
        #expect(unknown.hours == ["11/3/2026 7am-8pm", "5/4/2027 7am-8pm"])
        #expect(unknown.told.contains("days_of_two_readings"))
        let both = try await hours(
            "hours",
            ["11/3/2026 7am-8pm", "4/13/2027 7am-8pm", "13/4/2027 7am-8pm"]
        )
        #expect(
            both.hours == ["11/3/2026 7am-8pm", "2027-04-13 7am-8pm", "2027-04-13 7am-8pm"]
        )
        #expect(both.told.contains("days_of_two_readings"))
    }

    @Test(
        "a day with points and two readings is told, and not read, where the month may stand first",
        arguments: [
            ["11.03.2026 7am-8pm"], ["11.03.2026 07:00-20:00", "4/13/2027 07:00-20:00"],
            ["11.03.2026 07:00-20:00", "4.13.2027 07:00-20:00"],
        ]
    )
    func points(rows: [String]) async throws {
        let found = try await hours("hours", rows)
        #expect(found.hours.first == rows[0].replacing("11.03.2026", with: "11/03/2026"))
        #expect(found.told.contains("days_of_two_readings"))
    }

    @Test(
        "elsewhere the day with points stands first, as it is written",
        arguments: [
            ["11.03.2026 07:00-20:00"], ["11.03.2026 7am-8pm", "13.04.2027 7am-8pm"],
            ["11.03.2026 07:00-20:00", "13/4/2027 07:00-20:00"],
        ]
    )
    func daysWithPoints(rows: [String]) async throws {
        let found = try await hours("hours", rows)
        #expect(found.hours.first == rows[0])
        #expect(!found.told.contains("days_of_two_readings"))
    }

    @Test(
        "numbers that spreadsheets keep for days are told, for the hours are of no day",
        arguments: ["46359", "20261203"]
    )
    func serial(number: String) async throws {
        let imports = Imports()
        let report = try await imports.stations(
            Self.head + "Date,Opens,Closes\n"
                + "Hall,1 Oak St,101,38.1,-77,\(number),07:00,20:00\n"
                + "Gym,2 Oak St,102,38.2,-77,\(number),07:00,20:00\n"
        )
        let note = try #require(report.notes.first { $0.finding.code == "serial_days" })
        #expect(note.level == .warning)
        #expect(note.text.contains("such as \(number) for 2026-12-03"))
    }

    @Test(
        "a column called Date beside hours is their day",
        arguments: ["Date", "Voting Date", "Dates"]
    )
    func column(name: String) async throws {
        let found = try await hours("\(name),hours", ["2027-04-13,7am-8pm", "2027-04-13,7am-7pm"])
        #expect(found.hours == ["2027-04-13 7am-8pm", "2027-04-13 7am-7pm"])
    }

    @Test("of hours without days those of election day stand for those before it")
    func uses() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "type,name,address,precinct,lat,lon,hours\n"
                + "Election Day,Hall,4 Oak St,104,41.5,-97.45,7am-8pm\n"
                + "Early Voting,Hall,4 Oak St,104,41.5,-97.45,9am-5pm\n"
                + "Early Voting,Gym,5 Oak St,105,41.6,-97.45,2027-03-01 9am-5pm\n"
                + "Election Day,Gym,5 Oak St,105,41.6,-97.45,2027-03-02 7am-8pm\n"
        )
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(
            stations.map(\.hours) == ["2027-03-01 9am-5pm; 2027-03-02 7am-8pm", "7am-8pm"],
            "\(report.notes.map(\.text))"
        )
    }
}
