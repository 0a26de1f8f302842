/// When a station is open, as far as its file's words can be read.
public struct OpeningHours: Sendable, Hashable {
    /// One stretch of time.
    public struct Span: Sendable, Hashable {
        /// The first and the last day; nil where the file names none: then the day of the election.
        public let days: ClosedRange<CalendarDate>?
        /// When it opens on each of the days.
        public let opens: ClockTime
        /// When it closes, later than it opens.
        public let closes: ClockTime
        /// Whether only those may come who have asked for it.
        public let isByAppointment: Bool
    }

    /// The stretches, in the file's order; at least one.
    public let spans: [Span]

    /// Reads `2026-11-03 07:00-19:00; 2026-11-04 09:00-12:00 by appointment`, `7:00 AM – 7:00 PM`,
    /// `2026-10-20 to 2026-10-31 8:30 AM - 7 PM` and the like.
    ///
    /// - Returns: nil when any part of the text is something else: hours that are understood by half
    ///   would send people to closed doors.
    public init?(parsing text: String) {
        var spans: [Span] = []
        for part in text.split(separator: ";") {
            let words = part.trimmingBlanks
            if words.isEmpty { continue }
            guard let span = Span(parsing: words) else { return nil }
            spans.append(span)
        }
        guard !spans.isEmpty else { return nil }
        self.spans = spans
    }
}

extension OpeningHours.Span {
    fileprivate init?(parsing text: String) {
        var rest = Substring(text.lowercased())
        var isByAppointment = false
        for ending in ["by appointment only", "by appointment", "(by appointment)"]
        where rest.hasSuffix(ending) {
            rest = rest.dropLast(ending.count)
            isByAppointment = true
            break
        }
        var words = rest.split { $0.isWhitespace || $0 == "," }
        var days: ClosedRange<CalendarDate>?
        if let first = words.first.flatMap({ CalendarDate(parsing: $0) }) {
            words.removeFirst()
            var last = first
            if words.count > 1, ["to", "-", "–", "until", "through"].contains(words[0]),
                let end = CalendarDate(parsing: words[1])
            {
                words.removeFirst(2)
                last = end
            }
            guard first <= last else { return nil }
            days = first...last
        }
        let times = words.joined(separator: " ")
        guard let (opens, closes) = Self.times(times), opens < closes else { return nil }
        self.init(days: days, opens: opens, closes: closes, isByAppointment: isByAppointment)
    }

    /// Two times of the day with a dash or a word between them.
    private static func times(_ text: String) -> (ClockTime, ClockTime)? {
        for separator in [" to ", " until ", "–", "—", "-", "\u{2011}"] {
            let parts = text.split(separator: separator).map { $0.trimmingBlanks }
            guard parts.count == 2 else { continue }
            if let opens = ClockTime(parsing: parts[0]), let closes = ClockTime(parsing: parts[1]) {
                return (opens, closes)
            }
        }
        return nil
    }
}

extension StringProtocol {
    /// Without blanks at either end.
    fileprivate var trimmingBlanks: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
