import ArgumentParser
import Datasets
import DomainModules
import Foundation
import PostgresCore
import PostgresRows
import Radar
import RadarPostgres
import SpatiaLiteStore
import Timekeeping

/// Which PostgreSQL database many nodes share.
struct ClusterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Share a PostgreSQL database with other nodes, such as postgresql://ambit@db1,db2/ambit: "
                + "messages stand there, and so does all that the file of each node has in common with "
                + "the others' (default: $AMBIT_CLUSTER).",
            valueName: "address"
        )
    )
    var cluster: String?

    /// The address that was given, by the option or by the environment.
    func address() throws -> PostgresAddress? {
        let text = cluster ?? ProcessInfo.processInfo.environment["AMBIT_CLUSTER"]
        return try text.flatMap { $0.isEmpty ? nil : try PostgresAddress($0) }
    }

    /// What the node's file has in common with others: its rows stand in the database of the first shard.
    func common() throws -> CommonSource? {
        guard let address = try address() else { return nil }
        return CommonSource { _ in PostgresRows(in: try Cluster.commonDatabase(of: address)) }
    }

    /// The imports of all nodes; nil where there is only the file.
    func imports() throws -> PostgresImports? {
        guard let address = try address() else { return nil }
        return PostgresImports(in: try Cluster.commonDatabase(of: address))
    }

    /// The database of messages; nil where there is only the file.
    ///
    /// - Parameter warn: Told what of the file is not served then.
    func store(
        beside file: SpatiaLiteStore,
        _ clock: any WallClock,
        warn: (String) -> Void
    ) async throws -> ShardedStore? {
        guard let address = try address() else { return nil }
        let store = try await ClusterStore.open(address, clock: clock)
        if try await file.changeMark().messageID > 0 {
            warn("messages that stand in \(file.path) are not served: those of the cluster are")
        }
        if try await file.publishedVersions().contains(where: { $0.kind == .messages }) {
            warn("imported messages are not served: a cluster has none")
        }
        warn("webhooks are not served: a cluster has none")
        let sharded = ShardedStore(own: store)
        if try await sharded.lookBack() {
            warn(
                "the cluster's database was restored to an earlier moment, and 'ambit cluster restored' was "
                    + "not run; numbers go on behind those that other shards have seen"
            )
        }
        return sharded
    }
}
