internal import Datasets
internal import Geodesy
internal import Polling

/// Makes stations of a file's rows: rows of one station are merged into one record, which is handed
/// out as soon as its last row has been read.
final class StationReader: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private var rowReader: StationRowReader
    private let plan: StationPlan
    /// The plan without the column that names stations among those that are kept.
    private var keyedPlan: StationPlan
    private let dataset: DatasetName
    /// What the survey found of the rows.
    private var marks = RowMarks()
    private var links = RowLinks()
    private var markOfRow = RowMarks.Cursor(RowMarks())
    private var followingRow = RowLinks.Cursor(RowLinks())
    private var sharedStationIDs: [StationSurvey.SharedID] = []
    private let book: RepairBook
    private let namedDistricts: NamedDistricts
    private let places: StationPlaces
    private var duplicateFinder = DuplicateFinder()
    private var key = StationSurvey.Key.digest
    private var keyReason = ""

    private var source: (any RowSource)?
    private var row = Row()
    private var scratch: [UInt8] = []
    /// Stations of which more rows will come.
    private var drafts: WaitingDrafts
    private let memory: ImportMemory
    private var splitColumn: Int?
    /// Rows that name a station and give it no place.
    private var unplacedRows = 0
    /// What holds all places.
    private var surveyedBox: BoundingBox?
    private var remarks = StationRemarks()
    private(set) var tally = Tally()
    private(set) var refusals = Refusals()
    private(set) var writings: [UInt64] = []
    private(set) var withheld: [Int] = []
    private(set) var batchBytes = 0
    var keysAreDerived: Bool { key == .digest }

    /// - Parameters:
    ///   - memory: What may be kept in memory of what grows with the file.
    ///   - open: Opens the file's rows from the beginning.
    init(
        plan: StationPlan,
        dataset: DatasetName,
        decisions: RepairDecisions? = nil,
        namedDistricts: NamedDistricts = NamedDistricts(),
        memory: ImportMemory = .standard,
        open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        keyedPlan = plan
        self.dataset = dataset
        self.open = open
        self.memory = memory
        drafts = WaitingDrafts(dataset: dataset, memoryBytes: memory.draftBytes)
        book = RepairBook(decisions)
        self.namedDistricts = namedDistricts
        rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
        places = StationPlaces(plan, dataset, book, rowReader)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        let survey = try tellApart(joins: [:], progress)
        if let place = plan.place, survey.usableRows > 0, survey.rowsWithPlace == 0,
            plan.constants[StationPlan.placeConstant] != "none"
        {
            throw .noCoordinates(
                columns: plan.columns,
                reason: "none of \(counted(survey.usableRows, "row")) has a usable coordinate in "
                    + name(of: place),
                hint: [
                    places.swappedHint,
                    "Export the file again with coordinates, or " + StationPlan.placelessHint,
                ].compactMap { $0 }.joined(separator: ". ")
            )
        }
        unplacedRows = survey.usableRows - survey.rowsWithPlace
        surveyedBox = survey.box
    }

    /// Tells the file's rows apart: which are one station, and what names it.
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
        (key, keyReason, splitColumn) = (choice.key, choice.reason, choice.splitColumn)
        // Where every row has a value in the key's column, no digest is ever made.
        if splitColumn != nil || !choice.isInEveryRow && !survey.keepsNames {
            survey = StationSurvey(
                rowReader,
                splitColumn: splitColumn,
                joins: joins,
                keepsNames: !choice.isInEveryRow,
                memoryBytes: memory.surveyBytes
            )
            try add(to: &survey, progress)
            quotes = try self.quotes(survey)
        }
        sharedStationIDs = survey.sharedStationIDs(quotes: quotes)
        (marks, links) = (survey.marks, survey.links)
        if case .column(let column) = key {
            var plan = plan
            plan.attributes.removeAll { $0.column == column }
            keyedPlan = plan
            rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
            if joins.isEmpty { places.learn(survey, keyColumn: column) }
        } else if joins.isEmpty {
            places.learn(survey, keyColumn: nil)
        }
        return survey
    }

    var extent: BoundingBox? { places.extent }
    var clues: PlaceClues? { places.clues }
    func learn(_ evidence: PlaceEvidence) { places.learn(evidence) }
    func learn(_ surroundings: Surroundings) { places.learn(surroundings) }

    /// Gives rows without a place that could be used to the stations that other rows have a place for:
    /// what a row says of its place may be wrong, and it is no other station for that.
    func settle() throws(ImportError) {
        guard plan.place != nil, let surveyedBox,
            unplacedRows > 0 || places.mayDoubt(in: surveyedBox)
        else { return }
        var siblings = StationSiblings(memoryBytes: memory.surveyBytes / 4)
        let source = try open()
        var row = Row()
        while try source.next(&row) {
            guard let identity = try? rowReader.identity(row, scratch: &scratch) else { continue }
            var hasPlace = false
            if let place = identity.place.coordinate {
                hasPlace = identity.place.isDecided || !places.isWithheld(place, row)
            }
            try siblings.add(identity, row: row.number, hasPlace: hasPlace)
        }
        let joins = try siblings.joins()
        if !joins.isEmpty { _ = try tellApart(joins: joins) { _, _ in } }
    }

    private func name(of place: PlacePlan) -> String {
        switch place.columns {
        case .geometry: "the geometry"
        case .pair(let latitude, let longitude):
            "\(plan.columns[latitude]) and \(plan.columns[longitude])"
        case .single(let column): plan.columns[column]
        }
    }

    private func add(
        to survey: inout StationSurvey,
        _ progress: (_ bytesRead: Int64, _ rows: Int) -> Void
    ) throws(ImportError) {
        let source = try open()
        var row = Row()
        while try source.next(&row) {
            try survey.add(row)
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

    // MARK: Reading

    func restart() throws(ImportError) {
        source = try open()
        drafts = WaitingDrafts(dataset: dataset, memoryBytes: memory.draftBytes)
        markOfRow = RowMarks.Cursor(marks)
        followingRow = RowLinks.Cursor(links)
        remarks = StationRemarks()
        duplicateFinder = DuplicateFinder()
        book.restart()
        tally = Tally()
        refusals = Refusals()
    }

    func nextBatch() throws(ImportError) -> [Station]? {
        guard let source else { return nil }
        var batch: [Station] = []
        writings.removeAll(keepingCapacity: true)
        withheld.removeAll(keepingCapacity: true)
        batchBytes = 0
        var rows = 0
        // A class's own member would be looked after anew at each use.
        var row = Row()
        swap(&row, &self.row)
        defer { swap(&row, &self.row) }
        while rows < batchSize, batchBytes < batchBytesLimit {
            guard try source.next(&row) else {
                tally.rows.blank = source.blankRows
                return batch.isEmpty && rows == 0 ? nil : batch
            }
            rows += 1
            tally.rows.read += 1
            do {
                if let station = try read(row) { batch.append(station) }
            } catch let refusal as RowRefusal {
                tally.reject(row, refusal.fault)
                try noteRefused(row)
            } catch {
                throw .putAside(error)
            }
        }
        return batch
    }

    /// The station that the row completes.
    ///
    /// - Throws: ``RowRefusal``, `ScratchError`.
    private func read(_ row: borrowing Row) throws -> Station? {
        let mark = try markOfRow.marks(of: row.number)
        let isAlone = mark.isSuperset(of: .alone)
        if isAlone, !book.hasDecisions {
            // All else that the survey found of the row need not be found again.
            let station = begin(row, try readPlace(row), mark)
            writings.append(row.writing)
            batchBytes += row.byteCount
            return station
        }
        let identity = try readIdentity(row)
        guard mark.contains(.usable) else { throw Self.changed }
        if isAlone {
            let station = begin(row, identity.place, mark)
            writings.append(row.writing)
            batchBytes += row.byteCount
            return station
        }
        let number = UInt32(clamping: row.number)
        let draft: StationDraft
        if mark.contains(.first) {
            draft = StationDraft(begin(row, identity.place, mark), writing: row.writing)
            draft.missing = missing(identity.place, row)
            draft.addAttributes(of: row, plan: keyedPlan)
        } else {
            guard let waiting = try drafts.take(number) else { throw Self.changed }
            draft = waiting
            tally.rows.merged += 1
            let districts = rowReader.districts(row)
            if rowReader.hasNewDistricts(row) { namedDistricts.add(districts) }
            let hours = rowReader.hours(row)
            if let hours { remarks.note(hours: hours, line: row.line) }
            for column in rowReader.zeroDistricts(row) {
                remarks.zeroDistricts[column, default: StationRemarks.Lines()].add(row.line)
            }
            draft.merge(row, plan: keyedPlan, districts: districts, hours: hours)
            draft.merge(identity.place, missing: missing(identity.place, row))
        }
        guard mark.contains(.last) else {
            guard let next = try followingRow.next(after: number) else { throw Self.changed }
            try drafts.put(draft, until: next)
            return nil
        }
        defer { writings.append(draft.writing) }
        batchBytes += draft.memoryBytes
        remarks.note(differing: draft.differing)
        if let missing = draft.missing {
            if draft.station.coordinate == nil {
                note(missing)
            } else {
                remarks.placedByOthers.add(missing.line)
            }
        }
        return draft.finished(plan: keyedPlan)
    }

    /// Remembers which station a refused row is about, where it says so.
    private func noteRefused(_ row: borrowing Row) throws(ImportError) {
        let place = StationRowReader.Place(coordinate: nil, isDecided: false)
        let station = rowReader.station(row, key: key(row, place, []), coordinate: nil)
        var isNamed = !station.name.isEmpty
        if case .column(let column) = key, rowReader.keySlug(row, column: column) != nil {
            isNamed = true
        }
        guard isNamed else { return }
        try refusals.add(row: row.number, key: station.importKey, likeness: station.likeness)
    }

    private static var changed: RowRefusal {
        RowRefusal(
            RowFault(cause: .badFeature, reason: "the row changed while the file was read")
        )
    }

    /// The station that the row is the first one of.
    private func begin(
        _ row: borrowing Row,
        _ place: StationRowReader.Place,
        _ mark: RowMarks.Mark
    ) -> Station {
        tally.rows.accepted += 1
        if mark.isSuperset(of: .alone), let missing = missing(place, row) {
            note(missing)
        }
        if !rowReader.hasName(row) { remarks.nameless.add(row.line) }
        for column in rowReader.zeroDistricts(row) {
            remarks.zeroDistricts[column, default: StationRemarks.Lines()].add(row.line)
        }
        if let column = plan.status, let word = row.text(column),
            StationPlan.withdrawnWords.contains(word.lowercased())
        {
            remarks.withdrawn[word, default: StationRemarks.Lines()].add(row.line)
        }
        let station = rowReader.station(
            row,
            key: key(row, place, mark),
            coordinate: place.published
        )
        if let hours = station.hours { remarks.note(hours: hours, line: row.line) }
        if rowReader.hasNewDistricts(row) { namedDistricts.add(station.districts) }
        if mark.contains(.close), let place = station.coordinate {
            duplicateFinder.add(
                id: station.id.rawValue,
                name: station.name,
                address: station.address,
                place: place
            )
        }
        return station
    }

    /// The place of a row about which nobody has decided anything.
    private func readPlace(_ row: borrowing Row) throws(RowRefusal) -> StationRowReader.Place {
        book.countRow()
        var place = try rowReader.givenPlace(row)
        if place.coordinate != nil {
            place.isWithheld = places.propose(place.coordinate, row)
        }
        return place
    }

    /// The row's identity; what seems wrong with its place is noted.
    private func readIdentity(
        _ row: borrowing Row
    ) throws(RowRefusal) -> StationRowReader.Identity {
        book.countRow()
        do {
            var identity = try rowReader.identity(row, scratch: &scratch)
            if let place = identity.place.coordinate, !identity.place.isDecided {
                identity.place.isWithheld = places.propose(place, row)
            }
            return identity
        } catch {
            if error.fault.cause == .badCoordinate { _ = places.propose(nil, row) }
            throw error
        }
    }

    /// Counts a station that is handed out without a place.
    private func note(_ missing: StationDraft.MissingPlace) {
        remarks.note(missing: missing)
        // Its digest is the next to be added.
        if missing.isWithheld { withheld.append(writings.count) }
    }

    /// What is remembered of a row without a place that could be used; nil where it has one.
    private func missing(
        _ place: StationRowReader.Place,
        _ row: borrowing Row
    ) -> StationDraft.MissingPlace? {
        guard place.published == nil else { return nil }
        return StationDraft.MissingPlace(
            line: row.line,
            isWithheld: place.isWithheld,
            isZero: !place.isDecided && rowReader.placeReader?.isZero(row) == true
        )
    }

    /// What names the row's station within the dataset.
    private func key(
        _ row: borrowing Row,
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

    // MARK: Reporting

    var columnUses: [ColumnUse] {
        guard case .column(let column) = key else { return plan.uses }
        var uses = plan.uses
        let use = uses[column]
        uses[column] = ColumnUse(
            column: use.column,
            field: use.field == Field.attribute ? Field.id.name : joined(use.field, Field.id.name),
            reason: use.field == Field.attribute ? keyReason : "\(use.reason); \(keyReason)"
        )
        return uses
    }

    private func joined(_ field: String, _ other: String) -> String {
        field == other ? field : "\(field), \(other)"
    }

    var duplicates: [LikelyDuplicate] { duplicateFinder.duplicates }
    var repairs: RepairReport {
        var findings = book.findings
        findings.withheld = remarks.withheldPlaces
        return findings
    }
    var withoutPlace: Int { remarks.withoutPlace.count }
    var coordinateUse: CoordinateUse? { plan.place?.use }

    var constantUses: [ConstantUse] {
        plan.constants.sorted { $0.key < $1.key }
            .map {
                ConstantUse(
                    field: $0.key,
                    value: $0.value,
                    reason: plan.constantReasons[$0.key] ?? saidByCaller
                )
            }
    }

    var notes: [ImportNote] {
        var notes = source?.notes ?? []
        if let warning = plan.place?.warning {
            notes.append(ImportNote(level: .warning, text: warning, lines: []))
        }
        if let note = places.note { notes.append(note) }
        if case .digest = key {
            notes.append(ImportNote(level: .note, text: keyReason, lines: []))
        }
        for shared in sharedStationIDs {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "\(plan.columns[shared.column]) \"\(shared.value)\" stands for two "
                        + "stations that differ in name, address or place; it was not used as "
                        + "their id",
                    lines: [shared.firstLine, shared.line]
                )
            )
        }
        return notes + remarks.notes(plan)
    }
}
