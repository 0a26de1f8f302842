import Testing
import Timekeeping

@Suite struct TimestampTests {
    @Test("moments are ordered by time")
    func order() {
        let moments = [Int64.max, 0, -1, .min, 1].map(Timestamp.init(millisecondsSince1970:))
        #expect(
            moments.sorted().map(\.millisecondsSince1970) == [.min, -1, 0, 1, .max]
        )
    }

    @Test("adding goes both ways and stops at the end of time")
    func adding() {
        let moment = Timestamp(millisecondsSince1970: 10)
        #expect(moment.adding(milliseconds: 5)?.millisecondsSince1970 == 15)
        #expect(moment.adding(milliseconds: -15)?.millisecondsSince1970 == -5)
        #expect(moment.adding(milliseconds: .max - 10)?.millisecondsSince1970 == .max)
        #expect(moment.adding(milliseconds: .max - 9) == nil)
        #expect(Timestamp(millisecondsSince1970: -1).adding(milliseconds: .min) == nil)
    }
}
