import Agenda
import AgendaModule
import Datasets
import DomainModules
import Foundation
import Geodesy
import Importing
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

@testable import Esports
@testable import EsportsModule

@Suite struct EsportsImportTests {
    // MARK: Real files

    @Test(
        "1,086 real tournaments: 660 online, every city right, no region with a point, the same again nothing",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func realTournaments() async throws {
        let database = try await LeagueDatabase()
        let gazetteer = try await database.run(
            "cities",
            Checkout.real("places/geonames_cities1000.csv.gz")
        )
        #expect(gazetteer.rows.accepted > 140_000)
        let games = try await database.run("games", Checkout.real("esports/games.csv"))
        #expect(games.rows.accepted == 55)
        let path = Checkout.real("esports/tournaments.csv")
        let report = try await database.run("tournaments", path)
        #expect(report.rows.accepted == 1086 && report.rows.rejected == 0)
        #expect(report.notes.contains { $0.finding.code == "esports_place_unknown" })
        // Those over networks, and those whose text names no one city.
        #expect(report.withoutPlace == 660 + 202)
        #expect(try await database.run("tournaments", path).outcome == .nothingToChange)

        let snapshot = try await database.snapshot()
        let all = snapshot.tournaments
        #expect(all.count == 1086)
        #expect(all.count { $0.event.venue.kind == .online } == 660)
        #expect(all.allSatisfy { $0.event.venue.kind != .region || $0.event.venue.place == nil })
        var right = 0
        var unplaced: [RightPlaces.Reason: Int] = [:]
        for tournament in all where tournament.event.venue.kind != .online {
            let text = tournament.placeText ?? ""
            let place = tournament.event.venue.place
            guard let expected = RightPlaces.all[text] else {
                #expect(place == nil, "\(text) is no one city")
                let reason = try #require(RightPlaces.unplaced[text], "\(text)")
                unplaced[reason, default: 0] += 1
                continue
            }
            let found = try #require(place, "\(text)")
            #expect(Geodesic.distance(from: expected, to: found).meters < 25_000, "\(text)")
            right += 1
        }
        // Of 426 that are not online, 224 name one city, and 202 name none, for reasons that are counted.
        #expect(right == 224)
        #expect(unplaced == RightPlaces.unplacedCounts)
        #expect(snapshot.book.games.count == 55)
        let prizes = all.compactMap(\.prize)
        #expect(prizes.allSatisfy { $0.currency == .usDollar } && prizes.count > 1000)
    }

    @Test(
        "87 real matches of a calendar, with both teams, their results and their stages",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func realMatches() async throws {
        let database = try await LeagueDatabase()
        let report = try await database.run("matches", Checkout.real("esports/lol_matches.ics"))
        #expect(report.rows.accepted == 87 && report.rows.rejected == 0)
        let matches = try await database.snapshot().matches
        #expect(matches.count == 87)
        #expect(matches.allSatisfy { $0.league != nil && $0.stage != nil && $0.sides.count == 2 })
        let first = try #require(matches.first { $0.title.hasPrefix("LCK: GEN 2-0 T1") })
        #expect(first.bestOf == 3 && first.status == .finished)
        #expect(first.span.startsAt == Timestamp(rfc3339: "2026-08-16T08:00:00Z"))
        #expect(first.origin?.uid == "lolmatch-115548147900619033@lol-esports-calendar")
    }

    @Test("a logo is the hash of a picture of this service or a link, and anything else is told")
    func logos() async throws {
        let database = try await LeagueDatabase()
        let hash = String(repeating: "0a", count: 32)
        let path = try database.file(
            "tournaments.csv",
            """
            id,title,starts,ends,time_zone,logo
            a,A,2026-06-05,2026-06-05,UTC,\(hash)
            b,B,2026-06-05,2026-06-05,UTC,https://logos.example/b.png
            c,C,2026-06-05,2026-06-05,UTC,\(hash.uppercased())
            d,D,2026-06-05,2026-06-05,UTC,

            """
        )
        let report = try await database.run("tournaments", path)
        #expect(report.rows.accepted == 4)
        let images = try await database.snapshot().tournaments.map(\.image)
        #expect(images == [hash, "https://logos.example/b.png", nil, nil])
        #expect(report.notes.contains { $0.finding.code.contains("link_left_out") })
        #expect(try await database.run("tournaments", path).outcome == .nothingToChange)
    }

    // MARK: Formats

    @Test(
        "matches of PandaScore tell when they were moved, who is not known yet, and what they came to"
    )
    func pandaScore() async throws {
        let database = try await LeagueDatabase()
        let path = try database.file(
            "matches.json",
            """
            [{"id": 7, "name": "Final: A vs B", "begin_at": "2026-06-02T10:00:00Z",
              "scheduled_at": "2026-06-02T10:00:00Z", "original_scheduled_at": "2026-06-01T10:00:00Z",
              "status": "finished", "number_of_games": 5, "forfeit": false,
              "videogame": {"id": 1, "name": "Dota 2"}, "league": {"name": "Big League"},
              "tournament": {"id": 70, "name": "Playoffs", "prizepool": null},
              "opponents": [{"opponent": {"id": 1, "name": "A"}}, {"opponent": {"id": 2, "name": "B"}}],
              "results": [{"team_id": 2, "score": 1}, {"team_id": 1, "score": 3}],
              "streams_list": [{"raw_url": "https://stream.example/x"}]},
             {"id": 8, "name": "TBD vs TBD", "scheduled_at": "2026-06-03T10:00:00Z",
              "original_scheduled_at": "2026-06-03T10:00:00Z", "status": "not_started",
              "opponents": [], "results": []},
             {"id": 9, "name": "Odd", "scheduled_at": "2026-06-03T10:00:00Z", "status": "finished",
              "opponents": [{"opponent": {"id": 1, "name": "A"}}], "results": []}]
            """
        )
        let report = try await database.run("matches", path)
        #expect(report.rows.accepted == 2)
        #expect(report.rejectedRows.map(\.finding.code) == ["esports_one_team"])
        let matches = try await database.snapshot().matches
        #expect(matches[0].movedFrom == Timestamp(rfc3339: "2026-06-01T10:00:00Z"))
        #expect(matches[0].sides == [.init(team: "A", score: 3), .init(team: "B", score: 1)])
        #expect(
            matches[0].streams == ["https://stream.example/x"] && matches[0].stage == "Playoffs"
        )
        #expect(matches[1].movedFrom == nil && matches[1].sides.allSatisfy { $0.team == nil })
        #expect(matches[0].titleWithoutResult == "Big League: A - B (Playoffs)")
    }

    @Test("tournaments of PandaScore and start.gg come with places, prizes and formats")
    func otherTournaments() async throws {
        let database = try await LeagueDatabase()
        let panda = try database.file(
            "panda.json",
            """
            [{"id": 3, "name": "Playoffs", "begin_at": "2026-09-01T08:00:00Z",
              "end_at": "2026-09-05T20:00:00Z", "tier": "s", "prizepool": "250000 United States Dollar",
              "league": {"name": "ESL One"}, "serie": {"full_name": "Season 2 2026"},
              "videogame": {"name": "Dota 2"}, "country": "DE", "type": "offline", "region": "WEU"}]
            """
        )
        #expect(try await database.run("tournaments", panda).rows.accepted == 1)
        var found = try #require(try await database.snapshot().tournaments.first)
        #expect(found.event.title == "ESL One Season 2 2026 Playoffs")
        #expect(found.prize == Money(minor: 25_000_000, .usDollar) && found.tier == .s)
        #expect(found.event.venue.kind == .region && found.event.venue.place == nil)
        #expect(found.event.venue.country == "Germany" && found.format == .offline)
        let start = try database.file(
            "start.json",
            """
            {"data": {"tournaments": {"nodes": [{"id": 5, "name": "Melee Local", "slug": "tournament/m",
              "startAt": 1788253200, "endAt": 1788339600, "timezone": "America/Chicago",
              "city": "Austin", "addrState": "TX", "countryCode": "US", "lat": 30.2672, "lng": -97.7431,
              "venueName": "Hall", "venueAddress": "1 Main St",
              "events": [{"videogame": {"name": "Super Smash Bros. Melee"}, "isOnline": false}]}]}}}
            """
        )
        let other = ImportOptions(dataset: try DatasetName("start"))
        let kind = try #require(EsportsModule.kinds.first { $0.name == "tournaments" })
        _ = try await kind.run(
            ImportWork(input: .file(start), options: other, store: database.store)
        )
        found = try #require(
            try await database.snapshot().tournaments.first { $0.event.dataset.text == "start" }
        )
        #expect(found.event.venue.kind == .point && found.event.span.zone == "America/Chicago")
        #expect(found.games == ["Super Smash Bros. Melee"] && found.format == .offline)
        #expect(found.event.link == "https://www.start.gg/tournament/m")
        // Agenda reads them as events.
        let events = try await AgendaModule.snapshot(of: database.store).events
        #expect(events.map(\.id) == ["start.5", "tournaments.3"])
    }

    private static func item(
        _ id: Int,
        price: String = "25.00",
        condition: String = "1000",
        options: String = "FIXED_PRICE",
        title: String = "Overwatch hoodie"
    ) -> String {
        """
        {"itemId": "v1|\(id)|0", "title": "\(title) \(id)", "price": {"value": "\(price)", "currency": "USD",
          "convertedFromValue": "19.50", "convertedFromCurrency": "GBP"},
         "image": {"imageUrl": "https://i.ebayimg.com/images/g/\(id)/s-l225.jpg"},
         "thumbnailImages": [{"imageUrl": "https://i.ebayimg.com/images/g/\(id)/s-l1600.jpg"}],
         "condition": "New", "conditionId": "\(condition)", "buyingOptions": ["\(options)"],
         "categories": [{"categoryId": "15687"}], "itemWebUrl": "https://www.ebay.com/itm/\(id)",
         "itemLocation": {"country": "US"}}
        """
    }

    @Test(
        "answers of eBay become products: whole cents, the largest picture, none used or in auction"
    )
    func ebay() async throws {
        let database = try await LeagueDatabase()
        let games = try database.file("games.csv", "id,name,aliases\n1,Overwatch 2,Overwatch\n")
        _ = try await database.run("games", games)
        let items = [
            Self.item(1), Self.item(2, price: "9.99"), Self.item(3, condition: "3000"),
            Self.item(4, options: "AUCTION"), Self.item(5, title: "Plain cap"),
        ]
        let text = "{\"total\": 5, \"itemSummaries\": [\(items.joined(separator: ","))]}"
        let path = try database.file("answer.json", text)
        let report = try await database.run("products", path)
        #expect(report.rows.accepted == 3)
        let codes = report.rejectedRows.map(\.finding.code)
        #expect(codes == ["esports_not_new", "esports_not_fixed_price"])
        #expect(report.notes.contains { $0.finding.code == "esports_of_no_game" })
        #expect(try await database.run("products", path).outcome == .nothingToChange)
        let snapshot = try await database.snapshot()
        let product = try #require(snapshot.product("products.v1|2|0"))
        #expect(product.price.amountMinor == 999 && product.convertedFrom?.amountMinor == 1950)
        #expect(product.images.first?.hasSuffix("s-l1600.jpg") == true)
        // Half an answer is none, and nothing was changed.
        let half = try database.file("half.json", String(text.prefix(text.count / 2)))
        await #expect(throws: ImportError.self) { try await database.run("products", half) }
        #expect(try await database.snapshot().products.count == 3)
    }

    @Test("prices that moved by half for more than one of twenty need consent")
    func priceGuard() async throws {
        let database = try await LeagueDatabase()
        func file(_ price: String) throws -> String {
            let rows = (0..<20).map { "\($0),Thing \($0),\($0 < 2 ? price : "10.00"),USD" }
            return try database.file(
                "p.csv",
                "id,title,price,currency\n" + rows.joined(separator: "\n")
            )
        }
        _ = try await database.run("products", try file("10.00"))
        let report = try await database.run("products", try file("15.00"), mode: .check)
        #expect(report.forceNeeded.map(\.limit) == [.repriced])
        let less = try await database.run("products", try file("14.99"), mode: .check)
        #expect(less.forceNeeded.isEmpty && less.changes.changed == 2)
    }

    @Test(
        "posts are read of Atom, RSS, ActivityPub, Bluesky and a list of one",
        arguments: [
            (
                "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>E3</title><entry><id>1</id>"
                    + "<title>We are open</title><updated>2026-06-01T09:00:00Z</updated>"
                    + "<link href=\"https://a.example/1\"/></entry></feed>", "E3", "We are open"
            ),
            (
                "<rss><channel><title>PAX</title><item><title>Tickets</title>"
                    + "<description>&lt;p&gt;Now&lt;/p&gt;</description>"
                    + "<pubDate>Mon, 01 Jun 2026 09:00:00 GMT</pubDate><link>https://a.example/2</link>"
                    + "</item></channel></rss>", "PAX", "Tickets\nNow"
            ),
            (
                #"{"orderedItems":[{"type":"Announce"},{"type":"Create","actor":"https://m.example/u","object":"#
                    + #"{"type":"Note","id":"https://m.example/3","content":"<p>Hi &amp; bye</p>","#
                    + #""published":"2026-06-01T09:00:00Z","attributedTo":"https://m.example/u"}}]}"#,
                "https://m.example/u", "Hi & bye"
            ),
            (
                #"{"feed":[{"post":{"uri":"at://x/app.bsky.feed.post/9","author":{"handle":"e3.example"},"#
                    + #""record":{"text":"Hello","createdAt":"2026-06-01T09:00:00.000Z"}}}]}"#,
                "bluesky:e3.example", "Hello"
            ),
            (
                #"[{"id_str":"5","full_text":"One","created_at":"2026-06-01T09:00:00Z","#
                    + #""user":{"screen_name":"E3"}}]"#, "E3", "One"
            ),
        ] as [(String, String, String)]
    )
    func posts(text: String, account: String, words: String) async throws {
        let database = try await LeagueDatabase()
        let report = try await database.run("posts", try database.file("posts.txt", text))
        #expect(report.rows.accepted == 1, "\(report.rejectedRows)")
        let post = try #require(try await database.snapshot().posts.first)
        #expect(post.account == account && post.text == words)
        #expect(post.postedAt == Timestamp(rfc3339: "2026-06-01T09:00:00Z"))
    }

    // MARK: What is refused

    @Test(
        "rows that cannot be used each have their sentence, and nothing is changed",
        arguments: [
            (
                "matches", "title,starts,team_a,team_b", "X,2026-06-01T09:00:00Z,A,",
                "Y,2026-06-01T09:00:00Z,A,B", "esports_one_team"
            ),
            (
                "matches", "title,starts,team_a,team_b", "X,2026-06-01T09:00:00Z,A,A",
                "Y,2026-06-01T09:00:00Z,A,B", "esports_same_team"
            ),
            (
                "matches", "starts,team_a,team_b", "2026-06-01T09:00,A,B",
                "2026-06-01T09:00:00Z,A,B", "zone_missing"
            ),
            (
                "tournaments", "title,starts,ends", "Cup,2026-06-02,2026-06-01",
                "Open,2026-06-02,2026-06-03", "ends_before_start"
            ),
            (
                "tournaments", "title,starts,prize", "Cup,2026-06-02,5000",
                "Open,2026-06-02,5000 EUR", "esports_currency_missing"
            ),
            (
                "products", "title,price,currency", "Mug,5.00,", "Cap,5.00,USD",
                "esports_currency_missing"
            ),
            (
                "products", "title,price,currency", "Mug,5.001,USD", "Cap,5.00,USD",
                "esports_amount_unreadable"
            ),
            (
                "products", "title,price,currency", "Mug,5,XYZ", "Cap,5.00,USD",
                "esports_currency_unknown"
            ),
            ("products", "title,price,currency", "Mug,,USD", "Cap,5,USD", "esports_price_missing"),
            (
                "products", "title,price,currency,game", "Mug,5,USD,Nothing",
                "Cap,5,USD,Dota 2", "esports_game_unknown"
            ),
            (
                "posts", "text,posted_at,account", "Hi,2026-06-01T09:00:00Z,",
                "Ho,2026-06-01T09:00:00Z,a", "esports_account_missing"
            ),
            (
                "posts", "text,posted_at,account", "Hi,yesterday,a",
                "Ho,2026-06-01T09:00:00Z,a", "esports_moment_unreadable"
            ),
            ("games", "name,accounts", "X,nonsense", "Y,atom:y", "esports_account_unreadable"),
            (
                "placenames", "text,city,country,lat,lon,region", "Berlin,Berlin,,,,",
                "There,Town,DE,52.5,13.4,", "esports_decision_incomplete"
            ),
        ] as [(String, String, String, String, String)]
    )
    func refused(kind: String, header: String, bad: String, good: String, code: String) async throws
    {
        let database = try await LeagueDatabase()
        if code == "esports_game_unknown" {
            _ = try await database.run("games", try database.file("g.csv", "name\nDota 2\n"))
        }
        let path = try database.file("bad.csv", [header, bad, good, ""].joined(separator: "\n"))
        let report = try await database.run(kind, path, mode: .check)
        #expect(report.rejectedRows.map(\.finding.code) == [code])
        #expect(report.rows.accepted == 1)
        #expect(try await database.store.publishedVersions().allSatisfy { $0.kind == .games })
    }

    @Test("a decision about a place holds for the imports after it")
    func decisions() async throws {
        let database = try await LeagueDatabase()
        let cup = try database.file(
            "t.csv",
            "title,starts,location\nCup,2026-06-01,\"The Barn, X\"\n"
        )
        let before = try await database.run("tournaments", cup)
        #expect(before.notes.contains { $0.finding.code == "esports_place_not_found" })
        #expect(before.withoutPlace == 1)
        let places = try database.file(
            "places.csv",
            "text,city,country,lat,lon\n\"the barn, x\",Barnton,GB,55.96,-3.29\n"
        )
        #expect(try await database.run("placenames", places).rows.accepted == 1)
        #expect(try await database.run("tournaments", cup).withoutPlace == 0)
        let found = try #require(try await database.snapshot().tournaments.first)
        #expect(found.event.venue.city == "Barnton" && found.event.venue.place?.latitude == 55.96)
    }
}
