/// Records by their keys, read one after another.
public struct SortedRecords<Record: SortRecord>: Sendable {
    /// The runs that have something left.
    @usableFromInline var heap: RunHeap<Cursor>

    @usableFromInline
    struct Cursor: RunCursor, Sendable {
        /// nil where all records are in memory.
        @usableFromInline let run: StoredRun?
        /// Which run it is.
        @usableFromInline let number: Int
        @usableFromInline let pieceCount: Int
        @usableFromInline var piece: [Record]
        @usableFromInline var index = 0
        /// Up to where the run was read.
        @usableFromInline var end: Int

        @inlinable
        init(run: StoredRun?, number: Int, pieceCount: Int, piece: [Record], end: Int) {
            self.run = run
            self.number = number
            self.pieceCount = pieceCount
            self.piece = piece
            self.end = end
        }

        /// The next record's key; the cursor has one.
        @inlinable var key: UInt64 { piece[index].sortKey }

        /// Goes on to the next record.
        ///
        /// - Returns: Whether there is one.
        @inlinable
        mutating func advance() throws(ScratchError) -> Bool {
            index += 1
            return index < piece.count ? true : try refill()
        }

        @inlinable
        mutating func refill() throws(ScratchError) -> Bool {
            guard let run, end < run.records.upperBound else { return false }
            let next = end..<min(end + pieceCount, run.records.upperBound)
            piece = try run.load(next, as: Record.self)
            (index, end) = (0, next.upperBound)
            return true
        }
    }

    @inlinable
    init(inMemory records: [Record]) {
        heap = RunHeap(
            records.isEmpty
                ? [] : [Cursor(run: nil, number: 0, pieceCount: 0, piece: records, end: 0)]
        )
    }

    /// What all runs together may have in memory, in bytes.
    @inlinable static var mergeBytes: Int { 8 << 20 }

    @inlinable
    init(merging runs: [StoredRun]) throws(ScratchError) {
        let share = Self.mergeBytes / max(1, runs.count) / MemoryLayout<Record>.stride
        var cursors: [Cursor] = []
        for (number, run) in runs.enumerated() {
            var cursor = Cursor(
                run: run,
                number: number,
                pieceCount: max(64, share),
                piece: [],
                end: run.records.lowerBound
            )
            if try cursor.refill() { cursors.append(cursor) }
        }
        heap = RunHeap(cursors)
    }

    /// The next record; nil when there are no more.
    ///
    /// - Complexity: O(log m) for m runs.
    @inlinable
    public mutating func next() throws(ScratchError) -> Record? {
        guard !heap.isEmpty else { return nil }
        let record = heap.top.piece[heap.top.index]
        heap.settleTop(hasMore: try heap.top.advance())
        return record
    }
}
