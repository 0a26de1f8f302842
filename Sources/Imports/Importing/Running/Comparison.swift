internal import Datasets
internal import ExternalSort
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
    var keys: RecordKeys {
        get { identities.keys }
        set { identities.keys = newValue }
    }

    private var published: PublishedRecords
    private(set) var identities: Identities

    private(set) var changes = Changes()
    /// How many of them change in ways that have limits.
    private(set) var counts = GuardCounts()
    /// Places that lost their decimals.
    private(set) var coarserPlaces = CoarserPlaces()
    /// Pieces of words that were replaced.
    private(set) var fragments = ReplacedFragments()
    /// What records take from one another.
    private(set) var swaps = SwappedParts()
    /// The columns of the file beside what is published of its records.
    private(set) var columns = ColumnWatch<Record>()
    private var changedRecords: [(key: String, record: Record)] = []
    /// The numbers of published records that differ from those that have their keys.
    private var changedNumbers = NumberSet(count: 0)
    /// The numbers of published records whose rows were refused.
    private var refusedNumbers = NumberSet(count: 0)
    /// Records whose keys are not published.
    private var newcomers: RecordOutlines<Record>
    private let memoryBytes: Int

    /// How many records were known again that the file has under other keys than what is published.
    private(set) var recognizedCount = 0

    /// How many records are published under the dataset's name.
    var publishedCount: Int { published.count }
    /// Whether there are any.
    var hasPublished: Bool { published.count > 0 }

    /// Reads what is published.
    ///
    /// - Parameter memoryBytes: What may be kept in memory of what grows with the records.
    init(
        _ store: any DatasetStore<Record>,
        _ dataset: DatasetName,
        memoryBytes: Int = ImportMemory.standard.comparisonBytes
    ) async throws {
        self.store = store
        self.dataset = dataset
        self.memoryBytes = memoryBytes
        newcomers = RecordOutlines(keptCount: Changes.sampleLimit, memoryBytes: memoryBytes / 16)
        (published, identities) = try await PublishedRecords.read(
            store,
            dataset,
            memoryBytes: memoryBytes
        )
        changedNumbers = NumberSet(count: published.count)
    }

    // MARK: Comparing

    /// Compares records, each of which is new to the comparison.
    ///
    /// - Parameters:
    ///   - writings: Digests of the records' rows; empty where they are not known.
    ///   - withheld: Those whose places in the file are surely wrong.
    mutating func add(
        _ batch: [Record],
        writings: [UInt64],
        withheld: [WithheldPlace] = []
    ) throws {
        guard hasPublished else {
            for record in batch { countAdded(record) }
            return
        }
        var waiting = withheld[...]
        for (index, record) in batch.enumerated() {
            let probablePlace = waiting.first?.index == index ? waiting.removeFirst().probable : nil
            let key = record.importKey
            let writing = writings.isEmpty ? 0 : writings[index]
            guard let (entry, number) = try published.see(key) else {
                guard record.likeness != nil else {
                    countAdded(record)
                    continue
                }
                try newcomers.append(record, writing: writing, probablePlace: probablePlace)
                continue
            }
            let differs = count(
                record.parts,
                of: (key, record.displayName),
                writing: writing,
                oldParts: entry.parts,
                oldWriting: entry.writing
            )
            columns.see(
                record,
                key: key,
                differs: differs && record.parts.replacement(of: entry.parts) == nil
            )
            guard differs else { continue }
            if record.onlyGainsDistrictTypes(over: entry.parts) { counts.districtsGained += 1 }
            if record.parts.isOther(than: entry.parts, beyond: Record.guards.farMeters) {
                counts.reusedKeys += 1
                if counts.firstReuser == nil { counts.firstReuser = record.displayName }
            }
            changedNumbers.insert(number)
            if changedRecords.count < Changes.sampleLimit { changedRecords.append((key, record)) }
        }
    }

    /// Counts one record that takes the place of a published one.
    ///
    /// - Parameters:
    ///   - record: Its id and its name.
    ///   - hasNewKey: Whether others may name the record by another key than before.
    /// - Returns: Whether it differs.
    private mutating func count(
        _ parts: RecordParts,
        of record: (id: String, name: String),
        writing: UInt64,
        oldParts: RecordParts,
        oldWriting: UInt64,
        hasNewKey: Bool = false
    ) -> Bool {
        swaps.see(parts, from: oldParts, watched: Record.guards.unswapped)
        guard let difference = parts.difference(from: oldParts) else {
            if hasNewKey {
                changes.changed += 1
                return true
            }
            changes.unchanged += 1
            if writing != 0, oldWriting != 0, writing != oldWriting { changes.formattingOnly += 1 }
            return false
        }
        swaps.add(record, parts, from: oldParts, watched: Record.guards.unswapped)
        changes.add(difference)
        counts.add(difference, parts, from: oldParts, Record.guards)
        if case .moved(let meters) = difference.place, let place = parts.place,
            let before = oldParts.place
        {
            coarserPlaces.add(place, from: before, meters: meters)
        }
        return true
    }

    // MARK: What is left

    /// All differences, once every record was compared.
    ///
    /// - Parameters:
    ///   - refusals: The rows of the pass that were refused.
    ///   - rejectedRows: Those of them that the report lists.
    mutating func finish(
        _ refusals: Refusals = Refusals(),
        rejectedRows: [RejectedRow] = []
    ) async throws -> Changes {
        guard hasPublished else { return changes }
        var partlyRefused = NumberSet(count: published.count)
        let goneCount = published.count - published.seenCount
        if goneCount == 0, changes.changed == 0 {
            try countAdded(except: NumberSet(count: newcomers.count))
            return changes
        }
        let refused = try RefusedRecords(refusals) { hash in
            guard let number = try published.number(ofHash: hash) else { return false }
            if changedNumbers.contains(number) { partlyRefused.insert(number) }
            return true
        }
        changes.partlyRefused = partlyRefused.count
        let look = try await lookAgain(isAnyGone: goneCount > 0, refused)
        columns = look.columns
        let pairs = try Recognition(keys: keys)
            .pairs(newcomers: newcomers, gone: look.gone, memoryBytes: memoryBytes)
        recognizedCount = pairs.gone.count
        let known = try recognize(pairs, look.gone)
        try countAdded(except: pairs.newcomers)
        let named = Dictionary(
            rejectedRows.map { ($0.row, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        try keepRefused(look.gone, except: pairs.gone, named)
        changes.removed = goneCount - pairs.gone.count - changes.rowRefused
        changes.firstRemoved = try look.gone.first { number, record in
            record.refusedRow == nil && !pairs.gone.contains(number)
        }.map { ChangedRecord(id: $0.id, name: $0.name, at: $0.parts.place) }
        let others = try changedRecords.compactMap { key, record in
            let row = try refused.row(ofKey: key)
            return look.old[key].map { old in
                fragments.add(record.rows, from: old.rows)
                return ChangedRecord(
                    id: old.importKey,
                    name: record.displayName,
                    differences: record.differences(from: old),
                    at: record.parts.place,
                    before: old.parts.place,
                    refusedRow: row.flatMap { named[$0] }
                )
            }
        }
        changes.firstChanged = Array((known + others).prefix(Changes.sampleLimit))
        return changes
    }

    /// Counts the published records that stand in refused rows, and names the first of them.
    private mutating func keepRefused(
        _ gone: RecordOutlines<Record>,
        except recognized: NumberSet,
        _ rows: [Int: RejectedRow]
    ) throws {
        refusedNumbers = NumberSet(count: published.count)
        try gone.forEach { number, _, record in
            if record.refusedRow != nil, !recognized.contains(number) {
                refusedNumbers.insert(record.publishedNumber)
            }
            return true
        }
        changes.rowRefused = refusedNumbers.count
        changes.firstRowRefused = try gone.first { number, record in
            record.refusedRow != nil && !recognized.contains(number)
        }.map { record in
            ChangedRecord(
                id: record.id,
                name: record.name,
                at: record.parts.place,
                refusedRow: record.refusedRow.flatMap { rows[$0] }
            )
        }
    }

    /// Whether there are published records whose rows were refused.
    var keepsRefused: Bool { refusedNumbers.count > 0 }

    /// Whether a published record stays as it is because its row was refused, once every record was
    /// compared.
    ///
    /// - Parameter key: Under which the file would have it.
    func isRefused(key: String) throws -> Bool {
        try published.unseen(key).map(refusedNumbers.contains) ?? false
    }

    /// Whether a published record is not in the file, once every record was compared.
    ///
    /// - Parameter key: Under which the file would have it.
    func isLeft(key: String) throws -> Bool { try published.isUnseen(key) }

    private mutating func countAdded(_ record: Record) {
        changes.added += 1
        guard changes.firstAdded.count < Changes.sampleLimit else { return }
        changes.firstAdded.append(
            ChangedRecord(id: record.importKey, name: record.displayName, at: record.parts.place)
        )
    }

    private mutating func countAdded(except recognized: NumberSet) throws {
        changes.added += newcomers.count - recognized.count
        // Where no record goes by another id than its key, a new one cannot meet it.
        let mayMeet = !identities.isEmpty
        // What is counted is no part of what is read.
        let newcomers = newcomers
        try newcomers.forEach { number, _, newcomer in
            if recognized.contains(number) { return true }
            let id = mayMeet ? try identities.addNew(newcomer.id) : newcomer.id
            guard changes.firstAdded.count < Changes.sampleLimit else { return mayMeet }
            changes.firstAdded.append(
                ChangedRecord(id: id, name: newcomer.name, at: newcomer.parts.place)
            )
            return true
        }
    }

    /// Enters what was recognised, counts what differs in it, and names the first of it.
    private mutating func recognize(
        _ pairs: Recognition.Pairs,
        _ gone: RecordOutlines<Record>
    ) throws -> [ChangedRecord] {
        var named: [ChangedRecord] = []
        var sorted = try pairs.sorter.sorted()
        var next = try sorted.next()
        // What is counted is no part of what is read.
        let newcomers = newcomers
        try newcomers.forEach { number, _, newcomer in
            guard let pair = next else { return false }
            guard pair.sortKey == UInt64(number) else { return true }
            next = try sorted.next()
            guard let missing = try gone.outline(at: Int(pair.offset)) else { return true }
            try identities.add(missing.id, knownAs: newcomer.id)
            published.see(number: missing.publishedNumber)
            let isRenamed = missing.id != newcomer.id
            if isRenamed { changes.idChanged += 1 }
            let differs = count(
                newcomer.parts,
                of: (missing.id, newcomer.name),
                writing: newcomer.writing,
                oldParts: missing.parts,
                oldWriting: missing.writing,
                hasNewKey: keys == .ids
            )
            guard differs, named.count < Changes.sampleLimit else { return true }
            var differences: [Finding] = []
            if let old = gone.record(Int(pair.gone)), let new = newcomers.record(number) {
                differences = new.differences(from: old)
            }
            if keys != .derived {
                differences.append(Finding(.nowHasID, ["id": .text(newcomer.id)]))
            }
            named.append(
                ChangedRecord(
                    id: missing.id,
                    name: newcomer.name,
                    differences: differences,
                    at: newcomer.parts.place,
                    before: missing.parts.place
                )
            )
            return true
        }
        try identities.settle()
        return named
    }

    /// Reads again what is published: all that is gone, and the old states of what changed.
    private mutating func lookAgain(
        isAnyGone: Bool,
        _ refused: RefusedRecords
    ) async throws -> (
        old: [String: Record], gone: RecordOutlines<Record>, columns: ColumnWatch<Record>
    ) {
        let wanted = Set(changedRecords.map(\.key))
        let changedKeys = columns.changedKeys
        let gone = RecordOutlines<Record>(
            keptCount: 4 * Changes.sampleLimit,
            memoryBytes: memoryBytes / 16
        )
        let found = Mutex((old: [String: Record](), gone: gone, columns: columns))
        // What is taken in is not copied.
        columns = ColumnWatch()
        let published = published
        let visit: @Sendable ([Record], [RecordOrigin]) throws -> Void = { records, origins in
            try found.withLock { found in
                for (record, origin) in zip(records, origins) {
                    let key = origin.key ?? record.importKey
                    if wanted.contains(key) { found.old[key] = record }
                    found.columns.setPublished(record, key: key)
                    guard isAnyGone, let number = try published.unseen(key) else { continue }
                    try found.gone.append(
                        record,
                        writing: origin.writing ?? 0,
                        publishedNumber: number,
                        refusedRow: refused.row(ofKey: key, likeness: record.likeness)
                    )
                }
            }
        }
        if isAnyGone {
            try await store.forEachPublished(in: dataset, visit)
        } else {
            let ids = try wanted.union(changedKeys).map { try identities.id(ofKey: $0) }
            try await store.forEachPublished(in: dataset, ids: ids, visit)
        }
        return found.withLock { $0 }
    }
}
