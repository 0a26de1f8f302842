internal import Datasets
internal import Polling

/// Makes measures of rows, each of which holds one in one language.
struct MeasureCollector: RowCollector {
    private let ballot: BallotPlan
    private let dataset: DatasetName
    private var measures: [BallotMeasure] = []
    private var slots: [String: Int] = [:]

    init(
        _ sample: FileSample,
        options: ImportOptions,
        fileName: String
    ) throws(ImportError) {
        let plan = try FieldPlan(
            sample,
            fields: Field.measureFields,
            settable: BallotPlan.settable,
            options: options,
            what: "a measure"
        )
        try plan.require(.measureTitle, hint: "Name the column with --map COLUMN=title.")
        ballot = BallotPlan(plan, fileName: fileName, dataset: options.dataset.text)
        dataset = options.dataset
    }

    private var plan: FieldPlan { ballot.plan }
    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    mutating func restart() {
        measures = []
        slots = [:]
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        guard let title = plan.text(.measureTitle, row),
            let localTitle = ballot.localized(.measureTitle, row)
        else { throw plan.fault(.measureTitle, row, .blankName, Finding(.measureWithoutTitle)) }
        let election = try ballot.election(row)
        let name = plan.text(.measureID, row) ?? title
        let key = [election.key, name].map { TextNormal.slug($0) ?? "x" }.joined(separator: ".")
        let measure = BallotMeasure(
            id: BallotMeasure.ID(dataset, key),
            dataset: dataset,
            election: election,
            area: BallotArea(district: ballot.district(row, title: title)),
            title: localTitle,
            summary: ballot.localized(.summary, row),
            text: ballot.localized(.measureText, row),
            yesMeans: ballot.localized(.yesMeans, row),
            noMeans: ballot.localized(.noMeans, row),
            statementFor: ballot.localized(.statementFor, row),
            statementAgainst: ballot.localized(.statementAgainst, row)
        )
        guard let slot = slots[key] else {
            slots[key] = measures.count
            measures.append(measure)
            return .accepted
        }
        try refuseRepeat(of: measures[slot], by: measure, row)
        measures[slot].add(measure)
        return .merged
    }

    /// A second row may add a language; one that says something else in the same is refused.
    private func refuseRepeat(
        of first: BallotMeasure,
        by second: BallotMeasure,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        var merged = first
        merged.add(second)
        let repeatsLanguage = second.title.languages.allSatisfy(first.title.languages.contains)
        guard repeatsLanguage, !first.says(allOf: second) else { return }
        throw plan.fault(
            .measureID,
            row,
            .repeatedKey,
            Finding(.measureWithOtherTexts)
        )
    }

    mutating func takeRest() -> [BallotMeasure] { measures }

    var notes: [ImportNote] {
        let languages = Set(measures.flatMap(\.languages)).sorted()
        var notes = [
            ImportNote(.note, Finding(.languages, ["languages": .texts(languages)]))
        ]
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
