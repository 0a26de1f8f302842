package import Timekeeping

/// What a calendar and a clock on the wall show, to the second.
package struct WallTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since 1970 as if the clock were UTC's: of years 1 to 9999.
    package let secondsSince1970: Int64

    /// The time so many seconds after 1970 by its own clock.
    package init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

    /// A time of a day.
    ///
    /// - Parameter second: Of the day, 0 to 86,399.
    package init(_ day: CivilDate, second: Int = 0) {
        secondsSince1970 = day.daysSince1970 * 86_400 + Int64(second)
    }

    /// The day.
    package var day: CivilDate {
        CivilDate(daysSince1970: (secondsSince1970 - Int64(secondOfDay)) / 86_400)
    }

    /// The second of the day, 0 to 86,399.
    package var secondOfDay: Int {
        let remainder = Int(secondsSince1970 % 86_400)
        return remainder < 0 ? remainder + 86_400 : remainder
    }

    /// The same time so many days later.
    package func adding(days: Int) -> WallTime {
        WallTime(secondsSince1970: secondsSince1970 + Int64(days) * 86_400)
    }

    /// `2026-06-01T09:00:00`.
    package var description: String { "\(day.text)T\(clock(separator: ":"))" }

    /// The time of day: `090000`, `09:00:00`.
    package func clock(separator: String) -> String {
        let second = secondOfDay
        return [second / 3600, second / 60 % 60, second % 60]
            .map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: separator)
    }

    /// Earlier times first.
    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

/// A day or a time as a text says it: ISO 8601 with the year first.
package struct WrittenTime: Sendable, Hashable {
    /// The day.
    package let day: CivilDate
    /// The second of the day; nil for a day alone.
    package let second: Int?
    /// How far its clock is ahead of UTC; nil where it does not say.
    package let offsetSeconds: Int?

    /// The time on the wall, at midnight for a day alone.
    package var wall: WallTime { WallTime(day, second: second ?? 0) }

    /// The moment; nil where no offset is given.
    package var moment: Timestamp? {
        offsetSeconds.map { .seconds(wall.secondsSince1970 - Int64($0)) }
    }

    /// Reads `2026-06-01`, `2026-06-01T09:00`, `2026-06-01 09:00:30`, `2026-06-01T09:00:00.5Z`,
    /// `2026-06-01T09:00+02:00`, `20260601T090000`. Fractions of a second are left out; a second 60 is the
    /// last of its minute.
    ///
    /// - Returns: nil for any other text, and for days and times that do not exist.
    package init?(parsing text: String) {
        let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" || $0 == " " }
        guard let dayText = parts.first, let day = Self.day(of: dayText) else { return nil }
        self.day = day
        guard parts.count == 2 else {
            guard text.utf8.count == dayText.utf8.count else { return nil }
            (second, offsetSeconds) = (nil, nil)
            return
        }
        var clock = parts[1]
        var offset: Int?
        if let sign = clock.firstIndex(where: { "+-Zz".contains($0) || $0 == "\u{2212}" }) {
            guard let seconds = Self.offsetSeconds(of: String(clock[sign...])) else { return nil }
            offset = seconds
            clock = clock[..<sign]
        }
        guard let second = Self.second(of: clock.split(separator: ".").first ?? "", clock) else {
            return nil
        }
        (self.second, offsetSeconds) = (second, offset)
    }

    private static func day(of text: Substring) -> CivilDate? {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 8, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let number = Int64(digits)
        else { return nil }
        if text.utf8.count != 8 {
            guard
                text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [
                    4, 2, 2,
                ]
            else { return nil }
        }
        guard number >= 1_00_00 else { return nil }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    private static func second(of text: Substring, _ whole: Substring) -> Int? {
        if text.utf8.count != whole.utf8.count {
            let fraction = whole.dropFirst(text.count + 1)
            guard !fraction.isEmpty, fraction.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
                return nil
            }
        }
        let parts =
            text.contains(":")
            ? text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            : stride(from: 0, to: text.count, by: 2).map { String(text.dropFirst($0).prefix(2)) }
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        let seconds = numbers.count == 3 ? numbers[2] : 0
        guard numbers[0] < 24, numbers[1] < 60, seconds <= 60 else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + min(seconds, 59)
    }

    /// The seconds of `Z`, `+02:00`, `-0530` or `+02`; nil for anything else, and beyond 18 hours.
    package static func offsetSeconds(of text: String) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        guard let first = text.first, "+-\u{2212}".contains(first) else { return nil }
        let rest = text.dropFirst()
        let digits = rest.filter { $0 != ":" }
        guard [2, 4].contains(digits.utf8.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            rest.utf8.count == digits.utf8.count
                || rest.utf8.count == 5 && rest.dropFirst(2).first == ":"
        else { return nil }
        guard let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)),
            minutes < 60, hours * 60 + minutes <= 18 * 60
        else { return nil }
        return (first == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
    }

    /// An offset as people write it: `+02:00`.
    package static func offsetText(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}

/// How long something lasts, as a text says it.
package struct WrittenDuration: Sendable, Hashable {
    /// Whole days by the calendar.
    package let days: Int
    /// Seconds beside them.
    package let seconds: Int

    private static let limitDays = 366

    /// Reads `01:30`, `1:30:00`, `PT1H30M`, `P1D`, `P2W`, and `90` as minutes.
    ///
    /// - Returns: nil for any other text, a negative length, and one of more than 366 days.
    package init?(parsing text: String) {
        guard let (days, seconds) = Self.clock(text) ?? Self.period(text),
            days <= Self.limitDays, seconds <= Self.limitDays * 86_400
        else { return nil }
        (self.days, self.seconds) = (days, seconds)
    }

    private static func clock(_ text: String) -> (days: Int, seconds: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts.allSatisfy({ (1...6).contains($0.utf8.count) })
        else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) : nil
        }
        guard numbers.count == parts.count else { return nil }
        if numbers.count == 1 { return (0, numbers[0] * 60) }
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        return (0, numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
    }

    /// Source: RFC 5545, section 3.3.6; ISO 8601's years and months have no fixed length and are not read.
    private static func period(_ text: String) -> (days: Int, seconds: Int)? {
        let text = text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard text.first == "P", text.utf8.count <= 24 else { return nil }
        var (days, seconds, isInClock, digits, parts) = (0, 0, false, "", 0)
        for character in text.dropFirst() {
            if character.isASCII, character.isNumber {
                digits.append(character)
                guard digits.count <= 8 else { return nil }
                continue
            }
            if character == "T", digits.isEmpty, !isInClock {
                isInClock = true
                continue
            }
            guard let number = Int(digits) else { return nil }
            switch (character, isInClock) {
            case ("W", false): days += number * 7
            case ("D", false): days += number
            case ("H", true): seconds += number * 3600
            case ("M", true): seconds += number * 60
            case ("S", true): seconds += number
            default: return nil
            }
            (digits, parts) = ("", parts + 1)
        }
        return digits.isEmpty && parts > 0 ? (days, seconds) : nil
    }
}
