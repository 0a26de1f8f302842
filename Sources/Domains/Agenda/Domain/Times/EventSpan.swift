package import Timekeeping

/// From when to when something is: as it was written, and as moments.
///
/// Both are kept: the moments order and compare, and the written time stays what it was should a zone's
/// clocks be set by other rules than were known when it was read.
package struct EventSpan: Sendable, Hashable {
    /// What the clocks at the place show when it begins; midnight for whole days.
    package let starts: WallTime
    /// What they show when it ends; of whole days the midnight behind the last. As ``starts`` where no end
    /// is known.
    package let ends: WallTime
    /// Whether days alone are known.
    package let isAllDay: Bool
    /// The zone of the clocks: a name of the IANA list, `UTC`, or an offset such as `+02:00`; nil for days
    /// of which no zone is known.
    package let zone: String?
    /// The first moment.
    package let startsAt: Timestamp
    /// The moment behind the last. Of days without a zone both are by UTC.
    package let endsAt: Timestamp

    /// A span with all its members.
    package init(
        starts: WallTime,
        ends: WallTime,
        isAllDay: Bool,
        zone: String?,
        startsAt: Timestamp,
        endsAt: Timestamp
    ) {
        self.starts = starts
        self.ends = ends
        self.isAllDay = isAllDay
        self.zone = zone
        self.startsAt = startsAt
        self.endsAt = endsAt
    }

    /// Whole days.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - last: The last, not before it.
    package init(days first: CivilDate, through last: CivilDate, in zone: ZoneRules?) {
        let (starts, ends) = (WallTime(first), WallTime(last).adding(days: 1))
        func moment(_ wall: WallTime) -> Timestamp {
            zone?.moment(of: wall).moment ?? .seconds(wall.secondsSince1970)
        }
        self.init(
            starts: starts,
            ends: ends,
            isAllDay: true,
            zone: zone?.name,
            startsAt: moment(starts),
            endsAt: moment(ends)
        )
    }

    /// From one moment to another, as the clocks of a zone show them.
    package init(from first: Timestamp, to last: Timestamp, in zone: ZoneRules) {
        self.init(
            starts: zone.wallTime(at: first),
            ends: zone.wallTime(at: last),
            isAllDay: false,
            zone: zone.name,
            startsAt: first,
            endsAt: last
        )
    }

    /// The last day of whole days.
    package var lastDay: CivilDate { ends.adding(days: -1).day }

    /// Whether it shares a moment with a period.
    ///
    /// - Parameters:
    ///   - from: The period's first moment; nil for an open beginning.
    ///   - to: The moment behind its last; nil for an open end.
    package func overlaps(from: Timestamp?, to: Timestamp?) -> Bool {
        if let to, startsAt >= to { return false }
        guard let from else { return true }
        return endsAt > from || startsAt == endsAt && startsAt >= from
    }

    /// When it is, in words for a report: `2026-06-01T09:00:00 to 2026-06-01T10:00:00 Europe/Berlin`.
    package var words: String {
        let place = zone.map { " " + $0 } ?? ""
        guard isAllDay else {
            return ends == starts ? "\(starts)\(place)" : "\(starts) to \(ends)\(place)"
        }
        let last = lastDay
        return (last == starts.day ? starts.day.text : "\(starts.day.text) to \(last.text)") + place
    }
}
