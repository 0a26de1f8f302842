internal import Datasets
internal import ExternalSort
internal import RowFiles
internal import Synchronization

/// What is published of a dataset, as far as a comparison needs it: a few bytes a record, on disk where
/// they are many.
struct PublishedRecords: Sendable {
    private var table = SortedTable<Entry>()
    private var seen = NumberSet(count: 0)
    /// How many records were seen.
    var seenCount: Int { seen.count }

    /// A published record.
    struct Entry: SortRecord {
        let parts: RecordParts
        /// A hash of the key that its file has it under; holds within this process. Of a million keys
        /// no two have the same, but for a chance of one in thirty million.
        let sortKey: UInt64
        /// A digest of the rows as they were written; 0 where it is not known.
        let writing: UInt64
    }

    /// How many there are.
    var count: Int { table.count }

    /// Reads what is published.
    ///
    /// - Parameter identities: Which records go by another id than their key in the file.
    static func read<Record: ImportableRecord>(
        _ store: any DatasetStore<Record>,
        _ dataset: DatasetName,
        memoryBytes: Int = ImportMemory.standard.comparisonBytes
    ) async throws -> (PublishedRecords, Identities) {
        let read = Mutex(
            (
                ExternalSorter<Entry>(memoryBytes: memoryBytes),
                Identities(memoryBytes: memoryBytes)
            )
        )
        try await store.forEachPublished(in: dataset) { records, origins in
            try read.withLock { read in
                for (record, origin) in zip(records, origins) {
                    let key = origin.key ?? record.importKey
                    try read.0.append(
                        Entry(
                            parts: record.parts,
                            sortKey: hash(key),
                            writing: origin.writing ?? 0
                        )
                    )
                    if key != record.importKey { try read.1.add(record.importKey, knownAs: key) }
                }
            }
        }
        let (sorter, identities) = read.withLock { read in
            // What is read is not kept twice.
            var taken = (ExternalSorter<Entry>(memoryBytes: 0), Identities(memoryBytes: 0))
            swap(&taken, &read)
            return taken
        }
        return try await BlockingWork.run {
            var records = PublishedRecords()
            records.table = try SortedTable(sorter)
            records.seen = NumberSet(count: records.count)
            var settled = identities
            try settled.settle()
            return (records, settled)
        }
    }

    /// A hash of a key, which holds within this process.
    static func hash(_ key: String) -> UInt64 {
        UInt64(bitPattern: Int64(key.hashValue))
    }

    /// The record that a file has under a key, and its number; it is seen from now on. nil where there
    /// is none.
    mutating func see(_ key: String) throws -> (entry: Entry, number: Int)? {
        guard let found = try table.find(Self.hash(key)) else { return nil }
        seen.insert(found.number)
        return (found.record, found.number)
    }

    /// The number of the record with a hash of its key; nil where there is none.
    func number(ofHash keyHash: UInt64) throws -> Int? { try table.find(keyHash)?.number }

    /// The number of a published record which the file would have under a key and which was not seen;
    /// nil for one that was.
    func unseen(_ key: String) throws -> Int? {
        guard let found = try table.find(Self.hash(key)), !seen.contains(found.number) else {
            return nil
        }
        return found.number
    }

    /// Enters that a published record is in the file after all.
    mutating func see(number: Int) { seen.insert(number) }

    /// Whether a published record, which the file would have under a key, was not seen.
    func isUnseen(_ key: String) throws -> Bool { try unseen(key) != nil }
}
