/// When a station is open, as far as its file's words can be read.
public struct OpeningHours: Sendable, Hashable {
    /// One stretch of time.
    public struct Span: Sendable, Hashable {
        /// The first and the last day; nil where the file names none with a year.
        public let days: ClosedRange<CalendarDate>?
        /// The first and the last day where the file gives no year: that of the election.
        public let daysOfYear: YearlessDays?
        /// The days of the week; nil where the file names none. Without ``days`` they come round every
        /// week; with neither the day of the election is meant.
        public internal(set) var weekdays: Weekdays?
        /// When it opens on each of the days.
        public let opens: ClockTime
        /// When it closes, later than it opens.
        public let closes: ClockTime
        /// Whether only those may come who have asked for it.
        public let isByAppointment: Bool
        /// How far its clock is ahead of UTC, in minutes, where the file says so with the times.
        public let minutesAheadOfUTC: Int?
    }

    /// The stretches, in the file's order; at least one.
    public let spans: [Span]

    /// Reads `2026-11-03 07:00-19:00; 2026-11-04 09:00-12:00 by appointment`, `7:00 AM – 7:00 PM`,
    /// `2026-10-20 to 2026-10-31 8:30 AM - 7 PM`, `2020-11-03 06:00-19:00 (UTC-07:00)`, and the common forms of OpenStreetMap's
    /// `opening_hours`: `Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-12:00; Su off`, `Nov 08 07:00-20:00`,
    /// `24/7`. Also what German staff write: `Mo.–Fr. 8.00–18.00 Uhr`, `03.11.2026, 8-12 und 13-18 Uhr`, and `0700-2000`.
    ///
    /// Of rules for days of the week a later one takes the place of an earlier one, as there.
    ///
    /// - Returns: nil when any part of the text is something else: hours that are understood by half
    ///   would send people to closed doors.
    public init?(parsing text: String) {
        var spans: [Span] = []
        for part in text.split(separator: ";") {
            guard !part.allSatisfy(\.isWhitespace) else { continue }
            guard let rule = HoursRule(parsing: part) else { return nil }
            if rule.days == nil, rule.daysOfYear == nil, let weekdays = rule.weekdays {
                for index in spans.indices where spans[index].comesRoundWeekly {
                    spans[index].weekdays?.subtract(weekdays)
                }
                spans.removeAll { $0.weekdays?.isEmpty == true }
            } else if rule.times.isEmpty {
                // A dated day that is off would have to be taken out of the others.
                return nil
            }
            spans += rule.times.map { opens, closes in
                Span(
                    days: rule.days,
                    daysOfYear: rule.daysOfYear,
                    weekdays: rule.weekdays,
                    opens: opens,
                    closes: closes,
                    isByAppointment: rule.isByAppointment,
                    minutesAheadOfUTC: rule.minutesAheadOfUTC
                )
            }
        }
        guard !spans.isEmpty else { return nil }
        self.spans = spans
    }
}

extension OpeningHours.Span {
    /// Whether the stretch has no day but those of the week.
    var comesRoundWeekly: Bool { days == nil && daysOfYear == nil && weekdays != nil }
}

/// Days of the week.
public struct Weekdays: OptionSet, Sendable, Hashable {
    /// A bit for each, Monday's the least.
    public let rawValue: UInt8

    /// Days by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Monday to Sunday.
    public static let all = Weekdays(rawValue: 0x7F)

    /// One day by its number, 0 for Monday.
    init(number: Int) { self.init(rawValue: 1 << UInt8(number)) }

    /// From one day to another, over Sunday where that is meant: `Fr-Mo`.
    init(from first: Int, to last: Int) {
        let count = (last - first + 7) % 7
        self = (0...count).reduce(into: []) { $0.insert(Weekdays(number: (first + $1) % 7)) }
    }
}

/// Days of a year that is not told.
public struct YearlessDays: Sendable, Hashable {
    /// A month and a day.
    public struct Day: Sendable, Hashable {
        /// 1 to 12.
        public let month: Int
        /// 1 to 31.
        public let day: Int
    }

    /// The first day.
    public let first: Day
    /// The last day; of the next year where it comes before the first.
    public let last: Day

    /// The days that end in a year; nil where that has no such days.
    func days(endingIn year: Int) -> ClosedRange<CalendarDate>? {
        let isAcrossNewYear = (last.month, last.day) < (first.month, first.day)
        guard
            let from = CalendarDate(
                year: isAcrossNewYear ? year - 1 : year,
                month: first.month,
                day: first.day
            ), let to = CalendarDate(year: year, month: last.month, day: last.day)
        else { return nil }
        return from...to
    }
}

extension CalendarDate {
    /// The day of the week.
    ///
    /// 1 January 1970 was a Thursday.
    var weekday: Weekdays { Weekdays(number: ((daysSince1970 + 3) % 7 + 7) % 7) }
}
