internal import Datasets
internal import Geodesy
internal import Synchronization

/// Compares the records of a file with those that are published, and finds out which are the same.
///
/// A record is the published one that has its key. One whose key is new may still be a published
/// one whose key is gone: see ``Recognition``.
///
/// Of what is published a few bytes a record are kept, on disk where they are many; the records that the
/// report names are fetched once more when all have been compared.
struct Comparison<Record: ImportableRecord> {
    private let store: any DatasetStore<Record>
    private let dataset: DatasetName
    /// Whether keys were made of names and addresses, and change with them.
    var keysAreDerived = false

    private var published: PublishedRecords
    private(set) var identities: Identities

    private(set) var changes = Changes()
    /// How many records move further than the guards allow for.
    private(set) var movedFar = 0
    private var changedRecords: [(key: String, record: Record)] = []
    /// Published records that the file has under other keys, by id.
    private var recognizedIDs: Set<String> = []
    /// Records whose keys are not published.
    private var newcomers: [Newcomer<Record>] = []

    /// How many records are published under the dataset's name.
    var publishedCount: Int { published.count }
    /// Whether there are any.
    var hasPublished: Bool { published.count > 0 }

    /// Reads what is published.
    init(_ store: any DatasetStore<Record>, _ dataset: DatasetName) async throws {
        self.store = store
        self.dataset = dataset
        (published, identities) = try await PublishedRecords.read(store, dataset)
    }

    // MARK: Comparing

    /// Compares records, each of which is new to the comparison.
    ///
    /// - Parameter writings: Digests of the records' rows; empty where they are not known.
    mutating func add(_ batch: [Record], writings: [UInt64]) throws {
        guard hasPublished else {
            for record in batch { countAdded(record) }
            return
        }
        for (index, record) in batch.enumerated() {
            let key = record.importKey
            let writing = writings.isEmpty ? 0 : writings[index]
            guard let entry = try published.see(key) else {
                guard record.likeness != nil else {
                    countAdded(record)
                    continue
                }
                newcomers.append(
                    Newcomer(
                        record,
                        writing: writing,
                        keepsRecord: newcomers.count < Changes.sampleLimit
                    )
                )
                continue
            }
            let differs = count(
                record.parts,
                writing: writing,
                oldParts: entry.parts,
                oldWriting: entry.writing
            )
            if differs, changedRecords.count < Changes.sampleLimit {
                changedRecords.append((key, record))
            }
        }
    }

    /// Counts one record that takes the place of a published one.
    ///
    /// - Returns: Whether it differs.
    private mutating func count(
        _ parts: RecordParts,
        writing: UInt64,
        oldParts: RecordParts,
        oldWriting: UInt64
    ) -> Bool {
        guard let difference = parts.difference(from: oldParts) else {
            changes.unchanged += 1
            if writing != 0, oldWriting != 0, writing != oldWriting { changes.formattingOnly += 1 }
            return false
        }
        changes.changed += 1
        if difference.name { changes.renamed += 1 }
        if difference.address { changes.addressChanged += 1 }
        if difference.hours { changes.hoursChanged += 1 }
        if difference.accessibility { changes.accessibilityChanged += 1 }
        if difference.districts { changes.districtsChanged += 1 }
        switch difference.place {
        case .none: break
        case .gainedOrLost:
            changes.moved += 1
            if parts.place == nil { movedFar += 1 }
        case .moved(let meters):
            changes.moved += 1
            changes.farthestMoveM = max(
                changes.farthestMoveM,
                (meters * 1000).rounded() / 1000
            )
            if meters > Record.guards.farMeters { movedFar += 1 }
        }
        if difference.other { changes.otherChanged += 1 }
        return true
    }

    // MARK: What is left

    /// All differences, once every record was compared.
    mutating func finish() async throws -> Changes {
        guard hasPublished else { return changes }
        let goneCount = published.count - published.seenCount
        if goneCount == 0, changes.changed == 0 {
            countAdded(newcomers)
            return changes
        }
        let look = try await lookAgain(isAnyGone: goneCount > 0)
        let pairs = Recognition(keysAreDerived: keysAreDerived)
            .pairs(newcomers: newcomers, gone: look.gone)
        let known = recognize(pairs, look.gone)
        countAdded(newcomers.enumerated().filter { !pairs.keys.contains($0.offset) }.map(\.element))
        let paired = Set(pairs.values)
        let removed = look.gone.indices.filter { !paired.contains($0) }.map { look.gone[$0] }
        changes.removed = goneCount - pairs.count
        changes.firstRemoved = removed.sorted { $0.id < $1.id }.prefix(Changes.sampleLimit)
            .map { ChangedRecord(id: $0.id, name: $0.name, at: $0.parts.place) }
        let others = changedRecords.compactMap { key, record in
            look.old[key].map { old in
                ChangedRecord(
                    id: old.importKey,
                    name: record.displayName,
                    differences: record.differences(from: old),
                    at: record.parts.place,
                    before: old.parts.place
                )
            }
        }
        changes.firstChanged = Array((known + others).prefix(Changes.sampleLimit))
        return changes
    }

    /// Whether a published record is not in the file, once every record was compared.
    func isLeft(_ record: Record, key: String) throws -> Bool {
        try published.isUnseen(key) && !recognizedIDs.contains(record.importKey)
    }

    private mutating func countAdded(_ record: Record) {
        changes.added += 1
        guard changes.firstAdded.count < Changes.sampleLimit else { return }
        changes.firstAdded.append(
            ChangedRecord(id: record.importKey, name: record.displayName, at: record.parts.place)
        )
    }

    private mutating func countAdded(_ records: [Newcomer<Record>]) {
        changes.added += records.count
        for record in records {
            let id = identities.addNew(record.key)
            guard changes.firstAdded.count < Changes.sampleLimit else { continue }
            changes.firstAdded.append(
                ChangedRecord(id: id, name: record.name, at: record.parts.place)
            )
        }
    }

    /// Enters what was recognised, counts what differs in it, and names the first of it.
    private mutating func recognize(
        _ pairs: [Int: Int],
        _ gone: [Missing<Record>]
    ) -> [ChangedRecord] {
        var named: [ChangedRecord] = []
        for (new, old) in pairs.sorted(by: { $0.key < $1.key }) {
            let (newcomer, missing) = (newcomers[new], gone[old])
            identities.add(missing.id, knownAs: newcomer.key)
            recognizedIDs.insert(missing.id)
            changes.idChanged += 1
            let differs = count(
                newcomer.parts,
                writing: newcomer.writing,
                oldParts: missing.parts,
                oldWriting: missing.writing
            )
            guard differs, named.count < Changes.sampleLimit else { continue }
            let differences = newcomer.record.map { record in
                missing.record.map { record.differences(from: $0) } ?? []
            }
            named.append(
                ChangedRecord(
                    id: missing.id,
                    name: newcomer.name,
                    differences: (differences ?? [])
                        + (keysAreDerived ? [] : ["the file has it as \(newcomer.key)"]),
                    at: newcomer.parts.place,
                    before: missing.parts.place
                )
            )
        }
        return named
    }

    /// Reads again what is published: all that is gone, and the old states of what changed.
    private func lookAgain(
        isAnyGone: Bool
    ) async throws -> (old: [String: Record], gone: [Missing<Record>]) {
        let wanted = Set(changedRecords.map(\.key))
        let found = Mutex<(old: [String: Record], gone: [Missing<Record>])>(([:], []))
        let visit: @Sendable ([Record], [RecordOrigin]) throws -> Void = { records, origins in
            try found.withLock { found in
                for (record, origin) in zip(records, origins) {
                    let key = origin.key ?? record.importKey
                    if wanted.contains(key) { found.old[key] = record }
                    guard isAnyGone, try published.isUnseen(key) else { continue }
                    found.gone.append(
                        Missing(
                            record,
                            writing: origin.writing ?? 0,
                            keepsRecord: found.gone.count < 4 * Changes.sampleLimit
                        )
                    )
                }
            }
        }
        if isAnyGone {
            try await store.forEachPublished(in: dataset, visit)
        } else {
            let ids = wanted.map { identities.id(ofKey: $0) }
            try await store.forEachPublished(in: dataset, ids: ids, visit)
        }
        return found.withLock { $0 }
    }
}
