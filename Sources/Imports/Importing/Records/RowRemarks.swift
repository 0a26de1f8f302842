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

    /// Rows that say how the building is opened, by the column.
    private var privateCells: [Int: StationRemarks.Lines] = [:]

    /// Looks at a row.
    mutating func note(_ station: Station, _ row: borrowing Row, _ plan: StationPlan) {
        if let column = plan.kindColumn, let word = row.line(column) {
            types.add(word, line: row.line)
        }
        if let hours = station.hours {
            halfDays.add(
                hours,
                isPollingPlace: station.kind == .pollingPlace,
                line: row.line
            )
        }
        if let address = station.address { noteHouse(address, line: row.line) }
        noteDays(row, plan)
        for column in plan.wordColumns where plan.isPrivate(row, column) {
            privateCells[column, default: StationRemarks.Lines()].add(row.line)
        }
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

    /// Whether a row says that it is of no polling place, so that all districts may well be meant.
    private func isForEverybody(_ row: borrowing Row, _ plan: StationPlan) -> Bool {
        guard let text = plan.kindColumn.flatMap({ row.text($0) }) else { return false }
        let kinds = StationKind.reading(text).kinds
        return !kinds.isEmpty && !kinds.contains(.pollingPlace)
    }

    /// Looks at the districts of a row, which are written as in no row before.
    mutating func note(districtsOf row: borrowing Row, _ plan: StationPlan) {
        for (_, column) in plan.districts {
            if row.bounds(column).count < 40, let text = row.text(column),
                DistrictText.isEverywhere(text) && !isForEverybody(row, plan)
                    || DistrictText.isPart(text)
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
            + halfDays.notes(namesHalves: plan.namesHalfDays) + spanNotes + zoneNotes
            + dateNotes(plan) + dateNumberNotes
            + privateCells.warnings(ColumnWording.privateCells, plan)
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
