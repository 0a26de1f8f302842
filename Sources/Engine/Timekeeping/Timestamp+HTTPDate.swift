extension Timestamp {
    /// The moment as HTTP's header fields write it, to the second: `Tue, 03 Nov 2026 07:00:00 GMT`.
    ///
    /// Source: RFC 9110, section 5.6.7, IMF-fixdate. It has no form for years outside 0...9999.
    public var httpDate: String {
        let (days, millisecond) = millisecondsSince1970.quotientAndFloorRemainder(of: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        // 1970 began on a Thursday.
        let weekday = Self.weekdays[Int((days + 4).quotientAndFloorRemainder(of: 7).1)]
        let seconds = millisecond / 1000
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return "\(weekday), \(padded(date.day, 2)) \(Self.months[Int(date.month) - 1]) "
            + "\(padded(date.year, 4)) \(time.joined(separator: ":")) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
