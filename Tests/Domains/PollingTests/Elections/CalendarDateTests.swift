import Foundation
import Polling
import Testing

@Suite struct CalendarDateTests {
    @Test("every day of four centuries is read back as it is written, in order")
    func everyDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var day = try #require(
            calendar.date(from: DateComponents(year: 1896, month: 2, day: 27))
        )
        var previous: CalendarDate?
        for _ in 0..<800 {
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let (year, month, number) = try (
                #require(parts.year), #require(parts.month), #require(parts.day)
            )
            let date = try #require(CalendarDate(year: year, month: month, day: number))
            #expect(CalendarDate(parsing: date.description) == date)
            if let previous { #expect(previous < date) }
            previous = date
            day = try #require(calendar.date(byAdding: .day, value: 193, to: day))
        }
    }

    @Test(
        "days that do not exist, and other texts, are none",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-3",
            "202-604-03", "", "tomorrow", "2026-11-03x", "20261", "٢٠٢٦-١١-٠٣",
        ]
    )
    func noDay(text: String) { #expect(CalendarDate(parsing: text) == nil) }

    @Test("a day is also read without dashes and before a time")
    func forms() throws {
        let day = try #require(CalendarDate(year: 2016, month: 11, day: 8))
        #expect(CalendarDate(parsing: "20161108") == day)
        #expect(CalendarDate(parsing: "2016-11-08T07:00:00-05:00") == day)
        #expect(CalendarDate(parsing: "2000-02-29")?.day == 29)
    }
}

@Suite struct ClockTimeTests {
    @Test(
        "times of the day are read as people write them",
        arguments: [
            ("07:00", "07:00"), ("7:05", "07:05"), ("19:30:00", "19:30"), ("7 am", "07:00"),
            ("7:30 p.m.", "19:30"), ("12 AM", "00:00"), ("12:15pm", "12:15"), ("24:00", "24:00"),
        ]
    )
    func read(text: String, time: String) { #expect(ClockTime(parsing: text)?.description == time) }

    @Test(
        "other texts are no time",
        arguments: ["", "7", "25:00", "24:01", "12:60", "13 pm", "0 am", "noon", "7:5:99", "-1:00"]
    )
    func none(text: String) { #expect(ClockTime(parsing: text) == nil) }
}

@Suite struct CalendarDateDaysTests {
    @Test(
        "days count from 1 January 1970",
        arguments: [
            (0, "1970-01-01"), (-1, "1969-12-31"), (59, "1970-03-01"), (11_016, "2000-02-29"),
            (11_017, "2000-03-01"), (20_760, "2026-11-03"), (-719_162, "0001-01-01"),
            (2_932_896, "9999-12-31"), (.max, "9999-12-31"), (.min, "0001-01-01"),
        ]
    )
    func days(days: Int, text: String) {
        let date = CalendarDate(daysSince1970: days)
        #expect(date.description == text)
        #expect(date.daysSince1970 == min(max(days, -719_162), 2_932_896))
    }

    @Test("each day of four centuries is the one after the day before")
    func successive() {
        var last = CalendarDate(daysSince1970: -1)
        for day in 0..<146_097 {
            let date = CalendarDate(daysSince1970: day)
            let isNextDay = date.day == last.day + 1 && date.month == last.month
            #expect(isNextDay || date.day == 1)
            #expect(last < date)
            #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
            #expect(date.daysSince1970 == day)
            last = date
        }
        #expect(last.description == "2369-12-31")
    }
}
