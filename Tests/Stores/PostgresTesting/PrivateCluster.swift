import Foundation
package import PostgresCore
import RadarPostgres
import Synchronization
import Testing

/// A PostgreSQL server of the tests' own, on a socket in a folder of its own; ends with the process.
package final class PrivateCluster: Sendable {
    /// Where the server's programs are; nil where PostgreSQL is not installed.
    package static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap(Int.init).filter { $0 >= 15 }.max().map { "\(root)/\($0)/bin" }
    }()

    package static let isInstalled = programs != nil

    /// Started by whoever comes first.
    package static let shared = Result { try PrivateCluster() }

    private static let running = Mutex<[PrivateCluster]>([])

    package let folder: String
    private let count = Atomic(0)

    package init() throws {
        let programs = try #require(Self.programs)
        folder = NSTemporaryDirectory() + "ambit-pg-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try Self.run(["/bin/chown", "postgres", folder]) }
        try Self.server([
            "\(programs)/initdb", "-D", "\(folder)/data", "-A", "trust", "-U", "postgres",
            "--no-sync",
        ])
        try start()
        // As an operator makes it: the plain owner of its databases.
        try keeper().execute("CREATE ROLE ambit LOGIN")
        Self.running.withLock { $0.append(self) }
        atexit { PrivateCluster.endAll() }
    }

    /// Begins to serve, after a crash too.
    package func start() throws {
        let programs = try #require(Self.programs)
        try Self.server([
            "\(programs)/pg_ctl", "-D", "\(folder)/data", "-w", "-l",
            "\(folder)/log", "-o",
            "-c listen_addresses='' -c unix_socket_directories='\(folder)' -c max_connections=200",
            "start",
        ])
        // Whatever ends this process, a killed test included, ends the server.
        let stop = "\(programs)/pg_ctl -D '\(folder)/data' -m immediate stop"
        let asOwner = getuid() == 0 ? "/usr/sbin/runuser -u postgres -- \(stop)" : stop
        _ = system(
            "cd / && (while kill -0 \(getpid()); do sleep 1; done; \(asOwner); rm -rf '\(folder)') "
                + "> /dev/null 2>&1 < /dev/null &"
        )
    }

    /// Ends it as a crash does.
    package func crash() throws {
        try Self.server([
            "\(try #require(Self.programs))/pg_ctl", "-D", "\(folder)/data", "-m", "immediate",
            "-w",
            "stop",
        ])
    }

    private static func endAll() {
        for cluster in running.withLock({ $0 }) {
            try? cluster.crash()
            try? FileManager.default.removeItem(atPath: cluster.folder)
        }
    }

    /// A new database without tables.
    package func database() throws -> PostgresAddress {
        let name = "t\(count.add(1, ordering: .relaxed).newValue)"
        try keeper().execute("CREATE DATABASE \(name) OWNER ambit")
        return try address(of: name)
    }

    /// A connection of who keeps the server.
    private func keeper() throws -> PostgresConnection {
        try PostgresConnection(
            to: PostgresAddress("postgresql://postgres@/postgres?host=\(folder)")
        )
    }

    package func address(of database: String) throws -> PostgresAddress {
        try PostgresAddress("postgresql://ambit@/\(database)?host=\(folder)")
    }

    private static func server(_ words: [String]) throws {
        try run(getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] + words : words)
    }

    /// By the shell: what a server inherits keeps `Process` waiting for as long as the server runs.
    private static func run(_ words: [String]) throws {
        let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
            .joined(separator: " ")
        try #require(system("cd / && \(command) > /dev/null 2>&1 < /dev/null") == 0, "\(command)")
    }

    /// A new database with the tables of a cluster.
    package func clusterDatabase() throws -> PostgresAddress {
        let address = try database()
        _ = try Cluster.prepare(address)
        return address
    }
}
