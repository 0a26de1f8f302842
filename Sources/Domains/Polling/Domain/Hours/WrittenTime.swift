/// A time of the day as it is written: that decides whether it may be of either half of the day.
package struct WrittenTime {
    /// Since midnight.
    let minutes: Int
    /// Whether `am`, `pm` or `noon` says which half of the day it is of.
    let hasHalf: Bool
    /// Whether it can only be of a clock of 24 hours: `07:00`, `0700`, `19:00`, `0:30`.
    let isOf24Hours: Bool

    init(minutes: Int, hasHalf: Bool, isOf24Hours: Bool) {
        (self.minutes, self.hasHalf, self.isOf24Hours) = (minutes, hasHalf, isOf24Hours)
    }

    /// - Parameter text: What was read as the minutes.
    package init(minutes: Int, writtenAs text: Substring) {
        let hours = text.prefix { $0.isASCII && $0.isNumber }
        self.init(
            minutes: minutes,
            hasHalf: text.contains { $0.isLetter },
            isOf24Hours: hours.first == "0" || hours.utf8.count > 2 || minutes >= Self.afternoon
        )
    }

    private static let noon = 720
    /// 13:00: no clock of twelve hours shows it.
    private static let afternoon = 780
    private static let day = 1440
    /// Before 5:00 nothing opens that is written as on a clock of twelve hours.
    private static let earliest = 300
    /// Nobody is open longer past midnight.
    private static let longestNight = 18 * 60
    /// What is open for a shorter time in the evening was open since the morning.
    private static let shortestEvening = 120

    /// Whether people who read a stretch of time read it as it stands: `8:30 - 4:30` ends in the afternoon
    /// and not at night, and `1:00 - 5:00 pm` begins then.
    package static func isClear(from opens: WrittenTime, to closes: WrittenTime) -> Bool {
        switch (opens.hasHalf, closes.hasHalf) {
        case (true, true): return true
        case (true, false):
            let isNoon = noon..<afternoon ~= closes.minutes && opens.minutes < closes.minutes
            return closes.isOf24Hours || isNoon
        case (false, true):
            guard !opens.isOf24Hours, opens.minutes < noon else { return true }
            guard opens.minutes < closes.minutes else { return false }
            let evening = closes.minutes - (opens.minutes + noon)
            return evening < shortestEvening
        case (false, false):
            if closes.minutes < opens.minutes {
                return opens.minutes >= afternoon
                    || closes.isOf24Hours && opens.minutes - closes.minutes >= day - longestNight
            }
            return opens.isOf24Hours || opens.minutes >= earliest || closes.minutes >= afternoon
        }
    }
}
