public import Datasets
public import Ground
internal import Polling

extension SpatiaLiteStore {
    /// The datasets of ground: versioned, so that an earlier one can be published again.
    public var ground: any DatasetStore<GroundFeature> {
        FeatureDatasets<GroundCoding>(ledger: ledger)
    }
}

extension SpatiaLiteStore: GroundStore {
    /// Hands over the ground of every published dataset in batches: one consistent snapshot.
    public func forEachGroundFeature(
        _ visit: @Sendable ([GroundFeature]) throws -> Void
    ) async throws {
        try await forEachPublished(GroundCoding.self, visit)
    }

    /// Hands over the areas of the districts of every published dataset in batches, likewise.
    public func forEachGroundDistrict(
        _ visit: @Sendable ([GroundDistrict]) throws -> Void
    ) async throws {
        try await forEachPublished(DistrictCoding.self) { districts in
            try visit(districts.map { GroundDistrict(type: $0.reference.type, area: $0.area) })
        }
    }
}
