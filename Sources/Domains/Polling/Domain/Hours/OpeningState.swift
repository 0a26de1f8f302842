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
    /// The holidays on which hours are others, so that it may be otherwise on one of them; none once
    /// it is over.
    public var holidays: Set<Holiday> = []

    /// The state in words: `Open now, closes in 40 min`.
    public func text(at moment: Timestamp) -> String {
        words(at: moment) + exception
    }

    private func words(at moment: Timestamp) -> String {
        switch kind {
        case .open: closesAt == nil ? "Open around the clock" : "Open now" + closing(at: moment)
        case .byAppointment: "Open by appointment" + closing(at: moment)
        case .opensLater: "Closed, opens in \(Self.length(from: moment, to: opensAt))"
        case .over: "Voting here has ended" + (endedOn.map { " (\($0.words))" } ?? "")
        }
    }

    private var exception: String {
        guard !holidays.isEmpty else { return "" }
        let names = Holiday.allCases.filter(holidays.contains).map { "\($0.rawValue) holidays" }
        return " (other hours on \(names.joined(separator: " and ")))"
    }

    private func closing(at moment: Timestamp) -> String {
        closesAt.map { ", closes in \(Self.length(from: moment, to: $0))" } ?? ""
    }

    /// A length of time for people: whole minutes to an hour, hours and minutes to a day, then days and
    /// hours: of nearly two days, one is half.
    private static func length(from start: Timestamp, to end: Timestamp?) -> String {
        guard let end else { return "?" }
        // A started minute counts, so that nothing "closes in 0 min" while it is open.
        let milliseconds = min(end.milliseconds(since: start), .max - 59_999)
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
        let zones = rules.filter { !$0.isClosed }.map { $0.zone ?? named }
        guard let zone = named ?? zones.compactMap(\.self).first,
            zones.allSatisfy({ $0 != nil })
        else { return nil }
        let comesRound = rules.contains { !$0.isClosed && $0.comesRound }
        let elections = Elections(
            days: Set(electionDays),
            years: Set(electionDays.map(\.year)),
            limitsYears: !comesRound
        )
        let today = Self.today(moment, zone)
        let round = comesRound ? self.round(today, electionDays) : nil
        let days = days(today, round, elections)
        /// The last day up to which those are known that come round, of the election or of the time
        /// to come.
        let horizon = round.map {
            (
                begins: Self.midnight(after: $0.upperBound - 1, zone),
                ends: Self.midnight(after: $0.upperBound, zone)
            )
        }

        let stretches = stretches(around: moment, days.joined(), today: today, zone, elections)
        if let open = Self.open(stretches, at: moment) {
            // That is open as far as hours that come round are known closes no sooner than they end
            // with the election, which is told on the last day.
            let isAlwaysOpen = horizon.map { open.ends >= $0.ends && moment < $0.begins } ?? false
            return OpeningState(
                kind: open.isByAppointment ? .byAppointment : .open,
                opensAt: nil,
                closesAt: isAlwaysOpen ? nil : open.ends,
                endedOn: nil,
                holidays: holidays
            )
        }
        if let next = stretches.filter({ moment < $0.opens }).min(by: { $0.opens < $1.opens }) {
            return OpeningState(
                kind: .opensLater,
                opensAt: next.opens,
                closesAt: nil,
                endedOn: nil,
                holidays: holidays
            )
        }
        for day in days.reversed().lazy.flatMap({ $0.reversed() }) where day <= today + 2 {
            let last = self.stretches(on: day, zone, elections).max { $0.closes < $1.closes }
            guard let last else { continue }
            return OpeningState(kind: .over, opensAt: nil, closesAt: nil, endedOn: last.day)
        }
        return nil
    }

    /// A time in which it is open.
    private struct Stretch {
        let day: CalendarDate
        let opens: Timestamp
        let closes: Timestamp
        let isByAppointment: Bool
    }

    /// The times in which it is open from three days ago on, until those that a moment falls into or that come
    /// next are whole.
    ///
    /// - Parameter days: In their order.
    private func stretches(
        around moment: Timestamp,
        _ days: some Sequence<Int>,
        today: Int,
        _ zone: TimeZone,
        _ elections: Elections
    ) -> [Stretch] {
        var stretches: [Stretch] = []
        // Clocks are up to a day apart, and a night belongs to the day before.
        for day in days where day >= today - 3 {
            stretches += self.stretches(on: day, zone, elections)
            guard day >= today + 2 else { continue }
            if let open = Self.open(stretches, at: moment) {
                if open.ends < Self.midnight(after: day - 1, zone) { break }
            } else if stretches.contains(where: { moment < $0.opens }) {
                break
            }
        }
        return stretches
    }

    private func stretches(
        on day: Int,
        _ zone: TimeZone,
        _ elections: Elections
    ) -> [Stretch] {
        let date = CalendarDate(daysSince1970: day)
        return Self.inForce(rules, on: date, elections).map { index, times in
            let rule = rules[index]
            return Stretch(
                day: date,
                opens: Self.moment(day, times.opens, rule.zone ?? zone),
                closes: Self.moment(day, times.closes, rule.zone ?? zone),
                isByAppointment: rule.isByAppointment
            )
        }
    }

    /// Until when it is open from a moment on: those that touch, as at midnight, are one.
    private static func open(
        _ stretches: [Stretch],
        at moment: Timestamp
    ) -> (ends: Timestamp, isByAppointment: Bool)? {
        let now = stretches.filter { $0.opens <= moment && moment < $0.closes }
        // Without an appointment is better than with one.
        guard !now.isEmpty else { return nil }
        let isByAppointment = now.allSatisfy(\.isByAppointment)
        let same = stretches.filter { $0.isByAppointment == isByAppointment }
        var end = moment
        for next in same.sorted(by: { $0.opens < $1.opens })
        where next.opens <= end && moment < next.closes {
            end = max(end, next.closes)
        }
        return (end, isByAppointment)
    }

    // MARK: Days

    private static func today(_ moment: Timestamp, _ zone: TimeZone) -> Int {
        let seconds = moment.millisecondsSince1970.flooredDivision(by: 1000)
        let offset = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
        return Int((seconds + offset).flooredDivision(by: 86_400))
    }

    /// How far around today those are looked at that come round: of weeks the one before and the one
    /// to come, of others a year and some more.
    private static let daysOfWeek = 7
    private static let daysOfYear = 400

    /// The days since 1970 of which those are looked at that come round.
    ///
    /// They come round until the last election, and without one for ever: those before tell when it
    /// was open last, those after when it opens next.
    private func round(_ today: Int, _ electionDays: [CalendarDate]) -> ClosedRange<Int> {
        let isWeekly = rules.allSatisfy { $0.isWeekly || $0.isOnHolidaysAlone }
        let count = isWeekly ? Self.daysOfWeek : Self.daysOfYear
        let end = min(today + count, electionDays.max()?.daysSince1970 ?? .max)
        return min(today, end) - count...end
    }

    /// The days on which it may be open, those far away by their first or their last week alone.
    private func days(
        _ today: Int,
        _ round: ClosedRange<Int>?,
        _ elections: Elections
    ) -> [ClosedRange<Int>] {
        var ranges = round.map { [$0] } ?? []
        let near = today - Self.daysOfYear...today + Self.daysOfYear
        for rule in rules where !rule.isClosed {
            for dates in rule.dates where !dates.isOfMonths || dates.hasYear {
                let found =
                    dates.hasYear
                    ? [dates.days(from: 1)]
                    : elections.limitsYears
                        ? elections.years.flatMap { [$0 - 1, $0] }.map { dates.days(from: $0) }
                        : []
                for days in found.compactMap(\.self) {
                    if days.overlaps(near) { ranges.append(days.clamped(to: near)) }
                    let week = Self.daysOfWeek
                    if days.lowerBound > near.upperBound {
                        ranges.append(days.clamped(to: days.lowerBound...days.lowerBound + week))
                    } else if days.upperBound < near.lowerBound {
                        ranges.append(days.clamped(to: days.upperBound - week...days.upperBound))
                    }
                }
            }
            if let last = rule.years.map(\.last).max(), last < 9999,
                let end = CalendarDate(year: last, month: 12, day: 31)?.daysSince1970
            {
                ranges.append(end - 365...end)
            }
            if rule.isDayless { ranges += elections.days.map(\.daysSince1970).map { $0...$0 } }
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, next in
            if let last = merged.last, next.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, next.upperBound)
            } else {
                merged.append(next)
            }
        }
    }

    /// The end of a day since 1970.
    private static func midnight(after day: Int, _ zone: TimeZone) -> Timestamp {
        moment(minute: (Int64(day) + 1) * 1440, zone)
    }

    private static func moment(_ day: Int, _ minute: Int, _ zone: TimeZone) -> Timestamp {
        moment(minute: Int64(day) * 1440 + Int64(minute), zone)
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

extension HoursRule {
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
