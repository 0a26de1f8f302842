internal import Polling

/// In which order a file writes the day and the month of days such as `4/13/2027`, as those of its rows
/// show that have one reading.
///
/// `11/3/2026` beside `4/13/2027` is 3 November. Where no row shows it, or rows show both orders, nothing is
/// taken for granted, and the days are told. With points the day stands first, `3.11.2026`: not, for all that is
/// known, in a file that elsewhere puts the month first, or has its hours with am and pm.
struct DayOrder {
    /// What stands first.
    enum Order: Sendable {
        case month
        case day
    }

    /// A day as it is written.
    private struct Written {
        let range: Range<String.Index>
        let first: Int
        let second: Int
        let year: Int
        var isDotted = false

        func date(_ order: Order) -> CalendarDate? {
            let (month, day) = order == .month ? (first, second) : (second, first)
            return CalendarDate(year: year, month: month, day: day)
        }

        /// The order of the only reading; nil where there are two that differ, or none.
        var onlyOrder: Order? {
            guard first != second else { return nil }
            switch (date(.month), date(.day)) {
            case (.some, nil): return .month
            case (nil, .some): return .day
            default: return nil
            }
        }

        var isAmbiguous: Bool {
            first != second && date(.month) != nil && date(.day) != nil
        }
    }

    private var shown: Set<Order> = []
    /// What days with points show.
    private var shownWithPoints: Set<Order> = []
    /// Whether the file's hours have am and pm.
    let hasHalves: Bool
    /// Whether each of the texts that were seen has days with two readings, with strokes and with points.
    private var known: [String: (strokes: Bool, points: Bool)] = [:]
    private var ambiguous = StationRemarks.Lines()
    private var example = ""
    /// The same of days with points.
    private var ambiguousPoints = StationRemarks.Lines()
    private var pointsExample = ""

    /// - Parameter hasHalves: Whether the file's hours have am and pm.
    init(hasHalves: Bool = false) { self.hasHalves = hasHalves }

    private static let textLimit = 10_000
    /// Longer texts, in bytes, are not looked at.
    private static let longest = 400

    /// Looks at a text of a row.
    mutating func add(_ text: String, line: Int) {
        guard Self.mayHoldDays(text) else { return }
        let isAmbiguous: (strokes: Bool, points: Bool)
        if let seen = known[text] {
            isAmbiguous = seen
        } else {
            let days = Self.days(in: text)
            shown.formUnion(days.filter { !$0.isDotted }.compactMap(\.onlyOrder))
            shownWithPoints.formUnion(days.filter(\.isDotted).compactMap(\.onlyOrder))
            isAmbiguous = (
                days.contains { !$0.isDotted && $0.isAmbiguous },
                days.contains { $0.isDotted && $0.isAmbiguous }
            )
            if known.count < Self.textLimit { known[text] = isAmbiguous }
        }
        if isAmbiguous.strokes {
            if example.isEmpty { example = text }
            ambiguous.add(line)
        }
        if isAmbiguous.points {
            if pointsExample.isEmpty { pointsExample = text }
            ambiguousPoints.add(line)
        }
    }

    /// Whether days with points may have the month in front, though nothing but that shows which they are.
    var distrustsPoints: Bool {
        shownWithPoints.contains(.month)
            || shownWithPoints.isEmpty && (shown.contains(.month) || hasHalves)
    }

    /// The order that rows show, and none another.
    var order: Order? { shown.count == 1 ? shown.first : nil }

    /// What is to be said of days that may be two; nil where there are none, or the order is known.
    var note: ImportNote? {
        if order == nil, ambiguous.count > 0 { return Self.note(ambiguous, example) }
        guard distrustsPoints, ambiguousPoints.count > 0 else { return nil }
        return Self.note(ambiguousPoints, pointsExample)
    }

    private static func note(_ lines: StationRemarks.Lines, _ example: String) -> ImportNote {
        ImportNote(
            .warning,
            Finding(
                .daysOfTwoReadings,
                ["rows": .count(lines.count), "example": .text(example)]
            ),
            lines: lines.first
        )
    }

    /// Whether a text has hours with am or pm: `7am-8pm`, `7:00 a.m.`
    static func hasHalves(_ text: String) -> Bool {
        text.lowercased().contains(/[0-9] ?[ap]\.?m\b/)
    }

    /// A text with its days as `2026-11-03`, where they have one reading, or the order of all is known; those
    /// of two stay as they are written. Days with points stay, but where these are distrusted: of two readings
    /// they get strokes, with which nobody takes the first number for the day.
    static func settled(
        _ text: String,
        by order: Order?,
        distrustsPoints: Bool = false
    ) -> String {
        guard mayHoldDays(text) else { return text }
        var settled = text
        for written in days(in: text).reversed() {
            if written.isDotted {
                guard distrustsPoints, written.isAmbiguous else { continue }
                let strokes = text[written.range].replacing(".", with: "/")
                settled.replaceSubrange(written.range, with: strokes)
                continue
            }
            let date =
                order.flatMap(written.date) ?? written.onlyOrder.flatMap(written.date)
                ?? (written.first == written.second ? written.date(.month) : nil)
            if let date { settled.replaceSubrange(written.range, with: date.description) }
        }
        return settled
    }

    /// Whether a text has a day in it that is written so.
    static func holdsDay(_ text: String) -> Bool {
        mayHoldDays(text) && !days(in: text).isEmpty
    }

    private static func mayHoldDays(_ text: String) -> Bool {
        text.utf8.count <= longest
            && text.utf8.contains(where: isMark)
    }

    /// Whether a byte stands between the numbers of a day.
    static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
    }

    private static func days(in text: String) -> [Written] {
        var days: [Written] = []
        var index = text.startIndex
        while index < text.endIndex {
            guard isPart(text[index]) else {
                index = text.index(after: index)
                continue
            }
            let end = text[index...].firstIndex { !isPart($0) } ?? text.endIndex
            let whole = text[index..<end]
            // A point may end a sentence.
            let last = whole.last == "." ? text.index(before: end) : end
            if let day = day(text, index..<last) { days.append(day) }
            index = end
        }
        return days
    }

    private static func isPart(_ character: Character) -> Bool {
        character == "/" || character == "." || "0"..."9" ~= character
    }

    private static func day(_ text: String, _ range: Range<String.Index>) -> Written? {
        let isDotted = text[range].contains(".")
        let parts = text[range].split(
            separator: isDotted ? "." : "/",
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, 1...2 ~= parts[0].count, 1...2 ~= parts[1].count,
            let first = Int(parts[0]), let second = Int(parts[1]), let last = Int(parts[2])
        else { return nil }
        switch parts[2].count {
        case 4:
            return Written(
                range: range,
                first: first,
                second: second,
                year: last,
                isDotted: isDotted
            )
        // What begins with a number that may be a year's is left alone: 26/11/30.
        case 2 where last >= 20 && first < 20 && !isDotted:
            return Written(range: range, first: first, second: second, year: 2000 + last)
        default: return nil
        }
    }
}
