internal import Datasets
internal import Geodesy

/// Makes records of rows as a ``Kind`` says, one of each.
struct KindCollector<Record: ImportableRecord>: RowCollector {
    private let kind: Kind<Record>
    private let plan: FieldPlan
    private let dataset: DatasetName
    private let event: String?
    private let placeReader: PlaceReader?
    /// The header of each field's column.
    private let headers: [String: String]
    /// The first line of each key, and a digest of its record.
    private var seen: [String: (line: Int, digest: Int)] = [:]
    private var batch: [Record] = []
    private(set) var withoutPlace = 0
    private var book: TextRepairBook
    /// What was noted of rows, in the order in which it came up, and the first lines of each.
    private var remarks: [(finding: Finding, lines: [Int])] = []
    private static var eventField: String { "event" }
    private static var remarkLimit: Int { 100 }
    private static var lineLimit: Int { 10 }

    init(
        _ kind: Kind<Record>,
        _ sample: FileSample,
        _ options: ImportOptions
    ) throws(ImportError) {
        let fields = kind.fields.map(\.field)
        plan = try FieldPlan(
            sample,
            fields: fields,
            settable: fields,
            options: options,
            what: kind.one,
            place: kind.place.need
        )
        for field in kind.fields where field.isRequired {
            try plan.require(field.field, hint: "Name the column with --map COLUMN=\(field.name).")
        }
        self.kind = kind
        dataset = options.dataset
        event = options.event
        book = TextRepairBook(options.decisions)
        let columns = plan.columns
        placeReader = plan.place.map { PlaceReader(plan: $0, columns: columns) }
        var headers: [String: String] = [:]
        for field in fields { headers[field.name] = plan.column(field).map { columns[$0] } }
        self.headers = headers
    }

    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }
    var coordinateUse: CoordinateUse? { plan.place?.use }
    var repairs: RepairReport { book.findings }
    var notes: [ImportNote] {
        plan.placeNotes + remarks.map { ImportNote(.warning, $0.finding, lines: $0.lines) }
    }

    mutating func restart() {
        seen = [:]
        batch = []
        withoutPlace = 0
        remarks = []
        book.restart()
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let place = try place(of: row)
        var texts: [String: String] = [:]
        for field in kind.fields {
            texts[field.name] = plan.text(field.field, row)
                .map { book.mended($0, in: field.name) }
        }
        let said = event.flatMap { texts.updateValue($0, forKey: Self.eventField) }
        let values = KindRow(
            dataset: dataset,
            place: place,
            one: kind.one,
            texts: texts,
            columns: headers
        )
        if let event, let said, said != event {
            values.remark(
                Finding(.otherEvent, ["said": .text(said), "event": .text(event)])
            )
        }
        if kind.place == .required { _ = try values.requiredPlace() }
        let record = try record(of: values, line: row.line)
        let digest = record.hashValue
        if let first = seen[record.importKey] {
            guard first.digest != digest else { return .merged }
            throw RowRefusal(
                RowFault(
                    cause: .repeatedKey,
                    reason: Finding(.repeatedID, ["line": .number(first.line)])
                )
            )
        }
        seen[record.importKey] = (row.line, digest)
        // A kind may know a place by its name where the row has no coordinates.
        if kind.place != .none, place == nil, record.parts.place == nil { withoutPlace += 1 }
        batch.append(record)
        note(values.remarked, line: row.line)
        return .accepted
    }

    /// The record of a row, with what is proposed so that there may be one.
    private mutating func record(
        of values: KindRow,
        line: Int
    ) throws(RowRefusal) -> Record {
        do throws(RowRefusal) {
            return try kind.record(values)
        } catch {
            for proposal in values.proposed { book.propose(proposal, line: line) }
            throw error
        }
    }

    private mutating func note(_ findings: [Finding], line: Int) {
        for finding in findings {
            if let index = remarks.firstIndex(where: { $0.finding == finding }) {
                if remarks[index].lines.count < Self.lineLimit { remarks[index].lines.append(line) }
            } else if remarks.count < Self.remarkLimit {
                remarks.append((finding, [line]))
            }
        }
    }

    private func place(of row: borrowing Row) throws(RowRefusal) -> Coordinate? {
        if let placeReader, case .place(let place) = try placeReader.read(row) { return place }
        return nil
    }

    mutating func takeFinished() -> [Record] {
        defer { batch = [] }
        return batch
    }

    mutating func takeRest() -> [Record] { takeFinished() }
}

extension Kind.Place {
    fileprivate var need: PlaceNeed {
        switch self {
        case .none: .none
        case .optional: .optional
        case .required: .required
        }
    }
}
