/// When a station is open, as far as its file's words can be read.
public struct OpeningHours: Sendable, Hashable {
    /// One stretch of time.
    public struct Span: Sendable, Hashable {
        /// The first and the last day; nil where the file names none with a year.
        public let days: ClosedRange<CalendarDate>?
        /// When it opens on each of its days.
        public let opens: ClockTime
        /// When it closes: on the next day where it opens later than that.
        public let closes: ClockTime
        /// Whether only those may come who have asked for it.
        public let isByAppointment: Bool
    }

    /// What the file says, in its order.
    let rules: [HoursRule]

    /// Reads `2026-11-03 07:00-19:00; 2026-11-04 09:00-12:00 by appointment`, `7:00 AM – 7:00 PM`,
    /// `2026-10-20 to 2026-10-31 8:30 AM - 7 PM`, `2020-11-03 06:00-19:00 (UTC-07:00)`, OpenStreetMap's
    /// `opening_hours` (`Mo-Fr 08:00-12:00,13:00-18:00; Sa 22:00-02:00; Dec 25 off; PH off`, `24/7`), and
    /// what German staff write: `Mo.–Fr. 8.00–18.00 Uhr`, `03.11.2026, 8-12 und 13-18 Uhr`, `0700-2000`.
    ///
    /// Of rules for the same days the later one takes the place of the earlier one, as in OpenStreetMap;
    /// days that are named with their year may have several shifts.
    ///
    /// - Returns: nil when any part of the text is something else, and where people and the grammar
    ///   would read it differently: hours that are understood by half would send people to closed doors.
    public init?(parsing text: String) {
        var rules: [HoursRule] = []
        for part in text.split(separator: ";") {
            guard !part.allSatisfy(\.isWhitespace) else { continue }
            if let read = HoursGrammar.rules(part) {
                rules += read
            } else if let rule = PlainRule(parsing: part) {
                rules.append(HoursRule(rule))
            } else {
                return nil
            }
        }
        guard rules.contains(where: { !$0.isClosed && !$0.isOnHolidaysAlone }),
            !rules.contains(where: \.mayLackAfternoon)
        else { return nil }
        Self.giveDays(to: &rules)
        guard Self.areClear(rules), let short = Self.shortened(rules) else { return nil }
        self.rules = short
    }

    /// The stretches, in the file's order.
    public var spans: [Span] {
        rules.filter { !$0.isClosed }.flatMap { rule in
            rule.times.compactMap { times in
                guard let opens = ClockTime(hour: times.opens / 60, minute: times.opens % 60),
                    let closes = ClockTime(minutesOfDay: times.closes)
                else { return nil }
                return Span(
                    days: rule.dayRange,
                    opens: opens,
                    closes: closes,
                    isByAppointment: rule.isByAppointment
                )
            }
        }
    }

    /// Whether it is open on a day of an election that is no holiday: rules that name no days, and no years,
    /// mean that day and its year.
    ///
    /// - Complexity: O(r) for r rules.
    public func isOpen(onElectionDay day: CalendarDate) -> Bool {
        let comesRound = rules.contains { !$0.isClosed && $0.comesRound }
        let elections = Elections(days: [day], years: [day.year], limitsYears: !comesRound)
        return !Self.inForce(rules, on: day, elections).isEmpty
    }

    /// From its first opening to its last closing on a day of an election that is no holiday, in minutes since
    /// midnight; nil where it is closed, and where its clock is told to be another than the place's.
    ///
    /// - Complexity: O(r) for r rules.
    package func times(onElectionDay day: CalendarDate) -> Range<Int>? {
        guard rules.allSatisfy({ $0.minutesAheadOfUTC == nil }) else { return nil }
        let comesRound = rules.contains { !$0.isClosed && $0.comesRound }
        let elections = Elections(days: [day], years: [day.year], limitsYears: !comesRound)
        let times = Self.inForce(rules, on: day, elections).map(\.times)
        guard let opens = times.map(\.opens).min(), let closes = times.map(\.closes).max(),
            opens < closes
        else { return nil }
        return opens..<closes
    }

    /// The holidays that it speaks of, on which hours may be others.
    public var holidays: Set<Holiday> {
        rules.reduce(into: []) { $0.formUnion($1.holidays) }
    }
}

extension ClockTime {
    /// The time of a minute of this day or of the next.
    fileprivate init?(minutesOfDay minutes: Int) {
        let minutes = minutes > 1440 ? minutes - 1440 : minutes
        self.init(hour: minutes / 60, minute: minutes % 60)
    }
}

extension HoursRule {
    /// A night is shorter, in minutes: `8:30-4:30` is not 20 hours, but a day on a clock of twelve.
    private static let longestNight = 720

    /// Whether its times look like those of a clock of twelve hours: they go on for more than half a day
    /// past midnight, or the later come first, as in `8:00-12:00, 1:00-5:00`.
    fileprivate var mayLackAfternoon: Bool {
        times.contains { $0.closes > 1440 && $0.closes - $0.opens > Self.longestNight }
            || zip(times, times.dropFirst()).contains { $1.opens < $0.opens }
    }

    /// What a rule of staff's says.
    init(_ plain: PlainRule) {
        self.init()
        if let days = plain.days {
            dates = [HoursDates(first: .init(days.lowerBound), last: .init(days.upperBound))]
            isShift = true
        } else if let days = plain.daysOfYear {
            dates = [
                HoursDates(
                    first: .init(base: .day(month: days.first.month, day: days.first.day)),
                    last: .init(base: .day(month: days.last.month, day: days.last.day))
                )
            ]
        }
        weekdays = plain.weekdays
        times = plain.times.map { .init(opens: $0.opens.minutes, closes: $0.closes.minutes) }
        isClosed = times.isEmpty
        isByAppointment = plain.isByAppointment
        minutesAheadOfUTC = plain.minutesAheadOfUTC
    }

    /// Its days, where they are one range with a year.
    fileprivate var dayRange: ClosedRange<CalendarDate>? {
        guard dates.count == 1, dates[0].hasYear, let days = dates[0].days(from: 1) else {
            return nil
        }
        return CalendarDate(
            daysSince1970: days.lowerBound
        )...CalendarDate(
            daysSince1970: days.upperBound
        )
    }
}

extension HoursDates.Point {
    fileprivate init(_ date: CalendarDate) {
        self.init(year: date.year, base: .day(month: date.month, day: date.day))
    }
}

/// Days of the week.
struct Weekdays: OptionSet, Sendable, Hashable {
    /// A bit for each, Monday's the least.
    let rawValue: UInt8

    /// Monday to Sunday.
    static let all = Weekdays(rawValue: 0x7F)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One day by its number, 0 for Monday.
    init(number: Int) { self.init(rawValue: 1 << UInt8(number)) }

    /// From one day to another, over Sunday where that is meant: `Fr-Mo`.
    init(from first: Int, to last: Int) {
        let count = (last - first + 7) % 7
        self = (0...count).reduce(into: []) { $0.insert(Weekdays(number: (first + $1) % 7)) }
    }
}

/// Days of a year that is not told.
struct YearlessDays: Sendable, Hashable {
    /// A month and a day.
    struct Day: Sendable, Hashable {
        /// 1 to 12.
        let month: Int
        /// 1 to 31.
        let day: Int
    }

    /// The first day.
    let first: Day
    /// The last day; of the next year where it comes before the first.
    let last: Day

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
    var weekday: Weekdays { Weekdays(number: daysSince1970.weekday) }
}
