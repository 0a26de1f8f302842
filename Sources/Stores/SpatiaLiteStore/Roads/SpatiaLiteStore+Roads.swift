public import Datasets
public import Roads

extension SpatiaLiteStore {
    /// The datasets of roads: versioned, so that an earlier one can be published again.
    public var roads: any DatasetStore<Road> { FeatureDatasets<RoadCoding>(ledger: ledger) }
}

extension SpatiaLiteStore: RoadStore {
    /// Hands over the roads of every published dataset in batches: one consistent snapshot.
    public func forEachRoad(_ visit: @Sendable ([Road]) throws -> Void) async throws {
        try await forEachPublished(RoadCoding.self, visit)
    }
}
