internal import FeatureCollections
internal import Polling

extension FeatureTime {
    /// Whole days of UTC, the last included; nil for an open end.
    ///
    /// - Parameter first: Not after `last`.
    init(fromDay first: CalendarDate?, toDay last: CalendarDate?) {
        let dayMilliseconds: Int64 = 86_400_000
        self.init(
            from: first.map { Int64($0.daysSince1970) * dayMilliseconds },
            until: last.map { (Int64($0.daysSince1970) + 1) * dayMilliseconds }
        )
    }
}
