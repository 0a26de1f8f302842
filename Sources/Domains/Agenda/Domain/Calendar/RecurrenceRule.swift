internal import Timekeeping

/// How an event is repeated: every so many days or weeks, up to an end.
///
/// Source: RFC 5545, section 3.3.10; of its rules those of `FREQ=DAILY` and `FREQ=WEEKLY` are read, with
/// `INTERVAL`, `BYDAY`, `WKST`, and `UNTIL` or `COUNT`.
package struct RecurrenceRule: Sendable, Hashable {
    private enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
    }

    private let frequency: Frequency
    private let interval: Int
    /// Days of the week, Monday 0.
    private let weekdays: Set<Int>
    private let weekStart: Int
    private let count: Int?
    private let until: WrittenTime?

    private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Why a rule is not followed.
    package enum Fault: Error, Hashable {
        /// It has parts that are not read, or that are wrong.
        case notRead
        /// It has no end.
        case endless
        /// It has more dates than are asked for.
        case tooLong
    }

    /// Reads a rule, such as `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z`.
    ///
    /// - Throws: ``Fault/notRead``, ``Fault/endless``.
    package init(parsing text: String) throws(Fault) {
        var (frequency, interval, weekdays, weekStart) = (nil as Frequency?, 1, Set<Int>(), 0)
        var (count, until) = (nil as Int?, nil as WrittenTime?)
        var seen: Set<String> = []
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.uppercased() }
            guard pair.count == 2, seen.insert(pair[0]).inserted else { throw .notRead }
            switch pair[0] {
            case "FREQ": frequency = Frequency(rawValue: pair[1])
            case "INTERVAL": interval = Int(pair[1]) ?? 0
            case "COUNT":
                count = Int(pair[1]) ?? 0
            case "UNTIL":
                until = WrittenTime(parsing: pair[1])
                if until == nil { throw .notRead }
            case "WKST": weekStart = Self.weekdayNames.firstIndex(of: pair[1]) ?? -1
            case "BYDAY":
                let days = pair[1].split(separator: ",").map {
                    Self.weekdayNames.firstIndex(of: String($0))
                }
                guard !days.contains(nil) else { throw .notRead }
                weekdays = Set(days.compactMap { $0 })
            default: throw .notRead
            }
        }
        guard let frequency, (1...1000).contains(interval), weekStart >= 0,
            count.map({ (1...1_000_000).contains($0) }) ?? true, count == nil || until == nil
        else { throw .notRead }
        guard count != nil || until != nil else { throw .endless }
        (self.frequency, self.interval, self.weekdays) = (frequency, interval, weekdays)
        (self.weekStart, self.count, self.until) = (weekStart, count, until)
    }

    /// The times at which the event begins, the first included.
    ///
    /// - Parameters:
    ///   - start: The first; it has to be one of the rule's.
    ///   - zone: What tells the time of an end that is given in UTC.
    ///   - limit: The most dates.
    /// - Throws: ``Fault/notRead`` where the first is none of the rule's days, or behind its end;
    ///   ``Fault/tooLong``.
    /// - Complexity: O(n) for n dates.
    package func starts(
        from start: WallTime,
        zone: ZoneRules?,
        limit: Int
    ) throws(Fault) -> [WallTime] {
        if let count, count > limit { throw .tooLong }
        let last = until.map { until in
            guard until.second != nil else { return until.wall.adding(days: 1) }
            // The end is included.
            let wall = until.moment.map { zone?.wallTime(at: $0) ?? until.wall } ?? until.wall
            return WallTime(secondsSince1970: wall.secondsSince1970 + 1)
        }
        let first = start.day.daysSince1970
        let days = weekdays.isEmpty && frequency == .weekly ? [Self.weekday(first)] : weekdays
        guard days.isEmpty || days.contains(Self.weekday(first)), last.map({ start < $0 }) ?? true
        else { throw .notRead }
        // Each turn is a day, or the days of a week; of any seven in a row one at least has a date.
        let (length, step) = frequency == .daily ? (1, interval) : (7, 7 * interval)
        var turn =
            frequency == .daily ? first : first - Int64((Self.weekday(first) - weekStart + 7) % 7)
        var found: [WallTime] = []
        while true {
            for day in turn..<turn + Int64(length) where day >= first {
                let wall = start.adding(days: Int(day - first))
                if let last, wall >= last { return found }
                guard days.isEmpty || days.contains(Self.weekday(day)) else { continue }
                guard found.count < limit else { throw .tooLong }
                found.append(wall)
                if found.count == count { return found }
            }
            turn += Int64(step)
        }
    }

    /// The day of the week, Monday 0: 1970 began on a Thursday.
    private static func weekday(_ day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }
}
