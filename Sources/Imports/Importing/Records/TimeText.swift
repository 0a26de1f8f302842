internal import Polling
internal import Timekeeping

/// Moments as files write them.
enum TimeText {
    /// Reads an RFC 3339 time (`2016-07-08T00:19:28Z`), the same without a zone
    /// (`2016-07-08 00:19:28`, `2016-07-08 00:19`), or a day as ``DayText`` reads it, its first moment
    /// or with a time of the day behind it (`8.7.2016 00:19`, `July 8, 2016, 12:19 AM`).
    ///
    /// - Returns: The moment, and whether the text named its zone; without one it is UTC. nil for
    ///   any other text, and for a day that may be two.
    static func parse(_ text: String) -> (moment: Timestamp, hasZone: Bool)? {
        if let moment = Timestamp(rfc3339: text) { return (moment, true) }
        let completed =
            switch text.utf8.count {
            case 10: text + "T00:00:00Z"
            case 16: text + ":00Z"
            default: text + "Z"
            }
        return (Timestamp(rfc3339: completed) ?? written(text)).map { ($0, false) }
    }

    /// A day, and perhaps a time of it behind a space or a comma.
    private static func written(_ text: String) -> Timestamp? {
        if let day = day(text) { return moment(day, "00:00:00") }
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        for count in 1...2 where words.count > count {
            guard let time = time(words.suffix(count).joined(separator: " ")),
                let day = day(words.dropLast(count).joined(separator: " "))
            else { continue }
            return moment(day, time)
        }
        return nil
    }

    /// A day, behind which nothing stands: what would be left out may be its time. Digits alone are a
    /// number.
    private static func day(_ text: String) -> CalendarDate? {
        guard text.contains(where: { !$0.isNumber }) else { return nil }
        if text.utf8.count > 10, CalendarDate(parsing: text) != nil { return nil }
        return DayText.parse(text)
    }

    /// A time of the day with its seconds, as RFC 3339 has it.
    private static func time(_ text: String) -> String? {
        guard let clock = ClockTime(parsing: text), clock.minutes < 24 * 60 else { return nil }
        let parts = text.split { !$0.isNumber }
        return clock.description + ":" + (parts.count == 3 ? parts[2] : "00")
    }

    private static func moment(_ day: CalendarDate, _ time: String) -> Timestamp? {
        Timestamp(rfc3339: "\(day.description)T\(time)Z")
    }
}
