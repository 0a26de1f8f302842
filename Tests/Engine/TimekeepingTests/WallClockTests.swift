import Foundation
import Testing
import Timekeeping

@Suite struct WallClockTests {
    @Test("the machine's clock shows what Foundation shows")
    func systemClock() {
        let before = Date().timeIntervalSince1970
        let now = Double(SystemWallClock().now.millisecondsSince1970) / 1000
        let after = Date().timeIntervalSince1970
        #expect(before - 0.002 <= now)
        #expect(now <= after + 0.002)
    }

    @Test("a manual clock stands still until it is set, forward or back")
    func manualClock() {
        let clock = ManualWallClock(Timestamp(millisecondsSince1970: 5))
        #expect(clock.now == Timestamp(millisecondsSince1970: 5))
        for moment in [7, -3] as [Int64] {
            clock.set(Timestamp(millisecondsSince1970: moment))
            #expect(clock.now == Timestamp(millisecondsSince1970: moment))
        }
    }
}
