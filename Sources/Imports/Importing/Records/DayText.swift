internal import Polling

/// Days as files write them.
enum DayText {
    /// Reads `2014-03-22` and `2014/03/22`, also with a time behind it, `Saturday, March 22, 2014`,
    /// `22 March 2014`, `22-Mar-2014`, `22.3.2014` and, where only one of the numbers can be the month,
    /// `3/22/2014`.
    ///
    /// - Returns: nil for any other text: a day that is guessed would send people to closed doors.
    static func parse(_ text: String) -> CalendarDate? {
        if let day = CalendarDate(parsing: text) { return day }
        var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        if words.count == 1 {
            if let day = numbers(words[0]) { return day }
            words = words[0].split(separator: "-", omittingEmptySubsequences: false)
                .map(String.init)
        }
        // What is neither a number nor a month can only be the day of the week, in front.
        let weekday = words.count == 4 ? weekday(words[0]) : nil
        guard let day = day(weekday == nil ? words : Array(words.dropFirst())) else { return nil }
        return weekday.map { $0 == day.weekday } ?? true ? day : nil
    }

    /// The day of a month's name or its beginning, the number of the day, and a year.
    private static func day(_ rest: [String]) -> CalendarDate? {
        guard rest.count == 3, let year = number(rest[2], digits: 4...4) else { return nil }
        for (monthWord, dayWord) in [(rest[0], rest[1]), (rest[1], rest[0])] {
            let plain = dayWord.hasSuffix(".") ? String(dayWord.dropLast()) : dayWord
            if let month = month(monthWord), let day = number(plain, digits: 1...2) {
                return CalendarDate(year: year, month: month, day: day)
            }
        }
        return nil
    }

    /// The day of a moment in milliseconds since 1970 in UTC, as map servers export days; nil for any other
    /// text.
    static func ofMilliseconds(_ text: String) -> CalendarDate? {
        guard (12...13).contains(text.utf8.count), let number = Int(text), number > 0 else {
            return nil
        }
        return CalendarDate(daysSince1970: number / 86_400_000)
    }

    /// How to write a day that is not read.
    static func fault(_ text: String) -> Finding {
        let words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        if words.count == 4, let named = weekday(words[0]),
            let day = day(Array(words.dropFirst())), day.weekday != named
        {
            return Finding(
                .otherWeekday,
                ["day": .text("\(day)"), "weekday": .text(weekdays[day.weekday])]
            )
        }
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 3, 1...12 ~= parts[0], 1...12 ~= parts[1] else {
            return Finding(.noDay)
        }
        return Finding(
            .ambiguousDay,
            ["first": .number(parts[0]), "second": .number(parts[1])]
        )
    }

    /// The first day that stands as eight digits in a file's name: `20161108__dc__general.csv`.
    static func date(inFileName name: String) -> CalendarDate? {
        name.split { !$0.isNumber && $0 != "-" }.lazy
            .compactMap { part in CalendarDate(parsing: part) }
            .first { (1900...2200).contains($0.year) }
    }

    private static func numbers(_ text: String) -> CalendarDate? {
        for separator in [".", "/"] as [Character] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 3 else { continue }
            if let year = number(parts[0], digits: 4...4),
                let month = number(parts[1], digits: 1...2),
                let day = number(parts[2], digits: 1...2)
            {
                return CalendarDate(year: year, month: month, day: day)
            }
            guard let first = number(parts[0], digits: 1...2),
                let second = number(parts[1], digits: 1...2),
                let year = number(parts[2], digits: 4...4)
            else { continue }
            if separator == "." { return CalendarDate(year: year, month: second, day: first) }
            // 3/4/2014 is March here and April there.
            guard first == second || max(first, second) > 12 else { return nil }
            return CalendarDate(year: year, month: min(first, second), day: max(first, second))
        }
        return nil
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    private static func month(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        guard word.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) || word == "sept" && $0 == "september" }
            .map { $0 + 1 }
    }

    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The day of the week that a word or its beginning names, 0 for Monday.
    private static func weekday(_ word: String) -> Int? {
        let word = word.hasSuffix(".") ? String(word.dropLast()) : word
        return word.count >= 3 ? weekdays.firstIndex { $0.lowercased().hasPrefix(word) } : nil
    }
}

extension CalendarDate {
    /// The day of the week, 0 for Monday: 1 January 1970 was a Thursday.
    fileprivate var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }
}
