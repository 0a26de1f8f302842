/// One rule of opening hours: which days, and at what times.
struct HoursRule {
    private(set) var days: ClosedRange<CalendarDate>?
    private(set) var daysOfYear: YearlessDays?
    private(set) var weekdays: Weekdays?
    /// None where the rule says that it is closed.
    private(set) var times: [(opens: ClockTime, closes: ClockTime)] = []
    private(set) var isByAppointment = false
    /// How far its clock is ahead of UTC; nil where it does not say.
    private(set) var minutesAheadOfUTC: Int?

    /// - Returns: nil when any part of the text is not understood.
    init?(parsing text: Substring) {
        var rest = Substring(text.lowercased())
        for ending in ["by appointment only", "by appointment", "(by appointment)"]
        where rest.trimmingBlanks.hasSuffix(ending) {
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
        if rest == "24/7" {
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
        if ["off", "closed"].contains(rest) {
            guard weekdays != nil else { return nil }
            return
        }
        guard let times = Self.times(rest) else { return nil }
        self.times = times
    }

    // MARK: Days

    /// Takes days of the calendar from the front.
    ///
    /// - Returns: Whether there were any; nil where there are no such days.
    private mutating func takeDays(_ text: inout Substring) -> Bool? {
        guard let first = Self.takeDay(&text) else { return false }
        var rest = text
        var last: (month: Int?, day: Int, year: Int?)?
        if Self.takeJoint(&rest) {
            let afterJoint = rest
            if let day = Self.takeDay(&rest) {
                last = (day.month, day.day, day.year)
            } else {
                rest = afterJoint
                last = Self.takeDayNumber(&rest).map { (nil, $0, nil) }
            }
        }
        if last != nil { text = rest }
        let end = (
            month: last?.month ?? first.month, day: last?.day ?? first.day,
            year: last.map { $0.year ?? first.year } ?? first.year
        )
        guard let year = first.year ?? end.year, let endYear = end.year ?? first.year else {
            daysOfYear = YearlessDays(
                first: .init(month: first.month, day: first.day),
                last: .init(month: end.month, day: end.day)
            )
            // No day of any year is 31 February.
            return daysOfYear?.days(endingIn: 2024) == nil ? nil : true
        }
        guard let from = CalendarDate(year: year, month: first.month, day: first.day),
            let to = CalendarDate(year: endYear, month: end.month, day: end.day), from <= to
        else { return nil }
        days = from...to
        return true
    }

    /// Takes `2026-11-03`, `Nov 08`, `November 8, 2026` or `8 Nov 2026` from the front.
    private static func takeDay(
        _ text: inout Substring
    ) -> (month: Int, day: Int, year: Int?)? {
        let word = text.prefix { !$0.isWhitespace && $0 != "," }
        if let date = CalendarDate(parsing: word) {
            text = text.dropFirst(word.count).trimmingSeparators
            return (date.month, date.day, date.year)
        }
        var rest = text
        var month = takeMonth(&rest)
        guard let day = takeDayNumber(&rest) else { return nil }
        if month == nil { month = takeMonth(&rest) }
        guard let month else { return nil }
        text = rest
        let digits = rest.trimmingSeparators.prefix { $0.isASCII && $0.isNumber }
        let behind = rest.trimmingSeparators.dropFirst(digits.count)
        if digits.count == 4, behind.first != ":", let year = Int(digits) {
            text = behind.trimmingSeparators
            return (month, day, year)
        }
        text = rest.trimmingSeparators
        return (month, day, nil)
    }

    private static func takeDayNumber(_ text: inout Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard 1...2 ~= digits.count, let day = Int(digits), 1...31 ~= day else { return nil }
        var rest = text.dropFirst(digits.count)
        // The hour of a time is no day.
        guard rest.first != ":" else { return nil }
        for ending in ["st", "nd", "rd", "th", "."] where rest.hasPrefix(ending) {
            rest = rest.dropFirst(ending.count)
        }
        text = rest.trimmingBlanks
        return day
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    private static func takeMonth(_ text: inout Substring) -> Int? {
        let word = text.prefix { $0.isLetter }
        guard word.count >= 3,
            let month = months.firstIndex(where: {
                $0.hasPrefix(word) || word == "sept" && $0 == "september"
            })
        else { return nil }
        var rest = text.dropFirst(word.count)
        if rest.first == "." { rest = rest.dropFirst() }
        text = rest.trimmingBlanks
        return month + 1
    }

    private static let weekdayNames = [
        ["mo", "mon", "monday"], ["tu", "tue", "tues", "tuesday", "di"],
        ["we", "wed", "weds", "wednesday", "mi"], ["th", "thu", "thur", "thurs", "thursday", "do"],
        ["fr", "fri", "friday"], ["sa", "sat", "saturday"], ["su", "sun", "sunday", "so"],
    ]

    /// Takes `Mo-Fr,Su`, `Monday to Friday`, `daily` from the front; nil where none stand there.
    private static func takeWeekdays(_ text: inout Substring) -> Weekdays? {
        for word in ["daily", "every day"] where text.hasPrefix(word) {
            text = text.dropFirst(word.count).trimmingSeparators
            return .all
        }
        var days: Weekdays?
        while let first = takeWeekday(&text) {
            var rest = text
            if takeJoint(&rest), let last = takeWeekday(&rest) {
                text = rest
                days = (days ?? []).union(Weekdays(from: first, to: last))
            } else {
                days = (days ?? []).union(Weekdays(number: first))
            }
            text = text.trimmingSeparators
            for word in ["and ", "& "] where text.hasPrefix(word) {
                text = text.dropFirst(word.count).trimmingBlanks
            }
        }
        return days
    }

    private static func takeWeekday(_ text: inout Substring) -> Int? {
        let word = text.prefix { $0.isLetter }
        guard let day = weekdayNames.firstIndex(where: { $0.contains(String(word)) }) else {
            return nil
        }
        var rest = text.dropFirst(word.count)
        if rest.first == "." { rest = rest.dropFirst() }
        text = rest.trimmingBlanks
        return day
    }

    /// Takes what stands between the first and the last of something.
    private static func takeJoint(_ text: inout Substring) -> Bool {
        for joint in ["to ", "until ", "through ", "bis ", "-", "–", "—"]
        where text.hasPrefix(joint) {
            text = text.dropFirst(joint.count).trimmingBlanks
            return true
        }
        return false
    }

    // MARK: Times

    /// Reads `-07:00` in minutes; nothing is UTC itself.
    private static func offset(_ text: Substring) -> Int? {
        guard let sign = text.first else { return 0 }
        guard sign == "+" || sign == "-", let time = ClockTime(parsing: String(text.dropFirst())),
            time.minutes <= 14 * 60
        else { return nil }
        return sign == "-" ? -time.minutes : time.minutes
    }

    /// Stretches with commas or the word "and" between them.
    private static func times(_ text: Substring) -> [(opens: ClockTime, closes: ClockTime)]? {
        let parts = text.replacing(" and ", with: ",").replacing(" & ", with: ",")
            .split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        var times: [(opens: ClockTime, closes: ClockTime)] = []
        for part in parts {
            guard let (opens, closes) = stretch(part), opens < closes else { return nil }
            times.append((opens, closes))
        }
        return times
    }

    /// Two times of the day with a dash or a word between them.
    private static func stretch(_ text: Substring) -> (ClockTime, ClockTime)? {
        for separator in [" to ", " until ", "–", "—", "-", "\u{2011}"] {
            let parts = text.split(separator: separator).map { $0.trimmingBlanks }
            guard parts.count == 2 else { continue }
            if let opens = ClockTime(parsing: String(parts[0])),
                let closes = ClockTime(parsing: String(parts[1]))
            {
                return (opens, closes)
            }
        }
        return nil
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
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }

    /// Without blanks at either end, and a comma in front.
    fileprivate var trimmingSeparators: Substring {
        let rest = trimmingBlanks
        return rest.first == "," ? rest.dropFirst().trimmingBlanks : rest
    }
}
