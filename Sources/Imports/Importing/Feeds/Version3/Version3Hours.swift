internal import Polling

/// When an early voting site is open: a first and a last day, and words for the times between.
enum Version3Hours {
    /// `2012-10-22 to 2012-11-03 Mon-Fri 8am-5pm`, as ``OpeningHours`` reads it. What would be read with
    /// times outside of those days is put so that it is shown as it is and never read.
    static func text(of site: FeedElement) -> String? {
        let first = site.value("start_date")
        let last = site.value("end_date")
        let times = site.value("days_times_open")
        guard first != nil || last != nil else { return times }
        guard let first, let last, let from = DayText.parse(first), let until = DayText.parse(last),
            from <= until
        else {
            let days = [first.map { "from \($0)" }, last.map { "until \($0)" }]
                .compactMap { $0 }.joined(separator: " ")
            return [days, times].compactMap { $0 }.joined(separator: ": ")
        }
        let days = from == until ? "\(from)" : "\(from) to \(until)"
        guard let times else { return days }
        let parts = times.split(whereSeparator: { $0 == ";" || $0.isNewline })
            .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
        let text = parts.map { "\(days) \($0)" }.joined(separator: "; ")
        let isWithin = { (span: OpeningHours.Span) in
            span.days.map { from <= $0.lowerBound && $0.upperBound <= until } ?? false
        }
        if let hours = OpeningHours(parsing: text), !hours.spans.isEmpty,
            hours.spans.allSatisfy(isWithin)
        {
            return text
        }
        return "from \(from) until \(until): \(times)"
    }
}
