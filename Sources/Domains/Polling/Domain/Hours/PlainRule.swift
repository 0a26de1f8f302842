/// One rule of opening hours as staff write it, where ``HoursGrammar`` does not read it: in English or
/// German, with days as `2026-11-03` or `3.11.2026` and times as `8-18 Uhr` or `0700-2000`.
struct PlainRule {
    var days: ClosedRange<CalendarDate>?
    var daysOfYear: YearlessDays?
    private(set) var weekdays: Weekdays?
    /// None where the rule says that it is closed.
    private(set) var times: [(opens: ClockTime, closes: ClockTime)] = []
    private(set) var isByAppointment = false
    /// How far its clock is ahead of UTC; nil where it does not say.
    private(set) var minutesAheadOfUTC: Int?

    /// How rules say that one has to ask before, a longer ending before its own ending.
    static let appointments = [
        "by appointment only", "by appointment", "(by appointment)", "nur nach vereinbarung",
        "nach vereinbarung",
    ]
    static let closed = ["off", "closed", "geschlossen"]
    /// Without an end, on all days.
    private static let always: Set<String> = [
        "24/7", "24 hours", "24 hrs", "24-hour", "24 hours a day", "open 24 hours",
        "24 hours a day, 7 days a week", "24 hours/day", "24h",
    ]

    /// - Returns: nil when any part of the text is not understood.
    init?(parsing text: Substring) {
        var rest = Substring(text.lowercased())
        for ending in Self.appointments where rest.trimmingBlanks.hasSuffix(ending) {
            rest = rest.trimmingBlanks.dropLast(ending.count)
            isByAppointment = true
            break
        }
        rest = rest.trimmingBlanks
        if rest.hasSuffix(")"), let mark = rest.range(ofLast: "(utc") {
            guard let minutes = Self.offset(rest[mark.upperBound...].dropLast()) else { return nil }
            minutesAheadOfUTC = minutes
            rest = rest[..<mark.lowerBound].trimmingBlanks
        }
        if Self.always.contains(String(rest)) {
            guard let midnight = ClockTime(hour: 0, minute: 0),
                let end = ClockTime(hour: 24, minute: 0)
            else { return nil }
            weekdays = .all
            times = [(midnight, end)]
            return
        }
        let leading = Self.takeWeekdays(&rest)
        guard let hasDays = takeDays(&rest) else { return nil }
        weekdays = hasDays && leading == nil ? Self.takeWeekdays(&rest) : leading
        // A day of the week beside a date repeats what the date says: "Tuesday, 3 Nov 2026".
        if let days, let weekdays, days.lowerBound == days.upperBound,
            !weekdays.contains(days.lowerBound.weekday)
        {
            return nil
        }
        if rest.first == ":" || rest.first == "," { rest = rest.dropFirst().trimmingBlanks }
        if Self.closed.contains(String(rest)) {
            guard weekdays != nil || hasDays else { return nil }
            return
        }
        guard let times = Self.times(rest) else { return nil }
        self.times = times
    }
}

extension Substring {
    /// Where a text stands for the last time.
    fileprivate func range(ofLast text: String) -> Range<Index>? {
        var start = endIndex
        while start > startIndex {
            start = index(before: start)
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
        }
        return nil
    }

    /// Without blanks at either end.
    var trimmingBlanks: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }

    /// Without blanks at either end, and a comma in front.
    var trimmingSeparators: Substring {
        let rest = trimmingBlanks
        return rest.first == "," ? rest.dropFirst().trimmingBlanks : rest
    }
}
