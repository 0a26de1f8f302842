internal import Agenda
package import Datasets
package import Importing
internal import Timekeeping

/// Calendars (iCalendar, RFC 5545): each event is a row, and so is each date of one that is repeated.
package enum CalendarFormat {
    /// The most dates of one repeated event, and of a file.
    static let dateLimit = 1_000
    static let rowLimit = 200_000

    package static func of(_ kind: DatasetKind) -> KindFormat {
        KindFormat(
            "icalendar",
            title: "calendar (iCalendar)",
            columns: [
                "id", "title", "summary", "starts", "ends", "duration", "time_zone", "status",
                kind == .events ? "venue" : "room", kind == .events ? "" : "track", "link",
                "latitude", "longitude", "uid_in_calendar", "sequence",
            ].filter { !$0.isEmpty }
        ) { clue in
            guard case .text(let text) = clue else { return false }
            return text.prefix(15).uppercased() == "BEGIN:VCALENDAR"
        } read: { files throws(FormatFault) in
            var rows: [FormatRow] = []
            for calendar in try calendars(files) where calendar.name == "VCALENDAR" {
                rows += try CalendarRows(calendar, kind) {
                    files.accepted($0, for: AgendaFields.zone)
                }.rows()
                guard rows.count <= rowLimit else {
                    throw FormatFault("it has more than \(rowLimit) dates")
                }
            }
            return rows
        }
    }

    private static func calendars(
        _ files: FormatFiles
    ) throws(FormatFault) -> [CalendarComponent] {
        do throws(CalendarFault) {
            return try CalendarText.calendars(in: files.files.first?.bytes ?? [])
        } catch {
            throw FormatFault(error.reason, line: error.line)
        }
    }
}

/// Makes rows of a calendar's events.
struct CalendarRows {
    private let kind: DatasetKind
    private let calendar: CalendarComponent
    /// What a text that is no zone was accepted to stand for.
    private let accepted: (String) -> String
    /// The zone of the whole calendar, where it names one.
    private let calendarZone: String?
    /// The zones that it defines, by the names that its times use.
    private var zones: [String: String] = [:]

    init(
        _ calendar: CalendarComponent,
        _ kind: DatasetKind,
        accepted: @escaping (String) -> String
    ) {
        self.kind = kind
        self.accepted = accepted
        self.calendar = calendar
        calendarZone = calendar.text("X-WR-TIMEZONE")
        for zone in calendar.children where zone.name == "VTIMEZONE" {
            guard let id = zone.text("TZID") else { continue }
            let names = [id, zone.text("X-LIC-LOCATION")].compactMap { $0 }
            zones[id] = names.lazy.compactMap(Self.known).first ?? id
        }
    }

    /// The name of the IANA list in a TZID, which some programs write a path before.
    private static func known(_ id: String) -> String? {
        if ZoneRules(named: id) != nil { return id }
        let parts = id.split(separator: "/")
        for count in [3, 2] where parts.count > count {
            let name = parts.suffix(count).joined(separator: "/")
            if ZoneRules(named: name) != nil { return name }
        }
        return nil
    }

    /// All rows, in the calendar's order.
    func rows() throws(FormatFault) -> [FormatRow] {
        let events = calendar.children.filter { $0.name == "VEVENT" }
        var overrides: [String: [Override]] = [:]
        var known: Set<String> = []
        for event in events {
            guard let uid = event.text("UID") else { continue }
            if let date = event.property("RECURRENCE-ID") {
                overrides[uid, default: []].append((date, event))
            } else {
                known.insert(uid)
            }
        }
        var rows: [FormatRow] = []
        for event in events {
            let uid = event.text("UID")
            if let date = event.property("RECURRENCE-ID") {
                if !(uid.map(known.contains) ?? false) { rows.append(refused(event, date)) }
            } else {
                // Whoever uses an id again is told so; the changed dates are those of the first.
                let changed = uid.flatMap { overrides.removeValue(forKey: $0) } ?? []
                rows += isRepeated(event) ? repeated(event, changed) : single(event, changed)
            }
            guard rows.count <= CalendarFormat.rowLimit else {
                throw FormatFault("it has more than \(CalendarFormat.rowLimit) dates")
            }
        }
        return rows
    }

    /// A row of an event that is not repeated, or of one date.
    private func row(_ event: CalendarComponent) -> FormatRow {
        var values: [String: String] = [:]
        values["id"] = event.text("UID")
        values["uid_in_calendar"] = event.text("UID")
        values["sequence"] = event.text("SEQUENCE")
        values["title"] = event.text("SUMMARY")
        values["summary"] = event.text("DESCRIPTION")
        values[kind == .events ? "venue" : "room"] = event.text("LOCATION")
        if kind == .sessions { values["track"] = event.text("CATEGORIES") }
        values["link"] = event.property("URL")?.value
        values["status"] = event.text("STATUS")
        if let parts = event.property("GEO")?.value.split(separator: ";"), parts.count == 2 {
            (values["latitude"], values["longitude"]) = (String(parts[0]), String(parts[1]))
        }
        if let starts = event.property("DTSTART") {
            values["starts"] = written(starts)
            values["time_zone"] = zone(of: starts)
        }
        if let ends = event.property("DTEND") {
            values["ends"] = end(ends, as: values["starts"] ?? "", zone: values["time_zone"])
        } else {
            values["duration"] = event.property("DURATION")?.value
        }
        return FormatRow(line: event.line, values)
    }

    // MARK: Times

    /// A time as the kinds read it; what is none stays as it is, to be told.
    private func written(_ property: CalendarProperty) -> String {
        guard let time = WrittenTime(parsing: property.value) else { return property.value }
        guard time.second != nil else { return time.day.text }
        return "\(time.wall)" + (time.offsetSeconds == nil ? "" : "Z")
    }

    /// The zone of a time; nil for one that has none.
    private func zone(of property: CalendarProperty) -> String? {
        if let id = property.parameters["TZID"] { return zones[id] ?? Self.known(id) ?? id }
        let time = WrittenTime(parsing: property.value)
        guard time?.second != nil, time?.offsetSeconds != nil else { return nil }
        return calendarZone.flatMap(Self.known) ?? "UTC"
    }

    /// The clocks of a zone as a row has it; nil for one that nobody knows.
    private func rules(of zone: String) -> ZoneRules? { ZoneRules(named: accepted(zone)) }

    /// The end: of days the last, which a calendar does not count; of another zone than the start the
    /// moment.
    private func end(_ property: CalendarProperty, as starts: String, zone own: String?) -> String {
        guard let time = WrittenTime(parsing: property.value) else { return property.value }
        guard time.second != nil else {
            let last = time.wall.adding(days: -1).day.text
            // Some end a single day where it begins.
            return time.day.text == starts ? starts : last
        }
        guard time.offsetSeconds == nil, let other = zone(of: property), other != own,
            let rules = rules(of: other)
        else { return written(property) }
        let utc = WallTime(secondsSince1970: rules.moment(of: time.wall).moment.wholeSeconds)
        return "\(utc)Z"
    }

    // MARK: Repetition

    /// A date of an event that is otherwise than the others, and what it is.
    private typealias Override = (date: CalendarProperty, event: CalendarComponent)

    private static let rules = ["RRULE", "RDATE", "EXRULE"]

    private func isRepeated(_ event: CalendarComponent) -> Bool {
        Self.rules.contains { event.property($0) != nil }
    }

    /// An event that is not repeated has one date, and that may have been changed.
    private func single(_ event: CalendarComponent, _ overrides: [Override]) -> [FormatRow] {
        let whole = row(event)
        let starts = event.property("DTSTART")
        let rules = whole.values["time_zone"].flatMap(rules(of:))
        let first = starts.flatMap { wall($0, $0.value, rules) }
        var own = whole
        var others: [FormatRow] = []
        for override in overrides {
            if let first, wall(override.date, override.date.value, rules) == first {
                own = row(override.event)
            } else {
                others.append(refused(override.event, override.date))
            }
        }
        return [own] + others
    }

    /// The dates of a repeated event, those that were changed as they are now; behind them the changes of dates
    /// that it does not have.
    private func repeated(_ event: CalendarComponent, _ overrides: [Override]) -> [FormatRow] {
        let whole = row(event)
        let rules = whole.values["time_zone"].flatMap(rules(of:))
        guard let property = event.property("DTSTART"),
            let starts = WrittenTime(parsing: property.value),
            let first = wall(property, property.value, rules)
        else { return [whole] }
        if let unread = unread(event, overrides) { return [refused(whole, .notRead, unread)] }
        let rule = event.property("RRULE")?.value ?? ""
        let dates: [WallTime]
        do throws(RecurrenceRule.Fault) {
            dates = try RecurrenceRule(parsing: rule)
                .starts(from: first, zone: rules, limit: CalendarFormat.dateLimit)
        } catch {
            return [refused(whole, error, rule)]
        }
        let left = excluded(event, rules)
        var others: [WallTime: CalendarComponent] = [:]
        var strangers: [FormatRow] = []
        let known = Set(dates)
        for override in overrides {
            if let date = wall(override.date, override.date.value, rules), known.contains(date) {
                others[date] = override.event
            } else {
                strangers.append(refused(override.event, override.date))
            }
        }
        let last = whole.values["ends"].flatMap { WrittenTime(parsing: $0) }.map { end in
            end.moment.flatMap { moment in rules?.wallTime(at: moment) } ?? end.wall
        }
        let length = last.map { $0.secondsSince1970 - first.secondsSince1970 }
        let isDay = starts.second == nil
        return dates.filter { !left.times.contains($0) && !left.days.contains($0.day) }.map {
            date in
            var one = others[date].map(row) ?? whole
            let mark = isDay ? date.day.text : "\(date)"
            one.values["id"] = whole.values["id"].map { "\($0)/\(mark)" }
            one.values["uid_in_calendar"] = one.values["id"]
            guard others[date] == nil else { return one }
            one.values["starts"] = mark
            if let length {
                let end = WallTime(secondsSince1970: date.secondsSince1970 + length)
                one.values["ends"] = isDay ? end.day.text : "\(end)"
            }
            return one
        } + strangers
    }

    /// What of a repetition is not read: then no date is sure; nil where all of it is.
    private func unread(_ event: CalendarComponent, _ overrides: [Override]) -> String? {
        for name in ["RDATE", "EXRULE"] {
            if let property = event.property(name) { return "\(name):\(property.value)" }
        }
        let rules = event.properties.filter { $0.name == "RRULE" }
        if rules.count > 1 { return rules.map(\.value).joined(separator: " ") }
        // Such a change is of all the dates behind it as well.
        if let range = overrides.compactMap({ $0.date.parameters["RANGE"] }).first {
            return "RECURRENCE-ID;RANGE=\(range)"
        }
        for property in event.properties where property.name == "EXDATE" {
            let isRead = property.value.split(separator: ",")
                .allSatisfy { WrittenTime(parsing: String($0)) != nil }
            if !isRead { return "EXDATE:\(property.value)" }
        }
        return nil
    }

    /// A time by the event's own clocks, in whatever zone it is written; nil for a text that is none.
    private func wall(
        _ property: CalendarProperty,
        _ text: String,
        _ rules: ZoneRules?
    ) -> WallTime? {
        guard let time = WrittenTime(parsing: text) else { return nil }
        guard time.second != nil, let rules else { return time.wall }
        if let moment = time.moment { return rules.wallTime(at: moment) }
        guard let name = zone(of: property), name != rules.name, let other = self.rules(of: name)
        else { return time.wall }
        return rules.wallTime(at: other.moment(of: time.wall).moment)
    }

    private func excluded(
        _ event: CalendarComponent,
        _ rules: ZoneRules?
    ) -> (times: Set<WallTime>, days: Set<CivilDate>) {
        var (times, days): (Set<WallTime>, Set<CivilDate>) = ([], [])
        for property in event.properties where property.name == "EXDATE" {
            for text in property.value.split(separator: ",").map(String.init) {
                guard let date = wall(property, text, rules) else { continue }
                if WrittenTime(parsing: text)?.second == nil {
                    days.insert(date.day)
                } else {
                    times.insert(date)
                }
            }
        }
        return (times, days)
    }

    /// A changed date of an event that has no such date.
    private func refused(_ event: CalendarComponent, _ date: CalendarProperty) -> FormatRow {
        row(event).refused("id", .partWithoutWhole, ["date": .text(date.value)])
    }

    private func refused(
        _ row: FormatRow,
        _ fault: RecurrenceRule.Fault,
        _ rule: String
    ) -> FormatRow {
        switch fault {
        case .notRead: row.refused("starts", .ruleNotRead, ["rule": .text(rule)])
        case .endless: row.refused("starts", .ruleEndless, ["rule": .text(rule)])
        case .tooLong:
            row.refused(
                "starts",
                .ruleTooLong,
                ["limit": .number(CalendarFormat.dateLimit), "rule": .text(rule)]
            )
        }
    }
}
