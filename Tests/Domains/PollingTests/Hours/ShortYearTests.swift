import Polling
import Testing

/// Years of two digits behind a day, which may be taken for another day.
@Suite struct ShortYearTests {
    @Test(
        "a number that may be a year or a day is not read",
        arguments: [
            "Nov 3, 26 7am-7pm", "Oct 20 - Nov 3, 26 9am-5pm", "Nov 03, 26 07:00-19:00",
            "Nov 3, 26 - Nov 5, 26 9am-5pm", "November 3, 26: 7am-7pm",
        ]
    )
    func notReading(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "days behind a comma are read where they can be no year",
        arguments: [
            "Nov 3,26 07:00-19:00", "Nov 3, 5 07:00-19:00", "Nov 24, 25, 26 07:00-19:00",
            "Nov 3, 26-28 07:00-19:00", "2026 Nov 3, 26 07:00-19:00",
        ]
    )
    func days(text: String) { #expect(OpeningHours(parsing: text) != nil) }
}
