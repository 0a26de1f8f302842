internal import ExternalSort

/// The rows of a pass that were refused, as far as they say which records they are about.
///
/// What is published and not among a file's records may be gone from the file, or stand in it in a row
/// that was refused: nobody wants the second taken from the public.
///
/// On disk where they are many.
struct Refusals: Sendable {
    /// A refused row that names its record.
    struct Row: SortRecord {
        /// A hash of the record's key, as ``PublishedRecords/hash(_:)`` makes it.
        let sortKey: UInt64
        /// A hash of the record's name and address, where it has both.
        let likenessHash: UInt64
        /// The row's number in the file.
        let number: UInt32
        let hasLikeness: Bool
    }

    /// What the rows may take in memory.
    static let memoryBytes = 1 << 20

    private(set) var rows = ExternalSorter<Row>(memoryBytes: memoryBytes)

    /// How many rows name their records.
    var count: Int { rows.count }

    /// Adds a row that was refused.
    ///
    /// - Parameter likeness: What names the record besides its key; used where it has an address, for
    ///   many towns have a "Town Hall".
    mutating func add(
        row: Int,
        key: String,
        likeness: RecordLikeness? = nil
    ) throws(ImportError) {
        let likeness = likeness.flatMap { $0.address == nil ? nil : $0.hashValue }
        do {
            try rows.append(
                Row(
                    sortKey: PublishedRecords.hash(key),
                    likenessHash: UInt64(bitPattern: Int64(likeness ?? 0)),
                    number: UInt32(clamping: row),
                    hasLikeness: likeness != nil
                )
            )
        } catch {
            throw .putAside(error)
        }
    }
}

/// Which published records stand in rows that were refused.
struct RefusedRecords: Sendable {
    /// The first row with a hash.
    private struct FirstRow: SortRecord {
        let sortKey: UInt64
        let number: UInt32
    }

    private let rowOfKey: SortedTable<FirstRow>
    private let rowOfLikeness: SortedTable<FirstRow>

    /// - Parameter isPublished: Whether a record with a hash of its key is published. The key of one
    ///   decides; name and address count where it is not known.
    init(_ refusals: Refusals, isPublished: (UInt64) throws -> Bool) throws {
        var byKey = ExternalSorter<FirstRow>(memoryBytes: Refusals.memoryBytes)
        var byLikeness = ExternalSorter<FirstRow>(memoryBytes: Refusals.memoryBytes)
        var rows = try refusals.rows.sorted()
        while let row = try rows.next() {
            if try isPublished(row.sortKey) {
                try byKey.append(FirstRow(sortKey: row.sortKey, number: row.number))
            } else if row.hasLikeness {
                try byLikeness.append(FirstRow(sortKey: row.likenessHash, number: row.number))
            }
        }
        rowOfKey = try Self.table(of: byKey)
        rowOfLikeness = try Self.table(of: byLikeness)
    }

    /// The first row of each hash.
    private static func table(
        of sorter: consuming ExternalSorter<FirstRow>
    ) throws -> SortedTable<FirstRow> {
        var firsts = ExternalSorter<FirstRow>(memoryBytes: Refusals.memoryBytes)
        var rows = try sorter.sorted()
        var first = try rows.next()
        while let row = first {
            var least = row.number
            first = try rows.next()
            while let next = first, next.sortKey == row.sortKey {
                least = min(least, next.number)
                first = try rows.next()
            }
            try firsts.append(FirstRow(sortKey: row.sortKey, number: least))
        }
        return try SortedTable(firsts)
    }

    /// The first row with a record's key that was refused.
    func row(ofKey key: String) throws -> Int? {
        try rowOfKey.find(PublishedRecords.hash(key)).map { Int($0.record.number) }
    }

    /// The first row that was refused and is about a record that no other row has.
    func row(ofKey key: String, likeness: RecordLikeness?) throws -> Int? {
        if let row = try row(ofKey: key) { return row }
        guard let likeness else { return nil }
        return try rowOfLikeness.find(UInt64(bitPattern: Int64(likeness.hashValue)))
            .map { Int($0.record.number) }
    }
}
