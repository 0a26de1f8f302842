/// The days of the week and the holidays of a rule.
extension HoursGrammar {
    /// Takes `Mo-Fr,Su`, `Th[1,-1]`, `Sa,PH`, `SH Mo-Fr`, `daily` from the front.
    ///
    /// - Returns: Whether what stands there is understood; nothing is.
    mutating func takeDays(_ rule: inout HoursRule) -> Bool {
        for word in PlainRule.everyDay where takeWord(word) {
            rule.weekdays = .all
            return true
        }
        var hasDays = false
        while true {
            let found =
                attempt { grammar in
                    if hasDays { guard grammar.takeDayComma() else { return nil } }
                    return grammar.takeDay(&rule) ? true : nil
                } as Bool?
            guard found != nil else { break }
            hasDays = true
        }
        guard !rule.holidays.isEmpty, rule.weekdays == nil, rule.countedWeekdays.isEmpty else {
            return true
        }
        // `SH Mo-Fr`: the weekdays of holidays. With them or without, no other day is meant.
        rule.isOnHolidaysAlone = true
        var limit = HoursRule()
        guard takeDays(&limit), limit.holidays.isEmpty else { return false }
        rule.weekdays = limit.weekdays
        rule.countedWeekdays = limit.countedWeekdays
        return true
    }

    private mutating func takeDayComma() -> Bool {
        take(",") || ["and", "und"].contains { takeWord($0) } || take("&")
    }

    private mutating func takeDay(_ rule: inout HoursRule) -> Bool {
        for (word, holiday) in [("ph", Holiday.publicHoliday), ("sh", .schoolHoliday)]
        where takeWord(word) {
            rule.holidays.insert(holiday)
            _ = takeOffset()
            return true
        }
        guard let first = takeWeekday() else { return false }
        if rest.hasPrefix("[") {
            guard let counts = takeCounts() else { return false }
            let offset = takeOffset() ?? 0
            rule.countedWeekdays += counts.map {
                CountedWeekday(weekday: first, count: $0, offset: offset)
            }
            return true
        }
        let last = attempt { $0.takeJoint() ? $0.takeWeekday() : nil } as Int?
        // A count behind the last of several days is of none of them.
        guard !rest.hasPrefix("[") else { return false }
        let days = last.map { Weekdays(from: first, to: $0) } ?? Weekdays(number: first)
        rule.weekdays = (rule.weekdays ?? []).union(days)
        return true
    }

    /// Takes the name of a day of the week, 0 for Monday.
    mutating func takeWeekday() -> Int? {
        attempt { grammar in
            let word = grammar.rest.prefix { $0.isLetter }
            guard
                let day = PlainRule.weekdayNames.firstIndex(where: { $0.contains(String(word)) })
            else { return nil }
            grammar.rest = grammar.rest.dropFirst(word.count)
            if grammar.rest.first == "." { grammar.rest = grammar.rest.dropFirst() }
            grammar.rest = grammar.rest.trimmingBlanks
            return day
        }
    }

    /// Takes `[1,3-4,-1]`.
    mutating func takeCounts() -> [Int]? {
        guard take("[") else { return nil }
        var counts: [Int] = []
        repeat {
            let sign = take("-") ? -1 : 1
            guard let first = takeNumber(digits: 1...1), 1...5 ~= first else { return nil }
            var last = first
            if sign > 0, rest.hasPrefix("-") {
                guard take("-"), let end = takeNumber(digits: 1...1), first...5 ~= end else {
                    return nil
                }
                last = end
            }
            counts += (first...last).map { $0 * sign }
        } while take(",")
        return take("]") ? counts : nil
    }

    /// Takes `+1 day`, `-2 days`.
    mutating func takeOffset() -> Int? {
        attempt { grammar in
            let sign = grammar.take("+") ? 1 : grammar.take("-") ? -1 : 0
            guard sign != 0, let count = grammar.takeNumber(digits: 1...3) else { return nil }
            grammar.rest = grammar.rest.trimmingBlanks
            guard grammar.takeWord("days") || grammar.takeWord("day") else { return nil }
            return sign * count
        }
    }
}
