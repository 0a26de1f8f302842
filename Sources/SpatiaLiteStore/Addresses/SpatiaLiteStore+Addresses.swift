public import Datasets
public import Polling

extension SpatiaLiteStore {
    /// The datasets of addresses: versioned, so that an earlier one can be published again.
    public var addresses: any DatasetStore<AddressEntry> {
        FeatureDatasets<AddressCoding>(ledger: ledger)
    }
}

extension SpatiaLiteStore: AddressStore {
    /// Hands over the entries of every published dataset in batches: one consistent snapshot.
    public func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
        try await forEachPublished(AddressCoding.self, visit)
    }
}
