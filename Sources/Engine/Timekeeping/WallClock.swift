internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Tells the time of day. Injected wherever time matters, so that no test needs to wait.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Timestamp { get }
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    /// Reads the machine's clock at each call.
    public init() {}

    /// The present moment, to the millisecond.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
        let (sum, isPast) = seconds.addingReportingOverflow(Int64(time.tv_nsec) / 1_000_000)
        return Timestamp(millisecondsSince1970: overflow || isPast ? .max : sum)
    }
}

/// A clock that stands still until it is set: for tests and for questions about another time.
public final class ManualWallClock: WallClock {
    private let moment: Mutex<Timestamp>

    /// A clock that shows `start`.
    public init(_ start: Timestamp) { moment = Mutex(start) }

    /// The moment that was set last.
    public var now: Timestamp { moment.withLock { $0 } }

    /// Sets the clock, forward or back.
    public func set(_ newMoment: Timestamp) { moment.withLock { $0 = newMoment } }
}
