internal import Polling

/// The elections that rows of a list of stations are of, as a column of theirs says.
///
/// A station takes part in an election by the days of its hours alone. Where rows of several elections have
/// hours without days, or none, voters would be sent to the stations of all of them.
struct StationElections {
    private let plan: StationPlan
    /// How many rows name each election, by the column and what stands there.
    private var counts: [Int: [String: Int]] = [:]
    /// How many rows have no day of their own, by the column.
    private var undated: [Int: Int] = [:]
    private var knownHours: [String: Bool] = [:]

    /// A column with more values names something else.
    private static let limit = 1_000

    init(_ plan: StationPlan) { self.plan = plan }

    /// Looks at a row.
    mutating func add(_ row: borrowing Row) {
        for column in plan.elections where !row.isPlaceholder(column) {
            guard let text = row.text(column) else { continue }
            let name = day(text, column)?.description ?? text.lowercased()
            let values = counts[column, default: [:]]
            guard values[name] != nil || values.count < Self.limit else { continue }
            counts[column, default: [:]][name, default: 0] += 1
            if !hasDays(row) { undated[column, default: 0] += 1 }
        }
    }

    /// The day that a cell is, under a header of days also as the number that spreadsheets keep for it.
    private func day(_ text: String, _ column: Int) -> CalendarDate? {
        if let day = DayText.parse(text) { return day }
        let header = HeaderKey(plan.columns[column]).text
        let isOfDays = ["date", "day", "datum", "fecha"].contains(where: header.contains)
        return isOfDays ? StationPlan.serialDay(text) : nil
    }

    private mutating func hasDays(_ row: borrowing Row) -> Bool {
        if plan.dayColumns.contains(where: { row.text($0) != nil }) { return true }
        // `46364.2916667` or `2026-12-08 07:00` is the time and its day.
        if let opens = plan.opens.flatMap({ row.text($0) }),
            HoursInColumns.time(opens)?.day != nil
        {
            return true
        }
        guard let text = plan.hours.flatMap({ row.text($0) }) else { return false }
        if let known = knownHours[text] { return known }
        let spans = OpeningHours(parsing: text)?.spans ?? []
        let isDated =
            !spans.isEmpty && spans.allSatisfy { $0.days != nil } || DayOrder.holdsDay(text)
        if knownHours.count < Self.limit { knownHours[text] = isDated }
        return isDated
    }

    /// The elections with those days that may be two, `6/2/2026`, taken for the one of which another row
    /// says it plainly.
    private static func withoutAmbiguous(_ counts: [String: Int]) -> [String: Int] {
        var settled = counts
        for (name, rows) in counts {
            let parts = name.split(separator: "/").map { Int($0) }
            guard parts.count == 3, let first = parts[0], let second = parts[1],
                let year = parts[2],
                year > 999
            else { continue }
            let readings = [(first, second), (second, first)].compactMap { month, day in
                CalendarDate(year: year, month: month, day: day)?.description
            }.filter { counts[$0] != nil }
            guard readings.count == 1 else { continue }
            settled[name] = nil
            settled[readings[0], default: 0] += rows
        }
        return settled
    }

    /// What there is to know where all rows are of one election, and their hours are of no day; nil else.
    var note: ImportNote? {
        for column in plan.elections {
            guard let all = counts[column], let undated = undated[column],
                let only = all.first, Self.withoutAmbiguous(all).count == 1
            else { continue }
            return ImportNote(
                .warning,
                Finding(
                    .oneElectionNamed,
                    [
                        "column": .text(plan.columns[column]), "election": .text(only.key),
                        "rows": .count(undated),
                    ]
                )
            )
        }
        return nil
    }

    /// What is to be agreed to before they are published; nil where rows are of one election, or say by
    /// their hours when they count.
    var consent: GuardFinding? {
        for column in plan.elections {
            guard let all = counts[column], all.count < Self.limit, let undated = undated[column]
            else { continue }
            let values = Self.withoutAmbiguous(all)
            guard values.count > 1 else { continue }
            let ranked = values.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let names = ranked.prefix(5).map { "\($0.key) (\(counted($0.value, "row")))" }
            let rest = ranked.count > 5 ? " and \(grouped(ranked.count - 5)) more" : ""
            let list = names.joined(separator: ", ") + rest
            return GuardFinding(
                limit: .severalElections,
                count: values.count,
                allowed: 1,
                published: values.values.reduce(0, +),
                text:
                    "the column \"\(plan.columns[column])\" names \(grouped(values.count)) elections: "
                    + "\(list). A station takes part in an election by the days of its hours alone, and "
                    + "those of \(counted(undated, "row")) name none: voters would be sent to the "
                    + "stations of all of these elections. Give the rows of one election alone, or "
                    + "hours with their days, such as 2026-11-03 07:00-20:00",
                values: ["column": .text(plan.columns[column]), "elections": .text(list)]
            )
        }
        return nil
    }
}
