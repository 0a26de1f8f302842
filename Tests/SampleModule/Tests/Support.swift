import Access
import Datasets
import DomainModules
import Foundation
import FoundationNetworking
import HTTPService
import Importing
import Logging
import SampleModule
import ServiceLifecycle
import SpatiaLiteStore
import Synchronization
import Testing
import Timekeeping

enum SystemClock {
    static let clock = SystemWallClock()
}

/// A database in a folder of its own, removed with the last reference.
final class ScratchDatabase: Sendable {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "ambit-module-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var path: String { file("ambit.sqlite") }

    func file(_ name: String) -> String { folder + "/" + name }

    func open(
        _ access: SpatiaLiteStore.Access,
        _ modules: [ModuleSchema]
    ) async throws -> SpatiaLiteStore {
        var options = SpatiaLiteStore.Options.standard
        options.modules = modules
        return try await SpatiaLiteStore.open(path, access: access, options: options)
    }

    /// What SQLite's own shell prints.
    func sql(_ statement: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", path, statement]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(statement)")
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// A service of modules that listens on a port of this machine.
struct RunningService {
    struct Answer {
        let status: Int
        let body: String
    }

    let store: SpatiaLiteStore
    private let database: ScratchDatabase
    private let lives: [ModuleLife]
    private let port: Int
    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    init(_ modules: ModuleList) async throws {
        database = try ScratchDatabase()
        store = try await database.open(.readWrite, modules.schemas)
        let site = modules.site(store: store, clock: SystemClock.clock)
        let parts = modules.stand(on: site).map(\.part)
        lives = parts.map(\.life)
        var configuration = ServiceConfiguration()
        configuration.port = 0
        configuration.rateLimits = nil
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (ports, listening) = AsyncStream<Int>.makeStream()
        configuration.onListening = { listening.yield($0) }
        let service = try AmbitService(
            parts: parts,
            clock: SystemClock.clock,
            ledger: store,
            imports: modules.desk(on: site),
            staff: StaffRegistry(store: store, clock: SystemClock.clock),
            configuration: configuration
        )
        let group = ServiceGroup(services: [service], logger: configuration.logger)
        self.group = group
        running = Task { try await group.run() }
        port = try #require(await ports.first { _ in true })
    }

    /// Loads everything, as the watcher does at the start.
    func load() async throws { for life in lives { try await life.load() } }

    /// Tells the modules that a dataset was published, as the watcher does.
    func reload(_ name: String, _ kind: String) async throws {
        let datasets = [try DatasetName(name): DatasetKind(rawValue: kind)]
        for life in lives where life.kinds.contains(DatasetKind(rawValue: kind)) {
            try await life.reload(datasets)
        }
    }

    func token(_ role: StaffRole) async throws -> String {
        try await StaffRegistry(store: store, clock: SystemClock.clock)
            .create(role: role, label: "somebody").token
    }

    func get(_ path: String) async throws -> Answer {
        try await send("GET", path, token: nil, body: nil)
    }

    func send(
        _ method: String,
        _ path: String,
        token: String?,
        body: String?
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = try #require(response as? HTTPURLResponse).statusCode
        return Answer(status: status, body: String(decoding: data, as: UTF8.self))
    }

    /// The tab's button, panel, script and words are where the page looks for them.
    func checkTab() async throws {
        let page = try await get("/").body
        #expect(page.contains(#"data-tabs="radar vote sample staff""#))
        #expect(page.contains(#"<button class="tab" id="tab-sample""#))
        #expect(page.contains(#"id="panel-sample""#) && page.contains(#"<ol id="stalls""#))
        let script = try #require(page.firstMatch(of: /src="(\/assets\/[^"]+)\/packs\/page.js"/)).1
        let pack = try await get("\(script)/packs/sample.js")
        #expect(pack.status == 200 && pack.body.contains("sample/sample-tab.js"))
        let words = try await get("\(script)/texts/sample-es.json").body
        #expect(words.contains("Puestos cercanos") && words.contains("sample.list"))
        #expect(try await get("\(script)/texts/en.json").body.contains(#""tab.sample":"Stalls""#))
        #expect(try await get("\(script)/texts/staff-es.json").body.contains("kind.stalls"))
        let offline = try await get("\(script)/offline.json").body
        #expect(offline.contains("packs/sample.js"))
    }

    func stop() async throws {
        await group.triggerGracefulShutdown()
        try await running.value
        try await store.close()
    }
}

/// A module that tells what others do.
struct RivalModule: DomainModule {
    /// What it has that the sample has, or the service.
    enum Rivalry: CaseIterable {
        case path, schema, service

        var fault: String {
            switch self {
            case .path: "the modules sample and rival both have the address GET /v1/stalls;"
            case .schema:
                "the modules sample and rival both have StallList among the schemas of openapi.json;"
            case .service: "the modules ambit and rival both have the address GET /healthz;"
            }
        }
    }

    static let name: ModuleName = "rival"
    static var kinds: [ImportKind] { SampleModule.kinds }

    init(on site: ModuleSite) {}

    var part: ServicePart { ServicePart(Self.name) }

    static func part(_ rivalry: Rivalry) -> ServicePart {
        var part = ServicePart(name)
        switch rivalry {
        case .path: part.routes = { _ in [.get("/v1/stalls") { _, _ in throw Problem.notReady }] }
        case .service: part.routes = { _ in [.get("/healthz") { _, _ in throw Problem.notReady }] }
        case .schema:
            part.openAPI = Array(#"{"components":{"schemas":{"StallList":{}}}}"#.utf8)
        }
        return part
    }
}
