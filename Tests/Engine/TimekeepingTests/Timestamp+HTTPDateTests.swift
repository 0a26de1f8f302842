import Foundation
import Testing
import Timekeeping

@Suite("HTTP dates")
struct TimestampHTTPDateTests {
    @Test(
        "are written as RFC 9110 writes them",
        arguments: [
            // The example of RFC 9110, section 5.6.7.
            (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (999, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (1_709_164_800_000, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_793_707_200_000, "Tue, 03 Nov 2026 12:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func written(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSince1970: milliseconds).httpDate == text)
    }

    @Test("agree with Foundation on any moment of four-digit years")
    func agreesWithFoundation() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var random = SeededRandom(seed: 9)
        for _ in 0..<500 {
            let seconds = Int64.random(in: -10_000_000_000...200_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            #expect(
                Timestamp(millisecondsSince1970: seconds * 1000).httpDate
                    == formatter.string(from: date)
            )
        }
    }
}
