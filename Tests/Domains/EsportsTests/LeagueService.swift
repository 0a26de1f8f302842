import Access
import AccountsModule
import AgendaModule
import Datasets
import DomainModules
import Favorites
import Foundation
import HTTPService
import Importing
import ModuleTesting
import Notices
import SpatiaLiteStore
import Testing
import TextSearchModule
import Timekeeping
import Vault

@testable import EsportsModule

/// A clock that a test sets.
struct StandingClock: WallClock {
    let now: Timestamp
}

/// A service with everything that Esports needs, at noon of the first of June.
struct LeagueService: Sendable {
    static let now = Timestamp(rfc3339: "2026-06-01T12:00:00Z")!

    let service: ModuleService
    private let staff: String

    static func list() throws -> ModuleList {
        try ModuleList([
            VaultModule.self, AccountsModule.self, NoticesModule.self, FavoritesModule.self,
            SearchModule.self, AgendaModule.self, EsportsModule.self,
        ])
    }

    init(in folder: ModuleService.Folder? = nil) async throws {
        service = try await ModuleService(
            Self.list(),
            in: folder,
            clock: StandingClock(now: Self.now)
        )
        staff = try await service.staff(.staff)
        try await service.load()
    }

    /// Publishes a file as the dataset of its kind's name, and loads it.
    func publish(_ kind: String, _ text: String) async throws {
        let answer = try await service.send(
            "POST",
            "/v1/imports?kind=\(kind)&dataset=\(kind)&mode=publish&force=true",
            token: staff,
            text,
            headers: ["Content-Type": "text/csv"]
        )
        #expect(answer.status == 200, "\(answer.body)")
        try await service.load()
    }

    /// Publishes a file in a database that no service has open.
    static func publish(_ kind: String, _ text: String, in folder: ModuleService.Folder)
        async throws
    {
        let options = try SpatiaLiteStore.Options.testing(
            list().schemas
        )
        let store = try await SpatiaLiteStore.open(
            folder.path + "/ambit.sqlite",
            access: .readWrite,
            options: options
        )
        let path = folder.path + "/\(kind).csv"
        try Data(text.utf8).write(to: URL(filePath: path))
        let kindOfImport = try #require(EsportsModule.kinds.first { $0.name == kind })
        _ = try await kindOfImport.run(
            ImportWork(
                input: .file(path),
                options: ImportOptions(dataset: try DatasetName(kind), isForced: true),
                store: store,
                clock: StandingClock(now: now)
            )
        )
        try await store.close()
    }

    /// The titles and bodies of what an account is told, the newest first.
    func told(_ token: String) async throws -> [String] {
        let body = try await service.send("GET", "/v1/me/notices", token: token).body
        return body.matches(of: /"title":"([^"]*)","body":"([^"]*)"/).map { "\($0.1): \($0.2)" }
    }
}
