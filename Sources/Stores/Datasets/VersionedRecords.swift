/// Reads the records of versions that are kept, whether the public sees them or not.
public protocol VersionedRecords<Record>: Sendable {
    /// What the datasets hold.
    associatedtype Record: Sendable

    /// Hands over the records of a version in batches, in no stated order.
    ///
    /// - Throws: ``DatasetError/unknownDataset(_:)``,
    ///   ``DatasetError/unknownVersion(_:number:existing:)``,
    ///   ``DatasetError/wrongKind(_:expected:found:)``.
    func forEachRecord(
        in name: DatasetName,
        version number: Int,
        _ visit: @Sendable ([Record]) throws -> Void
    ) async throws
}
