/// The years, the days of the calendar and the weeks of a rule.
extension HoursGrammar {
    /// Takes `2026`, `2026 Nov 03-05`, `Apr-Sep`, `easter -2 days`, `week 10-20/2` from the front.
    ///
    /// - Returns: Whether there were any; nil where they are not understood.
    mutating func takeWideDays(_ rule: inout HoursRule) -> Bool? {
        var written = [rest]
        while let dates = attempt({ grammar in
            if !rule.dates.isEmpty { guard grammar.take(",") else { return nil } }
            return grammar.takeDates(after: rule.dates.last)
        }) as HoursDates? {
            rule.dates.append(dates)
            written.append(rest)
        }
        guard rule.dates.contains(where: \.hasYear) || !Self.mayHoldShortYear(written) else {
            return nil
        }
        // `2026 Apr 1-10, Jun 1-10`: the year is that of all.
        if let year = rule.dates.first?.first.year, rule.dates.contains(where: { !$0.hasYear }) {
            rule.dates = rule.dates.map { $0.hasYear ? $0 : $0.inYear(year) }
        }
        if rule.dates.isEmpty {
            guard let years = takeYears() else { return nil }
            rule.years = years
        }
        // Behind a range of years: `2026-2028 Apr-Sep`.
        if !rule.years.isEmpty {
            while let dates = attempt({ grammar in
                if !rule.dates.isEmpty { guard grammar.take(",") else { return nil } }
                return grammar.takeDates(after: rule.dates.last)
            }) as HoursDates? { rule.dates.append(dates) }
            guard rule.dates.allSatisfy({ !$0.hasYear }) else { return nil }
        }
        guard let weeks = takeWeeks() else { return nil }
        rule.weeks = weeks
        return !rule.dates.isEmpty || !rule.years.isEmpty || !weeks.isEmpty
    }

    /// Whether a number behind a comma and a blank may be a year as well as a day: `Nov 3, 26`, but not
    /// `Nov 3,26`, as OpenStreetMap writes days, nor `Nov 3, 26, 27` nor `Nov 3, 26-28`.
    ///
    /// - Parameter texts: What followed before and behind each of the days.
    private static func mayHoldShortYear(_ texts: [Substring]) -> Bool {
        let starts = texts.dropLast().map { $0.trimmingSeparators }
        let isBare = starts.map { text in
            // `26 - Nov 5` is the beginning of a stretch.
            let behind = text.drop(while: \.isNumber).trimmingBlanks
            let isStretch =
                behind.first == "-" && behind.dropFirst().trimmingBlanks.first?.isLetter == true
            return 1...2 ~= text.prefix(while: \.isNumber).count && !isStretch
        }
        return starts.indices.contains { index in
            guard index > 0, !isBare[index - 1], texts[index].trimmingBlanks.first == ",",
                texts[index].trimmingBlanks.dropFirst().first?.isWhitespace == true,
                index + 1 == starts.count || !isBare[index + 1],
                let number = Int(starts[index].prefix(while: \.isNumber)),
                shortYears.contains(number)
            else { return false }
            let behind = starts[index].drop(while: \.isNumber)
            guard let next = behind.first, next.isWhitespace || ",:-".contains(next) else {
                return false
            }
            let end = behind.trimmingBlanks
            return end.first != "-" || end.dropFirst().trimmingBlanks.first?.isNumber != true
        }
    }
    /// The days of a month that may as well be years of this time.
    private static let shortYears = 20...31

    // MARK: Years

    /// - Returns: No years where none stand there; nil where they are not understood.
    private mutating func takeYears() -> [HoursYears]? {
        var years: [HoursYears] = []
        while let range = attempt({ grammar in
            if !years.isEmpty { guard grammar.take(",") else { return nil } }
            return grammar.takeYearRange()
        }) as HoursYears? { years.append(range) }
        rest = rest.trimmingBlanks
        return years
    }

    private mutating func takeYearRange() -> HoursYears? {
        guard let first = takeYear() else { return nil }
        if take("+") { return HoursYears(first: first, last: 9999, step: 1) }
        var last = first
        if take("-") {
            guard let end = takeYear(), end > first else { return nil }
            last = end
        }
        var step = 1
        if take("/") {
            guard let number = takeNumber(digits: 1...2), number > 0, last > first else {
                return nil
            }
            step = number
        }
        // `2000-2200` is a time of some people's clocks, `2026-11` the beginning of a day.
        guard let next = rest.first, next == " " || next == "," || next == ":" else { return nil }
        return HoursYears(first: first, last: last, step: step)
    }

    private mutating func takeYear() -> Int? {
        guard let year = takeNumber(digits: 4...4), 1900...2199 ~= year else { return nil }
        return year
    }

    // MARK: Days of the calendar

    /// A day, or a month, whose first day stands for it.
    private struct Found {
        let point: HoursDates.Point
        let isMonth: Bool
        /// The month, for a number alone behind it; nil of Easter.
        let month: Int?
    }

    /// Takes a day, days or months.
    ///
    /// - Parameter before: The days before a comma, whose month counts for a number alone.
    private mutating func takeDates(after before: HoursDates?) -> HoursDates? {
        let inherited = before.flatMap { $0.isOfMonths ? nil : $0.last.month }
        guard let first = takePoint(month: inherited), !rest.hasPrefix("+") else { return nil }
        let found =
            attempt { grammar in
                grammar.take("-")
                    ? grammar.takePoint(month: first.isMonth ? nil : first.month) : nil
            } as Found?
        guard let last = found else {
            let point = first.point
            return HoursDates(
                first: point,
                last: first.isMonth ? Self.end(of: first) : point,
                isOfMonths: first.isMonth
            )
        }
        guard last.isMonth == first.isMonth, last.point.year == nil || first.point.year != nil
        else { return nil }
        return HoursDates(
            first: first.point,
            last: last.isMonth ? Self.end(of: last) : last.point,
            isOfMonths: first.isMonth
        )
    }

    private static func end(of month: Found) -> HoursDates.Point {
        .init(year: month.point.year, base: .lastDay(month: month.month ?? 12))
    }

    /// Takes `2026 Nov 03`, `Nov`, `03`, `Nov Su[-1]`, `easter -2 days`.
    private mutating func takePoint(month inherited: Int?) -> Found? {
        let year =
            attempt { grammar in
                guard let year = grammar.takeYear(), grammar.rest.first == " " else { return nil }
                grammar.rest = grammar.rest.trimmingBlanks
                return year
            } as Int?
        if takeWord("easter") {
            let point = HoursDates.Point(year: year, base: .easter, offset: takeOffset() ?? 0)
            return Found(point: point, isMonth: false, month: nil)
        }
        let written = takeMonth()
        guard let month = written ?? (year == nil ? inherited : nil) else { return nil }
        if let weekday = takeCountedWeekday() {
            // Readers differ on what is counted first, the days or the weeks.
            guard takeOffset() == nil else { return nil }
            let point = HoursDates.Point(year: year, base: .weekday(month: month, weekday))
            return Found(point: point, isMonth: false, month: nil)
        }
        guard let day = takeDayNumber() else {
            // A number alone is a day, and nothing at all is no month: of `Nov 3, 7 a.m. - 8 p.m.` the 7 is
            // a time of the one day.
            guard written != nil, rest.first?.isNumber != true || isBeforeTime else { return nil }
            let point = HoursDates.Point(year: year, base: .day(month: month, day: 1))
            return Found(point: point, isMonth: true, month: month)
        }
        // In 2024 every day is that a year may have.
        guard CalendarDate(year: year ?? 2024, month: month, day: day) != nil else { return nil }
        let point = HoursDates.Point(
            year: year,
            base: .day(month: month, day: day),
            offset: takeOffset() ?? 0
        )
        return Found(point: point, isMonth: false, month: month)
    }

    private mutating func takeMonth() -> Int? {
        let word = rest.prefix { $0.isLetter }
        guard word.count >= 3,
            let month = PlainRule.months.firstIndex(where: { names in
                names.contains { $0 == word } || names.contains { $0.prefix(3) == word }
            })
        else { return nil }
        rest = rest.dropFirst(word.count)
        if rest.first == "." { rest = rest.dropFirst() }
        rest = rest.trimmingBlanks
        return month + 1
    }

    /// Takes a day of the week that is counted, where a range of days goes on behind it; else it is
    /// a day of the week like others.
    private mutating func takeCountedWeekday() -> CountedWeekday? {
        attempt { grammar in
            guard let weekday = grammar.takeWeekday(), let counts = grammar.takeCounts(),
                counts.count == 1
            else { return nil }
            return CountedWeekday(weekday: weekday, count: counts[0])
        }
    }

    private mutating func takeDayNumber() -> Int? {
        attempt { grammar in
            guard !grammar.isBeforeTime, let day = grammar.takeNumber(digits: 1...2),
                1...31 ~= day
            else { return nil }
            for ending in ["st", "nd", "rd", "th", "."] where grammar.rest.hasPrefix(ending) {
                grammar.rest = grammar.rest.dropFirst(ending.count)
                break
            }
            grammar.rest = grammar.rest.trimmingBlanks
            return day
        }
    }

    /// Whether a time comes next.
    private var isBeforeTime: Bool {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let behind = rest.dropFirst(digits.count)
        let next = behind.trimmingBlanks
        return (behind.first == ":" && behind.dropFirst().first?.isNumber == true)
            || ["am", "a.m.", "pm", "p.m."].contains { next.hasPrefix($0) }
    }

    // MARK: Weeks

    /// - Returns: No weeks where none stand there; nil where they are not understood.
    private mutating func takeWeeks() -> [HoursWeeks]? {
        guard takeWord("week") else { return [] }
        var weeks: [HoursWeeks] = []
        repeat {
            guard let first = takeNumber(digits: 1...2), 1...53 ~= first else { return nil }
            var last = first
            var step = 1
            if take("-") {
                guard let end = takeNumber(digits: 1...2), first...53 ~= end else { return nil }
                last = end
                if take("/") {
                    guard let number = takeNumber(digits: 1...2), number > 0 else { return nil }
                    step = number
                }
            }
            weeks.append(HoursWeeks(first: first, last: last, step: step))
        } while take(",")
        rest = rest.trimmingBlanks
        return weeks
    }
}

extension HoursDates.Point {
    /// The month of a day of the calendar.
    fileprivate var month: Int? {
        if case .day(let month, _) = base { month } else { nil }
    }
}
