internal import Datasets
internal import ExternalSort

/// Stations of which more rows will come, each until its next row.
///
/// The survey has found which row follows which within a station. So it is known when a draft will be
/// wanted again, and where all of them are too many for memory, those that are wanted last wait on
/// disk, in the order in which they will be wanted: whatever lies where, a row finds the same draft.
struct WaitingDrafts {
    private let dataset: DatasetName
    private let memoryBytes: Int
    /// By the row that is awaited.
    private var inMemory: [UInt32: StationDraft] = [:]
    private var bytes = 0
    /// From how many bytes on drafts go to disk.
    private var limit: Int
    private var onDisk: ScratchQueue

    /// What drafts may take in memory.
    static let memoryBytes = 24 << 20

    init(dataset: DatasetName, memoryBytes: Int = WaitingDrafts.memoryBytes) {
        self.dataset = dataset
        self.memoryBytes = memoryBytes
        limit = memoryBytes
        onDisk = ScratchQueue(bufferBytes: memoryBytes / 4)
    }

    /// Whether any drafts have gone to disk.
    private(set) var hasSpilled = false

    /// Puts a draft aside until a row, which no other awaits.
    mutating func put(_ draft: StationDraft, until row: UInt32) throws(ScratchError) {
        bytes += draft.memoryBytes
        inMemory[row] = draft
        if bytes > limit { try spill() }
    }

    /// The draft that awaits a row; rows come in order.
    ///
    /// - Returns: nil where none does.
    mutating func take(_ row: UInt32) throws(ScratchError) -> StationDraft? {
        if let draft = inMemory.removeValue(forKey: row) {
            bytes -= draft.memoryBytes
            return draft
        }
        // What awaits a row that has passed lost it: the file was changed meanwhile.
        while let key = onDisk.leastKey, key < UInt64(row) { _ = try onDisk.removeLeast() }
        guard onDisk.leastKey == UInt64(row), let packed = try onDisk.removeLeast() else {
            return nil
        }
        var unpacked = UnpackedBytes(packed)
        return StationDraft(&unpacked, dataset: dataset)
    }

    /// Sends those that are wanted last to disk, so that half of the room is free. The one that is
    /// wanted next stays, however large it is: it would be back at once.
    private mutating func spill() throws(ScratchError) {
        let rows = inMemory.keys.sorted()
        var kept = 0
        var first = 0
        while first < rows.count, let draft = inMemory[rows[first]],
            first == 0 || kept + draft.memoryBytes <= memoryBytes / 2
        {
            kept += draft.memoryBytes
            first += 1
        }
        let leaving = rows[first...].compactMap { row in
            inMemory.removeValue(forKey: row).map { (row: row, draft: $0) }
        }
        if !leaving.isEmpty { try store(leaving) }
        bytes = kept
        limit = max(memoryBytes, 2 * kept)
    }

    private mutating func store(
        _ leaving: [(row: UInt32, draft: StationDraft)]
    ) throws(ScratchError) {
        hasSpilled = true
        try onDisk.addRun(of: leaving.count) { index, bytes in
            var packed = PackedBytes()
            swap(&packed.bytes, &bytes)
            leaving[index].draft.write(to: &packed)
            swap(&packed.bytes, &bytes)
            return UInt64(leaving[index].row)
        }
    }
}
