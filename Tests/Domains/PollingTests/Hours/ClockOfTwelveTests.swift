import Polling
import Testing

/// Hours that are written as on a clock of twelve hours.
@Suite struct ClockOfTwelveTests {
    @Test(
        "times that may be of a clock of twelve hours are shown as they are written",
        arguments: [
            "Mon-Fri 8:30-4:30", "Mo-Fr 11:00 - 6:00", "Mon-Fri 9:00 - 1:00",
            "Nov 16-30 Mon-Fri 8:00 - 6:00", "Mo-Fr 8:30am-4:30", "Mon-Fri 8:00-12:00, 1:00-5:00",
            "10:00-02:00", "Mo-Fr 10:00-02:00", "2026-11-03 10:00-02:00",
        ]
    )
    func clockOfTwelve(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "nights of half a day at most are read",
        arguments: [
            "Fr 22:00-04:00", "Mo-Su 18:00-02:00", "Sa 14:00-02:00", "Mo 08:00-12:00,13:00-18:00",
        ]
    )
    func nights(text: String) { #expect(OpeningHours(parsing: text) != nil) }
}
