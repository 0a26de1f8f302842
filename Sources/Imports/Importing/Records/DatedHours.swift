internal import Polling

/// Hours of days that are named by their dates, which rows of a station may tell each:
/// `2026-11-02 07:00-20:00; 2026-11-03 07:00-20:00`, `May 11, 2027 7am-8pm; 24.04.2027 09:00-17:00`.
struct DatedHours {
    /// The most that the rows of a file may give of one station: a year of days.
    static let limit = 366
    private static let comparedSpans = 40
    /// Longer texts, in bytes, are not looked at for a date and its times.
    private static let longestSpan = 120

    /// Each is of days that it names.
    private(set) var spans: [String]

    /// - Returns: nil for hours of which some have no date: with those the order may mean something.
    init?(_ text: String) {
        spans = SideBySide.values(text)
        guard spans.allSatisfy(Self.isDated) else { return nil }
    }

    private static func isDated(_ text: String) -> Bool {
        if beginsWithDate(text) { return true }
        guard text.utf8.count <= longestSpan, text.utf8.contains(where: { 0x30...0x39 ~= $0 }),
            let spans = OpeningHours(parsing: text)?.spans
        else { return false }
        return !spans.isEmpty && spans.allSatisfy { $0.days != nil }
    }

    private static func beginsWithDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(10))
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte
            }
    }

    /// Adds the hours of another row, whatever they say of the same days.
    mutating func join(_ other: DatedHours) {
        spans += other.spans.filter { !spans.contains($0) }
    }

    /// Whether others tell other times of a day that these tell of, too.
    func contradicts(_ other: DatedHours) -> Bool {
        let readings = other.spans.filter { !spans.contains($0) }
            .compactMap(OpeningHours.init(parsing:))
        // Of a list as long no day is told twice by chance, and each is read anew for every row.
        return spans.count <= Self.comparedSpans
            && spans.contains { span in
                guard let own = OpeningHours(parsing: span) else { return false }
                return readings.contains { Self.overlap($0, own) }
            }
    }

    /// Adds hours that were told later. They take the place of those that they overlap, for both cannot
    /// hold; days and shifts that they leave out stay.
    mutating func add(_ later: DatedHours) {
        let readings = later.spans.map(OpeningHours.init(parsing:))
        spans.removeAll { span in
            guard let old = OpeningHours(parsing: span), !later.spans.contains(span) else {
                return false
            }
            return readings.contains { $0.map { Self.overlap($0, old) } ?? false }
        }
        spans += later.spans.filter { !spans.contains($0) }
    }

    private static func overlap(_ one: OpeningHours, _ other: OpeningHours) -> Bool {
        one.spans.contains { new in
            other.spans.contains { old in
                guard let days = new.days, let oldDays = old.days else { return false }
                // What goes past midnight is in the way of both days.
                return days.overlaps(oldDays)
                    && (new.closes < new.opens || old.closes < old.opens
                        || new.opens < old.closes && old.opens < new.closes)
            }
        }
    }

    var text: String { spans.joined(separator: SideBySide.separator) }
}
