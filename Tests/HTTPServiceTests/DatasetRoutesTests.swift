import Datasets
import Foundation
import HTTPTypes
import Hummingbird
import Polling
import Testing
import Timekeeping

@testable import HTTPService

@Suite struct DatasetRoutesTests {
    private let ledger = FakeLedger()

    private func service() async throws -> TestService {
        ledger.publish((name: try DatasetName("dc"), kind: .stations, number: 3))
        return try await TestService(ledger: ledger)
    }

    private func withdraw(_ service: TestService, _ json: String, token: String?) async throws
        -> Answer
    {
        try await service.send(.post, "/v1/datasets/dc/withdraw", token: token, json: json)
    }

    @Test("a dataset is withdrawn by staff alone, and only where it is said that it is meant")
    func withdrawal() async throws {
        let service = try await service()
        let forced = #"{"force":true}"#
        #expect(try await withdraw(service, forced, token: nil).status == 401)
        #expect(try await withdraw(service, forced, token: TestService.moderator).status == 403)
        let asked = try await withdraw(service, "{}", token: TestService.importer)
        #expect(asked.status == 409)
        #expect(asked.body.contains("would remove all of its 0 published stations (100 %)"))
        #expect(asked.body.contains(#"If that is meant, send \"force\": true"#), "\(asked.body)")
        #expect(!asked.body.contains("--"))
        #expect(try await ledger.publishedVersions().count == 1)
        let wrong = try await withdraw(service, #"{"force":1}"#, token: TestService.importer)
        #expect(wrong.status == 400)
        let done = try await withdraw(service, forced, token: TestService.importer)
        #expect(done.status == 200)
        #expect(
            done.body.contains(#""withdrawn":[{"at":"2026-11-03T12:00:00Z","by":""}]"#),
            "\(done.body)"
        )
        #expect(try await ledger.publishedVersions().isEmpty)
        let gone = try await withdraw(service, forced, token: TestService.importer)
        #expect(gone.status == 404)
        #expect(gone.body.contains("GET /v1/datasets lists those that exist"), "\(gone.body)")
        #expect(!gone.body.contains("`ambit"))
    }

    @Test("what is withdrawn is told to staff alone")
    func list() async throws {
        let service = try await service()
        _ = try await withdraw(service, #"{"force":true}"#, token: TestService.importer)
        let open = try await service.get("/v1/datasets")
        #expect(open.body == #"{"datasets":[]}"#)
        let staff = try await service.send(.get, "/v1/datasets", token: TestService.importer)
        #expect(staff.body.contains(#""withdrawn":[{"dataset":"dc""#))
    }

    @Test("the versions of what is withdrawn are told to staff alone, and come back with it")
    func versions() async throws {
        let service = try await service()
        let path = "/v1/datasets/dc/versions"
        #expect(try await service.get(path).status == 200)
        _ = try await withdraw(service, #"{"force":true}"#, token: TestService.importer)
        let gone = try await service.get(path)
        #expect(gone.status == 404)
        // As for a dataset that there never was.
        let never = try await service.get("/v1/datasets/nothing/versions")
        #expect(gone.body == never.body.replacing("nothing", with: "dc"))
        let moderator = try await service.send(.get, path, token: TestService.moderator)
        #expect(moderator.status == 404)
        let staff = try await service.send(.get, path, token: TestService.importer)
        #expect(staff.status == 200)
        #expect(staff.body.contains(#""withdrawn":[{"at":"#))
        let back = try await service.send(
            .post,
            "/v1/datasets/dc/rollback",
            token: TestService.importer,
            json: #"{"version":3}"#
        )
        #expect(back.status == 200)
        let open = try await service.get(path)
        #expect(open.status == 200)
        #expect(open.body.contains(#""withdrawn":[]"#))
    }
}
