public import Datasets
public import Timekeeping

extension SpatiaLiteStore: DatasetLedger {
    /// The published version of every dataset, by name.
    public func publishedVersions() async throws -> [DatasetVersion] {
        try await ledger.publishedVersions()
    }

    /// Every version of a dataset that still has its records, newest first.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``, also when the first import is not published.
    public func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        try await ledger.versions(of: name)
    }

    /// Every import of a dataset, newest first, those included whose records are gone.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``, also when the first import is not published.
    public func history(of name: DatasetName) async throws -> [DatasetVersion] {
        try await ledger.history(of: name)
    }

    /// The version that was published last of every dataset that is withdrawn, by name.
    public func withdrawnVersions() async throws -> [DatasetVersion] {
        try await ledger.withdrawnVersions()
    }

    /// Takes a dataset from the public, in one transaction. Imported messages are removed for good:
    /// their kind keeps no versions.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/notPublished(_:)``.
    public func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try await ledger.withdraw(name, by: who, at: moment) { datasetID, db in
            try ImportedMessageDatasets.remove(datasetID, in: db)
        }
    }

    /// Publishes an earlier (or later) version again, in one transaction.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``,
    ///   ``DatasetError/unknownVersion(_:number:existing:)``, ``DatasetError/notVersioned(_:kind:)``.
    public func publish(
        _ name: DatasetName,
        version number: Int
    ) async throws -> DatasetVersion {
        try await ledger.publish(name, version: number)
    }

    /// The same, and remembers who did it, and when.
    ///
    /// - Throws: As ``publish(_:version:)``.
    public func publish(
        _ name: DatasetName,
        version number: Int,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        try await ledger.publish(name, version: number, by: who, at: moment)
    }
}

extension SpatiaLiteStore: ChangeSensor {
    /// A number that differs from the one before when a connection has committed since, of this
    /// process or of another.
    public func revision() async throws -> Int64 { try await connections.dataVersion() }
}

extension SpatiaLiteStore: DecisionMemory {
    /// The last decision about each subject, by subject; none of a dataset that is not known.
    public func decisions(of name: DatasetName) async throws -> [KeptDecision] {
        try await ledger.decisions(of: name)
    }

    /// Remembers decisions, each in place of an earlier one about the same subject, in one transaction.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)`` when nothing was ever imported under the name.
    public func keep(_ decisions: [KeptDecision], of name: DatasetName) async throws {
        try await ledger.keep(decisions, of: name)
    }
}

extension SpatiaLiteStore: StorageSensor {
    /// Whether the files were removed, replaced or cut that this store was opened with; it stays so
    /// until it is opened anew.
    public func storageFault() async -> StorageFault? { await connections.storageFault() }
}
