import PostgresCore
import PostgresTesting
import RadarPostgres
import StoreContract
import Testing

extension ClusterStore: RadarStoreUnderTest {}

/// A database with Ambit's tables, empty at first.
struct ClusterPlace: RadarPlace {
    let address: PostgresAddress

    init() throws {
        address = try PrivateCluster.shared.get().database()
        #expect(try Cluster.prepare(address) == nil)
    }

    func openRadar() async throws -> any RadarStoreUnderTest { try await open() }

    func open() async throws -> ClusterStore { try await ClusterStore.open(address) }
}
