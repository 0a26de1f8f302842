extension OpeningHours {
    /// The days that rules without days of their own, or without a year, mean.
    struct Elections {
        let days: Set<CalendarDate>
        let years: Set<Int>
        /// Whether a day without a year is of the years of the elections alone, and not of every one.
        let limitsYears: Bool
    }

    /// The rules in force on a day that is no holiday, by their indices, with their times.
    static func inForce(
        _ rules: [HoursRule],
        on date: CalendarDate,
        _ elections: Elections?
    ) -> [(rule: Int, times: HoursRule.Times)] {
        var active: [(rule: Int, times: HoursRule.Times)] = []
        for (index, rule) in rules.enumerated() where rule.holds(on: date, elections) {
            if rule.isClosed {
                active =
                    rule.times.isEmpty
                    ? []
                    : active.flatMap { old in
                        old.times.without(rule.times).map { (old.rule, $0) }
                    }
                continue
            }
            if rule.isShift {
                active.removeAll { !rules[$0.rule].isShift }
            } else if !rule.isAdditional {
                active = []
            }
            active += rule.times.map { (index, $0) }
        }
        return active
    }

    // MARK: Reading

    /// Gives every day to rules without days that stand beside others with some: alone they mean the
    /// day of the election.
    static func giveDays(to rules: inout [HoursRule]) {
        guard rules.contains(where: { !$0.isDayless && !$0.isShift }) else { return }
        for index in rules.indices where rules[index].isDayless { rules[index].weekdays = .all }
    }

    /// Whether people and the grammar read the rules alike.
    ///
    /// They don't where a rule is wholly replaced by a later one, which nobody would write, where one
    /// goes past midnight into a day of a later one, and where days with a year overlap.
    static func areClear(_ rules: [HoursRule]) -> Bool {
        let dayless = rules.filter { $0.isDayless && !$0.isClosed }
        guard dayless.count < 2 || dayless.dropFirst().allSatisfy(\.isAdditional),
            !dayless.contains(where: \.isPastMidnight)
        else { return false }
        guard rules.count > 1 else { return true }
        var isInForce = Set<Int>()
        var holds = Set<Int>()
        for day in sampleDays(rules) {
            let date = CalendarDate(daysSince1970: day)
            let holding = rules.indices.filter { rules[$0].holds(on: date) }
            guard !holding.isEmpty else { continue }
            let active = Set(inForce(rules, on: date, nil).map(\.rule))
            isInForce.formUnion(active)
            holds.formUnion(holding)
            let shifts = holding.filter { rules[$0].isShift && !rules[$0].isClosed }
            guard Set(shifts.map { rules[$0].dates }).count < 2 else { return false }
            let late = holding.filter { rules[$0].isPastMidnight && !rules[$0].isClosed }
            guard !late.isEmpty else { continue }
            let next = CalendarDate(daysSince1970: day + 1)
            for rule in late {
                guard active.contains(rule) else { return false }
                let later = rules.indices.suffix(from: rule + 1)
                    .filter { rules[$0].isClosed || !rules[$0].isAdditional }
                guard !later.contains(where: { rules[$0].holds(on: next) }) else { return false }
            }
        }
        return holds.allSatisfy { rules[$0].isClosed || isInForce.contains($0) }
    }

    /// Days on which rules may meet: a week of those that know weeks alone, else four years, with
    /// those that rules name.
    private static func sampleDays(_ rules: [HoursRule]) -> Set<Int> {
        guard !rules.allSatisfy({ $0.isWeekly || $0.isOnHolidaysAlone || $0.isDayless }) else {
            return Set(0..<8)
        }
        var days = Set<Int>()
        if rules.contains(where: { !$0.isDated }), rules.contains(where: { !$0.isDayless }) {
            // 1 January 2024.
            days.formUnion(19_723..<19_723 + 1461)
        }
        for rule in rules {
            for range in rule.dates.compactMap({ $0.hasYear ? $0.days(from: 1) : nil }) {
                days.formUnion(range.prefix(370))
            }
            for years in rule.years {
                guard let first = CalendarDate(year: years.first, month: 1, day: 1) else {
                    continue
                }
                days.formUnion(first.daysSince1970..<first.daysSince1970 + 366)
            }
        }
        return days
    }

    /// The same hours, where rules for days of the week don't speak of days that later ones replace.
    ///
    /// - Returns: nil where it is never open.
    static func shortened(_ rules: [HoursRule]) -> [HoursRule]? {
        var short: [HoursRule] = []
        for rule in rules {
            let replaces =
                rule.isWeekly && !rule.isAdditional && (!rule.isClosed || rule.times.isEmpty)
            if replaces, let weekdays = rule.weekdays {
                for index in short.indices where short[index].isWeekly {
                    short[index].weekdays?.subtract(weekdays)
                }
                short.removeAll { $0.weekdays?.isEmpty == true && !$0.isDayless }
                if rule.isClosed, short.allSatisfy({ $0.isWeekly || $0.isOnHolidaysAlone }) {
                    continue
                }
            }
            short.append(rule)
        }
        return short.contains { !$0.isClosed && !$0.isOnHolidaysAlone } ? short : nil
    }
}

extension HoursRule {
    /// Whether it holds on a day that is no holiday.
    fileprivate func holds(on date: CalendarDate, _ elections: OpeningHours.Elections?) -> Bool {
        guard let elections else { return !isDayless && holds(on: date) }
        if isDayless { return elections.days.contains(date) }
        guard holds(on: date) else { return false }
        guard elections.limitsYears, isOfElectionYear else { return true }
        let day = date.daysSince1970
        return dates.contains { dates in
            elections.years.contains { year in
                [year - 1, year].contains { begin in
                    guard let days = dates.days(from: begin), days.contains(day) else {
                        return false
                    }
                    return CalendarDate(daysSince1970: days.upperBound).year == year
                }
            }
        }
    }
}

extension HoursRule.Times {
    /// What is left of it outside other times.
    func without(_ others: [HoursRule.Times]) -> [HoursRule.Times] {
        others.reduce([self]) { parts, other in
            parts.flatMap { part in
                [
                    HoursRule.Times(opens: part.opens, closes: min(part.closes, other.opens)),
                    HoursRule.Times(opens: max(part.opens, other.closes), closes: part.closes),
                ]
            }
            .filter { $0.opens < $0.closes }
        }
    }
}
