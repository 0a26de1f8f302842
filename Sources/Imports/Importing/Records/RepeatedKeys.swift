internal import ExternalSort

/// Finds the rows whose key an earlier row has, or of those of one key all but the one that is chosen.
///
/// All keys are seen before the first row is asked about, as hashes that are sorted, on disk where they
/// are many: memory does not grow with them. Of a million keys no two have the same hash, but for a
/// chance of one in thirty million.
struct RepeatedKeys {
    private var entries: ExternalSorter<Entry>
    private let memoryBytes: Int
    private let choice: Choice
    /// How many rows say something else than the one that was chosen before them, once all are seen.
    private(set) var conflicts = 0
    /// Of rows that repeat another.
    private var repeats = SortedTableCursor<Repeat>()

    /// Which of the rows with one key repeats none.
    enum Choice: Sendable {
        case first
        /// The one whose content has the greatest number: the order of the rows means nothing.
        case greatest
    }

    /// A row by a hash of its key, which holds within this process.
    private struct Entry: SortRecord {
        let sortKey: UInt64
        /// Stands for what the row says.
        let content: UInt64
        let row: UInt32
        let line: UInt32
    }

    /// A row that repeats another.
    private struct Repeat: SortRecord {
        /// The row's number.
        let sortKey: UInt64
        let firstLine: UInt32
        let isSame: Bool
    }

    /// What a row repeats.
    struct Repetition: Equatable {
        /// The line of the first row with its key.
        let firstLine: Int
        /// Whether that says the same.
        let isSame: Bool
    }

    /// - Parameter memoryBytes: What may be kept in memory while keys are added.
    init(choosing choice: Choice = .first, memoryBytes: Int = 16 << 20) {
        self.choice = choice
        self.memoryBytes = memoryBytes
        entries = ExternalSorter(memoryBytes: memoryBytes)
    }

    /// Adds the key of a row; rows come in order, each once.
    ///
    /// - Parameter content: A hash of what the row says.
    mutating func add(
        _ key: String,
        content: Int = 0,
        row: Int,
        line: Int
    ) throws(ScratchError) {
        try entries.append(
            Entry(
                sortKey: UInt64(bitPattern: Int64(key.hashValue)),
                content: UInt64(bitPattern: Int64(content)),
                row: UInt32(clamping: row),
                line: UInt32(clamping: line)
            )
        )
    }

    /// Finds out which keys are repeated; what was kept to find it is let go.
    ///
    /// - Complexity: O(n) for n rows.
    mutating func finish() throws(ScratchError) {
        var all = ExternalSorter<Entry>(memoryBytes: 0)
        swap(&all, &entries)
        var sorted = try all.sorted()
        var repeated = ExternalSorter<Repeat>(memoryBytes: memoryBytes / 4)
        var next = try sorted.next()
        while let first = next {
            var chosen = first
            next = try sorted.next()
            // Those of one key come in the order of the rows.
            while let entry = next, entry.sortKey == first.sortKey {
                var other = entry
                if choice == .greatest, entry.content > chosen.content { swap(&other, &chosen) }
                let isSame = other.content == chosen.content
                if !isSame { conflicts += 1 }
                try repeated.append(
                    Repeat(sortKey: UInt64(other.row), firstLine: first.line, isSame: isSame)
                )
                next = try sorted.next()
            }
        }
        repeats = SortedTableCursor(try SortedTable(repeated))
    }

    /// Begins a pass over the rows.
    mutating func restart() { repeats.restart() }

    /// What a row repeats; nil where no earlier row has its key, or where it is the one that is chosen.
    /// Rows come in order.
    mutating func repetition(ofRow row: Int) throws(ScratchError) -> Repetition? {
        let row = UInt64(UInt32(clamping: row))
        guard let found = try repeats.first(notBelow: row), found.sortKey == row else { return nil }
        return Repetition(firstLine: Int(found.firstLine), isSame: found.isSame)
    }
}
