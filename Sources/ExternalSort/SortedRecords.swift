/// Records by their keys, read one after another.
public struct SortedRecords<Record: SortRecord>: Sendable {
    /// A heap of runs, the one with the least next record on top; of equal ones the earlier run.
    @usableFromInline var heap: [Cursor]

    @usableFromInline
    struct Cursor: Sendable {
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
        heap =
            records.isEmpty
            ? [] : [Cursor(run: nil, number: 0, pieceCount: 0, piece: records, end: 0)]
    }

    /// What all runs together may have in memory, in bytes.
    @inlinable static var mergeBytes: Int { 8 << 20 }

    @inlinable
    init(merging runs: [StoredRun]) throws(ScratchError) {
        let share = Self.mergeBytes / max(1, runs.count) / MemoryLayout<Record>.stride
        heap = []
        for (number, run) in runs.enumerated() {
            var cursor = Cursor(
                run: run,
                number: number,
                pieceCount: max(64, share),
                piece: [],
                end: run.records.lowerBound
            )
            if try cursor.refill() { heap.append(cursor) }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// The next record; nil when there are no more.
    ///
    /// - Complexity: O(log m) for m runs.
    @inlinable
    public mutating func next() throws(ScratchError) -> Record? {
        guard !heap.isEmpty else { return nil }
        let record = heap[0].piece[heap[0].index]
        if try !heap[0].advance() {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        if heap.count > 1 { sink(0) }
        return record
    }

    @inlinable
    func isBefore(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (heap[one].key, heap[other].key)
        return left == right ? heap[one].number < heap[other].number : left < right
    }

    @inlinable
    mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && isBefore(child, least) {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
