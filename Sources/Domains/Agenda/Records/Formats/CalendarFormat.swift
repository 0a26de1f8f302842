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
                rows += try CalendarRows(calendar, kind).rows()
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
    /// The zone of the whole calendar, where it names one.
    private let calendarZone: String?
    /// The zones that it defines, by the names that its times use.
    private var zones: [String: String] = [:]

    init(_ calendar: CalendarComponent, _ kind: DatasetKind) {
        self.kind = kind
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
        var overrides: [String: [(date: CalendarProperty, event: CalendarComponent)]] = [:]
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
                guard uid.map(known.contains) ?? false else {
                    rows.append(
                        row(event).refused(
                            "id",
                            .partWithoutWhole,
                            ["date": .text(date.value)]
                        )
                    )
                    continue
                }
            } else if event.property("RRULE") != nil || event.property("RDATE") != nil {
                // Whoever uses an id again is told so; the changed dates are those of the first.
                rows += repeated(event, uid.flatMap { overrides.removeValue(forKey: $0) } ?? [])
            } else {
                rows.append(row(event))
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
            let rules = ZoneRules(named: other)
        else { return written(property) }
        let utc = WallTime(secondsSince1970: rules.moment(of: time.wall).moment.wholeSeconds)
        return "\(utc)Z"
    }

    // MARK: Repetition

    /// The dates of a repeated event, those that were changed as they are now.
    private func repeated(
        _ event: CalendarComponent,
        _ overrides: [(date: CalendarProperty, event: CalendarComponent)]
    ) -> [FormatRow] {
        let whole = row(event)
        let rule = event.property("RRULE")?.value ?? "RDATE"
        let rules = whole.values["time_zone"].flatMap { ZoneRules(named: $0) }
        guard let starts = event.property("DTSTART").flatMap({ WrittenTime(parsing: $0.value) })
        else { return [whole] }
        let first = wall(starts, rules)
        let dates: [WallTime]
        do throws(RecurrenceRule.Fault) {
            guard event.property("RDATE") == nil,
                event.properties.count(where: { $0.name == "RRULE" }) == 1
            else { throw .notRead }
            dates = try RecurrenceRule(parsing: rule)
                .starts(from: first, zone: rules, limit: CalendarFormat.dateLimit)
        } catch {
            return [refused(whole, error, rule)]
        }
        let left = excluded(event, rules)
        let others = Dictionary(
            overrides.compactMap { override in
                WrittenTime(parsing: override.date.value).map { (wall($0, rules), override.event) }
            },
            uniquingKeysWith: { $1 }
        )
        let last = whole.values["ends"].flatMap { WrittenTime(parsing: $0) }.map { wall($0, rules) }
        let length = last.map { $0.secondsSince1970 - first.secondsSince1970 }
        return dates.filter { !left.times.contains($0) && !left.days.contains($0.day) }.map {
            date in
            var one = others[date].map(row) ?? whole
            let mark = starts.second == nil ? date.day.text : "\(date)"
            one.values["id"] = whole.values["id"].map { "\($0)/\(mark)" }
            one.values["uid_in_calendar"] = one.values["id"]
            guard others[date] == nil else { return one }
            one.values["starts"] = mark
            if let length {
                let end = WallTime(secondsSince1970: date.secondsSince1970 + length)
                one.values["ends"] = starts.second == nil ? end.day.text : "\(end)"
            }
            return one
        }
    }

    /// A time by the event's own clocks.
    private func wall(_ time: WrittenTime, _ rules: ZoneRules?) -> WallTime {
        guard time.second != nil, let moment = time.moment, let rules else { return time.wall }
        return rules.wallTime(at: moment)
    }

    private func excluded(
        _ event: CalendarComponent,
        _ rules: ZoneRules?
    ) -> (times: Set<WallTime>, days: Set<CivilDate>) {
        var (times, days): (Set<WallTime>, Set<CivilDate>) = ([], [])
        for property in event.properties where property.name == "EXDATE" {
            for text in property.value.split(separator: ",") {
                guard let time = WrittenTime(parsing: String(text)) else { continue }
                if time.second == nil {
                    days.insert(time.day)
                } else {
                    times.insert(wall(time, rules))
                }
            }
        }
        return (times, days)
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
