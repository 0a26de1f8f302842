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
