package import Agenda
package import Timekeeping

/// The steps of a graph.
package enum SeriesInterval: String, Sendable, Hashable, CaseIterable {
    case day, week, month, year
}

/// Scores over time, by the calendar of a zone.
package enum ScoreSeries {
    /// One step of a graph.
    package struct Step: Sendable, Hashable {
        /// When it begins.
        package let from: Timestamp
        /// When the next one begins.
        package let to: Timestamp
        /// The day on which it begins, by the clocks of the zone.
        package let day: CivilDate
        /// What the trips that began within it spared together.
        package var avoided = Grams.zero
        /// How many these are.
        package var trips = 0
    }

    /// How many steps a graph has at most.
    package static let limit = 4_000

    /// The steps from one moment to another; the first and the last are cut where these fall in between.
    ///
    /// A day has as many hours as the zone's clocks give it.
    ///
    /// - Parameters:
    ///   - from: Inclusive.
    ///   - to: Exclusive, later than `from`.
    ///   - firstDay: The first day of a week: 1 is Monday, 7 Sunday.
    /// - Returns: nil where there are more than ``limit``, or the moments lie beyond the years 1 to 9999.
    /// - Complexity: O(n + m log n) for n steps and m scores.
    package static func steps(
        from: Timestamp,
        to: Timestamp,
        by interval: SeriesInterval,
        in zone: ZoneRules,
        firstDay: Int = 1,
        of scores: some Sequence<(at: Timestamp, avoided: Grams)>
    ) -> [Step]? {
        let era = -62_135_596_800_000...253_402_300_799_000 as ClosedRange<Int64>
        guard from < to, era.contains(from.millisecondsSince1970),
            era.contains(to.millisecondsSince1970)
        else { return nil }
        var steps: [Step] = []
        var day = first(of: interval, at: zone.wallTime(at: from).day, firstDay)
        var begin = from
        while begin < to {
            guard steps.count < limit else { return nil }
            let next = following(day, interval)
            let end = min(to, zone.moment(of: WallTime(next)).moment)
            // A zone may skip a whole day, as Samoa did.
            if end > begin { steps.append(Step(from: begin, to: end, day: day)) }
            (day, begin) = (next, max(begin, end))
        }
        for score in scores where score.at >= from && score.at < to {
            let index = steps.partitioningIndex { $0.to > score.at }
            steps[index].avoided += score.avoided
            steps[index].trips += 1
        }
        return steps
    }

    private static func first(
        of interval: SeriesInterval,
        at day: CivilDate,
        _ firstDay: Int
    ) -> CivilDate {
        switch interval {
        case .day: day
        case .week:
            // 1970-01-01 was a Thursday, the fourth day of its week.
            CivilDate(
                daysSince1970: day.daysSince1970
                    - floorRemainder(day.daysSince1970 + 4 - Int64(firstDay), 7)
            )
        case .month: CivilDate(daysSince1970: day.daysSince1970 - day.day + 1)
        case .year: CivilDate(year: day.year, month: 1, day: 1) ?? day
        }
    }

    private static func following(_ day: CivilDate, _ interval: SeriesInterval) -> CivilDate {
        switch interval {
        case .day: CivilDate(daysSince1970: day.daysSince1970 + 1)
        case .week: CivilDate(daysSince1970: day.daysSince1970 + 7)
        case .month:
            day.month == 12
                ? CivilDate(year: day.year + 1, month: 1, day: 1) ?? day
                : CivilDate(year: day.year, month: day.month + 1, day: 1) ?? day
        case .year: CivilDate(year: day.year + 1, month: 1, day: 1) ?? day
        }
    }

    private static func floorRemainder(_ number: Int64, _ divisor: Int64) -> Int64 {
        let remainder = number % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

extension Array {
    /// The first index from which on a condition holds.
    ///
    /// - Complexity: O(log n)
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
