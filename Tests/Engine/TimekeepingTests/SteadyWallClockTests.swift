import Synchronization
import Testing
import Timekeeping

@Suite struct SteadyWallClockTests {
    /// A machine whose wall clock and elapsed time are set by hand.
    private final class Machine: Sendable {
        let wall = ManualWallClock(Timestamp(millisecondsSince1970: 1_000_000))
        private let elapsed = Mutex(Duration.seconds(77))

        func makeClock() -> SteadyWallClock {
            SteadyWallClock(following: wall) { self.elapsed.withLock { $0 } }
        }

        /// Lets time pass for both clocks.
        func pass(milliseconds: Int64) {
            elapsed.withLock { $0 += .milliseconds(milliseconds) }
            setWall(by: milliseconds)
        }

        /// Lets time pass for the elapsed time alone: the wall clock stands.
        func pass(seconds: Int64) { elapsed.withLock { $0 += .seconds(seconds) } }

        /// Sets the wall clock alone.
        func setWall(by milliseconds: Int64) {
            wall.set(
                Timestamp(
                    millisecondsSince1970: wall.now.millisecondsSince1970 + milliseconds
                )
            )
        }
    }

    @Test("without jumps it is the wall clock, to the millisecond")
    func followsTheWallClock() {
        let machine = Machine()
        let clock = machine.makeClock()
        #expect(clock.now == machine.wall.now)
        for step in [1, 0, 3, 999, 60_000, 86_400_000] as [Int64] {
            machine.pass(milliseconds: step)
            #expect(clock.now == machine.wall.now)
        }
    }

    @Test(
        "a jump is not seen at the moment of the jump",
        arguments: [-3_600_000, -5, 5, 3_600_000]
    )
    func jumpsAreNotSeen(jump: Int64) {
        let machine = Machine()
        let clock = machine.makeClock()
        let before = clock.now
        machine.setWall(by: jump)
        #expect(clock.now == before)
    }

    @Test("after a jump it makes up a tenth of the time that passes, then agrees")
    func catchesUp() {
        let machine = Machine()
        let clock = machine.makeClock()
        machine.setWall(by: 1000)
        for _ in 0..<10 {
            let before = clock.now.millisecondsSince1970
            machine.pass(milliseconds: 1000)
            #expect(clock.now.millisecondsSince1970 == before + 1100)
        }
        #expect(clock.now == machine.wall.now)
    }

    @Test("a wall clock set back slows it down and never turns it back")
    func neverGoesBack() {
        let machine = Machine()
        let clock = machine.makeClock()
        machine.setWall(by: -500_000)
        for _ in 0..<20 {
            let before = clock.now.millisecondsSince1970
            machine.pass(milliseconds: 10)
            #expect(clock.now.millisecondsSince1970 == before + 9)
        }
    }

    @Test("a day's jump that is taken back after a minute leaves no trace after two")
    func forgivesAMistake() {
        let machine = Machine()
        let clock = machine.makeClock()
        machine.setWall(by: 86_400_000)
        machine.pass(milliseconds: 60_000)
        #expect(clock.now.millisecondsSince1970 == 1_000_000 + 66_000)
        machine.setWall(by: -86_400_000)
        machine.pass(milliseconds: 60_000)
        #expect(clock.now == machine.wall.now)
    }

    @Test("moments before 1970 are rounded down like others")
    func beforeTheEpoch() {
        let machine = Machine()
        machine.wall.set(Timestamp(millisecondsSince1970: -10))
        let clock = machine.makeClock()
        #expect(clock.now.millisecondsSince1970 == -10)
        machine.setWall(by: 1000)
        machine.pass(milliseconds: 1)
        // 1 ms has passed and a tenth of one was made up: -8.9, which lies within -9.
        #expect(clock.now.millisecondsSince1970 == -9)
    }

    @Test("a clock that shows the end of time, or the beginning, does not break")
    func endsOfTime() {
        let machine = Machine()
        for moment in [Int64.max, .max - 1000, .min] {
            machine.wall.set(Timestamp(millisecondsSince1970: moment))
            let clock = machine.makeClock()
            #expect(clock.now.millisecondsSince1970 == moment)
            machine.pass(seconds: 3600)
            #expect(clock.now.millisecondsSince1970 >= moment)
            machine.wall.set(Timestamp(millisecondsSince1970: .max))
            machine.pass(seconds: 3600)
            _ = clock.now
        }
    }

    @Test("time that has passed is as much as 64 bits hold, where it is more")
    func passed() {
        let (first, last) = (
            Timestamp(millisecondsSince1970: .min), Timestamp(millisecondsSince1970: .max)
        )
        let start = Timestamp(millisecondsSince1970: 5)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
        #expect(start.milliseconds(since: Timestamp(millisecondsSince1970: 7)) == -2)
    }
}
