internal import Polling

/// Days that stand in columns beside the hours of each of them.
struct HoursOnDays {
    /// As ``DayText`` writes them, or as they stand where it does not read them.
    let from: String
    let until: String

    private var days: String { from == until ? from : "\(from) to \(until)" }

    /// The hours with the days before each of their parts: `2026-11-03 08:00-12:00; 2026-11-03 13:00-18:00`.
    ///
    /// A part that is no hours by itself, such as `Su off`, stays as it is written, and so do hours that
    /// name days of their own within these.
    func text(_ times: String?) -> String {
        guard let times else { return days }
        if haveDays(times) { return times }
        let parts = times.split(separator: ";").map { String($0.trimmed) }.filter { !$0.isEmpty }
        guard parts.count > 1 else { return "\(days) \(times)" }
        return parts.map { OpeningHours(parsing: $0) == nil ? $0 : "\(days) \($0)" }
            .joined(separator: SideBySide.separator)
    }

    /// The hours of a cell of times with the days of another: `April 26 - May 10, 2027` and `8:00 AM - 5:00
    /// PM` are `2027-04-26 to 2027-05-10 8:00 AM - 5:00 PM`.
    ///
    /// Days that are not read stand in front with a comma, so that nobody is told by times alone whether it
    /// is open.
    static func text(_ times: String?, onDates dates: String) -> String {
        if let span = span(dates) { return span.text(times) }
        guard let times else { return dates }
        let together = "\(dates) \(times)"
        return OpeningHours(parsing: together) == nil ? "\(dates), \(times)" : together
    }

    /// The first and the last day of a text, of which the first may lack its year, and the last its month.
    private static func span(_ dates: String) -> HoursOnDays? {
        if let day = DayText.parse(dates)?.description { return HoursOnDays(from: day, until: day) }
        for joint in [" - ", " – ", " — ", " to ", " through ", " thru ", " until ", "–", "-"] {
            let parts = dates.split(separator: joint).map { String(Substring($0).trimmed) }
            guard parts.count == 2, let first = parts.first, var last = parts.last else { continue }
            if let month = first.split(separator: " ").first, month.allSatisfy(\.isLetter),
                last.first?.isNumber == true, DayText.parse(last) == nil
            {
                last = "\(month) \(last)"
            }
            guard let until = DayText.parse(last) else { continue }
            let from = DayText.parse(first) ?? DayText.parse("\(first), \(until.year)")
            guard let from, from <= until else { continue }
            return HoursOnDays(from: from.description, until: until.description)
        }
        return nil
    }

    /// Whether hours say of themselves on which of the days they are.
    private func haveDays(_ times: String) -> Bool {
        guard times.contains("20"), let first = CalendarDate(parsing: from),
            let last = CalendarDate(parsing: until), first <= last,
            let hours = OpeningHours(parsing: times)
        else { return false }
        return hours.spans.allSatisfy { span in
            span.days.map { first <= $0.lowerBound && $0.upperBound <= last } ?? false
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
