import Access
import Esports
import Foundation
import GeoJSON
import ModuleTesting
import Testing
import Timekeeping

@testable import EsportsModule

/// What editors decide, as the service shows it.
@Suite struct EditorServiceTests {
    private static func filled() async throws -> LeagueService {
        let league = try await LeagueService()
        try await league.publish("games", "id,name,aliases\n1,Zelda,\n2,apex,Apex Legends\n")
        try await league.publish(
            "tournaments",
            """
            id,title,starts,ends,location,game
            a,Austin Cup,2026-06-05,2026-06-07,"Austin, USA",apex
            """
        )
        try await league.publish(
            "products",
            """
            id,title,price,currency,categories
            1,Apex Legends hoodie,39.99,USD,15687
            2,Apex Legends figure,19.00,USD,220
            """
        )
        return league
    }

    private static func products(of game: String, at service: ModuleService) async throws
        -> Set<String>
    {
        let answer = try await service.send("GET", "/v1/products?game=\(game)")
        #expect(answer.status == 200, "\(answer.body)")
        return Set(answer.body.matches(of: /"id":"(products\.[0-9]+)"/).map { String($0.1) })
    }

    private static func featured(at service: ModuleService) async throws -> Int {
        let answer = try await service.send("GET", "/v1/home")
        guard case .object(let members) = answer.json,
            case .array(let featured)? = members.first(where: { $0.name == "featured" })?.value
        else { return -1 }
        return featured.count
    }

    @Test("what editors say at another node is shown without a publication")
    func follows() async throws {
        let service = try await Self.filled().service
        // Writes what the following of another node's rows would.
        let editors = EditorStore(store: service.store)
        func decide(_ decision: LinkDecision?) async throws {
            try await editors.decide(
                decision,
                product: "products.1",
                game: "games.2",
                by: "Ann",
                at: LeagueService.now
            )
            try await service.follow()
        }
        let both: Set = ["products.1", "products.2"]
        #expect(try await Self.products(of: "games.2", at: service) == both)
        try await decide(.bar)
        #expect(try await Self.products(of: "games.2", at: service) == ["products.2"])
        try await decide(nil)
        #expect(try await Self.products(of: "games.2", at: service) == both)

        #expect(try await Self.featured(at: service) == 0)
        let until = try #require(Timestamp(rfc3339: "2026-06-09T00:00:00Z"))
        try await editors.setFeatures(
            [Feature(event: "tournaments.a", from: LeagueService.now, until: until)],
            by: "Ann"
        )
        try await service.follow()
        #expect(try await Self.featured(at: service) == 1)
        try await editors.setFeatures([], by: "Ann")
        try await service.follow()
        #expect(try await Self.featured(at: service) == 0)
        try await service.stop()
    }

    @Test("what is featured comes with its own products, then with those of its games, each once")
    func featuredProducts() async throws {
        let league = try await Self.filled()
        let service = league.service
        try await league.publish(
            "products",
            """
            id,title,price,currency,categories,events,game
            1,Apex Legends hoodie,39.99,USD,15687,,
            2,Apex Legends figure,19.00,USD,220,,
            3,Zelda shield,5.00,USD,220,,
            4,A cap of the cup,50.00,USD,15687,Austin Cup,
            5,A mug of the cup,60.00,USD,15687,Austin Cup,apex
            """
        )
        let editor = try await service.staff(EsportsModule.editor)
        let body =
            #"{"features":[{"event":"tournaments.a","from":"2026-06-01T00:00:00Z","#
            + #""until":"2026-06-09T00:00:00Z"}]}"#
        #expect(
            try await service.send("PUT", "/v1/features", token: editor, body).status == 200
        )
        let home = try await service.send("GET", "/v1/home").body
        let ids = home.matches(of: /"id":"products\.([0-9])"/).map { String($0.1) }
        #expect(Set(ids.prefix(2)) == ["4", "5"])
        #expect(ids.count == 4 && Set(ids) == ["1", "2", "4", "5"])
        try await service.stop()
    }

    @Test("a barred product stays in sight of editors, and of nobody else")
    func barred() async throws {
        let service = try await Self.filled().service
        let editor = try await service.staff(EsportsModule.editor)
        let (product, link) = ("/v1/products/products.1", "/v1/products/products.1/link")
        func decide(_ word: String) async throws {
            let body = #"{"game":"games.2","decision":"\#(word)"}"#
            #expect(try await service.send("PUT", link, token: editor, body).status == 204)
        }
        func links() async throws -> String {
            try await service.send("GET", link, token: editor).body
        }
        let title = #"{"links":[{"id":"games.2","name":"apex","reason":"title","words":"#
        #expect(try await links().hasPrefix(title))
        try await decide("bar")
        let barred = #"{"links":[{"id":"games.2","name":"apex","reason":"barred","words":null}]}"#
        #expect(try await links() == barred)
        for token in [nil, editor] {
            let shown = try await service.send("GET", product, token: token)
            #expect(shown.body.contains(#""shown_with":[]"#), "\(shown.body)")
        }
        try await decide("none")
        #expect(try await links().hasPrefix(title))

        #expect(try await service.send("GET", link).status == 401)
        let staff = try await service.staff(.staff)
        #expect(try await service.send("GET", link, token: staff).status == 403)
        let unknown = "/v1/products/products.9/link"
        #expect(try await service.send("GET", unknown, token: editor).status == 404)
        try await service.stop()
    }
}
