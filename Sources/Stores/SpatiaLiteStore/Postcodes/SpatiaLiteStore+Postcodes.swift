public import Datasets
public import Polling

extension SpatiaLiteStore {
    /// The datasets of postcodes: versioned, so that an earlier one can be published again.
    public var postcodes: any DatasetStore<PostcodePlace> {
        FeatureDatasets<PostcodeCoding>(ledger: ledger)
    }
}

extension SpatiaLiteStore: PostcodeStore {
    /// Hands over the postcodes of every published dataset in batches: one consistent snapshot.
    public func forEachPostcode(
        _ visit: @Sendable ([PostcodePlace]) throws -> Void
    ) async throws {
        try await forEachPublished(PostcodeCoding.self, visit)
    }
}
