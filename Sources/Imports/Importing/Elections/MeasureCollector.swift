internal import Datasets
internal import Polling

/// Makes measures of rows, each of which holds one in one language.
struct MeasureCollector: RowCollector {
    private let ballot: BallotPlan
    private let dataset: DatasetName
    private var measures: [BallotMeasure] = []
    /// The first lines of the measures, beside them.
    private var lines: [Int] = []
    /// What columns say of the measures that were not taken and are called after places.
    private var places: [[Int: String]] = []
    private var slots: [String: Int] = [:]
    /// The districts that rows with the key of a measure are for.
    private var districts: [String: Set<DistrictKey>] = [:]
    /// The days of the elections that rows name.
    private var elections = ElectionDays()
    /// Which rows of a file of contests are of measures.
    private var choices: MeasureChoices
    /// Columns that no field has taken and that may say where a measure is voted on.
    private let placeColumns: [Int]
    /// What cells of precincts mean that may hold several.
    private let codeLists: CodeLists?
    /// Measures of a part of a district.
    private var parts = DistrictParts()
    private var status: StatusColumns

    init(
        _ sample: FileSample,
        options: ImportOptions,
        fileName: String,
        today: CalendarDate,
        codeLists: CodeLists? = nil
    ) throws(ImportError) {
        self.codeLists = codeLists
        func read(_ fields: [Field]) throws(ImportError) -> FieldPlan {
            try FieldPlan(
                sample,
                fields: fields,
                settable: BallotPlan.settable,
                options: options,
                what: "a measure",
                signs: [.choice]
            )
        }
        var plan = try read(Field.measureFields)
        if !plan.has(.measureTitle), plan.column(.choice) != nil {
            plan = try read(Field.measureFieldsOfContests)
        }
        choices = MeasureChoices(column: plan.column(.choice))
        try plan.require(.measureTitle, hint: "Name the column with --map COLUMN=title.")
        ballot = BallotPlan(
            plan,
            fileName: fileName,
            titles: sample.titles,
            dataset: options.dataset.text
        )
        dataset = options.dataset
        status = StatusColumns(plan, of: Finding(.theseMeasures), today: today)
        placeColumns = plan.untaken.filter { MixedContests.isOfPlace(plan.columns[$0]) }
    }

    private var plan: FieldPlan { ballot.plan }
    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    var isSurveyed: Bool { true }

    mutating func survey(_ row: borrowing Row) {
        guard let title = self.title(row), let key = try? self.key(title, row) else { return }
        if let election = try? ballot.election(row) { elections.add(election) }
        choices.learn(row, of: key)
        guard let district = self.district(title, row) else { return }
        districts[key, default: []].insert(DistrictKey(district))
        for code in PrecinctCodes.codes(of: district) {
            codeLists?.notice(PrecinctCodes.reference(code))
        }
    }

    mutating func restart() {
        measures = []
        lines = []
        places = []
        slots = [:]
        parts = DistrictParts()
        status.restart()
        choices.restart()
    }

    private func title(_ row: borrowing Row) -> String? {
        guard let title = plan.text(.measureTitle, row) else { return nil }
        return choices.hasChoices ? VotesInTitle.parse(title)?.title ?? title : title
    }

    private func district(_ title: String, _ row: borrowing Row) -> DistrictReference? {
        // The precincts of results are where a measure is on the ballot, and no measures of their own.
        choices.hasChoices
            ? ballot.district(row, title: title) : ballot.district(ofMeasure: row, title: title)
    }

    /// Names a measure within the file, where no other district votes on one of its name.
    private func key(_ title: String, _ row: borrowing Row) throws(RowRefusal) -> String {
        let name = plan.text(.measureID, row) ?? title
        return [try ballot.election(row).key, name].map { TextNormal.slug($0) ?? "x" }
            .joined(separator: ".")
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        guard let title = self.title(row) else {
            throw plan.fault(.measureTitle, row, .blankName, Finding(.measureWithoutTitle))
        }
        let written = try ballot.election(row)
        let election = elections.told(written)
        let district = self.district(title, row)
        var key = try self.key(title, row)
        guard choices.takes(row, titled: title, of: key) else { return .passedOver }
        // Measures of several districts may have one title, and one id.
        if let district, districts[key].map({ $0.count > 1 }) ?? false {
            let parts = [DistrictKey.canonicalType(district.type), district.code]
            key += parts.map { "-" + (TextNormal.slug($0) ?? "x") }.joined()
        }
        if elections.isOfSeveral(written) { key += "-\(election.key)" }
        parts.add(district, line: row.line)
        status.add(row)
        for field in [Field.measureTitle, .measureID] {
            guard let column = plan.column(field), let text = row.text(column),
                let word = CandidateStatus.out(inPartOf: text)
            else { continue }
            status.add(word, of: plan.columns[column], line: row.line)
        }
        let measure = BallotMeasure(
            id: BallotMeasure.ID(dataset, key),
            dataset: dataset,
            election: election,
            area: PrecinctCodes.area(of: district, codeLists) ?? BallotArea(district: district),
            title: ballot.localized(title, row),
            summary: ballot.localized(.summary, row),
            text: ballot.localized(.measureText, row),
            yesMeans: ballot.localized(.yesMeans, row),
            noMeans: ballot.localized(.noMeans, row),
            statementFor: ballot.localized(.statementFor, row),
            statementAgainst: ballot.localized(.statementAgainst, row)
        )
        if choices.hasChoices { choices.add(row, plan, to: key) }
        guard let slot = slots[key] else {
            slots[key] = measures.count
            measures.append(measure)
            lines.append(row.line)
            var said: [Int: String] = [:]
            for column in placeColumns { said[column] = row.text(column) }
            places.append(said)
            return .accepted
        }
        try refuseRepeat(of: slot, by: measure, row)
        measures[slot].add(measure)
        return .merged
    }

    /// A second row may add a language; one that says something else in the same is refused, and so is
    /// one of another place.
    private func refuseRepeat(
        of slot: Int,
        by second: BallotMeasure,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        let first = measures[slot]
        let repeatsLanguage = second.title.languages.allSatisfy(first.title.languages.contains)
        guard repeatsLanguage else { return }
        for column in placeColumns {
            guard let value = row.text(column), let known = places[slot][column], known != value
            else { continue }
            throw RowRefusal(
                RowFault(
                    cause: .repeatedKey,
                    column: plan.columns[column],
                    value: value,
                    reason: Finding(
                        .measureOfOtherPlace,
                        [
                            "line": .number(lines[slot]), "column": .text(plan.columns[column]),
                        ]
                    )
                )
            )
        }
        guard !first.says(allOf: second) else { return }
        throw plan.fault(
            plan.column(.measureID) == nil ? .measureTitle : .measureID,
            row,
            .repeatedKey,
            Finding(.measureWithOtherTexts)
        )
    }

    mutating func endSurvey() throws(ImportError) {
        guard choices.isOfContestsAlone else { return }
        throw .missingField(
            Field.measureTitle.name,
            columns: plan.columns,
            hint:
                "No choice of its contests is an answer such as Yes and No: import it as contests, with "
                + "`ambit import contests`, or name the column of titles with --map COLUMN=title."
        )
    }

    mutating func takeRest() -> [BallotMeasure] {
        guard choices.hasChoices else { return measures }
        for (key, slot) in slots where measures[slot].area.references.isEmpty {
            if let area = choices.area(of: key) { measures[slot].area = area }
        }
        return measures
    }

    var notes: [ImportNote] {
        let languages = Set(measures.flatMap(\.languages)).sorted()
        var notes = [
            ImportNote(.note, Finding(.languages, ["languages": .texts(languages)]))
        ]
        notes +=
            plan.dayNotes + elections.notes + choices.notes + (codeLists?.notes ?? []) + parts.notes
            + status.notes
        let unplaced = measures.filter { $0.area.references.isEmpty }
        if let first = unplaced.first {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .measuresWithoutDistrict,
                        [
                            "measures": .count(unplaced.count),
                            "example": .text(first.title.text()),
                        ]
                    )
                )
            )
        }
        return notes
    }
}

extension BallotMeasure {
    private static var texts: [WritableKeyPath<BallotMeasure, LocalizedText?>] {
        [\.summary, \.text, \.yesMeans, \.noMeans, \.statementFor, \.statementAgainst]
    }

    /// Adds the languages of another row.
    fileprivate mutating func add(_ other: BallotMeasure) {
        title.merge(other.title)
        for path in Self.texts {
            guard let more = other[keyPath: path] else { continue }
            if self[keyPath: path]?.merge(more) == nil { self[keyPath: path] = more }
        }
    }

    /// Whether everything that another row says stands here.
    fileprivate func says(allOf other: BallotMeasure) -> Bool {
        var merged = self
        merged.add(other)
        return merged == self && other.title.byLanguage.allSatisfy { title.byLanguage[$0] == $1 }
            && Self.texts.allSatisfy { path in
                other[keyPath: path]?.byLanguage.allSatisfy {
                    self[keyPath: path]?.byLanguage[$0] == $1
                } ?? true
            }
    }
}
