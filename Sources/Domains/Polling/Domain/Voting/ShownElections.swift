internal import Timekeeping

/// What a station has to do with the elections that an answer shows, as far as its hours tell.
public enum ElectionPart: String, Sendable, Hashable, CaseIterable {
    /// People vote there on the day.
    case onTheDay = "on_the_day"
    /// It is open before the day, and not on it.
    case before
    /// Its hours name no days, or cannot be read.
    case unknown
    /// Its voting is over, and was not for the elections that are shown.
    case ended
    /// It is open on days of other elections alone.
    case other = "other_election"

    /// Whether it serves the voters of the elections that are shown.
    public var isShown: Bool { self != .ended && self != .other }
}

/// The elections that an answer shows, and which stations take part in them.
///
/// A station takes part by the days that its hours name: on the day itself, or before it, after the
/// election that went before and not more than ``longestEarlyVotingDays`` earlier. Hours without days,
/// and those that cannot be read, leave it open.
///
/// Where the answer shows no election with a date, a station's own next one counts
/// (``ElectionClocks``), and where it has none either, only whether its voting is over. Elections that
/// may be another place's take no station away that is open on none of their days.
public struct ShownElections: Sendable {
    /// The days of the elections; none where no dated one is shown.
    let days: Set<CalendarDate>
    /// The day of the last of them; nil where no dated one is shown.
    public var lastDay: CalendarDate? { days.max() }
    /// The day that "over" is counted from.
    private let today: CalendarDate
    private let clocks: ElectionClocks

    /// The longest that anybody may vote before the day: Minnesota and South Dakota begin 46 days
    /// earlier, Virginia 45.
    static let longestEarlyVotingDays = 60

    init(_ days: Set<CalendarDate>, today: CalendarDate, _ clocks: ElectionClocks) {
        self.days = days
        self.today = today
        self.clocks = clocks
    }

    /// What a station has to do with them.
    ///
    /// - Complexity: O(s) for the stretches of its hours, once these were read.
    public func part(of station: Station) -> ElectionPart {
        guard station.hours != nil, let hours = clocks.hours(of: station) else { return .unknown }
        let (places, areOwn) = clocks.daysOfPlaces(of: station)
        let known = places.reduce(into: Set()) { $0.formUnion($1) }
        let shown = days.isEmpty ? Set(places.compactMap(next)) : days
        let named = VotingDays(hours, years: Set((shown.isEmpty ? known : shown).map(\.year)))
        guard let named else { return .unknown }
        guard !shown.isEmpty else { return named.last < today ? .ended : .unknown }
        if shown.contains(where: { named.contains($0) && hours.isOpen(onElectionDay: $0) }) {
            return .onTheDay
        }
        let isBefore = shown.contains { day in
            let earlier = known.filter { $0 < day }.max()
            let first = CalendarDate(
                daysSince1970: max(
                    day.daysSince1970 - Self.longestEarlyVotingDays,
                    earlier.map { $0.daysSince1970 + 1 } ?? .min
                )
            )
            // What is over before an election that is to come has ended.
            let from = day < today ? first : max(first, today)
            return from < day
                && named.overlaps(from...CalendarDate(daysSince1970: day.daysSince1970 - 1))
        }
        if isBefore { return .before }
        let isUnlisted =
            days.isEmpty && !areOwn && named.last >= today
            && shown.allSatisfy { $0 >= today } && !known.contains(where: named.contains)
        // It is open in an election of its own that no list has.
        if isUnlisted { return .unknown }
        return named.last < today ? .ended : .other
    }

    /// The first day that a station's hours name from today on, where they name days of no election that is
    /// known to come, and the next one that is: it may be open in one that no list has, or the day may be
    /// wrong. nil for every other station, and where the answer shows an election, by which it is judged.
    public func unlistedDay(of station: Station) -> (day: CalendarDate, next: CalendarDate)? {
        guard days.isEmpty, part(of: station) == .unknown, let day = nextDay(of: station),
            let soonest = clocks.daysOfPlaces(of: station).days.compactMap(next).min(),
            soonest >= today
        else { return nil }
        return (day, soonest)
    }

    /// The first day of the elections that are shown, or else of the station's own, on which a station is
    /// shut although its hours come round, or name no day: those of a weekend leave out a Tuesday. nil for
    /// one that is open on one of them, and for one whose hours name other days alone.
    public func shutDay(of station: Station) -> CalendarDate? {
        guard part(of: station) == .unknown, let hours = clocks.hours(of: station) else {
            return nil
        }
        let shown =
            days.isEmpty ? clocks.daysOfPlaces(of: station).days.compactMap(next) : Array(days)
        // Of the hours' own days it is told otherwise.
        guard unlistedDay(of: station) == nil,
            !shown.contains(where: hours.isOpen(onElectionDay:))
        else { return nil }
        return shown.filter { $0 >= today }.min()
    }

    /// The first day, from today on, that a station's hours name; nil where there is none.
    public func nextDay(of station: Station) -> CalendarDate? {
        votingDays(of: station)?.first(from: today)
    }

    /// The last day that a station's hours name; nil where they name none.
    public func lastDay(of station: Station) -> CalendarDate? { votingDays(of: station)?.last }

    private func votingDays(of station: Station) -> VotingDays? {
        guard let hours = clocks.hours(of: station) else { return nil }
        let known = clocks.days(of: station)
        return VotingDays(hours, years: Set((days.isEmpty ? known : days).map(\.year)))
    }

    /// The next of some days, or the last one where none is to come.
    private func next(of days: Set<CalendarDate>) -> CalendarDate? {
        days.filter { $0 >= today }.min() ?? days.max()
    }
}

/// The days that a station's hours name.
private struct VotingDays {
    private let stretches: [(days: ClosedRange<CalendarDate>, weekdays: Weekdays?)]

    /// - Parameter years: Those that days without a year are of.
    /// - Returns: nil where one of the rules names no days of a calendar.
    init?(_ hours: OpeningHours, years: Set<Int>) {
        var stretches: [(days: ClosedRange<CalendarDate>, weekdays: Weekdays?)] = []
        for rule in hours.rules where !rule.isClosed && !rule.isOnHolidaysAlone {
            guard let ranges = rule.calendarDays(ofYears: years) else { return nil }
            stretches += ranges.map { ($0, rule.weekdays) }
        }
        guard !stretches.isEmpty else { return nil }
        self.stretches = stretches
    }

    var last: CalendarDate {
        stretches.map(\.days.upperBound).max() ?? CalendarDate(daysSince1970: 0)
    }

    func contains(_ day: CalendarDate) -> Bool {
        stretches.contains { days, weekdays in
            days.contains(day) && (weekdays?.contains(day.weekday) ?? true)
        }
    }

    func overlaps(_ range: ClosedRange<CalendarDate>) -> Bool {
        (range.lowerBound.daysSince1970...range.upperBound.daysSince1970).contains {
            contains(CalendarDate(daysSince1970: $0))
        }
    }

    /// The first day that is named from one on.
    func first(from day: CalendarDate) -> CalendarDate? {
        stretches.compactMap { days, weekdays -> CalendarDate? in
            guard days.upperBound >= day else { return nil }
            let first = max(days.lowerBound, day).daysSince1970
            // All days of the week are within seven days.
            let last = min(days.upperBound.daysSince1970, first + 6)
            return (first...last).lazy.map { CalendarDate(daysSince1970: $0) }
                .first { weekdays?.contains($0.weekday) ?? true }
        }.min()
    }
}

extension HoursRule {
    /// Its days, where it names days of a calendar and nothing else but days of the week; nil where it
    /// comes round.
    ///
    /// - Parameter years: Those that days without a year end in.
    fileprivate func calendarDays(ofYears years: Set<Int>) -> [ClosedRange<CalendarDate>]? {
        guard !dates.isEmpty, self.years.isEmpty, weeks.isEmpty, countedWeekdays.isEmpty else {
            return nil
        }
        let ranges: [ClosedRange<Int>]
        if isDated {
            ranges = dates.compactMap { $0.days(from: 1) }
        } else if isOfElectionYear {
            ranges = dates.flatMap { dates in
                years.flatMap { year in
                    [year - 1, year].compactMap { dates.days(from: $0) }.filter {
                        CalendarDate(daysSince1970: $0.upperBound).year == year
                    }
                }
            }
        } else {
            return nil
        }
        guard !ranges.isEmpty else { return nil }
        return ranges.map {
            CalendarDate(daysSince1970: $0.lowerBound)...CalendarDate(daysSince1970: $0.upperBound)
        }
    }
}
