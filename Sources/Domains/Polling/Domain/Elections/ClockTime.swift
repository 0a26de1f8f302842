/// A time of the day, to the minute.
public struct ClockTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1440; 1440 is the end of the day.
    public let minutes: Int

    /// - Returns: nil when there is no such time; 24:00 is the end of the day.
    public init?(hour: Int, minute: Int) {
        guard (0...24).contains(hour), (0...59).contains(minute), hour < 24 || minute == 0 else {
            return nil
        }
        minutes = hour * 60 + minute
    }

    /// Reads `07:00`, `7:00`, `07:00:00`, `7 am`, `7:30 p.m.`
    ///
    /// - Returns: nil for any other text.
    public init?(parsing text: String) {
        var words = text.lowercased().filter { $0 != " " && $0 != "." }
        var isAfternoon: Bool?
        if words.hasSuffix("am") || words.hasSuffix("pm") {
            isAfternoon = words.hasSuffix("pm")
            words.removeLast(2)
        }
        let parts = words.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.count <= 2 && part.allSatisfy(\.isNumber) ? Int(part) : nil
        }
        guard (1...3).contains(parts.count), parts.count > 1 || isAfternoon != nil,
            var hour = parts[0], let minute = parts.count > 1 ? parts[1] : 0,
            parts.count < 3 || parts[2].map({ (0...59).contains($0) }) == true
        else { return nil }
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        self.init(hour: hour, minute: minute)
    }

    /// The time as `07:00`.
    public var description: String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    /// Earlier times first.
    public static func < (left: ClockTime, right: ClockTime) -> Bool {
        left.minutes < right.minutes
    }
}
