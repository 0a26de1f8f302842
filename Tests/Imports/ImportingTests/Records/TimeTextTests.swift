import Testing
import Timekeeping

@testable import Importing

@Suite struct TimeTextTests {
    @Test(
        "moments as files write them",
        arguments: [
            ("2016-07-08T00:19:28Z", "2016-07-08T00:19:28Z", true),
            ("2016-07-08 00:19", "2016-07-08T00:19:00Z", false),
            ("2016-07-08", "2016-07-08T00:00:00Z", false),
            ("2016/07/08 00:19:28", "2016-07-08T00:19:28Z", false),
            ("28.7.2016 7:05", "2016-07-28T07:05:00Z", false),
            ("7/28/2016 12:19:07 AM", "2016-07-28T00:19:07Z", false),
            ("July 8, 2016, 1:19 PM", "2016-07-08T13:19:00Z", false),
            ("8 July 2016", "2016-07-08T00:00:00Z", false),
        ]
    )
    func moments(text: String, expected: String, hasZone: Bool) throws {
        let read = try #require(TimeText.parse(text))
        #expect(read.moment.rfc3339 == expected)
        #expect(read.hasZone == hasZone)
    }

    @Test(
        "what may be two moments, or none, is none",
        arguments: [
            "7/8/2016 0:19", "2016-07-08 morning", "2016-07-08 foo 12:00", "12:00", "",
            "2016-07-08 24:00", "8.7.2016 25:00", "2016-07-08T00:19:28+",
        ]
    )
    func none(text: String) { #expect(TimeText.parse(text) == nil) }
}
