internal import Timekeeping

/// A day, or a moment of one, as ISO 8601 writes it: `2026-11-03`, `2026-11-03T07:00:00`,
/// `2026-11-03 07:00:00.25-06:00`.
public struct CalendarMoment: Sendable, Hashable {
    /// The day since 1970-01-01, in the zone that is written.
    public let day: Int64
    /// Microseconds since 1970-01-01, in UTC where a zone is written and else by the clock of nobody knows where.
    public let microseconds: Int64
    /// Whether more than a day is written.
    public let hasTime: Bool
    /// Whether a zone is written.
    public let hasZone: Bool

    /// How many bytes a day has.
    static let dayLength = 10
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    /// Reads a text that is nothing else.
    ///
    /// - Returns: nil for any other text, for a day or a time that does not exist, and for a moment that is finer
    ///   than a microsecond.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        func number(_ count: Int) -> Int64? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        guard let year = number(4), year > 0, take("-"), let month = number(2), take("-"),
            let dayOfMonth = number(2),
            let date = CivilDate(year: year, month: month, day: dayOfMonth)
        else { return nil }
        day = date.daysSince1970
        guard !rest.isEmpty else {
            (microseconds, hasTime, hasZone) = (day * Self.microsecondsPerDay, false, false)
            return
        }
        guard take("T "), let hour = number(2), hour < 24, take(":"), let minute = number(2),
            minute < 60, take(":"), let second = number(2), second < 60
        else { return nil }
        var fraction: Int64 = 0
        if take(".") {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.dropFirst(6).allSatisfy({ $0 == 0x30 }) else {
                return nil
            }
            for place in 0..<6 {
                let digit = digits.dropFirst(place).first ?? 0x30
                fraction = fraction * 10 + Int64(digit - 0x30)
            }
            rest = rest.dropFirst(digits.count)
        }
        var offsetMinutes: Int64?
        if take("Z") {
            offsetMinutes = 0
        } else if let sign = rest.first, take("+-") {
            guard let hours = number(2), hours < 24, take(":"), let minutes = number(2),
                minutes < 60
            else { return nil }
            offsetMinutes = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        guard rest.isEmpty else { return nil }
        let seconds = (hour * 60 + minute - (offsetMinutes ?? 0)) * 60 + second
        microseconds = day * Self.microsecondsPerDay + seconds * 1_000_000 + fraction
        (hasTime, hasZone) = (true, offsetMinutes != nil)
    }

    /// Whether it can stand in a column of a kind: among moments without a zone a day is its midnight.
    public func fits(_ kind: SpatialTable.Kind) -> Bool {
        switch kind {
        case .date: !hasTime
        case .moment: hasZone
        case .localMoment: !hasZone
        case .text, .integer, .real, .boolean: false
        }
    }

    /// The moment in UTC with milliseconds, or with microseconds where it has any: `2026-11-03T13:00:00.000Z`, as a
    /// GeoPackage has it.
    public var universalText: String {
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let perDay = Self.microsecondsPerDay
        let ofDay = (microseconds % perDay + perDay) % perDay
        let date = CivilDate(daysSince1970: (microseconds - ofDay) / perDay)
        let (seconds, rest) = ofDay.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = rest % 1000 == 0 ? digits(rest / 1000, 3) : digits(rest, 6)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
        return "\(date.text)T\(time.joined(separator: ":")).\(fraction)Z"
    }
}
