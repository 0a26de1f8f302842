/// The times of a rule, in English and German.
extension PlainRule {
    /// Reads `-07:00` in minutes; nothing is UTC itself.
    static func offset(_ text: Substring) -> Int? {
        guard let sign = text.first else { return 0 }
        guard sign == "+" || sign == "-", let time = ClockTime(parsing: String(text.dropFirst())),
            time.minutes <= 14 * 60
        else { return nil }
        return sign == "-" ? -time.minutes : time.minutes
    }

    /// What stands behind times of a clock of 24 hours, in German.
    private static let clockWord = "uhr"

    /// Stretches with commas or the word "and" between them.
    ///
    /// With `Uhr` somewhere in it the text speaks of a clock of 24 hours, and 8 is a time. Without, it
    /// may be of either half of the day.
    static func times(_ text: Substring) -> [(opens: ClockTime, closes: ClockTime)]? {
        let parts = [" and ", " & ", " und "]
            .reduce(String(text)) { $0.replacing($1, with: ",") }
            .split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        let isOf24Hours = text.contains(clockWord)
        var times: [(opens: ClockTime, closes: ClockTime)] = []
        for part in parts {
            let part = isOf24Hours && part.hasPrefix("von ") ? part.dropFirst(4) : part
            guard let (opens, closes) = stretch(part, isOf24Hours: isOf24Hours), opens < closes
            else { return nil }
            if let last = times.last, !isOf24Hours, opens < last.opens { return nil }
            times.append((opens, closes))
        }
        return times
    }

    /// Two times of the day with a dash or a word between them.
    private static func stretch(
        _ text: Substring,
        isOf24Hours: Bool
    ) -> (ClockTime, ClockTime)? {
        for separator in [" to ", " until ", " bis ", "–", "—", "-", "\u{2011}"] {
            let parts = text.split(separator: separator).map { $0.trimmingBlanks }
            guard parts.count == 2 else { continue }
            if let opens = time(parts[0], isOf24Hours: isOf24Hours),
                let closes = time(parts[1], isOf24Hours: isOf24Hours)
            {
                let from = WrittenTime(minutes: opens.minutes, writtenAs: parts[0])
                let until = WrittenTime(minutes: closes.minutes, writtenAs: parts[1])
                guard isOf24Hours || WrittenTime.isClear(from: from, to: until) else { return nil }
                return (opens, closes)
            }
        }
        return nil
    }

    private static func time(_ text: Substring, isOf24Hours: Bool) -> ClockTime? {
        guard isOf24Hours else { return ClockTime(parsing: String(text)) ?? digits(text) }
        let text =
            text.hasSuffix(clockWord) ? text.dropLast(clockWord.count).trimmingBlanks : text
        if let time = digits(text) { return time }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard 1...2 ~= parts.count, let hour = number(parts[0], digits: 1...2) else { return nil }
        guard parts.count == 2 else { return ClockTime(hour: hour, minute: 0) }
        return number(parts[1], digits: 2...2).flatMap { ClockTime(hour: hour, minute: $0) }
    }

    /// Reads `0700`, a time of a clock of 24 hours in four digits.
    private static func digits(_ text: Substring) -> ClockTime? {
        number(text, digits: 4...4).flatMap { ClockTime(hour: $0 / 100, minute: $0 % 100) }
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}
