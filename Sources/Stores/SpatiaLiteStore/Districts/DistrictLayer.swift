public import Datasets
internal import GRDB
public import Geodesy
public import Polling

/// Questions about the published districts, answered from their R-trees with nothing to load first.
///
/// The R-tree only narrows the choice; ``DistrictOutline`` decides, its rule for boundaries included.
public struct DistrictLayer: Sendable {
    let connections: Connections

    /// The districts that hold a place.
    ///
    /// - Parameter dataset: Only this dataset's districts; nil for those of all datasets.
    /// - Returns: By type, then by id.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/wrongKind(_:expected:found:)``,
    ///   ``SpatiaLiteStoreError``.
    /// - Complexity: O(log n + m) for the m corners of the districts whose boxes hold the place.
    public func districts(
        holding place: Coordinate,
        dataset: DatasetName? = nil
    ) async throws -> [District] {
        // The tree's boxes are rounded outward, to 32 bits; the place may have another name.
        let longitude = place.longitude == 180 ? -180 : place.longitude
        return try await connections.read { db in
            try tables(in: db, dataset: dataset).flatMap { table in
                let rowIDs = try Int64.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT pkid FROM "\(table.tree.name)"
                            WHERE xmin <= ?1 AND xmax >= ?1 AND ymin <= ?2 AND ymax >= ?2
                            """
                    ),
                    arguments: [longitude, place.latitude]
                )
                return try table.rows(db, with: rowIDs)
                    .filter { DistrictOutline($0.area).holds(place) }
            }
        }.sorted { ($0.reference.type, $0.id) < ($1.reference.type, $1.id) }
    }

    /// The published district with an id, or nil.
    public func district(_ id: District.ID) async throws -> District? {
        try await connections.read { db in
            for table in try tables(in: db, dataset: nil) {
                if let district = try table.record(db, id: id.rawValue) { return district }
            }
            return nil
        }
    }

    private func tables(
        in db: Database,
        dataset: DatasetName?
    ) throws -> [FeatureTable<DistrictCoding>] {
        try PublishedTables.of(.districts, dataset: dataset, in: db)
            .map { FeatureTable(versionID: $0.versionID, dataset: $0.dataset) }
    }
}
