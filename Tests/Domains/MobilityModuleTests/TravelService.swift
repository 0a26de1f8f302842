import Accounts
import AccountsModule
import AccountsTesting
import AgendaModule
import DomainModules
import Foundation
import MobilityModule
import ModuleTesting
import Notices
import RoadsModule
import Testing
import Timekeeping
import Vault

/// A service with trips, and what tests ask of it.
struct TravelService {
    let service: ModuleService
    let clock: ManualWallClock

    /// 2026-03-10T00:00:00Z.
    static let begin: Int64 = 1_773_100_800_000

    static func at(minute: Int) -> String {
        Timestamp(millisecondsSince1970: begin + Int64(minute) * 60_000).rfc3339
    }

    init(in folder: ModuleService.Folder? = nil) async throws {
        clock = ManualWallClock(
            Timestamp(millisecondsSince1970: Self.begin + 20 * 86_400_000)
        )
        service = try await ModuleService(
            ModuleList([
                VaultModule.self, AccountsModule.self, NoticesModule.self, RoadsModule.self,
                AgendaModule.self, MobilityModule.self,
            ]),
            in: folder,
            clock: clock
        )
        try await service.load()
    }

    /// Somebody with a token, who agrees to what is named.
    func person(
        _ band: AgeBand = .adult,
        named name: String? = nil,
        agreeing purposes: [String] = []
    ) async throws -> (account: Account, token: String) {
        let made = try await TestAccount.make(on: service.site, .registered, band, named: name)
        for purpose in purposes { try await agree(made.token, purpose, true) }
        return made
    }

    func agree(_ token: String, _ purpose: String, _ given: Bool) async throws {
        let body =
            #"{"consents":[{"purpose":"\#(purpose)","given":\#(given),"text_version":"t1"}]}"#
        let answer = try await service.send("PUT", "/v1/me/consents", token: token, body)
        #expect(answer.status == 200, "\(answer.body)")
    }

    /// Asks, and reads the JSON.
    @discardableResult
    func ask(
        _ method: String,
        _ path: String,
        _ token: String,
        _ body: String? = nil,
        _ status: Int = 200,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String: Any] {
        let answer = try await service.send(method, path, token: token, body)
        #expect(
            answer.status == status,
            "\(method) \(path): \(answer.status) \(answer.body)",
            sourceLocation: sourceLocation
        )
        let value = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        return value as? [String: Any] ?? [:]
    }

    /// A morning by fixes: 30 minutes at one place, a walk of 20 minutes to the north, 30 minutes there; a fix in
    /// 15 seconds.
    static func morning(from minute: Int, latitude: Double = 43.7, longitude: Double = 7.4)
        -> String
    {
        let fixes = (0..<320).map { quarter -> String in
            let walked = max(0, min(quarter - 120, 80))
            let at = Timestamp(
                millisecondsSince1970: begin + Int64(minute) * 60_000 + Int64(quarter) * 15_000
            )
            let north = latitude + Double(walked) * 21 / 111_000
            return #"{"at":"\#(at.rfc3339)","lat":\#(north),"lon":\#(longitude),"accuracy_m":5}"#
        }
        return #"{"device":"phone","fixes":[\#(fixes.joined(separator: ","))]}"#
    }

    func stop() async throws { try await service.stop() }
}

extension [String: Any] {
    func part(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
    func list(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
    func text(_ name: String) -> String? { self[name] as? String }
    func number(_ name: String) -> Double? { (self[name] as? NSNumber)?.doubleValue }
}
