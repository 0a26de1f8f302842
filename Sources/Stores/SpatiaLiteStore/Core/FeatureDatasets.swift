internal import Datasets
internal import GRDB
internal import Synchronization
internal import Timekeeping

/// The versioned datasets of one kind.
struct FeatureDatasets<Coding: FeatureCoding>: DatasetStore {
    typealias Record = Coding.Record

    let ledger: Ledger

    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record]) throws -> Void
    ) async throws {
        try await ledger.connections.read { db in
            guard let dataset = try DatasetRow.fetch(db, name, kind: Coding.kind),
                let versionID = dataset.publishedVersionID
            else { return }
            try FeatureTable<Coding>(versionID: versionID, dataset: name).forEach(db, visit)
        }
    }

    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws {
        try await ledger.connections.read { db in
            guard let dataset = try DatasetRow.fetch(db, name, kind: Coding.kind),
                let versionID = dataset.publishedVersionID
            else { return }
            try FeatureTable<Coding>(versionID: versionID, dataset: name)
                .forEachWithOrigin(db, visit)
        }
    }

    func forEachPublished(
        in name: DatasetName,
        ids: [String],
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws {
        try await ledger.connections.read { db in
            guard let dataset = try DatasetRow.fetch(db, name, kind: Coding.kind),
                let versionID = dataset.publishedVersionID
            else { return }
            try FeatureTable<Coding>(versionID: versionID, dataset: name)
                .forEachWithOrigin(db, ids: ids, visit)
        }
    }

    func publishedPage(
        in name: DatasetName,
        from position: Int64,
        limit: Int
    ) async throws -> PublishedPage<Record> {
        try await ledger.connections.read { db in
            guard let dataset = try DatasetRow.fetch(db, name, kind: Coding.kind),
                let versionID = dataset.publishedVersionID
            else { return PublishedPage(records: [], origins: [], next: nil) }
            return try FeatureTable<Coding>(versionID: versionID, dataset: name)
                .page(db, from: position, limit: limit)
        }
    }

    func beginVersion(of name: DatasetName) async throws -> any DatasetBuild<Record> {
        let ticket = try await ledger.begin(name, kind: Coding.kind, isVersioned: true) {
            versionID,
            db in
            try FeatureTable<Coding>(versionID: versionID, dataset: name).create(in: db)
        }
        return FeatureBuild<Coding>(ledger: ledger, ticket: ticket)
    }
}

extension FeatureDatasets: VersionedRecords {
    func forEachRecord(
        in name: DatasetName,
        version number: Int,
        _ visit: @Sendable ([Record]) throws -> Void
    ) async throws {
        try await ledger.connections.read { db in
            guard try DatasetRow.fetch(db, name, kind: Coding.kind) != nil else {
                throw DatasetError.unknownDataset(name)
            }
            let row = try Ledger.keptVersion(number, of: name, in: db)
            try FeatureTable<Coding>(versionID: row.id, dataset: name).forEach(db, visit)
        }
    }
}

/// A version of a dataset that is being written into a table of its own.
actor FeatureBuild<Coding: FeatureCoding>: DatasetBuild {
    typealias Record = Coding.Record

    /// So many rows are written in one transaction, some 30 ms: posts wait no longer than that.
    private static var rowsPerTransaction: Int { 8000 }

    private let ledger: Ledger
    private let ticket: BuildTicket
    private let table: FeatureTable<Coding>
    private var waiting: [Record] = []
    private var waitingOrigins: [RecordOrigin] = []
    private var waitingBytes = 0
    private var recordCount = 0
    private var nextRowID: Int64 = 1
    /// Every point so far, for the R-tree that is packed at the end.
    private var points = PackedRTree.Points()
    /// Why records are missing: such a version is never published.
    private var failure: (any Error)?

    init(ledger: Ledger, ticket: BuildTicket) {
        self.ledger = ledger
        self.ticket = ticket
        table = FeatureTable(versionID: ticket.versionID, dataset: ticket.dataset)
    }

    func append(_ records: [Record]) async throws {
        try await append(
            records,
            origins: Array(repeating: RecordOrigin(), count: records.count)
        )
    }

    func append(_ records: [Record], origins: [RecordOrigin]) async throws {
        if waiting.isEmpty {
            // Most come in batches that are large enough, and are not copied.
            (waiting, waitingOrigins) = (records, origins)
        } else {
            waiting += records
            waitingOrigins += origins
        }
        guard waiting.count < Self.rowsPerTransaction / 2 else { return try await writeWaiting() }
        waitingBytes += records.reduce(0) { $0 + Coding.byteCount(of: $1) }
        if waitingBytes >= BatchSize.bytes { try await writeWaiting() }
    }

    func publish(
        source: ImportSource,
        rows: RowCounts,
        changes: ChangeCounts,
        replacing replaced: DatasetName?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try await writeWaiting()
        try await writeIndexes()
        let entry = VersionEntry(
            source: source,
            rows: rows,
            changes: changes,
            recordCount: recordCount,
            moment: moment
        )
        let stamp = try await ledger.share(ticket)
        let version = try await ledger.connections.write { [ticket] db in
            if let stamp {
                try CommonFile.noteVersion(
                    ticket.versionID,
                    stamp: stamp,
                    kind: ticket.kind,
                    in: db
                )
            }
            if let replaced {
                let who = source.importedBy
                try Ledger.withdraw(replaced, kind: Coding.kind, by: who, at: moment, in: db)
            }
            return try Ledger.publish(ticket, entry, in: db)
        }
        ticket.lock.release()
        // The version is published; old ones that cannot be dropped now will be with the next.
        try? await ledger.retireOldVersions(of: ticket.dataset)
        return version
    }

    func discard() async throws {
        (waiting, waitingOrigins) = ([], [])
        try await ledger.discard(ticket)
        ticket.lock.release()
    }

    private func writeWaiting() async throws {
        if let failure { throw failure }
        let (records, origins) = (waiting, waitingOrigins)
        (waiting, waitingOrigins, waitingBytes) = ([], [], 0)
        for start in stride(from: 0, to: records.count, by: Self.rowsPerTransaction) {
            let end = min(start + Self.rowsPerTransaction, records.count)
            try await write(records[start..<end], origins: origins[start..<end])
        }
    }

    private func write(
        _ batch: ArraySlice<Record>,
        origins: ArraySlice<RecordOrigin>
    ) async throws {
        let first = nextRowID
        nextRowID += Int64(batch.count)
        recordCount += batch.count
        if Coding.geometry == .point { try addPoints(of: batch, first: first) }
        try await write { [table] db in
            try table.insert(batch, origins: origins, first: first, in: db)
        }
    }

    /// Makes ids unique and quick to find, and writes the R-tree, which is packed meanwhile.
    private func writeIndexes() async throws {
        // Areas and lines are fewer, and went into the tree one by one.
        guard Coding.geometry == .point else {
            return try await write { [table] db in try table.seal(in: db) }
        }
        try await write { [table] db in try table.seal(in: db) }
        var points = PackedRTree.Points()
        swap(&points, &self.points)
        let all = points
        let tree = try await ledger.connections.read { [table] db in
            try table.tree.packed(all, in: db)
        }
        let packed = Mutex(tree)
        var isUnfinished = true
        while isUnfinished {
            isUnfinished = try await write { db in
                try packed.withLock { try $0.writeNext(in: db) }
            }
        }
    }

    private func addPoints(of batch: ArraySlice<Record>, first: Int64) throws {
        do {
            try Coding.addPoints(of: batch, first: first, to: &points)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    /// One short transaction; posts get their turn between two.
    private func write<Value: Sendable>(
        _ step: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await ledger.connections.writeStep { [ticket] db in
                try Ledger.requireUnderConstruction(ticket, in: db)
                return try step(db)
            }
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}
