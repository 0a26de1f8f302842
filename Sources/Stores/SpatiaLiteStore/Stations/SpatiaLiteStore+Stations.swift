internal import GRDB
public import Polling

extension SpatiaLiteStore: StationStore {
    /// Hands over the stations of every published dataset in batches: one consistent snapshot.
    public func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
        try await connections.read { db in
            for table in try PublishedTables.of(.stations, dataset: nil, in: db) {
                try FeatureTable<StationCoding>(
                    versionID: table.versionID,
                    dataset: table.dataset
                ).forEach(db, visit)
            }
        }
    }
}
