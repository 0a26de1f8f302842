internal import Geodesy

/// A reader of one kind of record, whatever reads it: the rows of a table, or the elements of a feed.
final class AnyRecordReader<Record: ImportableRecord>: RecordReader {
    private let base: any RecordReader<Record>
    /// Told of each pass's beginning with nil, and of what it hands out.
    private let observe: ([Record]?) -> Void

    init(_ base: any RecordReader<Record>, observe: @escaping ([Record]?) -> Void = { _ in }) {
        self.base = base
        self.observe = observe
    }

    func survey(_ progress: (_ bytesRead: Int64, _ rows: Int) -> Void) throws(ImportError) {
        try base.survey(progress)
    }

    var extent: BoundingBox? { base.extent }
    var clues: PlaceClues? { base.clues }
    func learn(_ evidence: PlaceEvidence) { base.learn(evidence) }
    func learn(_ surroundings: Surroundings) { base.learn(surroundings) }
    func settle() throws(ImportError) { try base.settle() }

    func restart() throws(ImportError) {
        observe(nil)
        try base.restart()
    }

    func nextBatch() throws(ImportError) -> [Record]? {
        let batch = try base.nextBatch()
        if let batch { observe(batch) }
        return batch
    }

    var writings: [UInt64] { base.writings }
    var withheld: [WithheldPlace] { base.withheld }
    var batchBytes: Int { base.batchBytes }
    var keys: RecordKeys { base.keys }
    var bytesRead: Int64 { base.bytesRead }
    var tally: Tally { base.tally }
    var refusals: Refusals { base.refusals }
    var columnUses: [ColumnUse] { base.columnUses }
    var coordinateUse: CoordinateUse? { base.coordinateUse }
    var duplicates: [LikelyDuplicate] { base.duplicates }
    var repairs: RepairReport { base.repairs }
    var constantUses: [ConstantUse] { base.constantUses }
    var notes: [ImportNote] { base.notes }
    var consents: [GuardFinding] { base.consents }
    var withoutPlace: Int { base.withoutPlace }
    var rejectColumns: [String] { base.rejectColumns }
}
