/// Records that are found by their keys, in memory while they are few, else on disk.
public struct SortedTable<Record: SortRecord>: Sendable {
    /// All of them where they are few.
    @usableFromInline var records: [Record] = []
    @usableFromInline var file: ScratchFile?
    /// The first key of each block on disk.
    @usableFromInline var firstKeys: [UInt64] = []
    /// How many records there are.
    public let count: Int

    @inlinable static var blockBytes: Int { 4096 }
    @inlinable static var blockCount: Int { max(1, blockBytes / MemoryLayout<Record>.stride) }

    /// A table without any records.
    @inlinable
    public init() { count = 0 }

    /// The records of a sorter; of those with one key any may be found.
    @inlinable
    public init(_ sorter: consuming ExternalSorter<Record>) throws(ScratchError) {
        let isLarge = sorter.hasSpilled
        count = sorter.count
        var sorted = try sorter.sorted()
        if isLarge {
            try store(&sorted)
        } else {
            records.reserveCapacity(count)
            while let record = try sorted.next() { records.append(record) }
        }
    }

    @inlinable
    mutating func store(_ sorted: inout SortedRecords<Record>) throws(ScratchError) {
        let file = try ScratchFile()
        let pieceCount = Self.blockCount * 64
        var piece: [Record] = []
        var written = 0
        while let record = try sorted.next() {
            if (written + piece.count) % Self.blockCount == 0 { firstKeys.append(record.sortKey) }
            piece.append(record)
            if piece.count == pieceCount {
                try file.write(piece, from: written)
                written += piece.count
                piece.removeAll(keepingCapacity: true)
            }
        }
        try file.write(piece, from: written)
        self.file = file
    }

    /// Some of the records, in the order of their keys.
    ///
    /// - Parameter range: Of their numbers, within 0..<``count``.
    /// - Complexity: O(n) for n records, and one read where they are on disk.
    @inlinable
    public func records(_ range: Range<Int>) throws(ScratchError) -> [Record] {
        guard let file else { return Array(records[range]) }
        return try StoredRun(file: file, records: 0..<count).load(range, as: Record.self)
    }

    /// A record that was found.
    public struct Found {
        /// Its number, from 0, in the order of keys.
        public let number: Int
        /// The record itself.
        public let record: Record

        @inlinable
        init(number: Int, record: Record) {
            self.number = number
            self.record = record
        }
    }

    /// The record with a key; nil where there is none.
    ///
    /// - Complexity: O(log n), and one read of 4 KB where the records are on disk.
    @inlinable
    public func find(_ key: UInt64) throws(ScratchError) -> Found? {
        guard let file else {
            let number = Self.firstNotBelow(key, in: records)
            guard number < records.count, records[number].sortKey == key else { return nil }
            return Found(number: number, record: records[number])
        }
        // The last block that begins at or below the key.
        var (low, high) = (0, firstKeys.count)
        while low < high {
            let middle = (low + high) / 2
            if firstKeys[middle] <= key { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let start = (low - 1) * Self.blockCount
        let block = try StoredRun(file: file, records: 0..<count)
            .load(start..<min(start + Self.blockCount, count), as: Record.self)
        let index = Self.firstNotBelow(key, in: block)
        guard index < block.count, block[index].sortKey == key else { return nil }
        return Found(number: start + index, record: block[index])
    }

    @inlinable
    static func firstNotBelow(_ key: UInt64, in records: [Record]) -> Int {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].sortKey < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
