internal import Datasets
internal import Geodesy
internal import Polling

/// Makes stations of a file's rows: rows of one station are merged into one record, which is handed
/// out as soon as its last row has been read.
final class StationReader: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private let plan: StationPlan
    private let dataset: DatasetName
    /// Which rows are one station, and what names it.
    private let grouping: StationGrouping
    /// What the grouping reads rows with, and by, in this pass.
    private var rowReader: StationRowReader
    private var keyedPlan: StationPlan
    private var markOfRow = RowMarks.Cursor(RowMarks())
    private var followingRow = RowLinks.Cursor(RowLinks())
    private let book: RepairBook
    private let namedDistricts: NamedDistricts
    private let places: StationPlaces
    private var duplicateFinder = DuplicateFinder()

    private var source: (any RowSource)?
    private var row = Row()
    private var scratch: [UInt8] = []
    /// Stations of which more rows will come.
    private var drafts: WaitingDrafts
    private let memory: ImportMemory
    private var remarks = StationRemarks()
    private var status: StatusColumns
    private(set) var tally = Tally()
    private(set) var refusals = Refusals()
    private(set) var writings: [UInt64] = []
    private(set) var withheld: [WithheldPlace] = []
    private(set) var batchBytes = 0
    var keys: RecordKeys { grouping.keys }

    /// - Parameters:
    ///   - memory: What may be kept in memory of what grows with the file.
    ///   - today: By which days are judged.
    ///   - open: Opens the file's rows from the beginning.
    init(
        plan: StationPlan,
        dataset: DatasetName,
        decisions: RepairDecisions? = nil,
        namedDistricts: NamedDistricts = NamedDistricts(),
        memory: ImportMemory = .standard,
        today: CalendarDate,
        open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        self.dataset = dataset
        self.open = open
        self.memory = memory
        drafts = WaitingDrafts(dataset: dataset, memoryBytes: memory.draftBytes)
        book = RepairBook(decisions)
        self.namedDistricts = namedDistricts
        grouping = StationGrouping(plan, dataset, book, memory, open)
        (rowReader, keyedPlan) = (grouping.rowReader, plan)
        status = plan.statusColumns(today)
        places = StationPlaces(plan, dataset, book, grouping.rowReader)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        let survey = try grouping.survey(progress)
        places.learn(survey, keyColumn: grouping.keyColumn)
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
    }

    var consents: [GuardFinding] { grouping.consents }
    var extent: BoundingBox? { places.extent }
    var clues: PlaceClues? { places.clues }
    func learn(_ evidence: PlaceEvidence) { places.learn(evidence) }
    func learn(_ surroundings: Surroundings) { places.learn(surroundings) }
    func settle() throws(ImportError) { try grouping.settle(places) }

    private func name(of place: PlacePlan) -> String {
        switch place.columns {
        case .geometry: "the geometry"
        case .pair(let latitude, let longitude):
            "\(plan.columns[latitude]) and \(plan.columns[longitude])"
        case .single(let column): plan.columns[column]
        }
    }

    // MARK: Reading

    func restart() throws(ImportError) {
        source = try open()
        (rowReader, keyedPlan) = (grouping.rowReader, grouping.keyedPlan)
        drafts = WaitingDrafts(dataset: dataset, memoryBytes: memory.draftBytes)
        markOfRow = RowMarks.Cursor(grouping.marks)
        followingRow = RowLinks.Cursor(grouping.links)
        remarks = StationRemarks()
        status.restart()
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
                // What is no station is published as none from now on.
                if refusal.fault.cause != .noStation { try noteRefused(row) }
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
            noteEntrance(of: station, row)
            return station
        }
        let identity = try readIdentity(row)
        guard mark.contains(.usable) else { throw Self.changed }
        if isAlone {
            let station = begin(row, identity.place, mark)
            writings.append(row.writing)
            batchBytes += row.byteCount
            noteEntrance(of: station, row)
            return station
        }
        let number = UInt32(clamping: row.number)
        let draft: StationDraft
        if mark.contains(.first) {
            draft = StationDraft(
                begin(row, identity.place, mark),
                writing: row.writing,
                line: row.line,
                use: rowReader.hoursUse(row)
            )
            draft.missing = missing(identity.place, row)
            draft.addAttributes(of: row, plan: keyedPlan)
        } else {
            guard let waiting = try drafts.take(number) else { throw Self.changed }
            draft = waiting
            tally.rows.merged += 1
            let other = rowReader.station(row, key: "", coordinate: nil, keepsColumns: false)
            noteRow(other, row)
            for column in rowReader.zeroDistricts(row) {
                remarks.zeroDistricts[column, default: StationRemarks.Lines()].add(row.line)
            }
            draft.merge(
                row,
                plan: keyedPlan,
                saying: StationDraft.MergedRow(
                    station: other,
                    line: row.line,
                    use: rowReader.hoursUse(row)
                )
            )
            draft.merge(identity.place, missing: missing(identity.place, row))
        }
        guard mark.contains(.last) else {
            guard let next = try followingRow.next(after: number) else { throw Self.changed }
            try drafts.put(draft, until: next)
            return nil
        }
        defer { writings.append(draft.writing) }
        batchBytes += draft.memoryBytes
        remarks.note(differing: draft.differing(plan: keyedPlan), lines: draft.ignoredLines)
        if let missing = draft.missing {
            if draft.station.coordinate == nil {
                note(missing)
                if !missing.isWithheld, !identity.place.isDecided { places.proposeMissing(row) }
            } else {
                remarks.placedByOthers.add(missing.line)
            }
        }
        let station = draft.finished(plan: keyedPlan)
        noteEntrance(of: station, row)
        return station
    }

    /// Looks at the door of a station that is complete, where the file has columns of it.
    private func noteEntrance(of station: Station, _ row: borrowing Row) {
        guard !plan.entrance.isEmpty else { return }
        remarks.note(entranceOf: station, line: row.line)
    }

    /// Remembers which station a refused row is about, where it says so.
    private func noteRefused(_ row: borrowing Row) throws(ImportError) {
        let place = StationRowReader.Place(coordinate: nil, isDecided: false)
        let station = rowReader.station(row, key: grouping.key(of: row, place, []), coordinate: nil)
        var isNamed = !station.name.isEmpty
        if let column = grouping.keyColumn, rowReader.keySlug(row, column: column) != nil {
            isNamed = true
        }
        guard isNamed else { return }
        try refusals.add(row: row.number, key: station.importKey, likeness: station.likeness)
    }

    private static var changed: RowRefusal {
        RowRefusal(
            RowFault(cause: .badFeature, reason: Finding(.rowChanged))
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
            if !missing.isWithheld, !place.isDecided { places.proposeMissing(row) }
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
            key: grouping.key(of: row, place, mark),
            coordinate: place.published
        )
        noteRow(station, row)
        remarks.closures.note(
            station,
            status: plan.status.map { plan.columns[$0] },
            line: row.line
        )
        if plan.saysNotInUse(row) { remarks.inactive.add(row.line) }
        if plan.kindFlags.contains(where: { plan.isYes(row.text($0.column)) }) {
            remarks.flagged.add(row.line)
        }
        noteWords(of: station, row)
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

    /// Looks at what a row says by itself, whatever the others of its station say.
    private func noteRow(_ station: Station, _ row: borrowing Row) {
        if rowReader.hasNewDistricts(row) {
            namedDistricts.add(station.districts)
            remarks.rows.note(districtsOf: row, plan)
        }
        if let hours = station.hours { remarks.note(hours: hours, line: row.line) }
        remarks.rows.note(station, row, plan)
        status.add(row)
    }

    /// Looks at the words of a row that are not shown as they are written, or not understood.
    private func noteWords(of station: Station, _ row: borrowing Row) {
        if station.accessibility.wheelchair == .unknown, let word = rowReader.accessText(row) {
            remarks.accessWords.add(word, line: row.line)
        }
        if let column = plan.postcode, let postcode = station.postcode, !row.isPlaceholder(column),
            row.bounds(column).count != postcode.utf8.count, let text = row.text(column)
        {
            remarks.note(postcode: postcode, writtenAs: text, line: row.line)
        }
    }

    /// The place of a row about which nobody has decided anything.
    private func readPlace(_ row: borrowing Row) throws(RowRefusal) -> StationRowReader.Place {
        book.countRow()
        var place = try rowReader.givenPlace(row)
        if place.coordinate != nil {
            place.withheld = places.propose(place.coordinate, row)
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
                identity.place.withheld = places.propose(place, row)
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
        if missing.isWithheld {
            withheld.append(WithheldPlace(index: writings.count, probable: missing.probable))
        }
    }

    /// What is remembered of a row without a place that could be used; nil where it has one.
    private func missing(
        _ place: StationRowReader.Place,
        _ row: borrowing Row
    ) -> StationDraft.MissingPlace? {
        guard place.published == nil else { return nil }
        return StationDraft.MissingPlace(
            line: row.line,
            isWithheld: place.withheld != nil,
            probable: place.withheld?.becomes,
            isZero: !place.isDecided && rowReader.placeReader?.isZero(row) == true
        )
    }

    // MARK: Reporting

    var columnUses: [ColumnUse] { grouping.columnUses }
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
        notes += plan.notes + (plan.place?.warnings.map { ImportNote(.warning, $0) } ?? [])
        notes += places.notes
        notes += grouping.notes
        return notes + status.notes + remarks.notes(plan)
    }
}
