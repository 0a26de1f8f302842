public import Datasets
public import Polling

extension SpatiaLiteStore {
    /// The datasets of districts: versioned, so that an earlier one can be published again.
    public var districts: any DatasetStore<District> {
        FeatureDatasets<DistrictCoding>(ledger: ledger)
    }

    /// The districts of versions that are kept, published or not.
    public var districtVersions: any VersionedRecords<District> {
        FeatureDatasets<DistrictCoding>(ledger: ledger)
    }

    /// Answers questions about districts from the R-tree.
    public var districtLayer: DistrictLayer { DistrictLayer(connections: connections) }
}

extension SpatiaLiteStore: DistrictStore {
    /// Hands over the districts of every published dataset in batches: one consistent snapshot.
    public func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try await forEachPublished(DistrictCoding.self, visit)
    }
}
