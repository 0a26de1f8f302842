internal import Datasets
internal import Polling

/// Makes elections of rows.
struct ElectionCollector: RowCollector {
    private let plan: FieldPlan
    private let dataset: DatasetName
    private var elections: [Election] = []
    private var slots: [String: Int] = [:]
    private var status: StatusColumns

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
        let date = try plan.date(.electionDay, row)
        guard let key = plan.text(.electionID, row) ?? date.map({ self.key(name, on: $0) }) else {
            throw plan.fault(.electionDay, row, .blankTime, Finding(.electionWithoutDay))
        }
        status.add(row)
        let election = Election(
            dataset: dataset,
            key: key,
            name: name,
            date: date,
            type: localized(.electionType),
            timeZone: try timeZone(row),
            pollsOpen: try clockTime(.pollsOpen, row),
            pollsClose: try clockTime(.pollsClose, row),
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

    private func clockTime(_ field: Field, _ row: borrowing Row) throws(RowRefusal) -> String? {
        guard let text = plan.text(field, row) else { return nil }
        guard let time = ClockTime(parsing: text) else {
            throw plan.fault(field, row, .badTime, Finding(.noClockTime))
        }
        return time.description
    }

    mutating func takeRest() -> [Election] { elections }

    var notes: [ImportNote] { status.notes }
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
