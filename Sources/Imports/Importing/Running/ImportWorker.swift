internal import Datasets
internal import Dispatch
internal import Geodesy
internal import Polling
internal import RowFiles

/// Runs the reading of a file, which blocks on the disk, away from the threads that serve
/// everything else.
actor ImportWorker<Reader: RecordReader> {
    private let executor = BlockingExecutor()
    private var reader: Reader?
    private let progress: @Sendable (ImportProgress) -> Void
    private var phase = ImportProgress.Phase.inspecting
    /// Which reading of the file it is within the phase.
    private var pass = 1
    /// How far the pass has come.
    private var reached: (bytes: Int64, rows: Int) = (0, 0)
    private var bytesTotal: Int64 = 0
    /// The columns of a file of stations for which no profile was named.
    private var columnsWithoutProfile: [String] = []
    private var rows = 0
    /// Whether the pass is over.
    private var isAtEnd = false
    private var lastTold: ContinuousClock.Instant?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(progress: @escaping @Sendable (ImportProgress) -> Void) { self.progress = progress }

    /// What is known before any record is made.
    struct Opening: Sendable {
        let inspection: FileInspection
        let format: FileFormat
        let stamp: FileReader.Stamp
        /// What was left out where the file was opened.
        let notes: [ImportNote]
    }

    /// Some records, and digests of their rows as far as those are known.
    struct Batch: Sendable {
        var records: [Reader.Record]
        let writings: [UInt64]
        /// Which of the records have no place because that of the file is surely wrong.
        let withheld: [WithheldPlace]
        /// How many of these have the place that is published instead.
        var keptPlaces = 0
        /// In how many published records a column has no room for what is added to it.
        var fullColumns: [String: Int] = [:]
    }

    /// Inspects the file, and finds out what its columns are.
    func open(
        _ input: ImportInput,
        kind: DatasetKind,
        options: ImportOptions,
        formats: [KindFormat] = [],
        makeReader:
            @Sendable (
                FileSample, ImportOptions, _ open: @escaping () throws(ImportError) -> any RowSource
            ) throws(ImportError) -> Reader
    ) throws(ImportError) -> Opening {
        TemporaryFolder.removeAbandoned()
        let stamp = try input.stamp()
        bytesTotal = stamp.byteCount
        begin(.inspecting)
        let file = try OpenedFile(
            input,
            kind: kind,
            options: options,
            formats: formats
        ) { tell($0, rows: 0) }
        let sample = try file.sample(input)
        if options.profile == nil, kind == .stations, file.feed == nil {
            columnsWithoutProfile = sample.columns.map(\.name)
        }
        do {
            let told = try options.applyingProfile(to: sample, kind: kind)
            reader = try makeReader(sample, told, file.open)
        } catch {
            throw error.suggestingProfile(for: columnsWithoutProfile)
                .blaming(options.profile, kind: kind)
                .ofText(input.name, columns: sample.columns.map(\.name), format: file.format)
        }
        return Opening(
            inspection: file.inspection,
            format: file.format,
            stamp: stamp,
            notes: file.feed?.turnedTexts.note.map { [$0] } ?? []
        )
    }

    /// Looks at every row.
    func survey() throws(ImportError) {
        begin(.surveying)
        // What tells rows apart is let go of, and more will be asked for in other pieces.
        defer { FreedMemory.giveBack() }
        do {
            try reader?.survey { tell($0, rows: $1) }
        } catch {
            throw error.suggestingProfile(for: columnsWithoutProfile)
        }
    }

    /// What holds the records' places; nil where nothing around them matters.
    func extent() -> BoundingBox? { reader?.extent }

    /// What some rows say of where their records lie; nil where nothing does.
    func clues() -> PlaceClues? { reader?.clues }

    /// Tells the reader what is published that tells where they should lie.
    func learn(_ evidence: PlaceEvidence) { reader?.learn(evidence) }

    /// Tells the reader what is published around the places.
    func learn(_ surroundings: Surroundings) { reader?.learn(surroundings) }

    /// Settles which rows are one record, once all is known of their places.
    ///
    /// - Returns: Where the records' keys come from.
    func settle() throws(ImportError) -> RecordKeys {
        defer { FreedMemory.giveBack() }
        try reader?.settle()
        return reader?.keys ?? .ids
    }

    /// Begins a pass over the records.
    func restart(_ phase: ImportProgress.Phase) throws(ImportError) {
        begin(phase)
        isAtEnd = false
        try reader?.restart()
    }

    /// The next records; nil when there are no more.
    func nextBatch() throws(ImportError) -> Batch? {
        guard let reader else { return nil }
        try checkCancellation()
        var records: [Reader.Record] = []
        var writings: [UInt64] = []
        var withheld: [WithheldPlace] = []
        var bytes = 0
        while records.count < Self.batchRecords, bytes < Self.batchBytes, !isAtEnd {
            guard let more = try reader.nextBatch() else {
                isAtEnd = true
                lastTold = nil
                tell(reader.bytesRead, rows: reader.tally.rows.read)
                return records.isEmpty
                    ? nil : Batch(records: records, writings: writings, withheld: withheld)
            }
            withheld += reader.withheld.map {
                WithheldPlace(index: $0.index + records.count, probable: $0.probable)
            }
            records += more
            bytes += reader.batchBytes
            writings += reader.writings
            tell(reader.bytesRead, rows: reader.tally.rows.read)
        }
        return isAtEnd ? nil : Batch(records: records, writings: writings, withheld: withheld)
    }

    /// One batch is written while the next is read: so many records that the hand-over costs
    /// nothing, and so few that neither side waits long for the other.
    private static var batchRecords: Int { 4_000 }
    /// Where rows are long, a batch has fewer.
    private static var batchBytes: Int { 4 * batchBytesLimit }

    /// What the last pass found.
    func findings() -> Findings? {
        reader.map { reader in
            Findings(
                rows: reader.tally.rows,
                causes: reader.tally.causes,
                rejectedRows: reader.tally.rejectedRows,
                refusals: reader.refusals,
                columns: reader.columnUses,
                constants: reader.constantUses,
                notes: reader.notes,
                consents: reader.consents,
                withoutPlace: reader.withoutPlace,
                rejectColumns: reader.rejectColumns,
                coordinates: reader.coordinateUse,
                repairs: reader.repairs,
                duplicates: Array(reader.duplicates.prefix(DuplicateFinder.listLimit))
            )
        }
    }

    /// Lets go of all that was kept of the file's rows.
    func close() {
        reader = nil
        FreedMemory.giveBack()
    }

    private func begin(_ phase: ImportProgress.Phase) {
        self.phase = phase
        pass = 1
        reached = (0, 0)
        lastTold = nil
    }

    /// Tells of progress, ten times a second at most.
    private func tell(_ bytesRead: Int64, rows: Int) {
        if bytesRead < reached.bytes || rows < reached.rows {
            pass += 1
            lastTold = nil
        }
        reached = (bytesRead, rows)
        let now = ContinuousClock.now
        if let lastTold, now - lastTold < .milliseconds(100) { return }
        lastTold = now
        progress(
            ImportProgress(
                phase: phase,
                pass: pass,
                bytesRead: bytesRead,
                bytesTotal: bytesTotal,
                rows: rows
            )
        )
    }
}

/// What a pass over a file found.
struct Findings: Sendable {
    let rows: ImportReport.Rows
    let causes: [RejectionCause]
    let rejectedRows: [RejectedRow]
    let refusals: Refusals
    let columns: [ColumnUse]
    let constants: [ConstantUse]
    var notes: [ImportNote]
    let consents: [GuardFinding]
    var withoutPlace: Int
    let rejectColumns: [String]
    let coordinates: CoordinateUse?
    var repairs: RepairReport
    let duplicates: [LikelyDuplicate]

    /// Says that what was to be added to columns is not kept.
    mutating func note(fullColumns: [String: Int]) {
        notes += fullColumns.sorted { $0.key < $1.key }.map { column, count in
            ImportNote(
                .warning,
                Finding(
                    .fullColumn,
                    [
                        "column": .text(column), "stations": .count(count),
                        "limit": .number(SideBySide.limit),
                    ]
                )
            )
        }
    }

    /// Counts records that stay at the place that is published, for the file's is surely wrong.
    mutating func keepPlaces(_ count: Int) {
        repairs.keptPlaces = count
        repairs.withheld -= count
        withoutPlace -= count
    }
}

/// Runs an actor's work on a thread of its own, one piece after another.
private final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "ambit.import")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Stops an import that was cancelled.
///
/// - Throws: ``ImportError/cancelled``.
func checkCancellation() throws(ImportError) {
    if ImportCancellation.isSet { throw .cancelled }
}

/// Whether an import was stopped.
public enum ImportCancellation {
    /// Asked on the thread that works for the import.
    public static var isSet: Bool { BlockingWork.isCancelled }
}
