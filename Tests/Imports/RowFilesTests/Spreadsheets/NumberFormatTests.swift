import Testing

@testable import RowFiles

/// What number formats make of numbers. The texts are those that Excel and LibreOffice show, but for whole
/// dates and times, which are written as ISO 8601 has them.
@Suite struct NumberFormatTests {
    private func shown(_ number: Double, _ code: String, is1904: Bool = false) -> String {
        NumberFormat(code: code).text(of: number, is1904: is1904) ?? "plain"
    }

    @Test(
        "a format of digits alone leaves a number whole",
        arguments: [
            "General", "0", "0.00", "#,##0", "#,##0.00", "0.000000", "@", "0.00E+00", "# ?/?",
            "\"$\"#,##0.00", "[$€-407]#,##0.00", "_-* #,##0.00_-;-* #,##0.00_-", "[Red]0.0", "",
            "GENERAL",
        ]
    )
    func plain(code: String) {
        #expect(shown(42.123456, code) == "plain")
        #expect(NumberFormat(code: code).isPlain)
    }

    @Test(
        "digits in places and words around them are a text",
        arguments: [
            (1234, "00000", "01234"), (12_345_678, "00000-0000", "01234-5678"),
            (5_550_102_000, "(000) 000-0000", "(555) 010-2000"),
            (5_550_102_000, "[<=9999999]###-####;(###) ###-####", "(555) 010-2000"),
            (5_550_102, "[<=9999999]###-####;(###) ###-####", "555-0102"),
            (12, "\"Precinct \"0", "Precinct 12"), (7, "000", "007"), (-7, "000", "-007"),
            (123_456, "000", "123456"), (1.5, "000.00", "001.50"), (3.25, "0.0\" km\"", "3.25 km"),
            (7, "\\W0", "W7"), (0, "00;00;\"none\"", "none"),
        ]
    )
    func digits(number: Double, code: String, text: String) {
        #expect(shown(number, code) == text)
    }

    @Test("a share is in percent", arguments: [(0.455, "45.5%"), (1, "100%"), (0.07, "7%")])
    func percent(number: Double, text: String) {
        #expect(shown(number, "0%") == text)
        #expect(shown(number, "0.00%") == text)
    }

    @Test(
        "whole dates and times",
        arguments: [
            (46_329, "m/d/yyyy", "2026-11-03"), (46_329, "dd.mm.yy", "2026-11-03"),
            (46_329, "[$-409]dddd, mmmm d, yyyy", "2026-11-03"),
            (46_329, "yyyy\\-mm\\-dd;@", "2026-11-03"),
            (46_329.3125, "m/d/yy h:mm", "2026-11-03 07:30"),
            (46_329, "yyyy-mm-dd hh:mm", "2026-11-03 00:00"),
            (0.3125, "h:mm AM/PM", "07:30"), (0.833333333333333, "hh:mm:ss", "20:00"),
            (46_329.3125, "h:mm", "07:30"), (0.999999999, "h:mm", "00:00"),
            (0.312512, "h:mm:ss", "07:30:01"), (1, "yyyy-mm-dd", "1900-01-01"),
            (59, "yyyy-mm-dd", "1900-02-28"), (61, "yyyy-mm-dd", "1900-03-01"),
            (2_958_465, "yyyy-mm-dd", "9999-12-31"), (36_585, "d/m/y", "2000-02-29"),
        ]
    )
    func moments(number: Double, code: String, text: String) {
        #expect(shown(number, code) == text)
    }

    @Test(
        "what shows less than a date is as it is shown",
        arguments: [
            (46_329, "d-mmm", "3-Nov"), (46_329, "mmm-yy", "Nov-26"), (46_329, "yyyy", "2026"),
            (46_329, "dddd", "Tuesday"), (46_329, "mmmm d", "November 3"), (46_024, "m/d", "1/2"),
            (46_329, "ddd", "Tue"), (0.52, "mm:ss", "28:48"), (1.5, "[h]:mm", "36:00"),
            (1.5, "[mm]:ss", "2160:00"), (0.0001, "mm:ss.0", "00:08.6"),
            (46_329.8125, "ddd h:mm AM/PM", "Tue 7:30 PM"),
        ]
    )
    func parts(number: Double, code: String, text: String) {
        #expect(shown(number, code) == text)
    }

    @Test("days may be counted from 1904, and no day lies before the first")
    func counts() {
        #expect(shown(44_867, "yyyy-mm-dd", is1904: true) == "2026-11-03")
        #expect(shown(0, "yyyy-mm-dd", is1904: true) == "1904-01-01")
        #expect(shown(-1, "yyyy-mm-dd") == "plain")
        #expect(shown(1e300, "yyyy-mm-dd") == "plain")
        #expect(shown(.infinity, "yyyy-mm-dd") == "plain")
        #expect(shown(1e300, "00000") == "plain")
    }

    @Test("every day has the date that its number says")
    func everyDay() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let format = NumberFormat(code: "yyyy-mm-dd")
        var (year, month, day) = (1900, 3, 1)
        for number in 61...100_000 {
            let text = format.text(of: Double(number), is1904: false)
            guard
                text?.hasSuffix("-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
                    == true,
                text?.hasPrefix("\(year)-") == true
            else {
                Issue.record("\(number) is \(text ?? "none"), not \(year)-\(month)-\(day)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            day += 1
            if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
                (month, day) = (month + 1, 1)
            }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test(
        "formats that no program writes do no harm",
        arguments: [
            "\"", "\\", "[", "_", "*", ";;;;;;", "[h", "[>=x]0", "AM/PM", "/", "0/0/0", "h:",
            String(repeating: "0", count: 1_000), String(repeating: "y", count: 1_000), "[hhhhhhh]",
            "....", "ss.00000000", "[>1]", "mmmmmmmmm", "E+", "%%%",
        ]
    )
    func strange(code: String) {
        for number in [0, -1, 0.5, 46_329.77, 1e15, -1e15] { _ = shown(number, code) }
    }
}
