import Agenda
import Testing
import Timekeeping

@Suite struct WrittenTimeTests {
    @Test(
        "days and times are read with the year first",
        arguments: [
            ("2026-06-01", "2026-06-01T00:00:00", nil),
            ("20260601", "2026-06-01T00:00:00", nil),
            ("2026-06-01T09:00", "2026-06-01T09:00:00", nil),
            ("2026-06-01 09:00:30", "2026-06-01T09:00:30", nil),
            ("20260601T090030", "2026-06-01T09:00:30", nil),
            ("2026-06-01T09:00:00.123456Z", "2026-06-01T09:00:00", 0),
            ("2026-06-01T09:00+05:30", "2026-06-01T09:00:00", 19_800),
            ("2026-06-01T09:00:00-0330", "2026-06-01T09:00:00", -12_600),
            ("2026-06-01T09:00:00+02", "2026-06-01T09:00:00", 7_200),
            ("1969-12-31T23:59:59", "1969-12-31T23:59:59", nil),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59", 0),
            ("0001-01-01T00:00", "0001-01-01T00:00:00", nil),
            ("9999-12-31", "9999-12-31T00:00:00", nil),
        ] as [(String, String, Int?)]
    )
    func reads(text: String, wall: String, offset: Int?) throws {
        let time = try #require(WrittenTime(parsing: text))
        #expect(time.wall.description == wall)
        #expect(time.offsetSeconds == offset)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "T", "6/1/2026", "01.06.2026", "2026-6-1", "2026-02-29", "2026-13-01",
            "2026-06-01T", "2026-06-01T24:00", "2026-06-01T09", "2026-06-01T09:60",
            "2026-06-01T9:00", "2026-06-01T09:00+19:00", "2026-06-01T09:00+2",
            "2026-06-01T09:00 Z x",
            "2026-06-01T09:00:00.", "2026-06-01T09:00:00.x", "0000-01-01", "tomorrow", "２０２６-06-01",
            "2026-06-01 ", "2026-06-01T-09:00",
        ]
    )
    func refuses(text: String) { #expect(WrittenTime(parsing: text) == nil) }

    @Test(
        "durations are clocks, minutes or periods",
        arguments: [
            ("01:30", 0, 5_400), ("1:30:15", 0, 5_415), ("90", 0, 5_400), ("PT1H30M", 0, 5_400),
            ("P1D", 1, 0), ("P2W", 14, 0), ("P1DT2H", 1, 7_200), ("+PT5S", 0, 5),
        ]
    )
    func durations(text: String, days: Int, seconds: Int) throws {
        let duration = try #require(WrittenDuration(parsing: text))
        #expect(duration.days == days && duration.seconds == seconds)
    }

    @Test(
        "no other text is a duration",
        arguments: [
            "", "P", "PT", "-PT1H", "P1Y", "P1M", "1:75", "PT99999999H", "P367D", "1:2:3:4", "P1H",
            "x",
        ]
    )
    func noDurations(text: String) { #expect(WrittenDuration(parsing: text) == nil) }
}
