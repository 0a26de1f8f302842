internal import Polling

/// Hours in which a time may have lost its PM: those of all rows that end before noon, or of some polling
/// places that are open for less than four hours. `7:00` to `8:00` was 7 AM to 8 PM.
struct HalfDays {
    private struct Reading: Equatable {
        /// Whether something in the text says which half of the day is meant, or the hours end after noon.
        let isPlain: Bool
        /// Whether the hours are too few for a polling place.
        let isShort: Bool
    }

    /// Rows, and how the first of them is written.
    private struct Rows {
        var lines = StationRemarks.Lines()
        var example = ""

        mutating func add(_ hours: String, line: Int) {
            if example.isEmpty { example = hours }
            lines.add(line)
        }
    }

    /// Whether too much was seen to say.
    private var isFull = false
    /// Of the different hours that were seen; nil of those that are not understood.
    private var known: [String: Reading?] = [:]
    /// Those of the row before: most rows say the same.
    private var last: (hours: String, reading: Reading?)?
    private var hasAfternoons = false
    /// Rows whose hours end before noon.
    private var mornings = Rows()
    /// Polling places that are open for a moment; those of them that say which half of the day is meant;
    /// and all rows whose hours are understood.
    private var short = Rows()
    private var plainlyShort = 0
    private var timed = 0
    private static let limit = 10_000
    /// Longer hours, in bytes, are of more than one time.
    private static let longest = 120
    /// 12:59, in minutes.
    private static let lastOfMorning = 779
    private static let usualMinutes = 240
    private static let plainWords = ["am", "a.m", "uhr", "noon", "midday", "mittag"]

    /// Looks at the hours of a row.
    ///
    /// - Parameter isPollingPlace: Others may be open for an hour. Asked for short hours alone.
    mutating func add(
        _ hours: String,
        isPollingPlace: @autoclosure () -> Bool,
        line: Int
    ) {
        if last?.hours != hours { last = (hours, reading(hours)) }
        guard let reading = last?.reading else { return }
        if reading.isPlain { hasAfternoons = true } else { mornings.add(hours, line: line) }
        timed += 1
        guard reading.isShort, isPollingPlace() else { return }
        short.add(hours, line: line)
        if reading.isPlain { plainlyShort += 1 }
    }

    /// What hours say; nil where they are not understood, or too many were.
    private mutating func reading(_ hours: String) -> Reading? {
        if let reading = known[hours] { return reading }
        guard !isFull, hours.utf8.count <= Self.longest else { return nil }
        let reading = Self.read(hours)
        known[hours] = .some(reading)
        isFull = known.count >= Self.limit
        return reading
    }

    private static func read(_ hours: String) -> Reading? {
        guard let spans = OpeningHours(parsing: hours)?.spans, !spans.isEmpty else { return nil }
        let text = hours.lowercased()
        return Reading(
            isPlain: spans.contains { $0.closes.minutes > lastOfMorning }
                || plainWords.contains(where: text.contains),
            isShort: isShort(spans)
        )
    }

    private static func isShort(_ spans: [OpeningHours.Span]) -> Bool {
        guard !spans.contains(where: \.isByAppointment) else { return false }
        let minutes = spans.map { span in
            let length = span.closes.minutes - span.opens.minutes
            return length > 0 ? length : length + 1_440
        }
        return minutes.reduce(0, +) < usualMinutes
    }

    /// What the report says: at most one sentence of a row.
    ///
    /// - Parameter namesHalves: Whether the file says in other rows which half of the day is meant.
    func notes(namesHalves: Bool) -> [ImportNote] {
        if !hasAfternoons, !isFull, !namesHalves, mornings.lines.count > 0 {
            return [
                ImportNote(
                    .warning,
                    Finding(
                        .noAfternoon,
                        [
                            "rows": .count(mornings.lines.count),
                            "example": .text(mornings.example),
                        ]
                    ),
                    lines: mornings.lines.first
                )
            ]
        }
        // Where many are, that is what they are.
        guard short.lines.count > 0, plainlyShort * 5 <= timed else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .shortHours,
                    [
                        "count": .count(short.lines.count), "timed": .count(timed),
                        "hours": .text(short.example),
                    ]
                ),
                lines: short.lines.first
            )
        ]
    }
}
