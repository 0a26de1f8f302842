internal import Synchronization
public import Timekeeping

/// The ledger of datasets: what was imported, and which version of each the public sees.
public protocol DatasetLedger: Sendable {
    /// The published version of every dataset, by name.
    func publishedVersions() async throws -> [DatasetVersion]

    /// Every version of a dataset that still has its records, newest first.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``.
    func versions(of name: DatasetName) async throws -> [DatasetVersion]

    /// Every import of a dataset, newest first, those included whose records are gone.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``.
    func history(of name: DatasetName) async throws -> [DatasetVersion]

    /// The version that was published last of every dataset that is withdrawn, by name.
    func withdrawnVersions() async throws -> [DatasetVersion]

    /// Takes a dataset from the public, in one transaction; ``publish(_:version:)`` brings it back
    /// where its kind keeps versions.
    ///
    /// - Returns: The version that was published.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/notPublished(_:)``.
    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion

    /// Publishes an earlier (or later) version again, in one transaction.
    ///
    /// - Throws: ``DatasetError`` when the dataset or the version does not exist, or its kind keeps
    ///   no versions.
    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion

    /// The same, and remembers who did it, and when.
    ///
    /// - Parameter who: A user of the machine, or a token's label; nil for nobody that is known.
    func publish(
        _ name: DatasetName,
        version number: Int,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion
}

extension DatasetLedger {
    /// The same as ``withdraw(_:by:at:)``, once it was said that it is meant.
    ///
    /// - Throws: ``DatasetError/withdrawalNeedsForce(_:kind:records:)`` before anything is changed.
    public func withdraw(
        _ name: DatasetName,
        isForced: Bool,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        if !isForced,
            let version = try await publishedVersions().first(where: { $0.dataset == name })
        {
            throw DatasetError.withdrawalNeedsForce(
                name,
                kind: version.kind,
                records: version.recordCount
            )
        }
        return try await withdraw(name, by: who, at: moment)
    }

    /// For a ledger whose datasets are never withdrawn.
    public func withdrawnVersions() async throws -> [DatasetVersion] { [] }

    /// For a ledger that does not remember who.
    public func publish(
        _ name: DatasetName,
        version number: Int,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try await publish(name, version: number)
    }

    /// For a ledger that forgets an import with its records.
    public func history(of name: DatasetName) async throws -> [DatasetVersion] {
        try await versions(of: name)
    }
}

/// Keeps datasets of one kind of record.
public protocol DatasetStore<Record>: Sendable {
    /// What the datasets hold.
    associatedtype Record: Sendable

    /// Hands over the published records of a dataset in batches, in no stated order.
    ///
    /// A dataset that does not exist has none.
    ///
    /// - Throws: ``DatasetError/wrongKind(_:expected:found:)`` when the name is another kind's.
    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record]) throws -> Void
    ) async throws

    /// The same, each batch with what is known of its records' origins.
    func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws

    /// The same of the records with some ids alone; a store that cannot look ids up hands over all.
    ///
    /// - Parameter ids: Those that no record has are passed over.
    func forEachPublished(
        in name: DatasetName,
        ids: [String],
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws

    /// Some of the published records, in an order that stays while the version does.
    ///
    /// - Parameters:
    ///   - position: 0 to begin; then what the page before says.
    ///   - limit: How many records at most; a store without an order of its own hands over all.
    func publishedPage(
        in name: DatasetName,
        from position: Int64,
        limit: Int
    ) async throws -> PublishedPage<Record>

    /// Begins a version beside the published one; nobody sees it until it is published.
    ///
    /// - Throws: ``DatasetError/wrongKind(_:expected:found:)`` when the name is another kind's.
    func beginVersion(of name: DatasetName) async throws -> any DatasetBuild<Record>
}

/// Some of a dataset's published records.
public struct PublishedPage<Record: Sendable>: Sendable {
    /// The records.
    public let records: [Record]
    /// What is known of the origin of each.
    public let origins: [RecordOrigin]
    /// Where the next page begins; nil after the last.
    public let next: Int64?

    /// A page of records, each with its origin.
    public init(records: [Record], origins: [RecordOrigin], next: Int64?) {
        self.records = records
        self.origins = origins
        self.next = next
    }
}

extension DatasetStore {
    /// For a store that cannot look ids up.
    public func forEachPublished(
        in name: DatasetName,
        ids: [String],
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws {
        try await forEachPublished(in: name, visit)
    }

    /// For a store without an order of its own.
    public func publishedPage(
        in name: DatasetName,
        from position: Int64,
        limit: Int
    ) async throws -> PublishedPage<Record> {
        let all = Mutex<(records: [Record], origins: [RecordOrigin])>(([], []))
        try await forEachPublished(in: name) { records, origins in
            all.withLock { all in
                all.records += records
                all.origins += origins
            }
        }
        let (records, origins) = all.withLock { $0 }
        return PublishedPage(records: records, origins: origins, next: nil)
    }

    /// For a store that keeps no origins.
    public func forEachPublished(
        in name: DatasetName,
        _ visit: @Sendable ([Record], [RecordOrigin]) throws -> Void
    ) async throws {
        try await forEachPublished(in: name) { records in
            try visit(records, Array(repeating: RecordOrigin(), count: records.count))
        }
    }
}

/// A version under construction. Dropped without a trace when the process dies.
public protocol DatasetBuild<Record>: Sendable {
    /// What the version holds.
    associatedtype Record: Sendable

    /// Adds records; ids must be unique within the version.
    func append(_ records: [Record]) async throws

    /// Adds records, each with its origin.
    func append(_ records: [Record], origins: [RecordOrigin]) async throws

    /// Makes the version durable and moves the dataset's pointer to it, in one transaction.
    ///
    /// - Parameter replaced: Another dataset of the kind, withdrawn in that transaction; nil for none.
    /// - Returns: The ledger's entry.
    /// - Throws: ``DatasetError/publishedMeanwhile(_:)`` when another version was published since
    ///   this one began; ``DatasetError`` where the replaced dataset is not published.
    func publish(
        source: ImportSource,
        rows: RowCounts,
        changes: ChangeCounts,
        replacing replaced: DatasetName?,
        at moment: Timestamp
    ) async throws -> DatasetVersion

    /// Throws the version away.
    func discard() async throws
}

extension DatasetBuild {
    /// The same, and takes no other dataset's place.
    public func publish(
        source: ImportSource,
        rows: RowCounts,
        changes: ChangeCounts,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try await publish(source: source, rows: rows, changes: changes, replacing: nil, at: moment)
    }

    /// For a store that keeps no origins.
    public func append(_ records: [Record], origins: [RecordOrigin]) async throws {
        try await append(records)
    }
}

/// Tells whether another process has changed the store.
public protocol ChangeSensor: Sendable {
    /// A number that differs from the one before when another connection has committed since.
    func revision() async throws -> Int64
}
