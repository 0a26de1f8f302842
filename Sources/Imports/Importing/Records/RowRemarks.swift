internal import Geodesy
internal import Polling

/// What a report says of rows of stations, each by itself.
struct RowRemarks {
    private var types = TypeWords()
    private var halfDays = HalfDays()
    /// Numbers of houses, and the rows whose may be the number of a day.
    private var dateNumbers = DateNumbers()
    private var dateRows: [(number: Int, line: Int)] = []
    /// Rows that name a part of a district, or all, by the column.
    private var unclearCodes: [Int: (rows: StationRemarks.Lines, example: String)] = [:]
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
        if let address = station.address { noteHouse(address, line: row.line) }
        noteDays(row, plan)
        if !plan.timeZones.isEmpty { noteZone(station, row, plan) }
    }

    private static let dateRowLimit = 1_000

    /// Looks at the number that an address begins with.
    private mutating func noteHouse(_ address: String, line: Int) {
        var number = 0
        var digits = 0
        for byte in address.utf8 {
            guard 0x30...0x39 ~= byte, digits < 6 else { break }
            number = number * 10 + Int(byte - 0x30)
            digits += 1
        }
        guard digits > 0 else { return }
        dateNumbers.add(number)
        if digits == 5, dateRows.count < Self.dateRowLimit { dateRows.append((number, line)) }
    }

    private var dateNumberNotes: [ImportNote] {
        let rows = dateRows.filter { dateNumbers.holds($0.number) }
        guard let first = rows.first else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .datesForHouses,
                    ["rows": .count(rows.count), "example": .text(String(first.number))]
                ),
                lines: rows.prefix(5).map(\.line)
            )
        ]
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
            if row.bounds(column).count < 40, let text = row.text(column),
                DistrictText.isEverywhere(text) || DistrictText.isPart(text)
            {
                unclearCodes[column, default: (StationRemarks.Lines(), text)].rows.add(row.line)
            }
            guard 4...10 ~= row.bounds(column).count, let text = row.text(column),
                SpreadsheetDamage.isDamaged(text)
            else { continue }
            dates[column, default: (StationRemarks.Lines(), text)].rows.add(row.line)
        }
    }

    /// What the report says.
    func notes(_ plan: StationPlan) -> [ImportNote] {
        (plan.kindColumn.map { types.notes(plan.columns[$0]) } ?? [])
            + halfDays.notes + spanNotes + zoneNotes + dateNotes(plan) + dateNumberNotes
            + unclearCodes.sorted { $0.key < $1.key }.map { column, entry in
                ImportNote(
                    .warning,
                    Finding(
                        .unclearCodes,
                        ["column": .text(plan.columns[column]), "example": .text(entry.example)]
                    ),
                    lines: entry.rows.first
                )
            }
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

/// Hours that end before noon: of all rows of a file, or of some that are open for less than three hours.
/// `7:00` to `8:00` was 7 AM to 8 PM.
struct HalfDays {
    private enum Reading {
        case afternoon
        case morning
        /// Under three hours: a Saturday's morning is longer.
        case shortMorning
    }

    /// Rows whose hours end before noon, and how the first are written.
    private struct Mornings {
        var rows = StationRemarks.Lines()
        var example = ""

        mutating func add(_ hours: String, line: Int) {
            if example.isEmpty { example = hours }
            rows.add(line)
        }
    }

    /// Whether too much was seen to say.
    private var isFull = false
    /// Of the different hours that were seen.
    private var known: [String: Reading] = [:]
    /// Those of the row before: most rows say the same.
    private var last: (hours: String, reading: Reading) = ("", .afternoon)
    private var hasAfternoons = false
    private var mornings = Mornings()
    private var shortMornings = Mornings()
    /// How many hours were not understood: who writes so many of them is not helped by this.
    private var unread = 0

    private static let limit = 10_000
    /// Longer hours, in bytes, are of more than one time.
    private static let longest = 120
    /// 12:59, in minutes.
    private static let lastOfMorning = 779
    private static let usualMinutes = 180

    /// Looks at the hours of a row.
    mutating func add(_ hours: String, line: Int) {
        if hours != last.hours {
            guard let reading = reading(hours) else { return }
            last = (hours, reading)
        }
        switch last.reading {
        case .afternoon:
            hasAfternoons = true
            return
        case .morning: break
        case .shortMorning: shortMornings.add(hours, line: line)
        }
        mornings.add(hours, line: line)
    }

    /// What hours say; nil where they are not understood, or too many were.
    private mutating func reading(_ hours: String) -> Reading? {
        if let reading = known[hours] { return reading }
        guard !isFull else { return nil }
        guard hours.utf8.count <= Self.longest,
            let spans = OpeningHours(parsing: hours)?.spans, !spans.isEmpty
        else {
            unread += 1
            isFull = unread >= Self.limit
            return nil
        }
        let reading = Self.reading(spans, hours)
        known[hours] = reading
        isFull = known.count >= Self.limit
        return reading
    }

    private static func reading(_ spans: [OpeningHours.Span], _ hours: String) -> Reading {
        let text = hours.lowercased()
        if spans.contains(where: { $0.closes.minutes > lastOfMorning })
            || ["am", "a.m", "uhr", "noon", "midday", "mittag"].contains(where: text.contains)
        {
            return .afternoon
        }
        let isShort = spans.allSatisfy {
            0..<usualMinutes ~= $0.closes.minutes - $0.opens.minutes
        }
        return isShort ? .shortMorning : .morning
    }

    /// Whether hours are those of a short morning, of which the report tells by their rows.
    static func isShortMorning(_ spans: [OpeningHours.Span], _ hours: String) -> Bool {
        reading(spans, hours) == .shortMorning
    }

    var notes: [ImportNote] {
        let told = hasAfternoons || isFull ? shortMornings : mornings
        guard told.rows.count > 0 else { return [] }
        let wording: StationWording = hasAfternoons || isFull ? .morningHours : .noAfternoon
        return [
            ImportNote(
                .warning,
                Finding(
                    wording,
                    ["rows": .count(told.rows.count), "example": .text(told.example)]
                ),
                lines: told.rows.first
            )
        ]
    }
}
