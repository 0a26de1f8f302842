internal import Datasets
internal import Synchronization

extension ImportRun {
    /// Hands each batch to `visit` and to the build, which writes one while the next is read.
    func forEachBatch(
        of worker: ImportWorker<Reader>,
        into build: (any DatasetBuild<Reader.Record>)?,
        _ identities: Identities,
        _ visit: (ImportWorker<Reader>.Batch) throws -> Void
    ) async throws {
        observe(nil)
        var next = try await worker.nextBatch()
        while var batch = next {
            try await add(&batch, identities)
            try await keepPlaces(of: &batch, identities)
            let batch = batch
            observe(batch.records)
            async let written: Void = write(batch, to: build, identities)
            try visit(batch)
            next = try await worker.nextBatch()
            try await written
        }
    }

    /// Makes records what they are when they are added to those that are published: a file that was
    /// mended may have but some of a station's rows.
    private func add(
        _ batch: inout ImportWorker<Reader>.Batch,
        _ identities: Identities
    ) async throws {
        guard options.keepsOthers, Reader.Record.isMadeOfRows else { return }
        try await takePublishedIDs(of: &batch.records, identities)
        let ids = try batch.records.map { try identities.id(ofKey: $0.importKey) }
        let known = try await published(ids)
        for (index, id) in ids.enumerated() {
            guard let published = known[id] else { continue }
            for column in batch.records[index].columnsWithoutRoom(addedTo: published) {
                batch.fullColumns[column, default: 0] += 1
            }
            batch.records[index] = batch.records[index].added(to: published)
        }
    }

    /// Takes records for the published ones by whose ids they are named, though the file of these has them
    /// under other keys now, where they are like them: a file may number its own records as another did.
    private func takePublishedIDs(
        of records: inout [Reader.Record],
        _ identities: Identities
    ) async throws {
        guard !identities.isEmpty else { return }
        var keys: [Int: String] = [:]
        for (index, record) in records.enumerated() {
            keys[index] = try identities.key(ofForeignID: record.importKey)
        }
        guard !keys.isEmpty else { return }
        let known = try await published(keys.keys.map { records[$0].importKey })
        for (index, key) in keys {
            guard let published = known[records[index].importKey],
                Recognition.isLike(records[index], published)
            else { continue }
            records[index] = records[index].withImportKey(key, keepsOwn: false)
        }
    }

    /// Leaves records where they are published whose places in the file are surely wrong, until somebody
    /// decides: as rows that are refused leave theirs.
    private func keepPlaces(
        of batch: inout ImportWorker<Reader>.Batch,
        _ identities: Identities
    ) async throws {
        guard !batch.withheld.isEmpty else { return }
        let ids = try batch.withheld.map {
            try identities.id(ofKey: batch.records[$0.index].importKey)
        }
        let known = try await published(ids)
        for (index, id) in zip(batch.withheld.map(\.index), ids) {
            guard let record = known[id], record.parts.place != nil else { continue }
            batch.records[index] = batch.records[index].withPlace(of: record)
            batch.keptPlaces += 1
        }
    }

    /// The published records with some ids.
    private func published(_ ids: [String]) async throws -> [String: Reader.Record] {
        let published = Mutex<[String: Reader.Record]>([:])
        try await store.forEachPublished(in: options.dataset, ids: ids) { records, _ in
            published.withLock { published in
                for record in records { published[record.importKey] = record }
            }
        }
        return published.withLock { $0 }
    }

    private func write(
        _ batch: ImportWorker<Reader>.Batch,
        to build: (any DatasetBuild<Reader.Record>)?,
        _ identities: Identities
    ) async throws {
        guard let build else { return }
        guard !identities.isEmpty else {
            let origins =
                batch.writings.isEmpty
                ? Array(repeating: RecordOrigin(), count: batch.records.count)
                : batch.writings.map { RecordOrigin(writing: $0) }
            return try await build.append(batch.records, origins: origins)
        }
        var records: [Reader.Record] = []
        var origins: [RecordOrigin] = []
        records.reserveCapacity(batch.records.count)
        origins.reserveCapacity(batch.records.count)
        for (index, record) in batch.records.enumerated() {
            let writing = batch.writings.isEmpty ? nil : batch.writings[index]
            let (published, origin) = try identities.published(record, writing: writing)
            records.append(published)
            origins.append(origin)
        }
        try await build.append(records, origins: origins)
    }
}
