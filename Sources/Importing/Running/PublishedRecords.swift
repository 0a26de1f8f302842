internal import Datasets
internal import ExternalSort
internal import Synchronization

/// What is published of a dataset, as far as a comparison needs it: a few bytes a record, on disk where
/// they are many.
struct PublishedRecords: Sendable {
    private var table = SortedTable<Entry>()
    private var seen: [UInt64] = []
    /// How many records were seen.
    private(set) var seenCount = 0

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

    /// What sorting them may take in memory.
    private static let memoryBytes = 16 << 20

    /// Reads what is published.
    ///
    /// - Parameter identities: Which records go by another id than their key in the file.
    static func read<Record: ImportableRecord>(
        _ store: any DatasetStore<Record>,
        _ dataset: DatasetName,
        memoryBytes: Int = PublishedRecords.memoryBytes
    ) async throws -> (PublishedRecords, Identities) {
        let read = Mutex((ExternalSorter<Entry>(memoryBytes: memoryBytes), Identities()))
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
                    if key != record.importKey { read.1.add(record.importKey, knownAs: key) }
                }
            }
        }
        let (sorter, identities) = read.withLock { read in
            // What is read is not kept twice.
            var sorter = ExternalSorter<Entry>(memoryBytes: 0)
            swap(&sorter, &read.0)
            return (sorter, read.1)
        }
        var records = PublishedRecords()
        records.table = try await BlockingWork.run { try SortedTable(sorter) }
        records.seen = Array(repeating: 0, count: (records.count + 63) / 64)
        return (records, identities)
    }

    private static func hash(_ key: String) -> UInt64 {
        UInt64(bitPattern: Int64(key.hashValue))
    }

    /// The record that a file has under a key, which is seen from now on; nil where there is none.
    mutating func see(_ key: String) throws -> Entry? {
        guard let found = try table.find(Self.hash(key)) else { return nil }
        let (word, bit) = (found.number >> 6, UInt64(1) << UInt64(found.number & 63))
        if seen[word] & bit == 0 {
            seen[word] |= bit
            seenCount += 1
        }
        return found.record
    }

    /// Whether a published record, which the file would have under a key, was not seen.
    func isUnseen(_ key: String) throws -> Bool {
        guard let found = try table.find(Self.hash(key)) else { return false }
        return seen[found.number >> 6] & UInt64(1) << UInt64(found.number & 63) == 0
    }
}
