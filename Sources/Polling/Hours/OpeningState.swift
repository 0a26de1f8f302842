internal import Foundation
public import Timekeeping

/// Whether a station is open at a moment, and until when or from when.
public struct OpeningState: Sendable, Hashable {
    /// What is the case.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Anybody may come now.
        case open
        /// It will open.
        case opensLater = "opens_later"
        /// Those with an appointment may come now.
        case byAppointment = "by_appointment"
        /// It will not open again.
        case over
    }

    /// What is the case.
    public let kind: Kind
    /// When it opens next; nil while it is open and when it is over.
    public let opensAt: Timestamp?
    /// When it closes; nil while it is closed, and where it never does, as with `24/7` up to the last
    /// day of the election.
    public let closesAt: Timestamp?
    /// The last day that it was open, by its own clock; nil while it is open and while it will be.
    public let endedOn: CalendarDate?

    /// The state in words: `Open now, closes in 40 min`.
    public func text(at moment: Timestamp) -> String {
        switch kind {
        case .open: closesAt == nil ? "Open around the clock" : "Open now" + closing(at: moment)
        case .byAppointment: "Open by appointment" + closing(at: moment)
        case .opensLater: "Closed, opens in \(Self.length(from: moment, to: opensAt))"
        case .over: "Voting here has ended" + (endedOn.map { " (\($0.words))" } ?? "")
        }
    }

    private func closing(at moment: Timestamp) -> String {
        closesAt.map { ", closes in \(Self.length(from: moment, to: $0))" } ?? ""
    }

    /// A length of time for people: whole minutes to an hour, hours and minutes to a day, then days and
    /// hours: of nearly two days, one is half.
    private static func length(from start: Timestamp, to end: Timestamp?) -> String {
        guard let end else { return "?" }
        // A started minute counts, so that nothing "closes in 0 min" while it is open.
        let milliseconds = end.millisecondsSince1970 - start.millisecondsSince1970
        let minutes = max(1, (milliseconds + 59_999) / 60_000)
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        switch minutes {
        case ..<60: return "\(minutes) min"
        case ..<1440: return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
        default:
            let days = hours / 24 == 1 ? "1 day" : "\(hours / 24) days"
            return hours % 24 == 0 ? days : "\(days) \(hours % 24) h"
        }
    }
}

extension OpeningHours {
    /// Whether it is open at a moment.
    ///
    /// - Parameters:
    ///   - timeZone: The IANA name of the zone of those hours that do not say how far their clock is
    ///     from UTC.
    ///   - electionDays: The days that spans without a day of their own mean, and the year of those
    ///     that give none.
    /// - Returns: nil when the zone is needed and not known, or when spans without a day meet no election.
    public func state(
        at moment: Timestamp,
        timeZone: String?,
        electionDays: [CalendarDate] = []
    ) -> OpeningState? {
        let named = timeZone.flatMap(TimeZoneName.zone)
        var next: (opens: Timestamp, span: Span)?
        var open: (closes: Timestamp, span: Span)?
        var last: (closes: Timestamp, day: CalendarDate)?
        var stretches: [(opens: Timestamp, closes: Timestamp, isByAppointment: Bool)] = []
        /// The last day up to which those are known that come round every week, of the election or of
        /// the week to come.
        var horizon: (begins: Timestamp, ends: Timestamp)?
        for span in spans {
            guard let zone = span.zone ?? named else { return nil }
            let days = Self.days(of: span, around: moment, zone, electionDays)
            if span.comesRoundWeekly {
                let day = Self.week(around: moment, zone, electionDays).upperBound
                let ends = Self.midnight(after: day, zone)
                if horizon.map({ $0.ends < ends }) ?? true {
                    horizon = (Self.midnight(after: day - 1, zone), ends)
                }
            }
            for day in days {
                let opens = Self.moment(day, span.opens, zone)
                let closes = Self.moment(day, span.closes, zone)
                if last.map({ $0.closes < closes }) ?? true { last = (closes, day) }
                stretches.append((opens, closes, span.isByAppointment))
                if opens <= moment, moment < closes {
                    // Without an appointment is better than with one; then the later end.
                    let isBetter =
                        open.map { old in
                            old.span.isByAppointment != span.isByAppointment
                                ? old.span.isByAppointment : old.closes < closes
                        } ?? true
                    if isBetter { open = (closes, span) }
                } else if moment < opens, next.map({ opens < $0.opens }) ?? true {
                    next = (opens, span)
                }
            }
        }
        guard let last else { return nil }
        if let open {
            // Those that touch, as at midnight, are one.
            var end = open.closes
            for next in stretches.sorted(by: { $0.opens < $1.opens })
            where next.isByAppointment == open.span.isByAppointment && next.opens <= end {
                end = max(end, next.closes)
            }
            // That is open as far as hours that come round are known closes no sooner than they end
            // with the election, which is told on the last day.
            let isAlwaysOpen = horizon.map { end >= $0.ends && moment < $0.begins } ?? false
            return OpeningState(
                kind: open.span.isByAppointment ? .byAppointment : .open,
                opensAt: nil,
                closesAt: isAlwaysOpen ? nil : end,
                endedOn: nil
            )
        }
        if let next {
            return OpeningState(
                kind: .opensLater,
                opensAt: next.opens,
                closesAt: nil,
                endedOn: nil
            )
        }
        return OpeningState(kind: .over, opensAt: nil, closesAt: nil, endedOn: last.day)
    }

    /// The days on which a stretch is.
    private static func days(
        of span: Span,
        around moment: Timestamp,
        _ zone: TimeZone,
        _ electionDays: [CalendarDate]
    ) -> [CalendarDate] {
        var all: [CalendarDate]
        if let range = span.days {
            all = days(range)
        } else if let range = span.daysOfYear {
            all = Set(electionDays.map(\.year)).compactMap { range.days(endingIn: $0) }
                .flatMap { days($0) }
        } else if span.weekdays != nil {
            all = week(around: moment, zone, electionDays).map { CalendarDate(daysSince1970: $0) }
        } else {
            all = electionDays
        }
        if let weekdays = span.weekdays { all.removeAll { !weekdays.contains($0.weekday) } }
        return all
    }

    /// The days since 1970 of which those are looked at that come round every week.
    ///
    /// They come round until the last election, and without one for ever: the week before tells when it
    /// was open last, the week after when it opens next.
    private static func week(
        around moment: Timestamp,
        _ zone: TimeZone,
        _ electionDays: [CalendarDate]
    ) -> ClosedRange<Int> {
        let seconds = moment.millisecondsSince1970.flooredDivision(by: 1000)
        let offset = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
        let today = Int((seconds + offset).flooredDivision(by: 86_400))
        let end = min(today + 7, electionDays.max()?.daysSince1970 ?? .max)
        return min(today, end) - 7...end
    }

    /// At most a year of days, so that a slip of the pen costs nothing.
    private static func days(_ range: ClosedRange<CalendarDate>) -> [CalendarDate] {
        let first = range.lowerBound.daysSince1970
        let last = min(range.upperBound.daysSince1970, first + 366)
        return (first...last).map { CalendarDate(daysSince1970: $0) }
    }

    /// The end of a day since 1970.
    private static func midnight(after day: Int, _ zone: TimeZone) -> Timestamp {
        moment(minute: (Int64(day) + 1) * 1440, zone)
    }

    private static func moment(_ day: CalendarDate, _ time: ClockTime, _ zone: TimeZone)
        -> Timestamp
    {
        moment(minute: Int64(day.daysSince1970) * 1440 + Int64(time.minutes), zone)
    }

    /// The moment that a clock on the wall in a zone shows a minute since 1970; of one that it shows
    /// twice in autumn the first.
    private static func moment(minute: Int64, _ zone: TimeZone) -> Timestamp {
        let wall = minute * 60
        func offset(at seconds: Int64) -> Int64 {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
        }
        let before = offset(at: wall - 86_400)
        let after = offset(at: wall + 86_400)
        // The offset of the day before holds up to the change, that of the day after from it on.
        let early = wall - before
        let seconds = offset(at: early) == before ? early : wall - after
        return Timestamp(millisecondsSince1970: seconds * 1000)
    }
}

extension OpeningHours.Span {
    /// The zone of its own clock.
    fileprivate var zone: TimeZone? {
        minutesAheadOfUTC.flatMap { TimeZone(secondsFromGMT: $0 * 60) }
    }
}

extension Station {
    /// The IANA name of the time zone of the station's hours, where its file has such a column; nil where
    /// several columns contradict each other.
    public var timeZone: String? {
        let columns = attributes.filter { TimeZoneName.isHeader($0.key) }
        guard let first = columns.first?.value, columns.allSatisfy({ $0.value == first }) else {
            return nil
        }
        return first
    }
}
