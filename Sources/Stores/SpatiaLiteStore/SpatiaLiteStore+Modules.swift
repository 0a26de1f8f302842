package import Datasets
package import GRDB

/// What a module keeps in the store: datasets of its kinds, and tables of its own.
extension SpatiaLiteStore {
    /// The datasets of a kind: versioned, so that an earlier one can be published again.
    package func datasets<Coding: FeatureCoding>(
        _ coding: Coding.Type
    ) -> any DatasetStore<Coding.Record> {
        FeatureDatasets<Coding>(ledger: ledger)
    }

    /// Hands over the records of every published dataset of a kind in batches: one consistent snapshot.
    package func forEachRecord<Coding: FeatureCoding>(
        _ coding: Coding.Type,
        _ visit: @Sendable ([Coding.Record]) throws -> Void
    ) async throws {
        try await forEachPublished(coding, visit)
    }

    /// Reads one consistent snapshot.
    ///
    /// - Throws: ``SpatiaLiteStoreError``, or what `body` throws.
    package func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await connections.read(body)
    }

    /// Writes in one transaction, which is on disk when this returns.
    ///
    /// - Throws: ``SpatiaLiteStoreError``, or what `body` throws: nothing was changed then.
    package func write<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await connections.write(body)
    }

    /// The same together with other calls that wait at the same time: for small changes that come often.
    ///
    /// - Throws: As ``write(_:)``.
    package func writeInGroup<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await connections.writeInGroup(body)
    }
}
