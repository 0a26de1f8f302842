import Access
import Accounts
import AccountsModule
import AccountsTesting
import AgendaModule
import DomainModules
import ExpoModule
import Foundation
import FoundationNetworking
import Media
import ModuleTesting
import RoadsModule
import Standings
import Testing
import Timekeeping
import Vault

/// A service with two fairs of made-up exhibitors, in the middle of the first day of both.
struct FairFixture {
    let service: ModuleService
    let clock: ManualWallClock

    /// 2027-06-05T12:00:00Z, within both fairs.
    static let noon = Timestamp(millisecondsSince1970: 1_812_196_800_000)

    static let events = """
        id,title,kind,starts,ends,time_zone
        denver,Denver Energy Day,fair,2027-06-05T10:00:00Z,2027-06-05T18:00:00Z,UTC
        houston,Houston Energy Day,fair,2027-06-05T10:00:00Z,2027-06-05T18:00:00Z,UTC
        """
    static let exhibitors = """
        id,name,tier,booth,topics
        wind,noble energy,Gold Level,B 1,wind
        sun,Sunny Side,platinum,B 2,solar; careers
        grid,LiUNA!,,B 3,grid
        """
    static let booths = """
        booth,latitude,longitude
        B 1,39.7400,-104.9900
        B 2,39.7403,-104.9900
        B 3,39.7406,-104.9900
        """
    static let places = """
        id,kind,name,latitude,longitude,hours
        tacos,food,Tacos,39.7401,-104.9901,11-15
        wc,toilets,Restrooms,39.7409,-104.9901,
        """

    static func list() throws -> ModuleList {
        try ModuleList([
            VaultModule.self, AccountsModule.self, StandingsModule.self, AgendaModule.self,
            MediaModule.self, RoadsModule.self, ExpoModule.self,
        ])
    }

    init(at moment: Timestamp = noon, hasLimits: Bool = false) async throws {
        clock = ManualWallClock(moment)
        service = try await ModuleService(Self.list(), clock: clock, hasLimits: hasLimits)
        let staff = try await service.staff(.staff)
        try await publish("events", Self.events, as: "fairs", event: nil, token: staff)
        for city in ["denver", "houston"] {
            try await publish(
                "booths",
                Self.booths,
                as: "\(city)-booths",
                event: city,
                token: staff
            )
            try await publish("exhibitors", Self.exhibitors, as: city, event: city, token: staff)
        }
        try await publish("places", Self.places, as: "denver-places", event: "denver", token: staff)
        try await service.load()
    }

    func stop() async throws { try await service.stop() }

    /// Imports a file over HTTP.
    @discardableResult
    func importing(
        _ kind: String,
        _ text: String,
        as dataset: String,
        event: String?,
        token: String,
        more: String = ""
    ) async throws -> ModuleService.Answer {
        let of = event.map { "&event=\($0)" } ?? ""
        return try await service.send(
            "POST",
            "/v1/imports?kind=\(kind)&dataset=\(dataset)\(of)\(more)",
            token: token,
            text,
            headers: ["Content-Type": "text/csv"]
        )
    }

    func publish(
        _ kind: String,
        _ text: String,
        as dataset: String,
        event: String?,
        token: String
    ) async throws {
        let answer = try await importing(kind, text, as: dataset, event: event, token: token)
        try #require(answer.status == 200, "\(kind): \(answer.body)")
    }

    func organizer(of event: String) async throws -> String {
        try await StaffRegistry(store: service.store, clock: clock).create(
            role: try #require(StaffRole(rawValue: "expo.organizer")),
            event: event,
            label: "Bo"
        ).token
    }

    /// An account and its token.
    func visitor(
        _ kind: Account.Kind = .anonymous,
        _ band: AgeBand = .adult,
        named name: String? = nil
    ) async throws -> (account: Account, token: String) {
        try await TestAccount.make(on: service.site, kind, band, named: name)
    }

    func rate(
        _ exhibitor: String = "denver.wind",
        _ stars: Int = 4,
        token: String,
        more: String = "",
        key: String? = nil
    ) async throws -> ModuleService.Answer {
        try await service.send(
            "PUT",
            "/v1/exhibitors/\(exhibitor)/rating",
            token: token,
            #"{"stars":\#(stars)\#(more)}"#,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }
}

extension FairFixture {
    /// Keeps a picture that is new; its hash.
    func post(_ picture: [UInt8], alt: String, token: String) async throws -> String {
        let url = try #require(URL(string: service.address + "/v1/media?alt=\(alt)"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(picture)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
        let text = String(decoding: data, as: UTF8.self)
        return String(try #require(text.firstMatch(of: /"hash":"([0-9a-f]{64})"/)).1)
    }
}

extension ManualWallClock {
    /// Sets the clock forward.
    func advance(milliseconds: Int64) {
        if let later = now.adding(milliseconds: milliseconds) { set(later) }
    }
}
