import Polling
import Testing
import Timekeeping

/// Each text beside a second reading of it that shares nothing with the grammar: which minutes of
/// which days of 2026 are open, written out in the test.
@Suite struct HoursGrammarTests {
    /// A day of 2026 as the test counts: 1 January is a Thursday.
    struct Day: Sendable {
        let month: Int
        let day: Int
        /// 0 for Monday.
        let weekday: Int
        let ofYear: Int

        static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

        static let all: [Day] = {
            var days: [Day] = []
            for (month, length) in lengths.enumerated() {
                for day in 1...length {
                    let count = days.count
                    days.append(
                        Day(month: month + 1, day: day, weekday: (count + 3) % 7, ofYear: count)
                    )
                }
            }
            return days
        }()

        /// How many such weekdays the month has had with this day, and has from it on.
        var count: Int { (day - 1) / 7 + 1 }
        var countFromEnd: Int { (Self.lengths[month - 1] - day) / 7 + 1 }
        /// The week of the year; 1 January 2026 lies in the first.
        var week: Int { (ofYear + 3) / 7 + 1 }
        var isWorkday: Bool { weekday < 5 }

        func lies(_ from: (Int, Int), _ to: (Int, Int)) -> Bool {
            (month, day) >= from && (month, day) <= to
        }
    }

    struct Case: Sendable {
        let text: String
        /// The hours of the day, in half hours such as 8.5; past 24 on the next day.
        let open: @Sendable (Day) -> [ClosedRange<Double>]

        init(_ text: String, _ open: @escaping @Sendable (Day) -> [ClosedRange<Double>]) {
            self.text = text
            self.open = open
        }
    }

    static let cases: [Case] = [
        Case("Mo-Fr 08:00-12:00,13:00-18:00") { $0.isWorkday ? [8...12, 13...18] : [] },
        Case("Mo,We,Fr 10:00-14:00") { [0, 2, 4].contains($0.weekday) ? [10...14] : [] },
        Case("Fr-Mo 10:00-14:00") { [4, 5, 6, 0].contains($0.weekday) ? [10...14] : [] },
        Case("Mon-Fri 9am-5:30pm, Sat 10 a.m. - noon") { day in
            day.isWorkday ? [9...17.5] : day.weekday == 5 ? [10...12] : []
        },
        Case("Mo-Fr 08:00-18:00; We 08:00-12:00") { day in
            day.weekday == 2 ? [8...12] : day.isWorkday ? [8...18] : []
        },
        Case("Mo-Fr 08:00-12:00, We 14:00-18:00") { day in
            day.weekday == 2 ? [8...12, 14...18] : day.isWorkday ? [8...12] : []
        },
        Case("Mo-Fr 08:00-18:00; 12:00-13:00 off") { $0.isWorkday ? [8...12, 13...18] : [] },
        Case("24/7; Mo 15:00-16:00 off") { $0.weekday == 0 ? [0...15, 16...24] : [0...24] },
        Case("Sa 22:00-02:00") { $0.weekday == 5 ? [22...26] : [] },
        Case("Sa 22:00-26:00") { $0.weekday == 5 ? [22...26] : [] },
        Case("Mo-Su 18:00-02:00") { _ in [18...26] },
        Case("Mo-Fr 08:00-18:00; Dec 25-26 off") { day in
            day.isWorkday && !day.lies((12, 25), (12, 26)) ? [8...18] : []
        },
        Case("Mo-Fr 08:00-18:00; Dec 20-Jan 06 10:00-12:00") { day in
            day.lies((12, 20), (12, 31)) || day.lies((1, 1), (1, 6))
                ? [10...12] : day.isWorkday ? [8...18] : []
        },
        Case("Apr-Sep Mo-Fr 08:00-20:00; Oct-Mar Mo-Fr 09:00-17:00") { day in
            !day.isWorkday ? [] : 4...9 ~= day.month ? [8...20] : [9...17]
        },
        Case("Apr,Jun Mo 08:00-20:00") { day in
            day.weekday == 0 && [4, 6].contains(day.month) ? [8...20] : []
        },
        Case("2026 Oct 20-Nov 02 09:00-17:00") { $0.lies((10, 20), (11, 2)) ? [9...17] : [] },
        Case("2026 Nov 03,05 07:00-20:00") { day in
            day.month == 11 && [3, 5].contains(day.day) ? [7...20] : []
        },
        Case("2025-2027 Mo 10:00-12:00") { $0.weekday == 0 ? [10...12] : [] },
        Case("2024-2030/2 Tu 10:00-12:00") { $0.weekday == 1 ? [10...12] : [] },
        Case("2026+ Sa 10:00-12:00") { $0.weekday == 5 ? [10...12] : [] },
        Case("week 01-53/2 Mo 08:00-12:00") { day in
            day.weekday == 0 && day.week % 2 == 1 ? [8...12] : []
        },
        Case("week 10,12-13 We 08:00-12:00") { day in
            day.weekday == 2 && [10, 12, 13].contains(day.week) ? [8...12] : []
        },
        Case("Th[1,3] 10:00-12:00") { day in
            day.weekday == 3 && [1, 3].contains(day.count) ? [10...12] : []
        },
        Case("Su[-1] 10:00-12:00") { $0.weekday == 6 && $0.countFromEnd == 1 ? [10...12] : [] },
        Case("Fr[1] +1 day 10:00-12:00") { day in
            day.weekday == 5 && 2...8 ~= day.day ? [10...12] : []
        },
        // Easter Sunday of 2026 is 5 April.
        Case("Mo-Su 10:00-12:00; easter -2 days off") { day in
            day.lies((4, 3), (4, 3)) ? [] : [10...12]
        },
        Case("Mo-Su 10:00-12:00; Feb 20-29 off") { day in
            day.lies((2, 20), (2, 28)) ? [] : [10...12]
        },
        Case("Mo-Fr 08:00-18:00; PH off") { $0.isWorkday ? [8...18] : [] },
        Case("Sa,PH 10:00-12:00") { $0.weekday == 5 ? [10...12] : [] },
        Case("Mo-Fr 08:00-18:00; SH Mo-Fr 09:00-12:00") { $0.isWorkday ? [8...18] : [] },
        Case("Mo-Fr 08:00-12:00; Tu off \"market day\"") { day in
            day.isWorkday && day.weekday != 1 ? [8...12] : []
        },
        Case("2026-11-03 07:00-12:00; 2026-11-03 13:00-20:00; 2026-11-02 09:00-12:00") { day in
            day.lies((11, 3), (11, 3))
                ? [7...12, 13...20] : day.lies((11, 2), (11, 2)) ? [9...12] : []
        },
        Case("Mo-Fr 08:00-18:00; 2026-11-03 07:00-20:00; 2026-11-26 off") { day in
            day.lies((11, 3), (11, 3))
                ? [7...20] : day.isWorkday && !day.lies((11, 26), (11, 26)) ? [8...18] : []
        },
    ]

    @Test("what is read is open when a table of the year says so", arguments: cases)
    func year(example: Case) throws {
        let hours = try #require(OpeningHours(parsing: example.text))
        // 1 January 2026.
        let begin: Int64 = 1_767_225_600_000
        var open = Array(repeating: false, count: 367 * 48)
        for day in Day.all {
            for range in example.open(day) {
                let first = day.ofYear * 48
                for slot in Int(range.lowerBound * 2)..<Int(range.upperBound * 2) {
                    open[first + slot] = true
                }
            }
        }
        let end = 365 * 48
        var changes: [Int] = []
        for slot in 1..<end where open[slot] != open[slot - 1] || open[slot] != open[slot + 1] {
            changes.append(slot)
        }
        // Where it changes seldom, each time; else on every fifth day, which comes to all weekdays. And
        // every 35th half hour, which comes to all of a day.
        if changes.count >= 200 { changes.removeAll { !($0 / 48).isMultiple(of: 5) } }
        let spread: [Int] = Array(stride(from: 0, to: end, by: 35))
        let slots: [Int] = Set(changes + spread).sorted()
        // The night before the year is not in the table.
        for slot in slots where slot >= 8 {
            let moment = Timestamp(millisecondsSince1970: begin + Int64(slot) * 1_800_000 + 60_000)
            let state = try #require(hours.state(at: moment, timeZone: "UTC"))
            guard (state.kind == .open) != open[slot] else { continue }
            Issue.record("\(example.text): \(state.kind) at \(moment.rfc3339)")
            return
        }
    }

    @Test(
        "what has no sure meaning is not read",
        arguments: [
            // The end is open, the sun's, or somebody else's.
            "17:00+", "Mo 17:00+", "Mo 10:00-12:00+", "Mo sunrise-sunset", "Mo-Fr 10:00-16:00/90",
            "Mo 08:00-12:00 || \"call us\"", "Mo 08:00-12:00 unknown",
            "Mo 10:00-12:00 \"women alone\"", "Mo-Fr", "Apr-Sep", "PH 10:00-12:00", "off", "PH off",
            // Replaced as a whole: people mean both.
            "Mo 08:00-12:00; Mo 13:00-18:00", "2026 Nov 03 07:00-12:00; 2026 Nov 03 13:00-20:00",
            "Nov 03 07:00-20:00; Mo-Su 08:00-18:00", "08:00-12:00; 13:00-17:00",
            // A night that goes on into a day of another rule.
            "Fr 22:00-04:00; Sa 10:00-12:00", "Mo-Su 22:00-04:00; We off",
            "Mo-Su 22:00-04:00; Sa 00:00-01:00 off",
            // Days of shifts that overlap: one an exception to the other, or one more?
            "2026-10-20 to 2026-10-31 09:00-17:00; 2026-10-25 10:00-12:00",
            // No time, no week, no day.
            "Mo 08:00-08:00", "Mo 25:00-26:00", "Mo 08:60-12:00", "Mo 13 pm-14 pm",
            "week 0 Mo 08:00-12:00", "week 54 Mo 08:00-12:00", "Th[6] 10:00-12:00",
            "Mo-Th[1] 10:00-12:00", "Feb 30 10:00-12:00", "Nov 31-Dec 02 10:00-12:00",
            "Mo-Fr 8-18", "Mar Su[-1]-Oct Su[-1] -1 day 10:00-12:00",
        ]
    )
    func unsure(text: String) { #expect(OpeningHours(parsing: text) == nil) }

    @Test(
        "hours that are others on holidays say so",
        arguments: [
            (
                "Mo-Fr 08:00-18:00; PH off",
                "Open now, closes in 6 h (other hours on public holidays)"
            ),
            (
                "Mo-Fr 08:00-18:00; PH,SH off",
                "Open now, closes in 6 h (other hours on public holidays and school holidays)"
            ),
            ("Mo-Fr 08:00-18:00", "Open now, closes in 6 h"),
        ]
    )
    func holidays(text: String, words: String) throws {
        let hours = try #require(OpeningHours(parsing: text))
        let noon = try #require(Timestamp(rfc3339: "2026-11-02T12:00:00Z"))
        #expect(hours.state(at: noon, timeZone: "UTC")?.text(at: noon) == words)
    }

    @Test("what opens months from now, and what ended years ago, is told")
    func farAway() throws {
        let noon = try #require(Timestamp(rfc3339: "2026-11-02T12:00:00Z"))
        func state(_ text: String) throws -> OpeningState? {
            try #require(OpeningHours(parsing: text)).state(at: noon, timeZone: "UTC")
        }
        #expect(try state("Jul Mo 10:00-12:00")?.opensAt?.rfc3339.prefix(13) == "2027-07-05T10")
        #expect(
            try state("2020-01-01 to 2023-12-31 10:00-12:00")?.endedOn?.description == "2023-12-31"
        )
        #expect(
            try state("2030-01-01 to 2032-12-31 10:00-12:00")?.opensAt?.rfc3339.prefix(10)
                == "2030-01-01"
        )
        // For two years without a break.
        #expect(try state("2026-01-01 to 2027-12-31 00:00-24:00")?.kind == .open)
    }
}
