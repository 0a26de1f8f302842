extension OpeningHours {
    /// One stretch of time as a page words it.
    public struct WrittenSpan: Sendable {
        /// The first and the last day, as `2026-11-03`, or as `--11-03` where no year is given; nil where
        /// no day is named.
        public let days: (first: String, last: String)?
        /// The days of the week, 1 for Monday; nil where none are named.
        public let weekdays: [Int]?
        /// When it opens on each of its days.
        public let opens: ClockTime
        /// When it closes: on the next day where it opens later than that.
        public let closes: ClockTime
        /// Whether only those may come who have asked for it.
        public let isByAppointment: Bool
    }

    /// The hours as a list of stretches; nil where a list of days and times does not say all of them, as
    /// where there are holidays, weeks or days off: then the text itself is shown.
    public var writtenSpans: [WrittenSpan]? {
        var all: [WrittenSpan] = []
        for rule in rules {
            guard let own = rule.writtenSpans else { return nil }
            all += own
        }
        return all.isEmpty ? nil : all
    }
}

extension HoursRule {
    fileprivate var writtenSpans: [OpeningHours.WrittenSpan]? {
        guard !isClosed, !isOnHolidaysAlone, years.isEmpty, weeks.isEmpty, countedWeekdays.isEmpty,
            holidays.isEmpty, dates.count < 2
        else { return nil }
        var days: (first: String, last: String)?
        if let only = dates.first {
            guard let first = only.first.text(inYear: only.first.year),
                let last = only.last.text(inYear: only.last.year ?? only.first.year)
            else { return nil }
            days = (first, last)
        }
        let numbers = weekdays.map { weekdays in
            (0..<7).filter { weekdays.contains(Weekdays(number: $0)) }.map { $0 + 1 }
        }
        return times.compactMap { times in
            let closes = times.closes > 1440 ? times.closes - 1440 : times.closes
            guard let opens = ClockTime(hour: times.opens / 60, minute: times.opens % 60),
                let end = ClockTime(hour: closes / 60, minute: closes % 60)
            else { return nil }
            return OpeningHours.WrittenSpan(
                days: days,
                weekdays: numbers,
                opens: opens,
                closes: end,
                isByAppointment: isByAppointment
            )
        }
    }
}

extension HoursDates.Point {
    /// The day as text; nil for one that is counted or moves.
    fileprivate func text(inYear year: Int?) -> String? {
        guard case .day(let month, let day) = base, offset == 0 else { return nil }
        guard let year else {
            // A leap year has all days.
            return CalendarDate(year: 2000, month: month, day: day).map {
                "-" + $0.description.dropFirst(4)
            }
        }
        return CalendarDate(year: year, month: month, day: day)?.description
    }
}
