/// A number format of a date, a time or both.
///
/// A whole date becomes `2026-11-03`, for the order of day and month is the writer's; a time `07:30`, with
/// seconds where there are any. What a format shows less of is written as it is shown: `3-Nov`, `2026`,
/// `Tuesday`.
struct MomentFormat {
    private let tokens: [FormatToken]
    private let hasDate: Bool
    private let isWholeDate: Bool
    private let hasHours: Bool
    private let isElapsed: Bool
    private let hasHalfDay: Bool
    private let showsFractions: Bool

    init(_ tokens: [FormatToken]) {
        self.tokens = Self.withMinutes(tokens)
        var letters: Set<Character> = []
        var shortestDay = 3
        var isElapsed = false
        for case .moment(let letter, let count, let elapsed) in self.tokens {
            letters.insert(letter)
            if letter == "d" { shortestDay = min(shortestDay, count) }
            if elapsed { isElapsed = true }
        }
        hasDate = !letters.isDisjoint(with: ["y", "m", "d"])
        isWholeDate = letters.isSuperset(of: ["y", "m", "d"]) && shortestDay < 3
        hasHours = letters.contains("h")
        self.isElapsed = isElapsed
        hasHalfDay = tokens.contains(.halfDay)
        showsFractions = tokens.contains(.digit("0"))
    }

    /// Tells minutes, which become `n`, from months: they stand behind hours or before seconds.
    private static func withMinutes(_ tokens: [FormatToken]) -> [FormatToken] {
        var tokens = tokens
        let moments = tokens.indices.filter {
            if case .moment = tokens[$0] { true } else { false }
        }
        for (number, index) in moments.enumerated() {
            guard case .moment("m", let count, let isElapsed) = tokens[index] else { continue }
            func letter(_ number: Int) -> Character? {
                guard moments.indices.contains(number),
                    case .moment(let letter, _, _) = tokens[moments[number]]
                else { return nil }
                return letter
            }
            if isElapsed || count < 3 && (letter(number - 1) == "h" || letter(number + 1) == "s") {
                tokens[index] = .moment("n", count: count, isElapsed: isElapsed)
            }
        }
        return tokens
    }

    /// The text of a number of days; nil where it is no day that spreadsheets know.
    func text(of number: Double, is1904: Bool) -> String? {
        guard let moment = SheetMoment(days: number, is1904: is1904, hasFractions: showsFractions)
        else { return nil }
        if isElapsed || hasDate && !isWholeDate || !hasDate && !hasHours {
            return shown(moment)
        }
        guard isWholeDate else { return moment.time }
        guard let date = moment.date else { return nil }
        return hasHours ? "\(date.iso) \(moment.time)" : date.iso
    }

    private func shown(_ moment: SheetMoment) -> String {
        var text = ""
        var fractionDigits = 0
        for token in tokens {
            switch token {
            case .literal(let words): text += words
            case .halfDay: text += moment.hour < 12 ? "AM" : "PM"
            case .point: text += "."
            case .other: text += "/"
            case .digit where fractionDigits < 3:
                let digits = Array(SheetMoment.padded(moment.milliseconds, 3))
                text.append(digits[fractionDigits])
                fractionDigits += 1
            case .moment(let letter, let count, let isElapsed):
                text += isElapsed ? elapsed(letter, count, moment) : part(letter, count, moment)
            default: break
            }
        }
        return text
    }

    private func elapsed(_ letter: Character, _ count: Int, _ moment: SheetMoment) -> String {
        let seconds = moment.elapsedSeconds
        let number =
            switch letter {
            case "h": seconds / 3_600
            case "n": seconds / 60
            default: seconds
            }
        return SheetMoment.padded(number, count)
    }

    private func part(_ letter: Character, _ count: Int, _ moment: SheetMoment) -> String {
        switch letter {
        case "h":
            let hour = hasHalfDay ? (moment.hour + 11) % 12 + 1 : moment.hour
            return SheetMoment.padded(hour, min(count, 2))
        case "n": return SheetMoment.padded(moment.minute, min(count, 2))
        case "s": return SheetMoment.padded(moment.second, min(count, 2))
        default: break
        }
        guard let date = moment.date else { return "" }
        switch (letter, count) {
        case ("y", 1...2): return SheetMoment.padded(date.year % 100, 2)
        case ("y", _): return String(date.year)
        case ("m", 1...2): return SheetMoment.padded(date.month, count)
        case ("m", 3): return String(Self.months[date.month - 1].prefix(3))
        case ("m", 5): return String(Self.months[date.month - 1].prefix(1))
        case ("m", _): return Self.months[date.month - 1]
        case ("d", 1...2): return SheetMoment.padded(date.day, count)
        case ("d", 3): return String(Self.weekdays[date.weekday].prefix(3))
        default: return Self.weekdays[date.weekday]
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}

/// A moment as a workbook counts it: in days.
struct SheetMoment {
    /// A day of the Gregorian calendar.
    struct Day {
        let year: Int
        let month: Int
        let day: Int
        /// From 0, a Sunday.
        let weekday: Int

        var iso: String {
            "\(SheetMoment.padded(year, 4))-\(SheetMoment.padded(month, 2))-"
                + SheetMoment.padded(day, 2)
        }
    }

    /// nil for a time without a day: in the count from 1900 the day 0.
    let date: Day?
    let hour: Int
    let minute: Int
    let second: Int
    let milliseconds: Int
    /// How many seconds have passed since the count's first midnight.
    let elapsedSeconds: Int

    /// The day 9999-12-31 in the count from 1900.
    private static let lastDay = 2_958_465.0
    /// How many days 1904-01-01 comes behind the day 0 of the count from 1900.
    private static let daysTo1904 = 1_462

    /// - Parameter hasFractions: Whether fractions of a second are kept; else it is the nearest second.
    init?(days: Double, is1904: Bool, hasFractions: Bool) {
        guard days >= 0, days < Self.lastDay + 1 else { return nil }
        let unit = hasFractions ? 1 : 1_000
        let total = Int((days * 86_400_000 / Double(unit)).rounded()) * unit
        var number = total / 86_400_000
        let rest = total % 86_400_000
        milliseconds = rest % 1_000
        second = rest / 1_000 % 60
        minute = rest / 60_000 % 60
        hour = rest / 3_600_000
        elapsedSeconds = total / 1_000
        if is1904 { number += Self.daysTo1904 }
        guard number > 0 else {
            date = nil
            return
        }
        date = Self.day(number)
    }

    /// A day by its number in the count from 1900, which has a 29th of February 1900 that never was.
    private static func day(_ number: Int) -> Day {
        if number == 60 { return Day(year: 1900, month: 2, day: 29, weekday: 3) }
        // Days since 1970-01-01, from 1899-12-30 or, before March 1900, 1899-12-31.
        let days = number - (number < 60 ? 25_568 : 25_569)
        // Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Day(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
            // 1970-01-01 was a Thursday; -25,568 + 7 * 4,000 is above zero.
            weekday: (days + 4 + 28_000) % 7
        )
    }

    /// `07:30`; with seconds, and their thousandths, where there are any.
    var time: String {
        var text = "\(Self.padded(hour, 2)):\(Self.padded(minute, 2))"
        if second > 0 || milliseconds > 0 { text += ":\(Self.padded(second, 2))" }
        if milliseconds > 0 { text += ".\(Self.padded(milliseconds, 3))" }
        return text
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
