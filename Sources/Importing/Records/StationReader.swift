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
    private var survey: StationSurvey
    private let book: RepairBook
    private let namedDistricts: NamedDistricts
    private var repairFinder: RepairFinder?
    private var zeroPlaces = 0
    private var closeStations: Set<Int32> = []
    private var duplicateFinder = DuplicateFinder()
    private var key = StationSurvey.Key.digest
    private var keyReason = ""

    private var source: (any RowSource)?
    private var row = Row()
    private var scratch: [UInt8] = []
    private var rowsLeft: [Int32] = []
    private var drafts: [Int: (station: StationDraft, writing: UInt64)] = [:]
    private var differing: [Int: (stations: Int, example: String)] = [:]
    private var linesWithoutPlace: [Int] = []
    private(set) var withoutPlace = 0
    private(set) var tally = Tally()
    private(set) var writings: [UInt64] = []
    var keysAreDerived: Bool { key == .digest }

    /// - Parameter open: Opens the file's rows from the beginning.
    init(
        plan: StationPlan,
        dataset: DatasetName,
        decisions: RepairDecisions? = nil,
        namedDistricts: NamedDistricts = NamedDistricts(),
        open: @escaping () throws(ImportError) -> any RowSource
    ) {
        self.plan = plan
        self.dataset = dataset
        self.open = open
        book = RepairBook(decisions)
        self.namedDistricts = namedDistricts
        rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
        survey = StationSurvey(rowReader)
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }

    // MARK: Surveying

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        try surveyRows(progress)
        let choice = survey.chooseKey(columns: plan.columns)
        (key, keyReason) = (choice.key, choice.reason)
        if let column = choice.splitColumn {
            survey = StationSurvey(rowReader, splitColumn: column)
            try surveyRows(progress)
        }
        if case .column(let column) = key {
            plan.attributes.removeAll { $0.column == column }
            rowReader = StationRowReader(plan: plan, dataset: dataset, repairs: book)
        }
        closeStations = survey.takeCloseStations()
        repairFinder = rowReader.placeReader.flatMap { RepairFinder(survey.places, reader: $0) }
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

    private func name(of place: PlacePlan) -> String {
        switch place.columns {
        case .geometry: "the geometry"
        case .pair(let latitude, let longitude):
            "\(plan.columns[latitude]) and \(plan.columns[longitude])"
        case .single(let column): plan.columns[column]
        }
    }

    private func surveyRows(
        _ progress: (_ bytesRead: Int64, _ rows: Int) -> Void
    ) throws(ImportError) {
        let source = try open()
        while try source.next(&row) {
            survey.add(row)
            if row.number % batchSize == 0 { progress(source.bytesRead, row.number) }
        }
    }

    // MARK: Reading

    func restart() throws(ImportError) {
        source = try open()
        rowsLeft = survey.rowCounts
        drafts = [:]
        differing = [:]
        linesWithoutPlace = []
        withoutPlace = 0
        zeroPlaces = 0
        duplicateFinder = DuplicateFinder()
        book.restart()
        tally = Tally()
    }

    func nextBatch() throws(ImportError) -> [Station]? {
        guard let source else { return nil }
        var batch: [Station] = []
        writings.removeAll(keepingCapacity: true)
        var rows = 0
        while rows < batchSize {
            guard try source.next(&row) else {
                tally.rows.blank = source.blankRows
                return batch.isEmpty && rows == 0 ? nil : batch
            }
            rows += 1
            tally.rows.read += 1
            do {
                if let station = try readRow() { batch.append(station) }
            } catch {
                tally.reject(row, error.fault)
            }
        }
        return batch
    }

    /// The station that the row completes.
    private func readRow() throws(RowRefusal) -> Station? {
        let identity = try readIdentity()
        guard let group = survey.group(row, identity) else {
            throw RowRefusal(
                RowFault(cause: .badFeature, reason: "the row changed while the file was read")
            )
        }
        rowsLeft[group] -= 1
        if drafts[group] == nil {
            tally.rows.accepted += 1
            noteMissingPlace(identity)
            let station = makeStation(identity)
            namedDistricts.add(station.districts)
            if let place = station.coordinate, closeStations.contains(Int32(group)) {
                duplicateFinder.add(
                    id: station.id.rawValue,
                    name: station.name,
                    address: station.address,
                    place: place
                )
            }
            if rowsLeft[group] == 0 {
                writings.append(row.writing)
                return station
            }
            var draft = StationDraft(station)
            draft.addAttributes(of: row, plan: plan)
            drafts[group] = (draft, row.writing)
            return nil
        }
        tally.rows.merged += 1
        let districts = rowReader.districts(row)
        namedDistricts.add(districts)
        drafts[group]?.station.merge(row, plan: plan, districts: districts)
        // A sum, for the order of a station's rows means nothing.
        drafts[group]?.writing &+= row.writing
        guard rowsLeft[group] == 0, let (draft, writing) = drafts.removeValue(forKey: group)
        else { return nil }
        writings.append(writing)
        for (column, values) in draft.differing {
            differing[column, default: (0, values)].stations += 1
        }
        return draft.finished(plan: plan)
    }

    /// The row's identity; what seems wrong with its place is noted.
    private func readIdentity() throws(RowRefusal) -> StationRowReader.Identity {
        book.countRow()
        do {
            let identity = try rowReader.identity(row, scratch: &scratch)
            if let place = identity.coordinate, !identity.isDecided { proposeRepair(of: place) }
            return identity
        } catch {
            if error.fault.cause == .badCoordinate { proposeRepair(of: nil) }
            throw error
        }
    }

    /// - Parameter place: Where the row's numbers put it; nil where that is no place.
    private func proposeRepair(of place: Coordinate?) {
        guard let repairFinder, repairFinder.isSuspicious(place),
            let numbers = try? rowReader.placeReader?.numbers(row),
            let finding = repairFinder.finding(for: numbers, at: place)
        else { return }
        let station = StationRowReader.digest(scratch)
        guard !book.isDecided(numbers, of: station) else { return }
        book.propose(
            finding,
            for: numbers,
            of: station,
            name: rowReader.displayName(row),
            line: row.line
        )
    }

    private func noteMissingPlace(_ identity: StationRowReader.Identity) {
        guard identity.coordinate == nil else { return }
        withoutPlace += 1
        if !identity.isDecided, rowReader.placeReader?.isZero(row) == true { zeroPlaces += 1 }
        if linesWithoutPlace.count < 5 { linesWithoutPlace.append(row.line) }
    }

    private func makeStation(_ identity: StationRowReader.Identity) -> Station {
        var stationKey: String?
        if case .column(let column) = key { stationKey = rowReader.keySlug(row, column: column) }
        let digest = {
            self.rowReader.hashedKey(
                self.row,
                sharesName: self.survey.sharedNames.contains(identity.nameAndAddress),
                coordinate: identity.coordinate
            )
        }
        return rowReader.station(row, key: stationKey ?? digest(), coordinate: identity.coordinate)
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
    var repairs: RepairReport { book.findings }
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
        if case .digest = key {
            notes.append(ImportNote(level: .note, text: keyReason, lines: []))
        }
        for shared in survey.sharedStationIDs {
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
        if withoutPlace > 0 {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "\(counted(withoutPlace, "station")) without coordinates"
                        + (zeroPlaces > 0 ? " (\(grouped(zeroPlaces)) of them at 0, 0)" : "")
                        + ": kept without a place, found by district or postcode, never by distance",
                    lines: linesWithoutPlace
                )
            )
        }
        for (column, entry) in differing.sorted(by: { $0.key < $1.key }) {
            notes.append(
                ImportNote(
                    level: .note,
                    text: "\(plan.columns[column]) differs between the merged rows of "
                        + "\(counted(entry.stations, "station"))\(entry.example)",
                    lines: []
                )
            )
        }
        return notes
    }
}
