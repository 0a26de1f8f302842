import Datasets
import Polling
import Testing
import Timekeeping

@Suite struct ElectionPastTests {
    /// Each moment in UTC; Denver is seven hours behind it, Kiritimati fourteen ahead.
    @Test(
        "an election is past when its day is over where it is held, or everywhere",
        arguments: [
            ("America/Denver", "2026-11-04T06:59:59Z", false),
            ("America/Denver", "2026-11-04T07:00:00Z", true),
            ("Pacific/Kiritimati", "2026-11-03T09:59:59Z", false),
            ("Pacific/Kiritimati", "2026-11-03T10:00:00Z", true),
            (nil, "2026-11-04T11:59:59Z", false), (nil, "2026-11-04T12:00:00Z", true),
            ("Nowhere/None", "2026-11-04T11:59:59Z", false),
            ("Nowhere/None", "2026-11-04T12:00:00Z", true),
            ("America/Denver", "1969-12-31T23:00:00Z", false),
        ]
    )
    func past(zone: String?, moment: String, isPast: Bool) throws {
        let election = Election(
            dataset: try DatasetName("e"),
            key: "2026",
            name: LocalizedText("General", language: "en"),
            date: CalendarDate(year: 2026, month: 11, day: 3),
            timeZone: zone
        )
        #expect(election.isPast(at: try #require(Timestamp(rfc3339: moment))) == isPast)
    }

    @Test("of an election without a date nobody knows whether it is past")
    func undated() throws {
        let election = Election(
            dataset: try DatasetName("e"),
            key: "2026",
            name: LocalizedText("General", language: "en")
        )
        #expect(election.isPast(at: Timestamp(millisecondsSince1970: 0)) == nil)
    }
}
