package import Access
package import DomainModules
package import Foundation
import FoundationNetworking
package import GeoJSON
import HTTPService
import Logging
import PostgresTesting
import ServiceLifecycle
package import SpatiaLiteStore
package import Timekeeping
import Vault

extension SpatiaLiteStore.Options {
    /// For tests of modules: a file by itself or, where `AMBIT_TEST_NODES` is `1`, the file of a node, whose rows
    /// stand on PostgreSQL too.
    package static func testing(_ modules: [ModuleSchema]) -> SpatiaLiteStore.Options {
        var options = SpatiaLiteStore.Options.standard
        options.modules = modules
        if CommonFiles.areWanted { options.common = CommonFiles.ownDatabase }
        return options
    }
}

/// A service of modules that listens on a port of this machine, over a database in a folder of its own.
package struct ModuleService: Sendable {
    /// What was answered.
    package struct Answer: Sendable {
        package let status: Int
        package let body: String
        package let headers: [String: String]

        /// The body as JSON; null where it is none.
        package var json: JSONValue { (try? JSONValue(parsing: Array(body.utf8))) ?? .null }

        /// A text by the names of members that lead to it; nil where there is none.
        package subscript(_ path: String...) -> String? {
            var value = json
            for name in path {
                guard case .object(let members) = value,
                    let inner = members.first(where: { $0.name == name })?.value
                else { return nil }
                value = inner
            }
            switch value {
            case .string(let text): return text
            case .number(let number):
                return number == number.rounded() ? String(Int64(number)) : String(number)
            case .boolean(let flag): return String(flag)
            default: return nil
            }
        }
    }

    /// A folder that is removed with the last reference.
    package final class Folder: Sendable {
        package let path: String

        package init() throws {
            path = NSTemporaryDirectory() + "ambit-service-" + UUID().uuidString
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// The bytes of every file in it, by name.
        package func files() throws -> [(name: String, bytes: Data)] {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { name in
                FileManager.default.contents(atPath: "\(path)/\(name)").map { (name, $0) }
            }
        }
    }

    package let folder: Folder
    package let store: SpatiaLiteStore
    package let site: ModuleSite
    /// The modules that are served.
    package let modules: [any DomainModule]
    private let lives: [ModuleLife]
    private let port: Int
    private let group: ServiceGroup
    private let running: Task<Void, any Error>
    private let client: URLSession

    /// Starts a service; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - folder: Where the database lies, or is made; nil for a new one.
    ///   - hasLimits: Whether what comes too often is refused.
    package init(
        _ list: ModuleList,
        in folder: Folder? = nil,
        clock: any WallClock = SystemWallClock(),
        settings: ModuleSettings = ModuleSettings(),
        hasLimits: Bool = false
    ) async throws {
        let folder = try folder ?? Folder()
        self.folder = folder
        var settings = settings
        if CommonFiles.areWanted, settings[VaultKeysPath.self] == nil {
            settings[VaultKeysPath.self] = VaultKeysPath(folder.path + "/ambit.sqlite-vault-keys")
        }
        store = try await SpatiaLiteStore.open(
            folder.path + "/ambit.sqlite",
            access: .readWrite,
            options: .testing(list.schemas)
        )
        site = list.site(store: store, clock: clock, settings: settings)
        modules = list.stand(on: site)
        let parts = modules.map(\.part)
        lives = parts.map(\.life)
        var configuration = ServiceConfiguration()
        configuration.port = 0
        if !hasLimits { configuration.rateLimits = nil }
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (ports, listening) = AsyncStream<Int>.makeStream()
        configuration.onListening = { listening.yield($0) }
        let service = try AmbitService(
            parts: parts,
            clock: clock,
            ledger: store,
            imports: list.desk(on: site),
            staff: StaffRegistry(store: store, clock: clock),
            configuration: configuration
        )
        let group = ServiceGroup(services: [service], logger: configuration.logger)
        self.group = group
        running = Task { try await group.run() }
        port = await ports.first { _ in true } ?? 0
        let session = URLSessionConfiguration.ephemeral
        session.httpMaximumConnectionsPerHost = 128
        session.timeoutIntervalForRequest = 300
        client = URLSession(configuration: session)
    }

    /// Loads everything, as the watcher does at the start.
    package func load() async throws { for life in lives { try await life.load() } }

    /// Takes over what another process has written.
    package func follow() async throws { for life in lives { try await life.follow?() } }

    /// Removes what has expired, as the sweeper does.
    package func sweep() async throws {
        for life in lives { _ = try await life.sweep?(1000) }
    }

    /// A staff token.
    package func staff(_ role: StaffRole) async throws -> String {
        try await StaffRegistry(store: store, clock: site.clock)
            .create(role: role, label: "somebody").token
    }

    /// Asks, and waits for the whole answer.
    package func send(
        _ method: String,
        _ path: String,
        token: String? = nil,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.utf8)
        }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await client.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return Answer(
            status: response.statusCode,
            body: String(decoding: data, as: UTF8.self),
            headers: fields
        )
    }

    /// Where it listens.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Ends the service and closes the database.
    package func stop() async throws {
        await group.triggerGracefulShutdown()
        try await running.value
        try await store.close()
    }
}
