/// One rule of opening hours: on which days it holds, and what holds on them.
///
/// Source: OpenStreetMap wiki, "Key:opening_hours/specification".
struct HoursRule: Sendable, Hashable {
    /// A stretch of a day in minutes since midnight; past 1440 it ends on the next day.
    struct Times: Sendable, Hashable {
        let opens: Int
        let closes: Int
    }

    var years: [HoursYears] = []
    var dates: [HoursDates] = []
    var weeks: [HoursWeeks] = []
    var weekdays: Weekdays?
    var countedWeekdays: [CountedWeekday] = []
    /// Holidays on which it holds: beside its weekdays or, with ``isOnHolidaysAlone``, on them alone.
    var holidays: Set<Holiday> = []
    var isOnHolidaysAlone = false
    /// None for the whole day.
    var times: [Times] = []
    var isClosed = false
    var isByAppointment = false
    /// Whether it leaves what earlier rules say of its days.
    var isAdditional = false
    /// Whether it is one of several shifts of a day that a file gives one by one.
    var isShift = false
    /// How far its clock is ahead of UTC, in minutes; nil where it does not say.
    var minutesAheadOfUTC: Int?

    /// Whether it names no days at all.
    var isDayless: Bool {
        years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays == nil
            && countedWeekdays.isEmpty && holidays.isEmpty
    }

    /// Whether it names days of the week and nothing else.
    var isWeekly: Bool {
        weekdays != nil && years.isEmpty && dates.isEmpty && weeks.isEmpty
            && countedWeekdays.isEmpty && holidays.isEmpty
    }

    /// Whether it names days without a year: those of the election.
    var isOfElectionYear: Bool {
        years.isEmpty && !dates.isEmpty && dates.allSatisfy { !$0.hasYear && !$0.isOfMonths }
    }

    /// Whether it is over some day.
    var isDated: Bool { !dates.isEmpty && dates.allSatisfy(\.hasYear) }

    /// Whether it comes round: by weeks, months or years, with no end.
    var comesRound: Bool { !isDayless && !isDated && !isOfElectionYear && !isOnHolidaysAlone }

    /// Whether a time of it ends on the next day.
    var isPastMidnight: Bool { times.contains { $0.closes > 1440 } }

    /// Whether it holds on a day that is no holiday.
    func holds(on date: CalendarDate) -> Bool {
        guard !isOnHolidaysAlone else { return false }
        guard years.isEmpty || years.contains(where: { $0.contains(date.year) }),
            dates.isEmpty || dates.contains(where: { $0.contains(date) }),
            weeks.isEmpty || weeks.contains(where: { $0.contains(date) })
        else { return false }
        if weekdays == nil, countedWeekdays.isEmpty { return holidays.isEmpty }
        return weekdays?.contains(date.weekday) == true
            || countedWeekdays.contains { $0.contains(date) }
    }
}

/// Days off that differ from country to country, and are not known here.
public enum Holiday: String, Sendable, Hashable, CaseIterable {
    /// A public holiday.
    case publicHoliday = "public"
    /// A school holiday.
    case schoolHoliday = "school"
}
