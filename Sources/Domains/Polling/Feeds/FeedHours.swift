internal import Foundation
internal import Polling

/// Opening hours as a feed has them: stretches of days, each with its times and how far its clock is from
/// UTC.
struct FeedHours: Hashable {
    /// One stretch.
    struct Schedule: Hashable {
        /// The first day, `2026-11-03`; nil for any day.
        let first: String?
        /// The last day; nil for any day.
        let last: String?
        /// `07:00:00-07:00`.
        let opens: String
        /// `20:00:00-07:00`.
        let closes: String
        let isByAppointment: Bool
    }

    let schedules: [Schedule]

    /// Reads hours in the words of a file.
    ///
    /// - Parameters:
    ///   - zone: The IANA time zone of hours that do not name theirs; nil where it is not known.
    ///   - day: Tells what the zone's clock is of hours without days.
    /// - Returns: nil where stretches would say anything else than the words, or nothing tells the clock.
    init?(_ text: String, zone: String?, day: CalendarDate?) {
        guard let parts = Self.parts(text) else { return nil }
        var schedules: [Schedule] = []
        for part in parts {
            let first = part.first.flatMap { CalendarDate(parsing: $0) } ?? day
            guard let offset = part.offset ?? Self.offset(zone, first) else { return nil }
            // A zone's clock may change among the days.
            if part.offset == nil, let last = part.last,
                Self.offset(zone, CalendarDate(parsing: last)) != offset
            {
                return nil
            }
            schedules.append(
                Schedule(
                    first: part.first,
                    last: part.last ?? part.first,
                    opens: "\(part.opens):00\(offset)",
                    closes: "\(part.closes):00\(offset)",
                    isByAppointment: part.isByAppointment
                )
            )
        }
        self.schedules = schedules
    }

    private struct Part {
        let first: String?
        let last: String?
        let opens: String
        let closes: String
        let offset: String?
        let isByAppointment: Bool
    }

    /// The stretches of hours that are written as readers of feeds write them, or that say the same when
    /// they are.
    private static func parts(_ text: String) -> [Part]? {
        if let plain = plainParts(text) { return plain }
        guard let hours = OpeningHours(parsing: text) else { return nil }
        let spans = hours.spans.map { span in
            let days = span.days.map { days in
                days.lowerBound == days.upperBound
                    ? "\(days.lowerBound) " : "\(days.lowerBound) to \(days.upperBound) "
            }
            return (days ?? "") + "\(span.opens)-\(span.closes)"
                + (span.isByAppointment ? " by appointment" : "")
        }.joined(separator: "; ")
        guard OpeningHours(parsing: spans) == hours else { return nil }
        return plainParts(spans)
    }

    private static func plainParts(_ text: String) -> [Part]? {
        var parts: [Part] = []
        for piece in text.split(separator: ";") {
            let piece = piece.drop { $0 == " " }
            guard let match = try? pattern.wholeMatch(in: piece) else { return nil }
            let found = match.output
            let days = [found.first, found.last].compactMap { $0 }
            guard days.allSatisfy({ CalendarDate(parsing: $0) != nil }),
                [found.opens, found.closes].allSatisfy({ ClockTime(parsing: String($0)) != nil })
            else { return nil }
            parts.append(
                Part(
                    first: found.first.map(String.init),
                    last: found.last.map(String.init),
                    opens: String(found.opens),
                    closes: String(found.closes),
                    offset: found.clock.map { _ in found.offset.map(String.init) ?? "Z" },
                    isByAppointment: found.asked != nil
                )
            )
        }
        return parts.isEmpty ? nil : parts
    }

    private typealias Match = (
        Substring, first: Substring?, last: Substring?, opens: Substring, closes: Substring,
        clock: Substring?, offset: Substring?, asked: Substring?
    )

    private static var pattern: Regex<Match> {
        #/
            (?:(?<first>\d{4}-\d{2}-\d{2})(?:\ to\ (?<last>\d{4}-\d{2}-\d{2}))?\ )?
            (?<opens>\d{2}:\d{2})-(?<closes>\d{2}:\d{2})
            (?<clock>\ \(UTC(?<offset>[+\-]\d{2}:\d{2})?\))?(?<asked>\ by\ appointment)?
        /#
    }

    /// `-07:00`; nil where it is not known.
    private static func offset(_ zone: String?, _ day: CalendarDate?) -> String? {
        guard let zone, TimeZoneName.isKnown(zone), let day,
            let place = TimeZone(identifier: zone)
        else { return nil }
        // At noon, when no clock is changed.
        let noon = Double(day.daysSince1970) * 86_400 + 43_200
        let seconds = place.secondsFromGMT(for: Date(timeIntervalSince1970: noon))
        guard seconds % 60 == 0 else { return nil }
        let minutes = abs(seconds) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
