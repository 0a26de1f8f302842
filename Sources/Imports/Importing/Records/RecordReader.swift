internal import Geodesy

/// Makes records of one kind from the rows of a file.
///
/// A file is read in passes: ``survey(_:)`` looks at every row, then each ``restart()`` begins a
/// pass that hands out the same records again.
protocol RecordReader<Record>: AnyObject {
    associatedtype Record: ImportableRecord

    /// Looks at every row.
    ///
    /// - Parameter progress: Told bytes and rows now and then.
    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError)
    /// What holds the records' places, once they were surveyed; nil where nothing around them
    /// matters.
    var extent: BoundingBox? { get }
    /// What some rows say of where their records lie, once they were surveyed; nil where nothing does.
    var clues: PlaceClues? { get }
    /// Learns what is published that tells where they should lie, before ``extent`` is asked for.
    func learn(_ evidence: PlaceEvidence)
    /// Learns what is published around the places, before the first pass.
    func learn(_ surroundings: Surroundings)
    /// Settles which rows are one record, once all is known of their places.
    func settle() throws(ImportError)
    /// Begins a pass over the file.
    func restart() throws(ImportError)
    /// The next records; nil when there are no more.
    func nextBatch() throws(ImportError) -> [Record]?

    /// Digests of the rows of each record of the last batch, as they are written; none where
    /// they are not known.
    var writings: [UInt64] { get }
    /// Which records of the last batch have no place because that of the file is surely wrong.
    var withheld: [WithheldPlace] { get }
    /// How many bytes the rows of the last batch have, about; 0 where their number alone is watched.
    var batchBytes: Int { get }
    /// Where the records' keys come from.
    var keys: RecordKeys { get }
    /// How many bytes of the file this pass has used.
    var bytesRead: Int64 { get }
    /// What became of the rows in this pass.
    var tally: Tally { get }
    /// The rows that were refused in this pass, as far as they say which records they are about.
    var refusals: Refusals { get }
    /// What the columns were taken for.
    var columnUses: [ColumnUse] { get }
    /// How coordinates were read; nil for records that have none.
    var coordinateUse: CoordinateUse? { get }
    /// Records that may be one.
    var duplicates: [LikelyDuplicate] { get }
    /// What seems wrong with places, and what was decided about it.
    var repairs: RepairReport { get }
    /// Fields with one value for the whole file.
    var constantUses: [ConstantUse] { get }
    /// What there is to know about the file, once a pass is over.
    var notes: [ImportNote] { get }
    /// What of the file takes consent before it is published, whatever is published already.
    var consents: [GuardFinding] { get }
    /// Records without a place, in this pass.
    var withoutPlace: Int { get }
    /// The columns of refused rows' cells.
    var rejectColumns: [String] { get }
}

extension RecordReader {
    var extent: BoundingBox? { nil }
    var clues: PlaceClues? { nil }
    func learn(_ evidence: PlaceEvidence) {}
    func learn(_ surroundings: Surroundings) {}
    func settle() throws(ImportError) {}
    var consents: [GuardFinding] { [] }
    var writings: [UInt64] { [] }
    var withheld: [WithheldPlace] { [] }
    var batchBytes: Int { 0 }
    var keys: RecordKeys { .ids }
    var refusals: Refusals { Refusals() }
    var rejectColumns: [String] { columnUses.map(\.column) }
    var coordinateUse: CoordinateUse? { nil }
    var repairs: RepairReport { RepairReport() }
    var duplicates: [LikelyDuplicate] { [] }
}

/// How many records are handed on at a time: enough that a hand-over costs nothing.
let batchSize = 1_000

/// How many bytes of rows are handed on at a time, where rows are long.
let batchBytesLimit = 1 << 20

/// What became of a file's rows.
struct Tally {
    var rows = ImportReport.Rows()
    private var counts: [RowFault.Cause: Int] = [:]
    private(set) var rejectedRows: [RejectedRow] = []
    /// Bytes of the refused rows' cells that are kept.
    private var keptBytes = 0

    /// How much is kept of refused rows, so that they can be handed back.
    private static let keptBytesLimit = 64 << 20

    mutating func reject(_ row: borrowing Row, _ fault: RowFault) {
        rows.rejected += 1
        counts[fault.cause, default: 0] += 1
        guard rejectedRows.count < ImportReport.rejectedRowLimit else { return }
        var cells: [String] = []
        if keptBytes < Self.keptBytesLimit {
            cells = (0..<row.count).map { row.verbatim($0) }
            keptBytes += cells.reduce(0) { $0 + $1.utf8.count }
        }
        rejectedRows.append(
            RejectedRow(
                file: row.file,
                line: row.line,
                row: row.number,
                column: fault.column,
                value: fault.value.map {
                    CellWrapping.visible($0.count > 80 ? $0.prefix(79) + "…" : $0)
                },
                cause: fault.cause.rawValue,
                reason: fault.reason.text,
                finding: fault.reason,
                cells: cells,
                place: row.pointText
            )
        )
    }

    /// The causes, the one with the most rows first.
    var causes: [RejectionCause] {
        RowFault.Cause.allCases
            .compactMap { cause in
                counts[cause].map {
                    RejectionCause(cause: cause.rawValue, title: cause.title, rows: $0)
                }
            }
            .sorted { ($1.rows, $0.cause) < ($0.rows, $1.cause) }
    }
}
