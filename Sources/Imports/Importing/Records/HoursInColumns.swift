internal import Polling

/// Hours of which the beginning and the end stand in a column each.
enum HoursInColumns {
    /// The hours as ``OpeningHours`` reads them, `07:00-20:00`, or with their day, where both columns have
    /// the same; as they are written, where they cannot be read: that is told.
    ///
    /// - Returns: nil where both are blank.
    static func text(opens: String?, closes: String?) -> String? {
        guard let opens, let closes else { return opens ?? closes }
        guard let first = time(opens), let last = time(closes), first.day == last.day,
            // An evening's hour may be written without its `pm`.
            !first.isHourAlone && !last.isHourAlone || last.clock.minutes > 720,
            WrittenTime.isClear(
                from: WrittenTime(minutes: first.clock.minutes, writtenAs: opens[...]),
                to: WrittenTime(minutes: last.clock.minutes, writtenAs: closes[...])
            )
        else { return "\(opens) - \(closes)" }
        let times = "\(first.clock)-\(last.clock)"
        return first.day.map { "\($0) \(times)" } ?? times
    }

    /// A time of the day, with the day where one is written before it.
    struct Time {
        let clock: ClockTime
        var day: CalendarDate?
        /// Whether it is an hour alone, or one without a zero in front, `730`, of which up to 12 nothing says
        /// to which half of the day it belongs.
        var isHourAlone = false
    }

    /// Whether a text is one time of the day.
    static func isTime(_ text: String) -> Bool { time(text) != nil }

    /// Reads `7:00 AM`, `07:00:00`, `0700`, `700`, `7`, `2026-11-03T07:00:00`, `12/30/1899 7:00:00 AM`, and
    /// `0.25`, the quarter of a day by which spreadsheets write 06:00, also behind a number of days, `46364.25`.
    static func time(_ text: String) -> Time? {
        if let clock = clock(text) ?? moment(text) { return clock }
        let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }.map(String.init)
        guard parts.count == 2, let day = DayText.parse(parts[0]) ?? spreadsheetDay(parts[0]) else {
            return nil
        }
        let zone = parts[1].firstIndex { "Z+".contains($0) } ?? parts[1].endIndex
        // A fraction of a second says nothing.
        let bare = String(parts[1][..<zone])
        let whole = bare.hasSuffix(".000") ? String(bare.dropLast(4)) : bare
        guard zone == parts[1].endIndex || day.year < firstYear,
            let clock = ClockTime(parsing: whole)
        else { return nil }
        return Time(clock: clock, day: day.year < firstYear ? nil : day)
    }

    /// Days of spreadsheets and of databases that stand before a time of no day are older.
    private static let firstYear = 1971

    /// `12/30/1899`, which is no day of March either way.
    private static func spreadsheetDay(_ text: String) -> CalendarDate? {
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 3, parts[2] < firstYear else { return nil }
        return CalendarDate(year: parts[2], month: parts[0], day: parts[1])
    }

    /// The days of this century as spreadsheets count them, from 30 December 1899.
    private static let serialDays = 36_526.0..<73_051.0
    /// The number of 1 January 1970 among them.
    private static let serialOf1970 = 25_569
    /// Four decimals of a day are not so far from the minute.
    private static let serialSlackMinutes = 0.1

    /// `46364.2916667`, 07:00 on 8 December 2026; nil for a number without decimals, which is a day.
    private static func moment(_ text: String) -> Time? {
        guard text.contains("."), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }),
            let number = Double(text), serialDays.contains(number)
        else { return nil }
        let day = number.rounded(.down)
        let minutes = (number - day) * 1440
        let whole = Int(minutes.rounded())
        guard whole > 0, (minutes - minutes.rounded()).magnitude < serialSlackMinutes,
            let clock = ClockTime(hour: whole / 60, minute: whole % 60)
        else { return nil }
        return Time(clock: clock, day: CalendarDate(daysSince1970: Int(day) - serialOf1970))
    }

    private static func clock(_ text: String) -> Time? {
        if let clock = ClockTime(parsing: text) { return Time(clock: clock) }
        let digits = text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        if digits, text.utf8.count == 4, let number = Int(text) {
            return ClockTime(hour: number / 100, minute: number % 100).map { Time(clock: $0) }
        }
        // `700`, of which a spreadsheet took the zero.
        if digits, text.utf8.count == 3, let number = Int(text), number >= 100 {
            return ClockTime(hour: number / 100, minute: number % 100)
                .map { Time(clock: $0, isHourAlone: true) }
        }
        if digits, (1...2).contains(text.utf8.count), let hour = Int(text), hour > 0 {
            return ClockTime(hour: hour, minute: 0).map { Time(clock: $0, isHourAlone: true) }
        }
        // `0.291666667` of a day.
        guard text.hasPrefix("0."), let share = Double(text), share > 0, share < 1 else {
            return nil
        }
        let minutes = share * 1440
        guard (minutes - minutes.rounded()).magnitude < 0.01 else { return nil }
        let whole = Int(minutes.rounded())
        return ClockTime(hour: whole / 60, minute: whole % 60).map { Time(clock: $0) }
    }

    /// Whether a text has a time of the day in it, and no day with its year.
    static func hasTime(_ text: String) -> Bool {
        guard text.utf8.count <= longestHours else { return false }
        let lower = text.lowercased()
        let numbers = lower.split { !$0.isNumber }
        guard !numbers.contains(where: { $0.count == 4 && ("1800"..."2199").contains(String($0)) })
        else { return false }
        return lower.contains(
            /\b([01]?[0-9]|2[0-4])(:[0-5][0-9](?![0-9])|\s*([ap]m\b|[ap]\.m\.|uhr\b))/
        )
    }

    private static let longestHours = 120
}
