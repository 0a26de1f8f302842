internal import Datasets
internal import Polling

/// Makes elections of rows.
struct ElectionCollector: RowCollector {
    private let plan: FieldPlan
    private let dataset: DatasetName
    private var elections: [Election] = []
    private var slots: [String: Int] = [:]
    private var status: StatusColumns
    /// Rows whose polls are open for less than four hours, or close before the afternoon, and the first of
    /// these hours.
    private var shortPollsLines = StationRemarks.Lines()
    private var shortPolls = ""

    private static let usualMinutes = 240
    /// 12:59, in minutes.
    private static let lastOfMorning = 779

    init(
        _ sample: FileSample,
        options: ImportOptions,
        today: CalendarDate
    ) throws(ImportError) {
        plan = try FieldPlan(
            sample,
            fields: Field.electionFields,
            settable: [.electionDay, .electionType, .timeZone, .pollsOpen, .pollsClose, .language],
            options: options,
            what: "an election"
        )
        for constant in options.constants
        where constant.field == Field.timeZone.name && !TimeZoneName.isKnown(constant.value) {
            throw .invalidConstant(
                field: constant.field,
                value: constant.value,
                allowed: TimeZoneName.allowed
            )
        }
        try plan.require(.electionTitle, hint: "Name the column with --map COLUMN=name.")
        dataset = options.dataset
        status = StatusColumns(plan, of: Finding(.theseElections), today: today)
    }

    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    mutating func restart() {
        elections = []
        slots = [:]
        (shortPollsLines, shortPolls) = (StationRemarks.Lines(), "")
        status.restart()
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let language = LanguageTag.of(plan.text(.language, row))
        func localized(_ field: Field) -> LocalizedText? {
            plan.text(field, row).map { LocalizedText($0, language: language) }
        }
        guard let name = localized(.electionTitle) else {
            throw plan.fault(.electionTitle, row, .blankName, Finding(.electionWithoutName))
        }
        let date =
            try plan.date(.electionDay, row) ?? TitledElection.day(inName: name.text())
        guard let key = plan.text(.electionID, row) ?? date.map({ self.key(name, on: $0) }) else {
            throw plan.fault(.electionDay, row, .blankTime, Finding(.electionWithoutDay))
        }
        let polls = try polls(row)
        status.add(row)
        let election = Election(
            dataset: dataset,
            key: key,
            name: name,
            date: date,
            type: localized(.electionType),
            timeZone: try timeZone(row),
            pollsOpen: polls.opens?.description,
            pollsClose: polls.closes?.description,
            note: plan.text(.note, row)
        )
        guard let slot = slots[key] else {
            slots[key] = elections.count
            elections.append(election)
            return .accepted
        }
        guard elections[slot].date == date else {
            throw plan.fault(
                .electionID,
                row,
                .repeatedKey,
                Finding(.electionOnOtherDay)
            )
        }
        guard elections[slot].polls.agrees(with: election.polls) else {
            throw plan.fault(.pollsOpen, row, .repeatedKey, Finding(.electionAtOtherHours))
        }
        elections[slot].name.merge(name)
        return .merged
    }

    /// The key of an election that has no id: its day; of a second one on the day also its name.
    private func key(_ name: LocalizedText, on date: CalendarDate) -> String {
        let day = date.description
        // Another language's name of the same one.
        guard let first = slots[day].map({ elections[$0].name }),
            name.byLanguage.contains(where: { language, text in
                first.byLanguage[language].map { $0.lowercased() != text.lowercased() } ?? false
            })
        else { return day }
        return "\(day)-\(TextNormal.slug(name.text()) ?? "x")"
    }

    private func timeZone(_ row: borrowing Row) throws(RowRefusal) -> String? {
        guard let text = plan.text(.timeZone, row) else { return nil }
        guard TimeZoneName.isKnown(text) else {
            throw plan.fault(
                .timeZone,
                row,
                .badTime,
                Finding(.noTimeZone)
            )
        }
        return text
    }

    /// When the polls open and close.
    ///
    /// - Throws: ``RowRefusal`` for what is no time, and for polls that close before they open.
    private mutating func polls(
        _ row: borrowing Row
    ) throws(RowRefusal) -> (opens: ClockTime?, closes: ClockTime?) {
        let (opens, closes) = try (clockTime(.pollsOpen, row), clockTime(.pollsClose, row))
        guard let opens, let closes else { return (opens, closes) }
        // Midnight is the end of the day.
        let end = closes.minutes == 0 ? 1440 : closes.minutes
        guard end > opens.minutes else {
            throw plan.fault(
                .pollsClose,
                row,
                .badTime,
                Finding(.pollsCloseFirst, ["opens": .text("\(opens)")])
            )
        }
        if end - opens.minutes < Self.usualMinutes || end <= Self.lastOfMorning {
            if shortPolls.isEmpty { shortPolls = "\(opens)-\(closes)" }
            shortPollsLines.add(row.line)
        }
        return (opens, closes)
    }

    private func clockTime(
        _ field: Field,
        _ row: borrowing Row
    ) throws(RowRefusal) -> ClockTime? {
        guard let text = plan.text(field, row) else { return nil }
        guard let time = ClockTime(parsing: text) else {
            throw plan.fault(field, row, .badTime, Finding(.noClockTime))
        }
        return time
    }

    mutating func takeRest() -> [Election] { elections }

    var notes: [ImportNote] {
        status.notes + plan.dayNotes + [shortNote, undatedNote].compactMap(\.self)
    }

    /// That elections have no day: they are shown also when they are over.
    private var undatedNote: ImportNote? {
        let undated = elections.filter { $0.date == nil }
        guard let first = undated.first else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .daysNotKnown,
                ["count": .count(undated.count), "example": .text(first.name.text())]
            )
        )
    }

    private var shortNote: ImportNote? {
        guard shortPollsLines.count > 0 else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .shortPolls,
                ["rows": .count(shortPollsLines.count), "hours": .text(shortPolls)]
            ),
            lines: shortPollsLines.first
        )
    }
}

extension Election {
    /// What a second row of it must not contradict.
    fileprivate var polls: [String?] { [timeZone, pollsOpen, pollsClose] }
}

extension [String?] {
    /// Whether no two values that are both there differ.
    fileprivate func agrees(with other: Self) -> Bool {
        zip(self, other).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }
}
