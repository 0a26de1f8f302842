public import Datasets
internal import GRDB
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

    /// Hands over where the entries of every published dataset vote: one consistent snapshot.
    public func forEachDestination(
        _ visit: @Sendable (DatasetName, AddressDestination, Int) throws -> Void
    ) async throws {
        try await connections.read { db in
            for table in try PublishedTables.of(.addresses, dataset: nil, in: db) {
                let name = Ledger.tableName(.addresses, versionID: table.versionID)
                let rows = try GRDB.Row.fetchCursor(
                    db,
                    sql: """
                        SELECT station_key, districts, COUNT(*) FROM "\(name)"
                        GROUP BY station_key, districts
                        """
                )
                while let row = try rows.next() {
                    let text: String? = row[1]
                    let pairs: [[String]] = try text.map { try JSONColumn.decode($0) } ?? []
                    let districts = pairs.compactMap { pair in
                        pair.count == 2 ? DistrictReference(type: pair[0], code: pair[1]) : nil
                    }
                    try visit(
                        table.dataset,
                        AddressDestination(stationKey: row[0], districts: districts),
                        row[2]
                    )
                }
            }
        }
    }
}
