internal import Synchronization

/// The time of day for a service: it follows the machine's wall clock, but never jumps and never goes
/// back.
///
/// Time is counted by the machine's elapsed time, which nobody sets. Where the wall clock has been
/// set to another time, this clock goes a tenth faster or slower until both agree: an hour's jump is
/// made up for within ten. So a wall clock that is set forward by mistake, and back, hardly
/// matters, and a correction that stays is taken over. At the start the wall clock is believed.
public final class SteadyWallClock: WallClock {
    private struct Reading: Sendable {
        /// Since 1970.
        var moment: Duration
        /// Since some fixed moment of the machine's.
        var elapsed: Duration
    }

    /// Smaller differences come from the wall clock's whole milliseconds and mean nothing.
    private static let tolerance = Duration.milliseconds(2)

    /// How much of the time that passes may go into making up for a jump: one in so many.
    private static let catchUpShare = 10

    private let wall: any WallClock
    private let elapsed: @Sendable () -> Duration
    private let last: Mutex<Reading>

    /// A clock that begins at the machine's present time.
    public convenience init() {
        let start = ContinuousClock.now
        self.init(following: SystemWallClock(), elapsed: { start.duration(to: .now) })
    }

    /// - Parameters:
    ///   - wall: The clock that is followed.
    ///   - elapsed: The time since some fixed moment; never less than before.
    package init(following wall: any WallClock, elapsed: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.elapsed = elapsed
        last = Mutex(
            Reading(
                moment: .milliseconds(wall.now.millisecondsSince1970),
                elapsed: elapsed()
            )
        )
    }

    /// The present moment, to the millisecond; never earlier than the one before.
    public var now: Timestamp {
        last.withLock { last in
            let elapsed = elapsed()
            let step = max(.zero, elapsed - last.elapsed)
            var moment = last.moment + step
            let gap = .milliseconds(wall.now.millisecondsSince1970) - moment
            if gap > Self.tolerance || gap < .zero - Self.tolerance {
                let most = step / Self.catchUpShare
                moment += min(max(gap, .zero - most), most)
            }
            last = Reading(moment: moment, elapsed: max(last.elapsed, elapsed))
            return Timestamp(millisecondsSince1970: moment.wholeMilliseconds)
        }
    }
}

extension Duration {
    /// Rounded down, and within 64 bits: a clock at the end of time stays there.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        let isRounded = milliseconds * 1_000_000_000_000_000 != attoseconds && attoseconds < 0
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isPast) = whole.addingReportingOverflow(milliseconds - (isRounded ? 1 : 0))
        return overflow || isPast ? (seconds < 0 ? .min : .max) : sum
    }
}
