internal import Synchronization
internal import Timekeeping

/// The `Date` of answers, made once a second.
final class DateField: Sendable {
    private let clock = SystemWallClock()
    private let latest = Mutex<(second: Int64, text: String)>((.min, ""))

    /// The present time of day as HTTP writes it.
    var text: String {
        let now = clock.now
        let second = now.millisecondsSince1970 / 1000
        return latest.withLock { latest in
            if latest.second != second { latest = (second, now.httpDate) }
            return latest.text
        }
    }
}
