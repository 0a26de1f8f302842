internal import Datasets
internal import Geodesy
internal import Polling

/// Makes stations of a file's rows: rows of one station are merged into one record, which is handed
/// out as soon as its last row has been read.
final class StationReader: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private var rowReader: StationRowReader
    private var plan: StationPlan
    private let dataset: DatasetName
    /// What the survey found of the rows.
    private var marks = RowMarks()
    private var links = RowLinks()
    private var markOfRow = RowMarks.Cursor(RowMarks())
    private var followingRow = RowLinks.Cursor(RowLinks())
    private var sharedStationIDs: [StationSurvey.SharedID] = []
    private let book: RepairBook
    private let namedDistricts: NamedDistricts
    private var repairFinder: RepairFinder?
    /// Some of the stations' places.
    private var places = PlaceSample()
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
    private var remarks = StationRemarks()
    private(set) var tally = Tally()
    private(set) var refusals = Refusals()
    private(set) var writings: [UInt64] = []
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
        self.dataset = dataset
        self.open = open
        self.memory = memory
        drafts = WaitingDrafts(dataset: dataset, memoryBytes: memory.draftBytes)
        book = RepairBook(decisions)
        self.namedDistricts = namedDistricts
        rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        var survey = StationSurvey(
            rowReader,
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
                keepsNames: !choice.isInEveryRow,
                memoryBytes: memory.surveyBytes
            )
            try add(to: &survey, progress)
            quotes = try self.quotes(survey)
        }
        sharedStationIDs = survey.sharedStationIDs(quotes: quotes)
        if case .column(let column) = key {
            plan.attributes.removeAll { $0.column == column }
            rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
        }
        (marks, links) = (survey.marks, survey.links)
        places = survey.places
        repairFinder = rowReader.placeReader.flatMap { RepairFinder(places, reader: $0) }
        if let place = plan.place, survey.usableRows > 0, survey.rowsWithPlace == 0,
            plan.constants[StationPlan.placeConstant] != "none"
        {
            throw .noCoordinates(
                columns: plan.columns,
                reason: "none of \(counted(survey.usableRows, "row")) has a usable coordinate in "
                    + name(of: place),
                hint: "Export the file again with coordinates, or " + StationPlan.placelessHint
            )
        }
    }

    /// What holds the places that lie not far from the others, or all, where they are few.
    var extent: BoundingBox? {
        let near = Neighborhood(places)?.members ?? places.places
        return near.isEmpty ? nil : BoundingBox(holding: near)
    }

    func learn(_ surroundings: Surroundings) {
        repairFinder = rowReader.placeReader.flatMap {
            RepairFinder(places, reader: $0, surroundings: surroundings)
        }
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
            writings.append(row.writing)
            batchBytes += row.byteCount
            return begin(row, identity.place, mark)
        }
        let number = UInt32(clamping: row.number)
        let draft: StationDraft
        if mark.contains(.first) {
            draft = StationDraft(begin(row, identity.place, mark), writing: row.writing)
            draft.addAttributes(of: row, plan: plan)
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
            draft.merge(row, plan: plan, districts: districts, hours: hours)
        }
        guard mark.contains(.last) else {
            guard let next = try followingRow.next(after: number) else { throw Self.changed }
            try drafts.put(draft, until: next)
            return nil
        }
        writings.append(draft.writing)
        batchBytes += draft.memoryBytes
        remarks.note(differing: draft.differing)
        return draft.finished(plan: plan)
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
        if place.published == nil {
            remarks.note(
                missing: place,
                isZero: rowReader.placeReader?.isZero(row) == true,
                line: row.line
            )
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
            place.isWithheld = proposeRepair(of: place.coordinate, row)
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
                identity.place.isWithheld = proposeRepair(of: place, row)
            }
            return identity
        } catch {
            if error.fault.cause == .badCoordinate { _ = proposeRepair(of: nil, row) }
            throw error
        }
    }

    /// - Parameter place: Where the row's numbers put it; nil where that is no place.
    /// - Returns: Whether the place is surely wrong, so that nobody should be sent there.
    private func proposeRepair(of place: Coordinate?, _ row: borrowing Row) -> Bool {
        guard let repairFinder, repairFinder.isSuspicious(place),
            let numbers = try? rowReader.placeReader?.numbers(row),
            let finding = repairFinder.finding(for: numbers, at: place)
        else { return false }
        let station = rowReader.decisionKey(row, scratch: &scratch)
        guard !book.isDecided(numbers, of: station) else { return false }
        book.propose(
            finding,
            for: numbers,
            of: station,
            name: rowReader.displayName(row),
            line: row.line
        )
        return finding.kind.isSurelyWrong
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

    /// South of it nobody votes, degrees.
    private static let leastLatitude = -60.0

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
        let polar = places.places.count { $0.latitude < Self.leastLatitude }
        if polar * 2 > places.places.count {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "most of the places lie in Antarctica, where nobody votes: latitude and "
                        + "longitude are probably swapped; name the columns with --map",
                    lines: []
                )
            )
        }
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
