internal import Datasets
internal import Geodesy
internal import Polling

/// Finds out which of a file's rows are one station, and what names it.
///
/// Used by one reader, on one thread.
final class StationGrouping {
    private var plan: StationPlan
    private let dataset: DatasetName
    private let book: RepairBook
    private let memory: ImportMemory
    private let open: () throws(ImportError) -> any RowSource

    /// Reads rows by ``keyedPlan``.
    private(set) var rowReader: StationRowReader
    /// The elections that rows are of.
    private var elections: StationElections
    /// In which order the hours' days are written.
    private var dayOrder = DayOrder()
    /// Columns of districts that are filled in the first of several rows alone.
    private var merged: MergedCells
    /// The headings below which rows stand.
    private var sections: StationSections
    /// The plan without the column that names stations among those that are kept.
    private(set) var keyedPlan: StationPlan
    /// What names stations.
    private(set) var key = StationSurvey.Key.digest
    private var keyReason: Finding?
    /// What was found of the rows.
    private(set) var marks = RowMarks()
    private(set) var links = RowLinks()
    private var sharedStationIDs: [StationSurvey.SharedID] = []
    /// Rows with a 0 for an id that was not taken for one, by the column.
    private var zeros: [(column: Int, rows: KeyColumn.Zeros)] = []
    /// Rows that name a station and give it no place.
    private var unplacedRows = 0
    /// What holds all places.
    private var box: BoundingBox?

    init(
        _ plan: StationPlan,
        _ dataset: DatasetName,
        _ book: RepairBook,
        _ memory: ImportMemory,
        _ open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        self.dataset = dataset
        self.book = book
        self.memory = memory
        self.open = open
        keyedPlan = plan
        elections = StationElections(plan)
        merged = plan.mergedCells
        sections = StationSections(plan)
        rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
    }

    /// The column that names stations; nil where none does.
    var keyColumn: Int? {
        if case .column(let column) = key { column } else { nil }
    }

    /// Where the stations' keys come from.
    var keys: RecordKeys {
        guard let keyColumn else { return .derived }
        return plan.districts.contains { $0.column == keyColumn } ? .districts : .ids
    }

    // MARK: Finding out

    /// Looks at every row.
    func survey(
        _ progress: (_ bytesRead: Int64, _ rows: Int) -> Void
    ) throws(ImportError) -> StationSurvey {
        let survey = try tellApart(joins: [:], progress)
        unplacedRows = survey.usableRows - survey.rowsWithPlace
        box = survey.box
        return survey
    }

    /// Gives rows without a place that could be used to the stations that other rows have a place for:
    /// what a row says of its place may be wrong, and it is no other station for that.
    ///
    /// A pass over the file where some may be such rows, and one more where some are.
    func settle(_ places: StationPlaces) throws(ImportError) {
        guard plan.place != nil, let box, unplacedRows > 0 || places.mayDoubt(in: box) else {
            return
        }
        var siblings = StationSiblings(memoryBytes: memory.surveyBytes / 4)
        var scratch: [UInt8] = []
        let source = try open()
        var row = Row()
        while try source.next(&row) {
            guard let identity = try? rowReader.identity(row, scratch: &scratch) else { continue }
            var hasPlace = false
            var probable: Coordinate?
            if let place = identity.place.coordinate {
                let withheld = identity.place.isDecided ? nil : places.withheld(place, row)
                (hasPlace, probable) = (withheld == nil, withheld?.becomes)
            }
            try siblings.add(
                identity,
                row: row.number,
                hasPlace: hasPlace,
                probablePlace: probable
            )
        }
        let joins = try siblings.joins()
        if !joins.isEmpty { _ = try tellApart(joins: joins) { _, _ in } }
    }

    /// Tells the file's rows apart.
    ///
    /// - Parameter joins: Rows whose stations are known though their places are not, with these.
    private func tellApart(
        joins: [UInt32: UInt64],
        _ progress: (_ bytesRead: Int64, _ rows: Int) -> Void
    ) throws(ImportError) -> StationSurvey {
        keyedPlan = plan
        rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
        var survey = StationSurvey(
            rowReader,
            joins: joins,
            keepsNames: plan.keys.isEmpty,
            memoryBytes: memory.surveyBytes
        )
        try add(to: &survey, progress)
        var quotes = try quotes(survey)
        let choice = survey.chooseKey(columns: plan.columns, quotes: quotes)
        if plan.separatesBoxes, survey.hasSharedIDs {
            // The file's own ids say that a box and a polling place are one.
            plan.separatesBoxes = false
            return try tellApart(joins: joins, progress)
        }
        (key, keyReason) = (choice.key, choice.reason)
        // Where every row has a value in the key's column, no digest is ever made.
        if choice.splitColumn != nil || !choice.isInEveryRow && !survey.keepsNames {
            survey = StationSurvey(
                rowReader,
                splitColumn: choice.splitColumn,
                joins: joins,
                keepsNames: !choice.isInEveryRow,
                memoryBytes: memory.surveyBytes
            )
            try add(to: &survey, progress)
            quotes = try self.quotes(survey)
        }
        sharedStationIDs = survey.sharedStationIDs(quotes: quotes)
        (marks, links) = (survey.marks, survey.links)
        zeros = plan.keys.filter { $0.isStationID || $0.column == keyColumn }.compactMap { key in
            survey.zeros(key.column).map { (key.column, $0) }
        }
        keepKeys()
        return survey
    }

    /// Keeps the file's own keys with the stations, for lists of addresses name them: an id has but their
    /// slug, or nothing of them.
    private func keepKeys() {
        keyedPlan.dayOrder = dayOrder.order
        keyedPlan.distrustsPoints = dayOrder.distrustsPoints
        if let keyColumn {
            keyedPlan.attributes.removeAll { $0.column == keyColumn }
            keyedPlan.attributes.append((Station.keyAttribute, keyColumn))
            keyedPlan.plainKeyColumn = keyColumn
            if zeros.contains(where: { $0.column == keyColumn && $0.rows.isKey }) {
                keyedPlan.zeroKeyColumn = keyColumn
            }
        } else if let column = plan.keys.first(where: \.isStationID)?.column {
            if column == plan.renamed?.column {
                keyedPlan.attributes.removeAll { $0.column == column }
            }
            keyedPlan.attributes.append((Station.keyAttribute, column))
        } else if keyedPlan.dayOrder == nil, !keyedPlan.distrustsPoints {
            return
        }
        rowReader = StationRowReader(plan: keyedPlan, dataset: dataset, repairs: book)
    }

    private func add(
        to survey: inout StationSurvey,
        _ progress: (_ bytesRead: Int64, _ rows: Int) -> Void
    ) throws(ImportError) {
        let source = try open()
        var row = Row()
        elections = StationElections(plan)
        dayOrder = DayOrder(hasHalves: plan.hasHalves)
        merged = plan.mergedCells
        sections = StationSections(plan)
        let timed = plan.dayColumns + [plan.dates, plan.hours].compactMap { $0 }
        while try source.next(&row) {
            let count = survey.usableRows
            try survey.add(row)
            sections.add(row, isStation: survey.usableRows > count)
            rowReader.noticeCodes(row)
            elections.add(row)
            for column in timed where row.cell(column).contains(where: DayOrder.isMark) {
                row.text(column).map { dayOrder.add($0, line: row.line) }
            }
            if row.fault == nil { merged.add(row) }
            if row.number % batchSize == 0 { progress(source.bytesRead, row.number) }
        }
        try survey.finish()
    }

    /// What stands in the rows that the survey has to quote; they are looked up again, for no texts are
    /// kept while all rows are told apart.
    private func quotes(_ survey: StationSurvey) throws(ImportError) -> [Int: String] {
        var rows = survey.rowsToQuote
        guard !rows.isEmpty else { return [:] }
        var quotes: [Int: String] = [:]
        let source = try open()
        var row = Row()
        while !rows.isEmpty, try source.next(&row) {
            guard rows.remove(row.number) != nil else { continue }
            quotes.merge(survey.quotes(of: row)) { first, _ in first }
        }
        return quotes
    }

    // MARK: What was found

    /// What of the rows is to be agreed to.
    var consents: [GuardFinding] {
        let districtless = "would be stations that nobody is assigned to"
        return [
            plan.registerConsent(rows: sections.stations), elections.consent, sections.consent,
            merged.consent(districtless),
        ].compactMap { $0 }
    }

    /// What names a row's station within the dataset.
    func key(
        of row: borrowing Row,
        _ place: StationRowReader.Place,
        _ mark: RowMarks.Mark
    ) -> String {
        if case .column(let column) = key, let slug = rowReader.keySlug(row, column: column) {
            return slug
        }
        return rowReader.hashedKey(
            row,
            sharesName: mark.contains(.sharesName),
            coordinate: place.coordinate
        )
    }

    /// What the columns were taken for, the one that names stations among them.
    var columnUses: [ColumnUse] {
        guard let keyColumn, let keyReason else { return plan.uses }
        var uses = plan.uses
        let use = uses[keyColumn]
        let field =
            use.field == Field.attribute ? Field.id.name : joined(use.field, Field.id.name)
        if use.field == Field.attribute {
            uses[keyColumn] = ColumnUse(column: use.column, field: field, finding: keyReason)
        } else if let reason = use.finding {
            let both = Finding(
                .keyReasons,
                ["first": .finding(reason), "second": .finding(keyReason)]
            )
            uses[keyColumn] = ColumnUse(column: use.column, field: field, finding: both)
        } else {
            let both = "\(use.reason); \(keyReason.text)"
            uses[keyColumn] = ColumnUse(column: use.column, field: field, reason: both)
        }
        return uses
    }

    private func joined(_ field: String, _ other: String) -> String {
        field == other ? field : "\(field), \(other)"
    }

    private var renamedNotes: [ImportNote] {
        guard let renamed = plan.renamed,
            keyedPlan.attributes.contains(where: { $0 == renamed })
        else { return [] }
        return [
            ImportNote(
                .note,
                Finding(
                    .keyRenamed,
                    [
                        "column": .text(Station.keyAttribute), "name": .text(renamed.name),
                        "field": .text(Field.id.name),
                    ]
                )
            )
        ]
    }

    /// Which of two columns was taken for the key that either might be.
    private var rivalNotes: [ImportNote] {
        guard let keyColumn, let keyReason, plan.rivalKeys.contains(keyColumn),
            let other = plan.rivalKeys.first(where: { $0 != keyColumn })
        else { return [] }
        let (name, rival) = (plan.columns[keyColumn], plan.columns[other])
        return [
            ImportNote(
                .note,
                Finding(
                    .rivalKeys,
                    [
                        "column": .text(name), "rival": .text(rival),
                        "finding": .finding(keyReason), "field": .text(Field.id.name),
                    ]
                )
            )
        ]
    }

    /// Rows with a 0 for an id, where the column was to name their station.
    private var zeroNotes: [ImportNote] {
        zeros.filter { entry in
            entry.rows.count > 0 && !entry.rows.isKey
                && (keyColumn == nil || keyColumn == entry.column)
        }.map { entry in
            ImportNote(
                .warning,
                Finding(
                    .zeroIDs,
                    [
                        "column": .text(plan.columns[entry.column]),
                        "rows": .count(entry.rows.count),
                    ]
                ),
                lines: entry.rows.lines
            )
        }
    }

    /// What there is to know of ids.
    var notes: [ImportNote] {
        var digest: [ImportNote] = []
        if key == .digest, let keyReason { digest = [ImportNote(.note, keyReason)] }
        return digest + renamedNotes + rivalNotes + zeroNotes
            + [elections.note, dayOrder.note].compactMap(\.self)
            + sharedStationIDs.map { shared in
                ImportNote(
                    .warning,
                    Finding(
                        .sharedID,
                        [
                            "column": .text(plan.columns[shared.column]),
                            "value": .text(shared.value),
                        ]
                    ),
                    lines: [shared.firstLine, shared.line]
                )
            }
    }
}

extension StationPlan {
    /// Looks for columns of districts that were merged down.
    fileprivate var mergedCells: MergedCells {
        MergedCells(isOfFeed ? [] : districts.map { ($0.column, columns[$0.column]) })
    }
}
