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

    /// Takes over what other nodes have changed of the rows that they have in common with this file.
    ///
    /// - Returns: Whether there was anything; false for a file that has nothing in common with any.
    @discardableResult
    package func catchUp() async throws -> Bool {
        guard let sharing = connections.sharing else { return false }
        let mark = try await connections.read { db in try CommonFile.mark(in: db) }
        let head = try await Connections.offPool { try sharing.rows.head() }
        guard head != mark else { return false }
        return try await connections.onWriter { db in try sharing.catchUp(in: db) }
    }

    /// Whether this node is the one that does what goes out once for all of them, such as push messages; true for a
    /// file that has nothing in common with any.
    package func leads() async throws -> Bool {
        guard let sharing = connections.sharing else { return true }
        return try await Connections.offPool { try sharing.rows.leads() }
    }

    /// Where the rows stand that this file has in common with others, for people; nil for none.
    package var commonPlace: String? { connections.sharing?.rows.place }
}
