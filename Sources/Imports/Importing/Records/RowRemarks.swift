internal import Geodesy
internal import Polling

/// What a report says of rows of stations, each by itself.
struct RowRemarks {
    private var types = TypeWords()
    private var halfDays = HalfDays()
    /// Rows with the first of several days and not the last, or the last alone.
    private var halfSpans = StationRemarks.Lines()
    private var halfSpanExample = ""
    /// Rows whose time zone keeps another time than their place, and the first of them.
    private var strangeZones = StationRemarks.Lines()
    private var strangeZoneExample: (zone: String, place: String)?
    /// Rows whose districts a spreadsheet has made dates of, by the column.
    private var dates: [Int: (rows: StationRemarks.Lines, example: String)] = [:]

    /// Looks at a row.
    mutating func note(_ station: Station, _ row: borrowing Row, _ plan: StationPlan) {
        if let column = plan.kindColumn, let word = row.line(column) {
            types.add(word, line: row.line)
        }
        if let hours = station.hours, !plan.namesHalfDays {
            halfDays.add(hours, line: row.line)
        }
        noteDays(row, plan)
        if !plan.timeZones.isEmpty { noteZone(station, row, plan) }
    }

    private mutating func noteDays(_ row: borrowing Row, _ plan: StationPlan) {
        guard let first = plan.firstDay, let last = plan.lastDay,
            row.isPlaceholder(first) != row.isPlaceholder(last)
        else { return }
        if halfSpanExample.isEmpty {
            halfSpanExample = row.line(row.isPlaceholder(first) ? last : first) ?? ""
        }
        halfSpans.add(row.line)
    }

    /// A clock may be that many hours off the sun's, as in the west of China.
    private static let usualHours = 4.5

    private mutating func noteZone(
        _ station: Station,
        _ row: borrowing Row,
        _ plan: StationPlan
    ) {
        guard let place = station.coordinate,
            let column = plan.timeZones.first(where: { !row.isPlaceholder($0) }),
            let zone = row.text(column), zone != "UTC",
            let hours = TimeZoneName.standardHours(of: zone)
        else { return }
        let apart = (hours - place.longitude / 15).magnitude.truncatingRemainder(dividingBy: 24)
        guard min(apart, 24 - apart) > Self.usualHours else { return }
        if strangeZoneExample == nil { strangeZoneExample = (zone, place.shortText) }
        strangeZones.add(row.line)
    }

    /// Looks at the districts of a row, which are written as in no row before.
    mutating func note(districtsOf row: borrowing Row, _ plan: StationPlan) {
        for (_, column) in plan.districts {
            guard 4...10 ~= row.bounds(column).count, let text = row.text(column),
                SpreadsheetDamage.isDamaged(text)
            else { continue }
            dates[column, default: (StationRemarks.Lines(), text)].rows.add(row.line)
        }
    }

    /// What the report says.
    func notes(_ plan: StationPlan) -> [ImportNote] {
        (plan.kindColumn.map { types.notes(plan.columns[$0]) } ?? [])
            + halfDays.notes + spanNotes + zoneNotes + dateNotes(plan)
    }

    private var spanNotes: [ImportNote] {
        guard halfSpans.count > 0 else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .oneDayOfTwo,
                    ["rows": .count(halfSpans.count), "example": .text(halfSpanExample)]
                ),
                lines: halfSpans.first
            )
        ]
    }

    private var zoneNotes: [ImportNote] {
        guard let example = strangeZoneExample else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .strangeZone,
                    [
                        "rows": .count(strangeZones.count), "zone": .text(example.zone),
                        "place": .text(example.place),
                    ]
                ),
                lines: strangeZones.first
            )
        ]
    }

    private func dateNotes(_ plan: StationPlan) -> [ImportNote] {
        dates.sorted { $0.key < $1.key }.map { column, entry in
            ImportNote(
                .warning,
                Finding(
                    .datesForCodes,
                    [
                        "column": .text(plan.columns[column]),
                        "count": .count(entry.rows.count), "example": .text(entry.example),
                    ]
                ),
                lines: entry.rows.first
            )
        }
    }
}

/// Hours of a file in which nothing closes after noon: `7:00` to `8:00` was 7 AM to 8 PM.
private struct HalfDays {
    /// Whether something closes later, or too much was seen to say.
    private var isSettled = false
    private var known: Set<String> = []
    private var rows = StationRemarks.Lines()
    private var example = ""
    /// How many hours were not understood: who writes so many of them is not helped by this.
    private var unread = 0

    private static let limit = 10_000
    /// Longer hours, in bytes, are of more than one time.
    private static let longest = 120
    /// 12:59, in minutes.
    private static let lastOfMorning = 779

    mutating func add(_ hours: String, line: Int) {
        guard !isSettled else { return }
        if known.contains(hours) { return rows.add(line) }
        guard hours.utf8.count <= Self.longest,
            let spans = OpeningHours(parsing: hours)?.spans, !spans.isEmpty
        else {
            unread += 1
            isSettled = unread >= Self.limit
            return
        }
        let text = hours.lowercased()
        isSettled =
            known.count >= Self.limit
            || spans.contains { $0.closes.minutes > Self.lastOfMorning }
            || ["am", "a.m", "uhr", "noon", "midday", "mittag"].contains(where: text.contains)
        known.insert(hours)
        if example.isEmpty { example = hours }
        rows.add(line)
    }

    var notes: [ImportNote] {
        guard !isSettled, rows.count > 0 else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(.noAfternoon, ["rows": .count(rows.count), "example": .text(example)]),
                lines: rows.first
            )
        ]
    }
}
