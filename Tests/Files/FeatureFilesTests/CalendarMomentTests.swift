import FeatureFiles
import Testing

@Suite struct CalendarMomentTests {
    @Test(
        "days and moments are read to the microsecond, in their zone or without one",
        arguments: [
            ("1970-01-01", Int64(0), false, false), ("1970-01-02", 86_400_000_000, false, false),
            ("1969-12-31T23:59:59.5", -500_000, true, false),
            ("1970-01-01 00:00:00.000001Z", 1, true, true),
            ("1970-01-01T00:00:00-06:00", 21_600_000_000, true, true),
            ("1970-01-01T05:30:00+05:30", 0, true, true),
            ("1970-01-01T00:00:00.123456000", 123_456, true, false),
            ("2024-02-29", 1_709_164_800_000_000, false, false),
        ]
    )
    func reads(text: String, microseconds: Int64, hasTime: Bool, hasZone: Bool) throws {
        let moment = try #require(CalendarMoment(text))
        #expect(moment.microseconds == microseconds)
        #expect(moment.hasTime == hasTime && moment.hasZone == hasZone)
    }

    @Test(
        "what is no moment, or finer than a microsecond, is none",
        arguments: [
            "", "2026", "2026-11-3", "2026-02-29", "2026-13-01", "0000-01-01", "2026-11-03T",
            "2026-11-03T07:00", "2026-11-03T24:00:00", "2026-11-03T07:00:60", "20261103",
            "2026-11-03T07:00:00.", "2026-11-03T07:00:00.1234567", "2026-11-03T07:00:00+5",
            "2026-11-03T07:00:00Z ", " 2026-11-03", "2026-11-03T07:00:00+24:00",
        ]
    )
    func refuses(text: String) { #expect(CalendarMoment(text) == nil) }

    @Test("a moment is told in UTC")
    func universal() {
        #expect(
            CalendarMoment("2026-11-03T20:30:00-06:00")?.universalText == "2026-11-04T02:30:00.000Z"
        )
        #expect(
            CalendarMoment("1969-12-31T23:59:59.000001Z")?.universalText
                == "1969-12-31T23:59:59.000001Z"
        )
    }

    @Test("a day stands among days and among moments without a zone")
    func kinds() {
        #expect(CalendarMoment("2026-11-03")?.fits(.date) == true)
        #expect(CalendarMoment("2026-11-03")?.fits(.localMoment) == true)
        #expect(CalendarMoment("2026-11-03")?.fits(.moment) == false)
        #expect(CalendarMoment("2026-11-03T07:00:00Z")?.fits(.moment) == true)
        #expect(CalendarMoment("2026-11-03T07:00:00Z")?.fits(.localMoment) == false)
        #expect(CalendarMoment("2026-11-03T07:00:00")?.fits(.date) == false)
    }
}
