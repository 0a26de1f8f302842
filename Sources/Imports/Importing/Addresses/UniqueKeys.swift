internal import ExternalSort

/// Makes keys unique: of the rows with one key one keeps it, and the others have a number behind it, 2, 3
/// and so on. Which is which follows from what they say, and not from their order.
///
/// All keys are seen before the first is given out, as hashes that are sorted, on disk where they are
/// many: memory does not grow with them.
struct UniqueKeys {
    private var entries: ExternalSorter<Entry>
    private let memoryBytes: Int
    /// How many keys several rows have, once all are seen.
    private(set) var repeatedCount = 0
    /// Of all rows, once all are seen.
    private var known = SortedTable<Entry>()
    /// Of rows that do not keep their key.
    private var repeats = SortedTableCursor<Repeat>()

    /// A row by a hash of its key, which holds within this process.
    private struct Entry: SortRecord {
        let sortKey: UInt64
        let content: UInt64
        let row: UInt32
    }

    /// The same by what the row says.
    private struct Saying: SortRecord {
        /// A hash of it, the same in each process.
        let sortKey: UInt64
        let key: UInt64
        let row: UInt32

        init(_ entry: Entry) { (sortKey, key, row) = (entry.content, entry.sortKey, entry.row) }

        var entry: Entry { Entry(sortKey: key, content: sortKey, row: row) }
    }

    /// A row, and its number among those with its key.
    private struct Repeat: SortRecord {
        /// The row, then the count.
        let sortKey: UInt64

        init(row: UInt32, count: UInt32) { sortKey = UInt64(row) << 32 | UInt64(count) }

        var row: UInt32 { UInt32(truncatingIfNeeded: sortKey >> 32) }
        var count: UInt32 { UInt32(truncatingIfNeeded: sortKey) }
    }

    private static let pieceCount = 4_096

    /// - Parameter memoryBytes: What may be kept in memory while keys are added.
    init(memoryBytes: Int = 16 << 20) {
        self.memoryBytes = memoryBytes
        entries = ExternalSorter(memoryBytes: memoryBytes)
    }

    /// Adds the key of a row; rows come in order, each once.
    ///
    /// - Parameter content: A hash of what the row says, the same in each process: of rows with one key
    ///   and one hash the order of the rows decides.
    mutating func add(_ key: String, content: UInt64, row: Int) throws(ScratchError) {
        try entries.append(
            Entry(sortKey: Self.hash(key), content: content, row: UInt32(clamping: row))
        )
    }

    /// Finds out which keys are repeated; what was kept to find it is let go.
    mutating func finish() throws(ScratchError) {
        var all = ExternalSorter<Entry>(memoryBytes: 0)
        swap(&all, &entries)
        known = try SortedTable(all)
        var members = ExternalSorter<Saying>(memoryBytes: memoryBytes / 4)
        var first: Entry?
        var isRepeated = false
        for start in stride(from: 0, to: known.count, by: Self.pieceCount) {
            let range = start..<min(start + Self.pieceCount, known.count)
            for entry in try known.records(range) {
                guard let owner = first, owner.sortKey == entry.sortKey else {
                    (first, isRepeated) = (entry, false)
                    continue
                }
                if !isRepeated {
                    repeatedCount += 1
                    try members.append(Saying(owner))
                }
                try members.append(Saying(entry))
                isRepeated = true
            }
        }
        try number(members)
    }

    /// Numbers the rows whose keys are repeated, those of each key by what they say.
    private mutating func number(
        _ members: consuming ExternalSorter<Saying>
    ) throws(ScratchError) {
        // Sorting keeps the order of those with one key.
        var grouped = ExternalSorter<Entry>(memoryBytes: memoryBytes / 4)
        var byContent = try members.sorted()
        while let member = try byContent.next() { try grouped.append(member.entry) }
        var repeated = ExternalSorter<Repeat>(memoryBytes: memoryBytes / 4)
        var byKey = try grouped.sorted()
        var last: UInt64?
        var count: UInt32 = 0
        while let entry = try byKey.next() {
            count = entry.sortKey == last ? count + 1 : 1
            last = entry.sortKey
            if count > 1 { try repeated.append(Repeat(row: entry.row, count: count)) }
        }
        repeats = SortedTableCursor(try SortedTable(repeated))
    }

    /// Begins a pass over the rows.
    mutating func restart() { repeats.restart() }

    /// The key that a row has of its own; rows come in order.
    ///
    /// - Parameter key: As it was added.
    mutating func unique(_ key: String, row: Int) throws(ScratchError) -> String {
        guard let count = try count(of: UInt32(clamping: row)) else { return key }
        var unique = "\(key)-\(count)"
        // Where another row has that for its key, nothing but another ending tells them apart.
        while try known.find(Self.hash(unique)) != nil { unique += "x" }
        return unique
    }

    private mutating func count(of row: UInt32) throws(ScratchError) -> UInt32? {
        guard let found = try repeats.first(notBelow: UInt64(row) << 32), found.row == row else {
            return nil
        }
        return found.count
    }

    private static func hash(_ key: String) -> UInt64 { UInt64(bitPattern: Int64(key.hashValue)) }
}
