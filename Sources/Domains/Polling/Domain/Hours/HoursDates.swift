/// Years: `2026`, `2026-2030/2`, `2026+`.
struct HoursYears: Sendable, Hashable {
    let first: Int
    let last: Int
    let step: Int

    func contains(_ year: Int) -> Bool {
        first...last ~= year && (year - first).isMultiple(of: step)
    }
}

/// Weeks of a year, counted as ISO 8601 does: `week 10-20/2`.
struct HoursWeeks: Sendable, Hashable {
    let first: Int
    let last: Int
    let step: Int

    func contains(_ date: CalendarDate) -> Bool {
        let week = date.week
        return first...last ~= week && (week - first).isMultiple(of: step)
    }
}

/// Days of a calendar: `Nov 03`, `2026 Oct 20-2026 Nov 02`, `Apr-Sep`, `easter -2 days`.
struct HoursDates: Sendable, Hashable {
    /// A day, in a year that is given or in any.
    struct Point: Sendable, Hashable {
        enum Base: Sendable, Hashable {
            case day(month: Int, day: Int)
            case lastDay(month: Int)
            /// A day of the week in a month, counted from its begin or, below 0, from its end.
            case weekday(month: Int, CountedWeekday)
            case easter
        }

        var year: Int?
        let base: Base
        var offset = 0

        /// The days since 1970 of the day in a year; nil in a year that has no such day.
        func days(in year: Int) -> Int? {
            let start: Int?
            switch base {
            case .day(let month, let day):
                start = CalendarDate(year: year, month: month, day: day)?.daysSince1970
            case .lastDay(let month):
                start = CalendarDate(year: year, month: month, day: 1)
                    .map { $0.daysSince1970 + $0.daysOfMonth - 1 }
            case .weekday(let month, let counted):
                start = CalendarDate(year: year, month: month, day: 1)
                    .flatMap { counted.days(inMonthOf: $0) }
            case .easter: start = CalendarDate.easter(year)
            }
            return start.map { $0 + offset }
        }

        /// The day in a year that ends days or begins them: of 29 February in a year that has none
        /// the day before or, with `shift` 1, the day after.
        func day(in year: Int, or shift: Int) -> Int? {
            guard case .day(let month, _) = base, days(in: year) == nil else {
                return days(in: year)
            }
            return Point(base: .lastDay(month: month)).days(in: year).map { $0 + shift + offset }
        }
    }

    var first: Point
    let last: Point
    /// Whether it names months alone.
    var isOfMonths = false

    var hasYear: Bool { first.year != nil }

    /// The same days in a year.
    func inYear(_ year: Int) -> HoursDates {
        var dates = self
        dates.first.year = year
        return dates
    }

    /// The first and the last day that begins in a year.
    func days(from year: Int) -> ClosedRange<Int>? {
        let begin = first.year ?? year
        guard first != last else { return first.days(in: begin).map { $0...$0 } }
        guard let from = first.day(in: begin, or: 1),
            var to = last.day(in: last.year ?? begin, or: 0)
        else { return nil }
        if to < from, last.year == nil {
            guard let later = last.day(in: begin + 1, or: 0) else { return nil }
            to = later
        }
        return from <= to ? from...to : nil
    }

    func contains(_ date: CalendarDate) -> Bool {
        let day = date.daysSince1970
        guard !hasYear else { return days(from: date.year)?.contains(day) == true }
        return (date.year - 1...date.year + 1).contains { days(from: $0)?.contains(day) == true }
    }
}

/// A day of the week, counted within its month: `Th[1]`, `Su[-1]`.
struct CountedWeekday: Sendable, Hashable {
    /// 0 for Monday.
    let weekday: Int
    /// 1 to 5 from the begin of the month, -1 to -5 from its end.
    let count: Int
    /// So many days later.
    var offset = 0

    /// The days since 1970, without the offset; nil in a month without a fifth one.
    func days(inMonthOf first: CalendarDate) -> Int? {
        let begin = first.daysSince1970 - first.day + 1
        let length = first.daysOfMonth
        let day: Int
        if count > 0 {
            day = (weekday - begin.weekday + 7) % 7 + 7 * (count - 1)
        } else {
            let end = begin + length - 1
            day = length - 1 - (end.weekday - weekday + 7) % 7 + 7 * (count + 1)
        }
        return 0..<length ~= day ? begin + day : nil
    }

    func contains(_ date: CalendarDate) -> Bool {
        let meant = CalendarDate(daysSince1970: date.daysSince1970 - offset)
        return days(inMonthOf: meant) == meant.daysSince1970
    }
}

extension Int {
    /// The day of the week of a day since 1970, 0 for Monday: that day was a Thursday.
    var weekday: Int { ((self + 3) % 7 + 7) % 7 }
}

extension CalendarDate {
    /// How many days its month has.
    var daysOfMonth: Int {
        let next = CalendarDate(
            year: month == 12 ? year + 1 : year,
            month: month % 12 + 1,
            day: 1
        )
        // After December of the last year that there is comes no other month.
        guard let next, let first = CalendarDate(year: year, month: month, day: 1) else {
            return 31
        }
        return next.daysSince1970 - first.daysSince1970
    }

    /// The number of its week: week 1 is that of the year's first Thursday.
    ///
    /// Source: ISO 8601.
    var week: Int {
        let thursday = CalendarDate(daysSince1970: daysSince1970 - daysSince1970.weekday + 3)
        let first = CalendarDate(year: thursday.year, month: 1, day: 1)
        return (thursday.daysSince1970 - (first?.daysSince1970 ?? 0)) / 7 + 1
    }

    /// Easter Sunday of the western churches in days since 1970.
    ///
    /// Source: "A New York correspondent", Nature 13 (1876), as in J. Meeus, Astronomical Algorithms.
    static func easter(_ year: Int) -> Int? {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let g = (8 * b + 13) / 25
        let h = (19 * a + b - b / 4 - g + 15) % 30
        let m = (a + 11 * h) / 319
        let r = (2 * (b % 4) + 2 * (c / 4) - c % 4 - h + m + 32) % 7
        let month = (h - m + r + 90) / 25
        let day = (h - m + r + month + 19) % 32
        return CalendarDate(year: year, month: month, day: day)?.daysSince1970
    }
}
