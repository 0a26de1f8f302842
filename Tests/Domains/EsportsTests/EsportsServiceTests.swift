import Access
import Accounts
import AccountsModule
import AccountsTesting
import AgendaModule
import DomainModules
import Favorites
import Foundation
import GeoJSON
import HTTPService
import ModuleTesting
import Notices
import Testing
import TextSearchModule
import Timekeeping
import Vault

@testable import EsportsModule

/// A clock that a test sets.
private struct FixedClock: WallClock {
    let now: Timestamp
}

@Suite struct EsportsServiceTests {
    private static let now = Timestamp(rfc3339: "2026-06-01T12:00:00Z")!

    private static func service() async throws -> ModuleService {
        let list = try ModuleList([
            VaultModule.self, AccountsModule.self, NoticesModule.self, FavoritesModule.self,
            SearchModule.self,
            AgendaModule.self, EsportsModule.self,
        ])
        let service = try await ModuleService(list, clock: FixedClock(now: now))
        try await service.load()
        return service
    }

    private static let files: [(kind: String, text: String)] = [
        (
            "games",
            """
            id,name,aliases,accounts
            1,Zelda,,
            2,apex,Apex Legends,bluesky:apex.example
            3,Ärena,,
            """
        ),
        (
            "tournaments",
            """
            id,title,starts,ends,location,game,prize,currency,tier,accounts
            a,Austin Cup,2026-06-05,2026-06-07,"Austin, USA",apex,5000,USD,s,bluesky:cup.example
            b,Net Cup,2026-06-03,2026-06-03,Online,apex,,,,
            c,Euro Cup,2026-06-04,2026-06-04,Europe,Zelda,,,,
            d,Old Cup,2026-01-04,2026-01-04,"Dallas, USA",Zelda,,,,
            """
        ),
        (
            "matches",
            """
            id,title,event,starts,moved_from,team_a,team_b,score_a,score_b,status
            1,Final,a,2026-06-06T10:00:00Z,2026-06-05T10:00:00Z,T1,GEN,3,1,finished
            2,Semi,a,2026-06-05T09:00:00Z,,T1,DK,,,not_started
            """
        ),
        (
            "products",
            """
            id,title,price,currency,categories,expires_at
            1,Apex Legends hoodie,39.99,USD,15687,
            2,Apex Legends figure,19.00,USD,220,
            3,Apex Legends poster,9.00,USD,1249,
            4,Apex Legends mug,5.00,USD,1249,2026-05-01T00:00:00Z
            """
        ),
        (
            "posts",
            """
            id,account,text,posted_at,url
            1,bluesky:cup.example,Doors open,2026-06-01T08:00:00Z,https://a.example/1
            2,bluesky:cup.example,Tickets,2026-05-01T08:00:00Z,https://a.example/2
            """
        ),
    ]

    private static func filled() async throws -> ModuleService {
        let service = try await service()
        let staff = try await service.staff(.staff)
        for (kind, text) in files {
            let answer = try await service.send(
                "POST",
                "/v1/imports?kind=\(kind)&dataset=\(kind)&mode=publish",
                token: staff,
                text,
                headers: ["Content-Type": "text/csv"]
            )
            #expect(answer.status == 200, "\(answer.body)")
        }
        try await service.load()
        return service
    }

    private static func ids(_ answer: ModuleService.Answer) -> [String] {
        names(answer.json, "id")
    }

    private static func names(_ list: JSONValue, _ name: String) -> [String] {
        guard case .object(let members) = list,
            case .array(let features)? = members.first(where: { $0.name == "features" })?.value
        else { return [] }
        return features.compactMap { feature in
            guard case .object(let members) = feature,
                case .string(let id)? = members.first(where: { $0.name == name })?.value
            else { return nil }
            return id
        }
    }

    @Test("lists of events take the keys of tournaments, and tell what is known of them")
    func events() async throws {
        let service = try await Self.filled()
        func list(_ query: String) async throws -> [String] {
            Self.ids(try await service.send("GET", "/v1/events?kind=tournament&\(query)"))
        }
        #expect(try await list("game=apex") == ["tournaments.b", "tournaments.a"])
        #expect(try await list("tier=s") == ["tournaments.a"])
        #expect(try await list("format=online") == ["tournaments.b"])
        // Whoever wrote the file says nothing of what is over.
        #expect(try await list("status=finished") == ["tournaments.d"])
        #expect(!(try await list("status=scheduled").contains("tournaments.d")))
        let over = try await service.send("GET", "/v1/events/tournaments.d")
        #expect(over["properties", "status"] == "finished")
        let near = "lat=30.3&lon=-97.7&radius_m=50000"
        #expect(try await list(near) == ["tournaments.a"])
        #expect(try await list("\(near)&format=online") == ["tournaments.b"])
        let unknown = try await service.send("GET", "/v1/events?game=nothing")
        #expect(unknown.status == 404 && unknown.body.contains("no game is called so"))
        let one = try await service.send("GET", "/v1/events/tournaments.a")
        #expect(one.body.contains(#""amount_minor":500000"#))
        #expect(one["properties", "accuracy_m"] == "15000")
        #expect(one["properties", "place_kind"] == "city")
        let calendar = try await service.send("GET", "/v1/events.ics?game=apex")
        #expect(calendar.body.components(separatedBy: "BEGIN:VEVENT").count == 3)
        // Of several calendars of one service each has its own name.
        #expect(calendar.body.contains("X-WR-CALNAME:apex\r\n"))
        let all = try await service.send("GET", "/v1/events.ics?tier=s")
        #expect(all.body.contains("X-WR-CALNAME:Ambit\r\n"))
        let description = try await service.send("GET", "/openapi.json").body
        #expect(description.contains("Tournaments of this importance"))
        try await service.stop()
    }

    @Test(
        "a team, an event and an account that do not exist are told, and are no empty list",
        arguments: [
            ("/v1/matches?team=nobody", "team"), ("/v1/matches.ics?team=nobody", "team"),
            ("/v1/posts?account=nobody", "account"), ("/v1/sessions?event=nosuch", "event"),
            ("/v1/sessions.ics?event=nosuch", "event"),
        ]
    )
    func unknownNames(path: String, parameter: String) async throws {
        let service = try await Self.filled()
        let answer = try await service.send("GET", path)
        #expect(answer.status == 404)
        #expect(answer.body.contains(#""parameter":"\#(parameter)""#))
        try await service.stop()
    }

    @Test("matches tell when they were moved, and hide results on wish")
    func matches() async throws {
        let service = try await Self.filled()
        let shown = try await service.send("GET", "/v1/matches?event=tournaments.a")
        #expect(Self.ids(shown) == ["matches.2", "matches.1"])
        #expect(shown.body.contains(#""original_scheduled_at":"2026-06-05T10:00:00Z""#))
        #expect(shown.body.contains(#""score":3"#))
        let hidden = try await service.send("GET", "/v1/matches?team=T1&results=hide")
        #expect(Self.ids(hidden).count == 2 && !hidden.body.contains(#""score":3"#))
        let first = try await service.send("GET", "/v1/matches?limit=1")
        let next = try #require(first.body.firstMatch(of: /"cursor":"([0-9a-f]+)"/)).1
        let second = try await service.send("GET", "/v1/matches?limit=1&cursor=\(next)")
        #expect(Self.ids(first) == ["matches.2"] && Self.ids(second) == ["matches.1"])
        let calendar = try await service.send("GET", "/v1/matches.ics?game=apex")
        #expect(calendar.body.contains("DTSTART:20260606T100000Z"))
        try await service.stop()
    }

    @Test(
        "products are filtered and sorted, what is sold is gone, and pages go on while files come in"
    )
    func products() async throws {
        let service = try await Self.filled()
        func list(_ query: String) async throws -> [String] {
            Self.ids(try await service.send("GET", "/v1/products?\(query)"))
        }
        #expect(
            try await list("game=apex&sort=lowest_price") == [
                "products.3", "products.2", "products.1",
            ]
        )
        #expect(try await list("category=toys") == ["products.2"])
        #expect(try await list("category=clothing") == ["products.1"])
        #expect(try await list("price_min=10&price_max=20") == ["products.2"])
        for query in [
            "price_min=x", "price_min=20&price_max=10", "currency=NONE", "sort=best", "limit=0",
        ] {
            let answer = try await service.send("GET", "/v1/products?\(query)")
            #expect(answer.status == 400, "\(query) \(answer.body)")
        }
        let first = try await service.send("GET", "/v1/products?limit=2&sort=lowest_price")
        let next = try #require(first.body.firstMatch(of: /"cursor":"([0-9a-f]+)"/)).1
        let staff = try await service.staff(.staff)
        let cheaper = Self.files[3].text.replacing("39.99", with: "0.99")
        let answer = try await service.send(
            "POST",
            "/v1/imports?kind=products&dataset=products&mode=publish&force=true",
            token: staff,
            cheaper,
            headers: ["Content-Type": "text/csv"]
        )
        #expect(answer.status == 200, "\(answer.body)")
        try await service.load()
        let second = try await service.send(
            "GET",
            "/v1/products?limit=2&sort=lowest_price&cursor=\(next)"
        )
        #expect(Self.ids(first) + Self.ids(second) == ["products.3", "products.2", "products.1"])
        #expect(try await list("sort=lowest_price").first == "products.1")
        try await service.stop()
    }

    @Test("home has favorites by name, followed events, what is featured and its newest post")
    func home() async throws {
        let service = try await Self.filled()
        let nobody = try await service.send("GET", "/v1/home")
        #expect(nobody["signed_in"] == "false" && nobody.body.contains(#""favorites":null"#))
        #expect(nobody.body.contains("Net Cup") && !nobody.body.contains("Old Cup"))

        let (_, token) = try await TestAccount.make(on: service.site)
        for game in ["games.1", "games.2", "games.3", "games.2"] {
            let path = "/v1/me/favorites/games/\(game)"
            #expect(try await service.send("PUT", path, token: token).status == 204)
        }
        let favorites = try await service.send("GET", "/v1/me/favorites?kind=games", token: token)
        let titles = favorites.body.matches(of: /"title":"([^"]+)"/).map { String($0.1) }
        #expect(titles == ["apex", "Ärena", "Zelda"])
        let added = try await service.send("GET", "/v1/me/favorites?sort=added", token: token)
        #expect(added["numberReturned"] == "3")
        let mine = try await service.send("GET", "/v1/home?lat=60&lon=20", token: token)
        let names = mine.body.matches(of: /"name":"(apex|Ärena|Zelda)","aliases/).map {
            String($0.1)
        }
        #expect(names == ["apex", "Ärena", "Zelda"])
        #expect(mine.body.contains("Apex Legends poster") && !mine.body.contains("Austin Cup"))
        let follow = "/v1/me/follows/events/tournaments.a"
        #expect(try await service.send("PUT", follow, token: token).status == 204)
        let followed = try await service.send("GET", "/v1/home?lat=60&lon=20", token: token)
        #expect(followed.body.contains("Austin Cup"))
        #expect(try await service.send("PUT", follow).status == 401)
        #expect(
            try await service.send("PUT", "/v1/me/favorites/games/x", token: token).status == 404
        )
        #expect(try await service.send("PUT", "/v1/me/favorites/x/y", token: token).status == 404)
        let gone = "/v1/me/favorites/games/games.1"
        #expect(try await service.send("DELETE", gone, token: token).status == 204)
        #expect(try await service.send("DELETE", gone, token: token).status == 204)
        try await service.stop()
    }

    @Test("editors feature, pin and bar; nobody else does")
    func editors() async throws {
        let service = try await Self.filled()
        let body =
            #"{"features":[{"event":"tournaments.a","from":"2026-06-01T00:00:00Z","#
            + #""until":"2026-06-09T00:00:00Z"}]}"#
        let staff = try await service.staff(.staff)
        #expect(try await service.send("PUT", "/v1/features", body).status == 401)
        #expect(try await service.send("PUT", "/v1/features", token: staff, body).status == 403)
        let editor = try await service.staff(EsportsModule.editor)
        let answer = try await service.send("PUT", "/v1/features", token: editor, body)
        #expect(answer.status == 200, "\(answer.body)")
        let home = try await service.send("GET", "/v1/home")
        #expect(home.body.contains("Doors open") && !home.body.contains("Tickets"))
        let one = body.dropFirst(#"{"features":["#.count).dropLast(2)
        let twice = #"{"features":[\#(one),\#(one)]}"#
        let repeated = try await service.send("PUT", "/v1/features", token: editor, twice)
        #expect(repeated.status == 400 && repeated.body.contains("features[1].event"))
        let later = one.replacing("2026-06-09", with: "2026-06-12")
            .replacing("2026-06-01", with: "2026-06-09")
        let apart = #"{"features":[\#(one),\#(later)]}"#
        #expect(
            try await service.send("PUT", "/v1/features", token: editor, apart).status == 200
        )
        let wrong = body.replacing("2026-06-09", with: "2026-05-09")
        let refused = try await service.send("PUT", "/v1/features", token: editor, wrong)
        #expect(refused.status == 400 && refused.body.contains("features[0].until"))
        let timeline = try await service.send("GET", "/v1/posts?event=tournaments.a")
        #expect(Self.ids(timeline) == ["posts.1", "posts.2"])

        let link = "/v1/products/products.1/link"
        let bar = #"{"game":"games.2","decision":"bar"}"#
        #expect(try await service.send("PUT", link, token: staff, bar).status == 403)
        #expect(try await service.send("PUT", link, token: editor, bar).status == 204)
        let left = try await service.send("GET", "/v1/products?game=games.2&sort=lowest_price")
        #expect(Self.ids(left) == ["products.3", "products.2"])
        let pin = #"{"game":"Zelda","decision":"pin"}"#
        #expect(try await service.send("PUT", link, token: editor, pin).status == 204)
        let pinned = try await service.send("GET", "/v1/products?game=Zelda")
        #expect(Self.ids(pinned) == ["products.1"] && pinned.body.contains("pinned"))
        let odd = #"{"game":"Zelda","decision":"maybe"}"#
        #expect(try await service.send("PUT", link, token: editor, odd).status == 400)
        try await service.stop()
    }

    @Test("one search finds games, events, teams and products")
    func search() async throws {
        let service = try await Self.filled()
        let found = try await service.send("GET", "/v1/search?q=apex")
        #expect(
            found.body.contains(#""kind":"games""#) && found.body.contains(#""kind":"products""#)
        )
        let arena = try await service.send("GET", "/v1/search?q=are&kind=games")
        #expect(Self.ids(arena) == ["games.3"])
        #expect(try await service.send("GET", "/v1/search?q=a&kind=nothing").status == 400)
        #expect(try await service.send("GET", "/v1/search").status == 400)
        try await service.stop()
    }

    @Test("those who follow a tournament hear once that it was moved")
    func moved() async throws {
        let service = try await Self.filled()
        let (_, token) = try await TestAccount.make(on: service.site)
        let (_, other) = try await TestAccount.make(on: service.site)
        let follow = "/v1/me/follows/events/tournaments.a"
        #expect(try await service.send("PUT", follow, token: token).status == 204)
        let staff = try await service.staff(.staff)
        let later = Self.files[1].text.replacing(
            "2026-06-05,2026-06-07",
            with: "2026-06-06,2026-06-08"
        )
        for _ in 0..<2 {
            let answer = try await service.send(
                "POST",
                "/v1/imports?kind=tournaments&dataset=tournaments&mode=publish&force=true",
                token: staff,
                later,
                headers: ["Content-Type": "text/csv"]
            )
            #expect(answer.status == 200, "\(answer.body)")
            try await service.load()
        }
        let told = try await service.send("GET", "/v1/me/notices", token: token).body
        #expect(told.components(separatedBy: "Austin Cup was moved").count == 2, "\(told)")
        let nothing = try await service.send("GET", "/v1/me/notices", token: other).body
        #expect(!nothing.contains("Austin"))
        try await service.stop()
    }

    @Test("an account that is erased leaves no favorite")
    func erased() async throws {
        let service = try await Self.filled()
        let (account, token) = try await TestAccount.make(on: service.site)
        _ = try await service.send("PUT", "/v1/me/favorites/games/games.1", token: token)
        let marks = MarkStore(service.store)
        #expect(try await marks.entries(.favorite, of: account.id.rawValue).count == 1)
        let export = try await marks.export(account: account.id.rawValue)
        #expect(String(decoding: export["favorites"] ?? [], as: UTF8.self).contains("Zelda"))
        try await marks.erase(account: account.id.rawValue)
        #expect(try await marks.entries(.favorite, of: account.id.rawValue).isEmpty)
        try await service.stop()
    }
}
