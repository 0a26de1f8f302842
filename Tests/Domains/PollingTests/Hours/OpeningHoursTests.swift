import Polling
import Testing
import Timekeeping

@Suite struct OpeningHoursTests {
    private func moment(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text))
    }

    @Test(
        "hours are read as files write them",
        arguments: [
            ("2026-11-03 07:00-19:00; 2027-05-11 07:00-19:00", 2, "07:00", "19:00", false),
            ("7:00 AM – 7:00 PM", 1, "07:00", "19:00", false),
            ("8:30 AM - 7 PM", 1, "08:30", "19:00", false),
            ("7 am to 10 p.m.", 1, "07:00", "22:00", false),
            ("2026-10-20 to 2026-10-31 09:00-12:00 by appointment", 1, "09:00", "12:00", true),
        ]
    )
    func reading(text: String, count: Int, opens: String, closes: String, appointment: Bool) throws
    {
        let hours = try #require(OpeningHours(parsing: text))
        #expect(hours.spans.count == count)
        #expect(hours.spans[0].opens.description == opens)
        #expect(hours.spans[0].closes.description == closes)
        #expect(hours.spans[0].isByAppointment == appointment)
    }

    @Test(
        "a day and its times, with whatever stands between them",
        arguments: [
            "Nov 3, 7 a.m. - 8 p.m.", "Nov 3 7 a.m. - 8 p.m.", "November 3: 7:00 AM - 8:00 PM",
            "Tuesday, Nov. 3, 7am to 8pm", "Nov 3rd, 7 am – 8 pm", "3 Nov, 07:00-20:00",
            "Tue, November 3, 7:00 a.m.-8:00 p.m.",
        ]
    )
    func dayAndTimes(text: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let spans = try #require(hours.writtenSpans)
        #expect(spans.count == 1)
        #expect(spans[0].days?.first == "--11-03")
        #expect(spans[0].days?.last == "--11-03")
        #expect(spans[0].opens.description == "07:00")
        #expect(spans[0].closes.description == "20:00")
        let before = hours.state(
            at: try moment("2026-11-02T18:00:00Z"),
            timeZone: "America/Denver",
            electionDays: [try #require(CalendarDate(year: 2026, month: 11, day: 3))]
        )
        #expect(before?.kind == .opensLater)
    }

    @Test(
        "stretches that touch at midnight are one, and what never closes has no end",
        arguments: [
            ("24/7", "2026-11-03T20:51:00Z", "Open around the clock"),
            ("24 hours", "2026-11-03T20:51:00Z", "Open around the clock"),
            ("Open 24 Hours", "2026-11-03T20:51:00Z", "Open around the clock"),
            (
                "Mo-Fr 00:00-24:00; Sa-Su 00:00-24:00", "2026-11-03T20:51:00Z",
                "Open around the clock"
            ),
            ("24/7 by appointment", "2026-11-03T20:51:00Z", "Open by appointment"),
            ("Mo 18:00-24:00; Tu 00:00-02:00", "2026-11-02T23:00:00Z", "Open now, closes in 3 h"),
            ("Mo-Fr 00:00-24:00", "2026-11-05T12:00:00Z", "Open now, closes in 1 day 12 h"),
            (
                "2026-11-03 18:00-24:00; 2026-11-04 00:00-02:00", "2026-11-03T23:00:00Z",
                "Open now, closes in 3 h"
            ),
            (
                "2026-11-03 18:00-24:00; 2026-11-04 00:00-02:00 by appointment",
                "2026-11-03T23:00:00Z", "Open now, closes in 1 h"
            ),
        ]
    )
    func touching(text: String, now: String, words: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let now = try moment(now)
        #expect(try #require(hours.state(at: now, timeZone: "UTC")).text(at: now) == words)
    }

    @Test(
        "hours that tell how far their clock is from UTC need no time zone",
        arguments: [
            (
                "2020-11-03 06:00-19:00 (UTC-07:00)", "2020-11-03T12:59:59Z",
                "Closed, opens in 1 min"
            ),
            (
                "2020-11-03 06:00-19:00 (UTC-07:00)", "2020-11-03T13:00:00Z",
                "Open now, closes in 13 h"
            ),
            (
                "2020-11-03 06:00-19:00 (UTC+05:30)", "2020-11-03T00:30:00Z",
                "Open now, closes in 13 h"
            ),
            ("2020-11-03 06:00-19:00 (UTC)", "2020-11-03T18:59:00Z", "Open now, closes in 1 min"),
            (
                "2020-11-03 06:00-19:00 (UTC-07:00) by appointment", "2020-11-03T13:00:00Z",
                "Open by appointment, closes in 13 h"
            ),
            // The clocks fell back in between.
            (
                "2013-11-02 07:00-19:00 (UTC-04:00); 2013-11-04 07:00-19:00 (UTC-05:00)",
                "2013-11-04T11:00:00Z", "Closed, opens in 1 h"
            ),
        ]
    )
    func offsets(text: String, now: String, words: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let now = try moment(now)
        #expect(try #require(hours.state(at: now, timeZone: nil)).text(at: now) == words)
        // What the hours say goes before what is known of the place.
        #expect(hours.state(at: now, timeZone: "Asia/Tokyo")?.text(at: now) == words)
    }

    @Test("hours without a distance from UTC are not told without a time zone")
    func noZone() throws {
        let text = "2020-11-03 06:00-19:00 (UTC-07:00); 2020-11-04 06:00-19:00"
        let hours = try #require(OpeningHours(parsing: text))
        let now = try moment("2020-11-03T13:00:00Z")
        #expect(hours.state(at: now, timeZone: nil) == nil)
        #expect(hours.state(at: now, timeZone: "America/Phoenix") != nil)
    }

    @Test(
        "what is not wholly understood is not read at all",
        arguments: [
            "", ";", "daily", "07:00", "19:00-07:00", "2026-11-03 07:00-19:00; call first",
            "2026-13-03 07:00-19:00", "Mon-Fri 9-5", "07:00-19:00 (UTC-7)",
            "07:00-19:00 (UTC-07:00", "07:00-19:00 (MST)", "07:00-19:00 (UTC+25:00)",
        ]
    )
    func notReading(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "OpenStreetMap's hours are read, and what files write like them",
        arguments: [
            ("Mo-Su 07:00-20:00", 1), ("24/7", 1), ("Mo-Fr 08:00-12:00,13:00-18:00", 2),
            ("Mo-Fr 08:00-18:00; Sa 09:00-12:00; Su off", 2), ("Nov 08 07:00-20:00", 1),
            ("Oct 20-Nov 03 Mo-Fr 09:00-17:00", 1), ("Nov 3-5 7:00-20:00", 1),
            ("Tuesday, November 3, 2026, 7 AM - 8 PM", 1), ("8 Nov 2026 07:00-20:00", 1),
            ("Monday to Friday 9:00 AM - 5:00 PM", 1), ("daily 07:00-20:00", 1),
            ("2026-11-03 07:00-12:00, 13:00-20:00", 2), ("Mo,We,Fr 10:00-14:00", 1),
        ]
    )
    func openStreetMap(text: String, count: Int) throws {
        #expect(try #require(OpeningHours(parsing: text)).spans.count == count)
    }

    @Test(
        "what is only like them is not read",
        arguments: [
            "Mo-Xx 08:00-18:00", "off", "Nov 31 07:00-20:00",
            // 3 November 2026 is a Tuesday.
            "Monday, November 3, 2026, 7 AM - 8 PM", "Nov 03 off", "Mo-Fr", "sunrise-sunset",
        ]
    )
    func notOpenStreetMap(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "hours are read as German staff write them",
        arguments: [
            ("8-18 Uhr", "08:00-18:00"), ("8:00-18:00 Uhr", "08:00-18:00"),
            ("8 bis 18 Uhr", "08:00-18:00"), ("von 8 Uhr bis 18 Uhr", "08:00-18:00"),
            ("8.30–18.00 Uhr", "08:30-18:00"), ("8:00 bis 18:00", "08:00-18:00"),
            ("0700-2000", "07:00-20:00"), ("0700-2000 Uhr", "07:00-20:00"),
            ("3.11.2026 8:00-18:00", "2026-11-03 08:00-18:00"),
            ("03.11.2026, 8-18 Uhr", "2026-11-03 08:00-18:00"),
            ("Dienstag, 3. November 2026, 8-18 Uhr", "Tuesday, 3 Nov 2026 08:00-18:00"),
            ("8. März 2026: 8–18 Uhr", "2026-03-08 08:00-18:00"),
            ("02.11.2026 bis 06.11.2026 9-12 Uhr", "2026-11-02 to 2026-11-06 09:00-12:00"),
            ("2.11.-6.11.2026 9-12 Uhr", "2026-11-02 to 2026-11-06 09:00-12:00"),
            ("3.11. 8-18 Uhr", "Nov 03 08:00-18:00"), ("Nov 3 0700-2000", "Nov 03 07:00-20:00"),
            ("2026-11-03 0700-2000", "2026-11-03 07:00-20:00"),
            ("Mo-Fr 8-18 Uhr", "Mo-Fr 08:00-18:00"),
            ("Mo.–Fr. 8.00–18.00 Uhr", "Mo-Fr 08:00-18:00"),
            ("Montag bis Freitag 8-12 und 13-18 Uhr", "Mo-Fr 08:00-12:00,13:00-18:00"),
            ("Mo und Mi 9-12 Uhr nach Vereinbarung", "Mo,We 09:00-12:00 by appointment"),
            ("täglich 0-24 Uhr; So geschlossen", "Mo-Sa 00:00-24:00"),
        ]
    )
    func german(text: String, same: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        #expect(hours == OpeningHours(parsing: same))
    }

    @Test(
        "of what German staff write nothing is guessed",
        arguments: [
            // Of the morning or the evening?
            "8-18", "8 bis 18", "Mo-Fr 8-18", "8.00-18.00",
            // 3 November or 11 March? 2026, or the day and the hour?
            "3/11/2026 8-18 Uhr", "3.11.26 8-18 Uhr", "3.11.08-18 Uhr", "3.11 8-18 Uhr",
            "32.11.2026 8-18 Uhr", "3.13.2026 8-18 Uhr", "31.2. 8-18 Uhr",
            // 3 November 2026 is a Tuesday.
            "Montag, 3.11.2026 8-18 Uhr", "18-8 Uhr", "8-25 Uhr", "8.5-18 Uhr", "8.60-18 Uhr",
            "ab 8 Uhr", "8 Uhr", "Uhr", "8-18 Uhr Uhr", "8 am - 6 pm Uhr", "070-2000", "0760-2000",
            "8-12 Uhr und nach Vereinbarung", "8-18 Uhr außer Mo", "Mo 8-12 Uhr, Di 13-18 Uhr",
            "Nov 3 1000-2000",
        ]
    )
    func notGerman(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "hours of the week come round, a later rule takes an earlier one's place, and off is off",
        arguments: [
            // 2 November 2026 is a Monday; New York is five hours behind UTC.
            ("2026-11-02T12:59:59Z", "Closed, opens in 1 min"),
            ("2026-11-02T13:00:00Z", "Open now, closes in 10 h"),
            // On Wednesdays from noon.
            ("2026-11-04T14:00:00Z", "Closed, opens in 3 h"),
            // On Saturday evening the next day is off.
            ("2026-11-08T00:00:00Z", "Closed, opens in 1 day 13 h"),
        ]
    )
    func weekly(now: String, text: String) throws {
        let hours = try #require(
            OpeningHours(parsing: "Mo-Su 08:00-18:00; We 12:00-18:00; Su off")
        )
        let now = try moment(now)
        let state = try #require(hours.state(at: now, timeZone: "America/New_York"))
        #expect(state.text(at: now) == text)
    }

    @Test("hours of the week end with the last election")
    func weeklyUntilElection() throws {
        let hours = try #require(OpeningHours(parsing: "Mo-Su 07:00-20:00"))
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        let state = hours.state(
            at: try moment("2026-11-04T17:00:00Z"),
            timeZone: "America/New_York",
            electionDays: [day]
        )
        #expect(state?.kind == .over)
        #expect(state?.endedOn == day)
    }

    @Test(
        "what is open around the clock until the election tells its end on the last day alone",
        arguments: [
            ("24/7", "2026-10-01T12:00:00Z", "Open around the clock"),
            ("24/7", "2026-10-28T12:00:00Z", "Open around the clock"),
            ("24/7", "2026-11-02T23:59:00Z", "Open around the clock"),
            ("24/7", "2026-11-03T00:00:00Z", "Open now, closes in 1 day"),
            ("24/7", "2026-11-03T12:00:00Z", "Open now, closes in 12 h"),
            ("24/7", "2026-11-04T00:00:00Z", "Voting here has ended (3 Nov 2026)"),
            ("Mo-Fr 00:00-24:00", "2026-10-30T12:00:00Z", "Open now, closes in 12 h"),
            ("Mo-Su 07:00-20:00", "2026-11-03T12:00:00Z", "Open now, closes in 8 h"),
        ]
    )
    func alwaysUntilElection(text: String, now: String, words: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        let now = try moment(now)
        let state = hours.state(at: now, timeZone: "UTC", electionDays: [day])
        #expect(state?.text(at: now) == words)
    }

    @Test(
        "what closes before the election tells when, on the long day of a change of clocks as well",
        arguments: [
            // New York's clocks go back on Sunday, 1 November; the election is on Tuesday.
            (
                "Fr 08:00-24:00; Sa 00:00-24:00; Su 00:00-20:00", "2026-10-30T13:00:00Z",
                "2026-11-02T01:00:00Z"
            ),
            ("Su 00:00-24:00", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
            ("Sa-Su 00:00-24:00", "2026-10-31T12:00:00Z", "2026-11-02T05:00:00Z"),
            (
                "Sa 20:00-24:00; Su 00:00-24:00; Mo 00:00-06:00", "2026-11-01T00:00:00Z",
                "2026-11-02T11:00:00Z"
            ),
            ("Mo-Fr 00:00-24:00", "2026-10-29T12:00:00Z", "2026-10-31T04:00:00Z"),
            ("24/7; Tu 00:00-20:00", "2026-10-31T12:00:00Z", "2026-11-04T01:00:00Z"),
        ]
    )
    func closesBeforeElection(text: String, now: String, closes: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        let state = hours.state(
            at: try moment(now),
            timeZone: "America/New_York",
            electionDays: [day]
        )
        #expect(state?.closesAt == (try moment(closes)))
    }

    @Test("the last day is a day of 25 hours too")
    func longLastDay() throws {
        let hours = try #require(OpeningHours(parsing: "24/7"))
        // Berlin's clocks go back on that Sunday.
        let day = try #require(CalendarDate(year: 2026, month: 10, day: 25))
        func closes(_ now: String) throws -> Timestamp? {
            hours.state(at: try moment(now), timeZone: "Europe/Berlin", electionDays: [day])?
                .closesAt
        }
        #expect(try closes("2026-10-24T21:59:59Z") == nil)
        #expect(try closes("2026-10-24T22:00:00Z") == moment("2026-10-25T23:00:00Z"))
    }

    @Test(
        "days and hours are told, for of nearly two days one is half",
        arguments: [
            ("2026-11-01T12:01:00Z", "Closed, opens in 1 day 23 h"),
            ("2026-11-02T01:00:00Z", "Closed, opens in 1 day 11 h"),
            ("2026-11-02T12:00:00Z", "Closed, opens in 1 day"),
            ("2026-11-02T12:00:01Z", "Closed, opens in 1 day"),
            ("2026-11-02T12:01:00Z", "Closed, opens in 23 h 59 min"),
            ("2026-10-31T11:30:00Z", "Closed, opens in 3 days"),
            ("2026-10-30T12:00:00Z", "Closed, opens in 4 days"),
        ]
    )
    func daysAndHours(now: String, text: String) throws {
        let hours = try #require(OpeningHours(parsing: "2026-11-03 07:00-20:00"))
        let now = try moment(now)
        let state = try #require(hours.state(at: now, timeZone: "America/New_York"))
        #expect(state.text(at: now) == text)
    }

    @Test("a day without a year is that of the election, and unknown without one")
    func yearless() throws {
        let hours = try #require(OpeningHours(parsing: "Nov 08 07:00-20:00"))
        let noon = try moment("2016-11-08T17:00:00Z")
        #expect(hours.state(at: noon, timeZone: "America/New_York") == nil)
        let day = try #require(CalendarDate(year: 2016, month: 11, day: 8))
        let state = hours.state(at: noon, timeZone: "America/New_York", electionDays: [day])
        #expect(state?.text(at: noon) == "Open now, closes in 8 h")
        let over = hours.state(
            at: try moment("2017-05-01T17:00:00Z"),
            timeZone: "America/New_York",
            electionDays: [day]
        )
        #expect(over?.kind == .over)
    }

    @Test(
        "open now, closes in, opens in: by the station's own clock",
        arguments: [
            // Denver is seven hours behind UTC on 3 November.
            ("2026-11-03T13:59:59Z", "opens_later", "Closed, opens in 1 min"),
            ("2026-11-03T14:00:00Z", "open", "Open now, closes in 12 h"),
            ("2026-11-04T01:20:00Z", "open", "Open now, closes in 40 min"),
            ("2026-11-04T01:59:59Z", "open", "Open now, closes in 1 min"),
            ("2026-11-04T02:00:00Z", "opens_later", "Closed, opens in 13 h"),
            ("2026-11-01T12:00:00Z", "opens_later", "Closed, opens in 2 days 2 h"),
            ("2026-11-04T15:30:00Z", "by_appointment", "Open by appointment, closes in 2 h 30 min"),
            ("2026-11-04T18:00:00Z", "over", "Voting here has ended (4 Nov 2026)"),
            ("2030-01-01T00:00:00Z", "over", "Voting here has ended (4 Nov 2026)"),
        ]
    )
    func states(now: String, kind: String, text: String) throws {
        let hours = try #require(
            OpeningHours(parsing: "2026-11-03 07:00-19:00; 2026-11-04 08:00-11:00 by appointment")
        )
        let now = try moment(now)
        let state = try #require(hours.state(at: now, timeZone: "America/Denver"))
        #expect(state.kind.rawValue == kind)
        #expect(state.text(at: now) == text)
        #expect(state.endedOn?.description == (kind == "over" ? "2026-11-04" : nil))
    }

    @Test("the day on which voting ended is the last one, whatever the order of the file")
    func ended() throws {
        let hours = try #require(
            OpeningHours(parsing: "2016-11-08 07:00-20:00; 2016-10-22 to 2016-11-04 08:30-19:00")
        )
        let state = hours.state(
            at: try moment("2016-11-09T01:00:00Z"),
            timeZone: "America/New_York"
        )
        // Eight in the evening in New York.
        #expect(state?.kind == .over)
        #expect(state?.endedOn == CalendarDate(year: 2016, month: 11, day: 8))
    }

    @Test("hours without a day are those of the election's day, and unknown without one")
    func electionDay() throws {
        let hours = try #require(OpeningHours(parsing: "7:00 AM - 7:00 PM"))
        let noon = try moment("2026-11-03T19:00:00Z")
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        #expect(hours.state(at: noon, timeZone: "America/Denver") == nil)
        #expect(hours.state(at: noon, timeZone: "Nowhere/Land", electionDays: [day]) == nil)
        let state = hours.state(at: noon, timeZone: "America/Denver", electionDays: [day])
        #expect(state?.kind == .open)
        #expect(state?.closesAt == (try moment("2026-11-04T02:00:00Z")))
    }

    @Test("on the day when the clocks change, the wall's clock counts")
    func clockChange() throws {
        // In New York clocks went from 2:00 to 1:00 on 1 November 2026 and forward on 8 March.
        let autumn = try #require(OpeningHours(parsing: "2026-11-01 00:30-12:00"))
        let before = try moment("2026-11-01T04:29:59Z")
        #expect(
            autumn.state(at: before, timeZone: "America/New_York")?.opensAt
                == (try moment("2026-11-01T04:30:00Z"))
        )
        let during = try moment("2026-11-01T06:00:00Z")
        #expect(
            autumn.state(at: during, timeZone: "America/New_York")?.closesAt
                == (try moment("2026-11-01T17:00:00Z"))
        )
        let spring = try #require(OpeningHours(parsing: "2026-03-08 01:00-12:00"))
        #expect(
            spring.state(at: try moment("2026-03-08T06:00:00Z"), timeZone: "America/New_York")?
                .closesAt
                == (try moment("2026-03-08T16:00:00Z"))
        )
    }
}
