internal import FeatureCollections
internal import Timekeeping

/// A moment or a day as an end of a period: all of its milliseconds since 1970.
struct Instant: Sendable, Hashable {
    let first: Int64
    let last: Int64

    /// Before everything, and after everything.
    static let past = Instant(first: .min, last: .min)
    static let future = Instant(first: .max, last: .max)

    private init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    /// - Parameter day: Such as `2026-11-03`; all of it in UTC.
    init?(day: String) {
        guard day.utf8.count == 10, let start = Timestamp(rfc3339: day[...] + "T00:00:00Z") else {
            return nil
        }
        first = start.millisecondsSince1970
        last = first + 86_399_999
    }

    /// - Parameter moment: By RFC 3339.
    init?(moment: String) {
        guard let moment = Timestamp(rfc3339: moment[...]) else { return nil }
        first = moment.millisecondsSince1970
        last = first
    }

    func isBefore(_ other: Instant) -> Bool { last < other.first }

    /// A moment equals the day that it lies in.
    func meets(_ other: Instant) -> Bool { first <= other.last && other.first <= last }
}

/// A time with a first and a last end, both in it.
struct Period: Sendable {
    let start: Instant
    let end: Instant
}

/// Where a period comes from.
struct PeriodSource: Sendable {
    /// An end of a period.
    enum End: Sendable {
        case fixed(Instant)
        /// A field with a day or a moment; null is not known.
        case field(Int)
    }

    let start: End
    let end: End

    /// - Returns: nil where an end is not known.
    func period(_ feature: Feature) -> Period? {
        guard let start = Self.instant(start, feature), let end = Self.instant(end, feature) else {
            return nil
        }
        return Period(start: start, end: end)
    }

    private static func instant(_ end: End, _ feature: Feature) -> Instant? {
        switch end {
        case .fixed(let instant): return instant
        case .field(let index):
            guard case .text(let text) = feature.values[index] else { return nil }
            return Instant(day: text) ?? Instant(moment: text)
        }
    }
}

/// How two periods lie to each other (OGC 21-065r2, section 6.6.2; J. F. Allen, "Maintaining knowledge
/// about temporal intervals", CACM 26 (1983)).
enum TimeRelation: String, Sendable, CaseIterable {
    case after = "t_after"
    case before = "t_before"
    case contains = "t_contains"
    case disjoint = "t_disjoint"
    case during = "t_during"
    case equals = "t_equals"
    case finishedBy = "t_finishedby"
    case finishes = "t_finishes"
    case intersects = "t_intersects"
    case meets = "t_meets"
    case metBy = "t_metby"
    case overlappedBy = "t_overlappedby"
    case overlaps = "t_overlaps"
    case startedBy = "t_startedby"
    case starts = "t_starts"

    func holds(_ one: Period, _ other: Period) -> Bool {
        let startsBefore = one.start.isBefore(other.start)
        let startsAfter = other.start.isBefore(one.start)
        let endsBefore = one.end.isBefore(other.end)
        let endsAfter = other.end.isBefore(one.end)
        let startsTogether = !startsBefore && !startsAfter
        let endsTogether = !endsBefore && !endsAfter
        let isAfter = other.end.isBefore(one.start)
        let isBefore = one.end.isBefore(other.start)
        switch self {
        case .after: return isAfter
        case .before: return isBefore
        case .contains: return startsBefore && endsAfter
        case .disjoint: return isAfter || isBefore
        case .during: return startsAfter && endsBefore
        case .equals: return startsTogether && endsTogether
        case .finishedBy: return startsBefore && endsTogether
        case .finishes: return startsAfter && endsTogether
        case .intersects: return !isAfter && !isBefore
        case .meets: return one.end.meets(other.start)
        case .metBy: return one.start.meets(other.end)
        case .overlappedBy:
            return startsAfter && one.start.isBefore(other.end) && endsAfter
        case .overlaps:
            return startsBefore && other.start.isBefore(one.end) && endsBefore
        case .startedBy: return startsTogether && endsAfter
        case .starts: return startsTogether && endsBefore
        }
    }
}
