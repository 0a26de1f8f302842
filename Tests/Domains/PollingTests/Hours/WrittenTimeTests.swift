import Polling
import Testing

/// Times that people read otherwise than they stand are not read at all.
@Suite struct WrittenTimeTests {
    @Test(
        "hours in the habit of a clock of twelve hours are not read",
        arguments: [
            "Mon-Fri 8:30-4:30", "Mon.-Fri. 8:30 - 4:30", "Mo-Fr 11:00 - 6:00",
            "Mon-Fri 9:00 - 1:00", "Nov 16-30 Mon-Fri 8:00 - 6:00", "Nov 23 8:30-4:30",
            "Mo-Fr 8:30am-4:30", "Mon-Fri 8:00-12:00, 1:00-5:00", "2026-11-23 1:00 - 5:00",
            "1:00 - 5:00 pm", "Mo-Fr 08:00-05:00", "Sat 1:00-5:00", "7:00 AM - 8:00",
            "Mo-Fr 9:00-12:00, 5:00-8:00",
        ]
    )
    func unclear(text: String) {
        #expect(OpeningHours(parsing: text) == nil)
    }

    @Test(
        "hours that say of which half of the day they are, or can be of one alone, are read",
        arguments: [
            ("Mo-Fr 8:30-16:30", 510, 990), ("Mon-Fri 8:30 AM - 4:30 PM", 510, 990),
            ("7:00 - 8:00 PM", 420, 1200), ("8:30 - 4:30 pm", 510, 990),
            ("Mo-Su 22:00-02:00", 1320, 120),
            ("8 am - 12:00", 480, 720), ("Mo-Fr 18:00-2:00", 1080, 120), ("07:00-08:00", 420, 480),
            ("01:00-05:00", 60, 300), ("9:00-12:00", 540, 720), ("12:00 - 5:00 pm", 720, 1020),
        ]
    )
    func clear(text: String, opens: Int, closes: Int) throws {
        let span = try #require(OpeningHours(parsing: text)?.spans.first)
        #expect(span.opens.minutes == opens && span.closes.minutes == closes)
    }
}
