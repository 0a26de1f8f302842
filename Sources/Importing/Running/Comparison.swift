internal import Datasets
internal import Synchronization

/// Compares the records of a file with those that are published.
///
/// Keeps two words a published record, so that a large dataset costs little memory; the records that
/// the report names are fetched once more when all have been compared.
struct Comparison<Record: ImportableRecord> {
    private let store: any DatasetStore<Record>
    private let dataset: DatasetName
    private var published: [Int: Entry]
    private(set) var changes = Changes()
    private var changedRecords: [Record] = []

    private struct Entry {
        let fingerprint: Int
        var isSeen = false
    }

    /// Whether anything is published under the dataset's name.
    var hasPublished: Bool { !published.isEmpty }

    /// Reads what is published.
    init(_ store: any DatasetStore<Record>, _ dataset: DatasetName) async throws {
        self.store = store
        self.dataset = dataset
        let entries = Mutex<[Int: Entry]>([:])
        try await store.forEachPublished(in: dataset) { batch in
            entries.withLock { entries in
                for record in batch {
                    entries[record.importKey.hashValue] = Entry(fingerprint: record.hashValue)
                }
            }
        }
        published = entries.withLock { $0 }
    }

    /// Compares records, each of which is new to the comparison.
    mutating func add(_ batch: [Record]) {
        for record in batch {
            let key = record.importKey.hashValue
            guard let entry = published[key] else {
                changes.added += 1
                if changes.firstAdded.count < Changes.sampleLimit {
                    changes.firstAdded.append(
                        ChangedRecord(
                            id: record.importKey,
                            name: record.displayName,
                            differences: []
                        )
                    )
                }
                continue
            }
            published[key]?.isSeen = true
            if entry.fingerprint == record.hashValue {
                changes.unchanged += 1
            } else {
                changes.changed += 1
                if changedRecords.count < Changes.sampleLimit { changedRecords.append(record) }
            }
        }
    }

    /// All differences, once every record was compared.
    mutating func finish() async throws -> Changes {
        let gone = published.filter { !$0.value.isSeen }
        changes.removed = gone.count
        guard changes.removed > 0 || changes.changed > 0 else { return changes }
        let wanted = Set(changedRecords.map(\.importKey))
        let removedKeys = Set(gone.keys)
        let found = Mutex<(old: [String: Record], removed: [Record])>(([:], []))
        try await store.forEachPublished(in: dataset) { batch in
            found.withLock { found in
                for record in batch {
                    let key = record.importKey
                    if wanted.contains(key) { found.old[key] = record }
                    if removedKeys.contains(key.hashValue) {
                        found.removed.append(record)
                        // Keep the first few by id, so that two runs name the same ones.
                        if found.removed.count > 2 * Changes.sampleLimit {
                            found.removed = Self.first(found.removed)
                        }
                    }
                }
            }
        }
        let (old, removed) = found.withLock { $0 }
        changes.firstRemoved = Self.first(removed).map {
            ChangedRecord(id: $0.importKey, name: $0.displayName, differences: [])
        }
        changes.firstChanged = changedRecords.map { record in
            ChangedRecord(
                id: record.importKey,
                name: record.displayName,
                differences: old[record.importKey].map { record.differences(from: $0) } ?? []
            )
        }
        return changes
    }

    private static func first(_ records: [Record]) -> [Record] {
        Array(records.sorted { $0.importKey < $1.importKey }.prefix(Changes.sampleLimit))
    }
}
