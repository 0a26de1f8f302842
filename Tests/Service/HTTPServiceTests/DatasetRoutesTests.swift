import Datasets
import Foundation
import Geodesy
import HTTPTypes
import Hummingbird
import Importing
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

    /// Districts that are to return to a ground, and those that are there.
    private struct Wards: VersionedRecords, DistrictStore {
        let returning: [District]
        let published: [District]

        func forEachRecord(
            in name: DatasetName,
            version number: Int,
            _ visit: @Sendable ([District]) throws -> Void
        ) async throws { try visit(returning) }

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            try visit(published)
        }
    }

    /// Equal areas are never laid over each other.
    private struct NoOverlay: AreaOverlay {
        func common(_ first: MultiPolygon, _ second: MultiPolygon) throws -> MultiPolygon? {
            throw SecretError()
        }
        func united(_ areas: [MultiPolygon]) throws -> MultiPolygon { throw SecretError() }
    }

    private func ward(_ dataset: String) throws -> District {
        let ring = try [(0.0, 0.0), (0, 1), (1, 1), (0, 0)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        return District(
            id: District.ID(rawValue: "\(dataset).1"),
            dataset: try DatasetName(dataset),
            reference: DistrictReference(type: "ward", code: "1"),
            name: "Ward 1",
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
    }

    @Test("districts return to the ground of others only where it is said that it is meant")
    func overlap() async throws {
        let name = try DatasetName("old")
        ledger.publish((name: name, kind: .districts, number: 3))
        let wards = Wards(returning: [try ward("old")], published: [try ward("new")])
        let service = try await TestService(
            ledger: ledger,
            rollback: Rollback(
                ledger: ledger,
                districts: Rollback.Districts(versions: wards, published: wards) { NoOverlay() },
                clock: ManualWallClock(TestService.noon)
            )
        )
        _ = try await ledger.withdraw(name, by: nil, at: TestService.noon)
        func rollBack(_ json: String) async throws -> Answer {
            try await service.send(
                .post,
                "/v1/datasets/old/rollback",
                token: TestService.importer,
                json: json
            )
        }
        let refused = try await rollBack(#"{"version":3}"#)
        #expect(refused.status == 409)
        #expect(refused.body.contains(#""force_needed":[{"#), "\(refused.body)")
        #expect(refused.body.contains(#""limit":"overlap""#))
        #expect(refused.body.contains(#"version 3's only district lies where \"new\" has"#))
        #expect(refused.body.contains(#"If that is meant, send \"force\": true"#))
        #expect(!refused.body.contains("--"))
        #expect(try await ledger.publishedVersions().isEmpty)
        #expect(try await rollBack(#"{"version":3,"force":"yes"}"#).status == 400)
        #expect(try await rollBack(#"{"version":3,"force":true}"#).status == 200)
        #expect(try await ledger.publishedVersions().count == 1)
    }
}
