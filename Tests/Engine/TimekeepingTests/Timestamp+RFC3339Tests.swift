import Foundation
import Testing
import Timekeeping

/// Foundation's calendar is the oracle: it knows nothing of ours.
@Suite struct TimestampRFC3339Tests {
    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// The moment's parts by Foundation's calendar, for years that are Gregorian to it too.
    private static func foundationText(_ milliseconds: Int64) -> String {
        let seconds = (Double(milliseconds) / 1000).rounded(.down)
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: seconds)
        )
        let fraction = milliseconds - Int64(seconds) * 1000
        let text = String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d",
            parts.year!,
            parts.month!,
            parts.day!,
            parts.hour!,
            parts.minute!,
            parts.second!
        )
        return text + (fraction == 0 ? "" : String(format: ".%03d", fraction)) + "Z"
    }

    @Test("every day from 1600 to 2400 is written as Foundation's calendar has it")
    func everyDay() {
        let first = -11_676_096_000_000 as Int64  // 1600-01-01
        for day in 0..<Int64(292_194) {
            let milliseconds = first + day * 86_400_000 + day * 7919 % 86_400_000
            let moment = Timestamp(millisecondsSince1970: milliseconds)
            guard moment.rfc3339 != Self.foundationText(milliseconds) else { continue }
            Issue.record("\(moment.rfc3339) is not \(Self.foundationText(milliseconds))")
            return
        }
    }

    @Test("what is written is read back", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            // The years 0 to 9999.
            let milliseconds = Int64.random(
                in: -62_167_219_200_000...253_402_300_799_999,
                using: &random
            )
            let moment = Timestamp(millisecondsSince1970: milliseconds)
            #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
        }
    }

    @Test(
        "offsets, fractions and separators are read",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0),
            ("1970-01-01 00:00:01Z", 1000),
            ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00.25Z", 250),
            ("1970-01-01T00:00:00.1239Z", 123), ("1970-01-01T01:00:00+01:00", 0),
            ("1969-12-31T19:00:00-05:00", 0), ("1970-01-01T00:00:00-00:00", 0),
            ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-11-03T07:00:00+05:45", 1_793_668_500_000),
        ] as [(String, Int64)]
    )
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.millisecondsSince1970 == milliseconds)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "2026", "2026-11-03", "2026-11-03T07:00:00", "2026-11-03T07:00Z",
            "2026-11-03T24:00:00Z", "2026-11-03T07:60:00Z", "2026-11-03T07:00:60Z",
            "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-11-03T07:00:00.Z", "2026-11-03T07:00:00+1:00", "2026-11-03T07:00:00+0100",
            "2026-11-03T07:00:00+24:00", "2026-11-03T07:00:00+01:60", "2026-11-03T07:00:00Z ",
            " 2026-11-03T07:00:00Z", "-2026-11-03T07:00:00Z", "12026-11-03T07:00:00Z",
            "2026-11-03T07:00:00,5Z", "２026-11-03T07:00:00Z", "2026/11/03T07:00:00Z",
        ]
    )
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("years outside four digits are written without a trap")
    func extremes() {
        #expect(
            Timestamp(millisecondsSince1970: 253_402_300_800_000).rfc3339 == "10000-01-01T00:00:00Z"
        )
        #expect(
            Timestamp(millisecondsSince1970: -62_167_219_200_001).rfc3339
                == "-0001-12-31T23:59:59.999Z"
        )
        #expect(Timestamp(millisecondsSince1970: .max).rfc3339.hasSuffix("-08-17T07:12:55.807Z"))
        #expect(Timestamp(millisecondsSince1970: .min).rfc3339.hasSuffix("-05-16T16:47:04.192Z"))
    }
}
