/// The days of a rule, in English and German.
extension PlainRule {
    /// A day as a text gives it.
    private typealias Day = (month: Int, day: Int, year: Int?)

    /// Takes days of the calendar from the front.
    ///
    /// - Returns: Whether there were any; nil where there are no such days.
    mutating func takeDays(_ text: inout Substring) -> Bool? {
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

    /// Takes `2026-11-03`, `3.11.2026`, `3.11.`, `Nov 08`, `November 8, 2026` or `8 Nov 2026` from the
    /// front. Of `3/11/2026` nobody knows the month.
    private static func takeDay(_ text: inout Substring) -> Day? {
        let word = text.prefix { !$0.isWhitespace && $0 != "," }
        if let date = CalendarDate(parsing: word) {
            text = text.dropFirst(word.count).trimmingSeparators
            return (date.month, date.day, date.year)
        }
        if let day = takeDottedDay(&text) { return day }
        var rest = text
        var month = takeMonth(&rest)
        guard let day = takeDayNumber(&rest) else { return nil }
        if month == nil { month = takeMonth(&rest) }
        guard let month else { return nil }
        text = rest
        let digits = rest.trimmingSeparators.prefix { $0.isASCII && $0.isNumber }
        let behind = rest.trimmingSeparators.dropFirst(digits.count)
        // No year begins with a 0, as the time 0700 does.
        if digits.count == 4, digits.first != "0", let year = Int(digits) {
            text = behind.trimmingSeparators
            return (month, day, year)
        }
        text = rest.trimmingSeparators
        return (month, day, nil)
    }

    /// Takes `3.11.2026` or `3.11.`, the day before the month.
    ///
    /// `3.11` may be a time, and a year of two digits the hour behind the day.
    private static func takeDottedDay(_ text: inout Substring) -> Day? {
        var rest = text
        guard let day = takeNumber(&rest, digits: 1...2), rest.first == "." else { return nil }
        rest = rest.dropFirst()
        guard let month = takeNumber(&rest, digits: 1...2), 1...12 ~= month, rest.first == "."
        else { return nil }
        rest = rest.dropFirst()
        let year = takeNumber(&rest, digits: 4...4)
        if let next = rest.first, next.isLetter || next.isNumber || next == "." { return nil }
        text = rest.trimmingSeparators
        return (month, day, year)
    }

    /// Takes a number of so many digits, neither more nor fewer.
    private static func takeNumber(_ text: inout Substring, digits count: ClosedRange<Int>) -> Int?
    {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard count.contains(digits.count), let number = Int(digits) else { return nil }
        text = text.dropFirst(digits.count)
        return number
    }

    private static func takeDayNumber(_ text: inout Substring) -> Int? {
        var rest = text
        guard let day = takeNumber(&rest, digits: 1...2), 1...31 ~= day else { return nil }
        // The hour of a time is no day.
        guard rest.first != ":" else { return nil }
        for ending in ["st", "nd", "rd", "th", "."] where rest.hasPrefix(ending) {
            rest = rest.dropFirst(ending.count)
        }
        text = rest.trimmingBlanks
        return day
    }

    static let months = [
        ["january", "januar", "jänner"], ["february", "februar"], ["march", "märz", "maerz"],
        ["april"], ["may", "mai"], ["june", "juni"], ["july", "juli"], ["august"],
        ["september", "sept"], ["october", "oktober"], ["november"], ["december", "dezember"],
    ]

    private static func takeMonth(_ text: inout Substring) -> Int? {
        let word = text.prefix { $0.isLetter }
        guard word.count >= 3,
            let month = months.firstIndex(where: { $0.contains { $0.hasPrefix(word) } })
        else { return nil }
        var rest = text.dropFirst(word.count)
        if rest.first == "." { rest = rest.dropFirst() }
        text = rest.trimmingBlanks
        return month + 1
    }

    static let everyDay = ["daily", "every day", "täglich"]

    static let weekdayNames = [
        ["mo", "mon", "monday", "montag"], ["tu", "tue", "tues", "tuesday", "di", "dienstag"],
        ["we", "wed", "weds", "wednesday", "mi", "mittwoch"],
        ["th", "thu", "thur", "thurs", "thursday", "do", "donnerstag"],
        ["fr", "fri", "friday", "freitag"], ["sa", "sat", "saturday", "samstag", "sonnabend"],
        ["su", "sun", "sunday", "so", "sonntag"],
    ]

    /// Takes `Mo-Fr,Su`, `Monday to Friday`, `daily` from the front; nil where none stand there.
    static func takeWeekdays(_ text: inout Substring) -> Weekdays? {
        for word in everyDay where text.hasPrefix(word) {
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
            for word in ["and ", "und ", "& "] where text.hasPrefix(word) {
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
}
