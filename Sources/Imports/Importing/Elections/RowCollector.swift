internal import Datasets

/// Makes records of rows, where several rows may make one record.
protocol RowCollector: SendableMetatype {
    associatedtype Record: ImportableRecord

    /// What the columns were taken for.
    var columnUses: [ColumnUse] { get }
    /// Fields with one value for the whole file.
    var constantUses: [ConstantUse] { get }
    /// Whether ``survey(_:)`` is to see every row before the first pass.
    var isSurveyed: Bool { get }
    /// Looks at a row, which has no fault of its own.
    mutating func survey(_ row: borrowing Row) throws(ImportError)
    /// Told when every row was looked at.
    mutating func endSurvey() throws(ImportError)
    /// Forgets all rows, for another pass.
    mutating func restart()
    /// What became of the line that was taken for the columns' names; nil where it is no record.
    var fateOfHeader: RowFate? { get }
    /// Takes in a row, which has no fault of its own.
    ///
    /// - Throws: ``RowRefusal``, `ScratchError`.
    mutating func add(_ row: borrowing Row) throws -> RowFate
    /// What names the record of a row that was refused; nil where the row does not say.
    func key(ofRefused row: borrowing Row) -> String?
    /// Hands out, once each, the records that no further row can change.
    mutating func takeFinished() -> [Record]
    /// Hands out all that are left, once every row has been taken in.
    mutating func takeRest() -> [Record]
    /// What there is to know about the rows.
    var notes: [ImportNote] { get }
    /// What of the rows takes consent before it is published.
    var consents: [GuardFinding] { get }
    /// How many records have no place, of those that may have one.
    var withoutPlace: Int { get }
    /// How coordinates were read; nil for records that have none.
    var coordinateUse: CoordinateUse? { get }
    /// What seems wrong with texts, and what was decided about it.
    var repairs: RepairReport { get }
}

extension RowCollector {
    var isSurveyed: Bool { false }
    mutating func survey(_ row: borrowing Row) throws(ImportError) {}
    mutating func endSurvey() throws(ImportError) {}
    var fateOfHeader: RowFate? { nil }
    func key(ofRefused row: borrowing Row) -> String? { nil }
    mutating func takeFinished() -> [Record] { [] }
    var consents: [GuardFinding] { [] }
    var withoutPlace: Int { 0 }
    var coordinateUse: CoordinateUse? { nil }
    var repairs: RepairReport { RepairReport() }
}

/// What became of a row.
enum RowFate {
    /// It began a record.
    case accepted
    /// It belongs to a record that an earlier row began.
    case merged
    /// It is no record, such as a row of totals, and does not count.
    case passedOver
}

/// Reads a file with a collector.
final class CollectingReader<Collector: RowCollector>: RecordReader {
    private let open: () throws(ImportError) -> any RowSource
    private var collector: Collector
    private var source: (any RowSource)?
    private var row = Row()
    private var isAtEnd = false
    private(set) var tally = Tally()
    private(set) var refusals = Refusals()

    /// - Parameter open: Opens the file's rows from the beginning.
    init(_ collector: Collector, open: @escaping () throws(ImportError) -> any RowSource) {
        self.collector = collector
        self.open = open
    }

    var bytesRead: Int64 { source?.bytesRead ?? 0 }
    var columnUses: [ColumnUse] { collector.columnUses }
    var constantUses: [ConstantUse] { collector.constantUses }
    var notes: [ImportNote] { (source?.notes ?? []) + collector.notes }
    var consents: [GuardFinding] { collector.consents }
    var withoutPlace: Int { collector.withoutPlace }
    var coordinateUse: CoordinateUse? { collector.coordinateUse }
    var repairs: RepairReport { collector.repairs }

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        guard collector.isSurveyed else { return }
        let source = try open()
        while try source.next(&row) {
            if row.fault == nil { try collector.survey(row) }
            if row.number % batchSize == 0 { progress(source.bytesRead, row.number) }
        }
        try collector.endSurvey()
    }

    func restart() throws(ImportError) {
        source = try open()
        collector.restart()
        isAtEnd = false
        tally = Tally()
        if let fate = collector.fateOfHeader {
            tally.rows.read = 1
            tally.rows.accepted = fate == .accepted ? 1 : 0
            tally.rows.merged = fate == .merged ? 1 : 0
        }
        refusals = Refusals()
    }

    func nextBatch() throws(ImportError) -> [Collector.Record]? {
        guard let source, !isAtEnd else { return nil }
        var bytes = 0
        for _ in 0..<batchSize where bytes < batchBytesLimit {
            guard try source.next(&row) else {
                isAtEnd = true
                tally.rows.blank = source.blankRows
                return collector.takeFinished() + collector.takeRest()
            }
            bytes += row.byteCount
            var refusedKey: String?
            do {
                if let fault = row.fault { throw RowRefusal(fault) }
                switch try collector.add(row) {
                case .accepted: tally.rows.accepted += 1
                case .merged: tally.rows.merged += 1
                case .passedOver: continue
                }
            } catch let refusal as RowRefusal {
                tally.reject(row, refusal.fault)
                refusedKey = collector.key(ofRefused: row)
            } catch {
                throw .putAside(error)
            }
            if let refusedKey { try refusals.add(row: row.number, key: refusedKey) }
            tally.rows.read += 1
        }
        return collector.takeFinished()
    }
}
