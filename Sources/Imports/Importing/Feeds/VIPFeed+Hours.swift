internal import Polling

extension VIPFeed {
    /// Opening hours in the words that ``OpeningHours`` reads:
    /// `2013-11-04 to 2013-11-05 06:00-19:00 (UTC-05:00); ...`, with days in a row and of the same
    /// hours put together.
    func hours(_ id: String) -> String? {
        guard let hours = element(id, "HoursOpen") else { return nil }
        var spans: [HoursSpan] = []
        for schedule in hours.all("Schedule") {
            let first = schedule.value("StartDate")
            let days = first.map { ($0, schedule.value("EndDate") ?? $0) }
            let isByAppointment = schedule.flag("IsOnlyByAppointment") == true
            let times = schedule.all("Hours").compactMap { times -> String? in
                guard let opens = times.value("StartTime"), let closes = times.value("EndTime")
                else { return nil }
                return Self.times(opens, closes) + (isByAppointment ? " by appointment" : "")
            }
            for text in times {
                if times.count == 1, let days, spans.last?.extend(to: days, text) == true {
                    continue
                }
                spans.append(HoursSpan(days, text))
            }
        }
        return spans.isEmpty ? nil : spans.map(\.text).joined(separator: "; ")
    }

    /// What a feed says of opening hours besides: that one may also come at other times, by appointment, and
    /// that they may change. nil where it says neither.
    func hoursNote(_ id: String) -> String? {
        let schedules = element(id, "HoursOpen")?.all("Schedule") ?? []
        let notes = [
            ("IsOrByAppointment", "also by appointment"),
            ("IsSubjectToChange", "subject to change"),
        ].filter { name, _ in schedules.contains { $0.flag(name) == true } }.map(\.1)
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// `06:00-19:00 (UTC-05:00)`: a feed's times end with their distance from UTC.
    private static func times(_ opens: String, _ closes: String) -> String {
        let text = "\(opens.prefix(5))-\(closes.prefix(5))"
        let offset = opens.drop { $0 != "+" && $0 != "-" && $0 != "Z" && $0 != "z" }
        let other = closes.drop { $0 != "+" && $0 != "-" && $0 != "Z" && $0 != "z" }
        guard !offset.isEmpty, offset == other else { return text }
        return text + " (UTC\(offset.uppercased() == "Z" ? "" : offset))"
    }
}

/// Hours of days in a row.
private final class HoursSpan {
    private let first: String?
    private var last: String?
    private let times: String

    init(_ days: (String, String)?, _ times: String) {
        (first, last) = (days?.0, days?.1)
        self.times = times
    }

    /// Takes in days that follow, where their hours are the same.
    ///
    /// - Returns: Whether it has.
    func extend(to days: (String, String), _ times: String) -> Bool {
        guard times == self.times, let last = last.flatMap({ CalendarDate(parsing: $0) }),
            let next = CalendarDate(parsing: days.0),
            next.daysSince1970 == last.daysSince1970 + 1
        else { return false }
        self.last = days.1
        return true
    }

    var text: String {
        guard let first else { return times }
        return (first == last ? first : "\(first) to \(last ?? first)") + " " + times
    }
}
