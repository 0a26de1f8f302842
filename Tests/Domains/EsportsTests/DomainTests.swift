import Agenda
import Datasets
import Geodesy
import Testing
import Timekeeping

@testable import Esports

@Suite struct MoneyTests {
    @Test(
        "amounts are whole numbers of the smallest unit, and nothing is rounded",
        arguments: [
            ("19.99", "USD", 1999), ("0.07", "usd", 7), ("1000", "JPY", 1000),
            ("12.500", "USD", 1250),
            ("1.234", "KWD", 1234), ("10000.00", "USD", 1_000_000), ("5", "EUR", 500),
        ] as [(String, String, Int64)]
    )
    func read(text: String, code: String, minor: Int64) throws {
        let currency = try #require(Currency(code))
        let money = try #require(Money(parsing: text, currency))
        #expect(money.amountMinor == minor)
        #expect(Money(parsing: money.plain, money.currency) == money)
    }

    @Test(
        "what is no amount is none",
        arguments: [
            "", "-1", "1.999", "1e3", "1,000", "$5", "0x10", "99999999999999999", ".5", "5.",
        ]
    )
    func refused(text: String) {
        #expect(Money(parsing: text, .usDollar) == nil)
    }

    @Test("yen have no decimals, and a code that is none is no currency")
    func currencies() throws {
        let yen = try #require(Currency("JPY"))
        #expect(Money(parsing: "10.5", yen) == nil)
        for code in ["", "DOLLAR", "XXX", "US"] { #expect(Currency(code) == nil, "\(code)") }
    }
}

@Suite struct MatchTitleTests {
    @Test("titles of calendars tell league, sides, results and stage")
    func titles() throws {
        let over = try #require(MatchTitle(parsing: "LCK: GEN 2-0 T1 (第 12 周)"))
        #expect(over.league == "LCK" && over.stage == "第 12 周")
        #expect(over.sides == [.init(team: "GEN", score: 2), .init(team: "T1", score: 0)])
        let open = try #require(MatchTitle(parsing: "Team Secret vs TBD"))
        #expect(open.league == nil && open.stage == nil)
        #expect(
            open.sides == [.init(team: "Team Secret", score: nil), .init(team: nil, score: nil)]
        )
        for text in ["", "Finals", "vs T1", "2-0", "LCK: GEN"] {
            #expect(MatchTitle(parsing: text) == nil, "\(text)")
        }
    }
}

@Suite struct PictureChoiceTests {
    @Test("the largest picture comes first, whichever member of the answer had it")
    func largest() {
        let small = "https://i.ebayimg.com/images/g/a/s-l225.jpg"
        let large = "https://i.ebayimg.com/images/g/a/s-l1600.jpg"
        let middle = "https://i.ebayimg.com/images/g/b/s-l500.webp"
        let pictures = [small, middle, large, small].map { (url: $0, width: nil as Int?) }
        #expect(PictureChoice.largestFirst(pictures) == [large, middle, small])
        let told = [(url: "https://a.example/1.png", width: 100), ("https://a.example/2.png", 900)]
        #expect(PictureChoice.largestFirst(told).first == "https://a.example/2.png")
    }
}

@Suite struct LeagueSnapshotTests {
    static func name(_ text: String) throws -> DatasetName { try DatasetName(text) }

    private static func tournament(
        _ key: String,
        at place: Coordinate?,
        game: String,
        day: Int64
    ) throws -> Tournament {
        var venue = Venue()
        venue.place = place
        let start = Timestamp(millisecondsSince1970: day * 86_400_000)
        let zone = try #require(ZoneRules(named: "UTC"))
        return Tournament(
            event: Event(
                dataset: try name("t"),
                key: key,
                kind: .tournament,
                title: "Cup \(key)",
                summary: nil,
                status: .scheduled,
                span: EventSpan(
                    from: start,
                    to: Timestamp(millisecondsSince1970: (day + 2) * 86_400_000),
                    in: zone
                ),
                venue: venue,
                link: nil,
                origin: nil
            ),
            games: [game]
        )
    }

    @Test("the nearest tournaments are those that looking at all of them finds")
    func nearest() throws {
        var state: UInt64 = 11
        func next(_ bound: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53) * bound
        }
        var contents = LeagueSnapshot.Contents()
        for number in 0..<800 {
            let place = try Coordinate(latitude: next(180) - 90, longitude: next(360) - 180)
            contents.tournaments.append(
                try Self.tournament(
                    "\(number)",
                    at: number % 5 == 0 ? nil : place,
                    game: number % 2 == 0 ? "Chess" : "Go",
                    day: Int64(number % 40)
                )
            )
        }
        let snapshot = LeagueSnapshot(contents)
        let chess = Set(snapshot.book.numbers(meantBy: "chess"))
        #expect(chess.count == 1)
        let from = Timestamp(millisecondsSince1970: 10 * 86_400_000)
        for _ in 0..<40 {
            let center = try Coordinate(latitude: next(180) - 90, longitude: next(360) - 180)
            let found = snapshot.nearest(to: center, limit: 7, from: from, games: chess)
            let expected = snapshot.tournaments.filter { tournament in
                tournament.games == ["Chess"] && tournament.event.span.endsAt > from
                    && tournament.event.venue.place != nil
            }.map { ($0.id, Geodesic.distance(from: center, to: $0.event.venue.place!)) }
                .sorted { $0.1 < $1.1 }.prefix(7)
            #expect(found.map(\.tournament.id) == expected.map(\.0))
            #expect(found.map(\.distance) == expected.map(\.1))
        }
    }

    private static func product(
        _ key: String,
        _ title: String,
        cents: Int64,
        categories: [String] = [],
        games: [String] = []
    ) throws -> Product {
        Product(
            dataset: try name("p"),
            key: key,
            source: "ebay",
            title: title,
            about: nil,
            price: try #require(Money(minor: cents, .usDollar)),
            convertedFrom: nil,
            categories: categories,
            images: [],
            webURL: nil,
            shipsFrom: nil,
            games: games,
            events: [],
            sourceRank: nil,
            fetchedAt: nil,
            expiresAt: nil
        )
    }

    private static func games() throws -> [Game] {
        [
            Game(dataset: try name("g"), key: "1", name: "Overwatch 2", aliases: ["Overwatch"]),
            Game(dataset: try name("g"), key: "2", name: "Dota 2", keywords: ["dota", "figure"]),
        ]
    }

    @Test("products belong to games by names and keywords as whole words, and the reason is kept")
    func links() throws {
        let linker = ProductLinker(GameBook(described: try Self.games(), named: []))
        func reasons(_ title: String, _ categories: [String] = []) throws -> [String] {
            let product = try Self.product("x", title, cents: 100, categories: categories)
            return linker.links(of: product).values.map(\.code)
        }
        #expect(try reasons("OVERWATCH hoodie, black") == ["title"])
        #expect(try reasons("Overwatching birds") == [])
        #expect(try reasons("Figure of a Dota hero") == ["keywords"])
        #expect(try reasons("Dota 2 figure") == ["title"])
        #expect(try reasons("Overwatch hoodie", ["99999"]) == [])
        #expect(try reasons("Overwatch hoodie", ["15687"]) == ["title"])
        let named = try Self.product("x", "Overwatch hoodie", cents: 1, games: ["Dota 2"])
        #expect(linker.links(of: named).count == 1)
        #expect(linker.links(of: named).values.first == .named)
    }

    @Test("editors pin and bar, and the best order is the same for everybody")
    func decisions() throws {
        var contents = LeagueSnapshot.Contents()
        contents.games = try Self.games()
        contents.products = [
            try Self.product("a", "Overwatch mug", cents: 900),
            try Self.product("b", "Overwatch shirt", cents: 500, categories: ["15687"]),
            try Self.product("c", "A plain cap", cents: 100),
        ]
        contents.decisions = [
            ProductDecision(product: "p.c", game: "g.1", decision: .pin),
            ProductDecision(product: "p.b", game: "g.1", decision: .bar),
        ]
        let snapshot = LeagueSnapshot(contents)
        let game = try #require(snapshot.book.number(id: "g.1"))
        let now = Timestamp(millisecondsSince1970: 0)
        let found = snapshot.products(
            of: .game(game),
            ProductFilter(),
            order: .bestMatch,
            at: now,
            limit: 10
        )
        #expect(found.map { snapshot.products[$0.number].key } == ["c", "a"])
        #expect(found.map { $0.reason?.code } == ["pinned", "title"])
        // What was barred is told to editors alone, who can take it back.
        let barred = try #require(snapshot.product("p.b"))
        #expect(snapshot.links(of: barred).isEmpty)
        #expect(snapshot.decidedLinks(of: barred).map(\.reason) == [.barred])
        #expect(snapshot.decidedLinks(of: barred).map(\.game.id) == ["g.1"])
        let plain = try #require(snapshot.product("p.a"))
        #expect(snapshot.decidedLinks(of: plain).map(\.reason.code) == ["title"])
    }

    @Test("pages of products have each product once, in the order that was asked for")
    func pages() throws {
        var contents = LeagueSnapshot.Contents()
        contents.products = try (0..<257).map {
            try Self.product("\($0)", "Thing \($0)", cents: Int64($0 * 37 % 50) * 100)
        }
        let snapshot = LeagueSnapshot(contents)
        let now = Timestamp(millisecondsSince1970: 0)
        for order in ProductOrder.allCases {
            var seen: [Int64] = []
            var ids: Set<String> = []
            var position: ProductPosition?
            while true {
                let page = snapshot.products(
                    of: .all,
                    ProductFilter(),
                    order: order,
                    at: now,
                    after: position,
                    limit: 10
                )
                guard let last = page.last else { break }
                for listed in page {
                    let product = snapshot.products[listed.number]
                    #expect(ids.insert(product.id).inserted)
                    seen.append(product.price.amountMinor)
                }
                position = snapshot.position(of: last, in: order)
            }
            #expect(seen.count == 257)
            if order == .lowestPrice { #expect(seen == seen.sorted()) }
            if order == .highestPrice { #expect(seen == seen.sorted(by: >)) }
        }
    }

    @Test(
        "a snapshot of which a page was given is kept for ten minutes, however many come after it"
    )
    func keptSnapshots() throws {
        let directory = LeagueDirectory()
        func moment(_ minutes: Int64) -> Timestamp {
            Timestamp(millisecondsSince1970: minutes * 60_000)
        }
        let (read, unread) = (LeagueSnapshot(.init()), LeagueSnapshot(.init()))
        directory.replace(with: read, at: moment(0))
        directory.keep(read, at: moment(0))
        directory.replace(with: unread, at: moment(0))
        for _ in 0..<50 { directory.replace(with: LeagueSnapshot(.init()), at: moment(5)) }
        #expect(directory.snapshot(where: { $0 === read }) === read)
        #expect(directory.snapshot(where: { $0 === unread }) == nil)
        directory.keep(read, at: moment(9))
        directory.replace(with: LeagueSnapshot(.init()), at: moment(18))
        #expect(directory.snapshot(where: { $0 === read }) === read)
        directory.replace(with: LeagueSnapshot(.init()), at: moment(19))
        #expect(directory.snapshot(where: { $0 === read }) == nil)
    }

    @Test("lists have the same digest where they are in the same order, and another where not")
    func digests() throws {
        func digest(_ price: Int64, _ id: String = "1") throws -> UInt64 {
            var contents = LeagueSnapshot.Contents()
            contents.products = [
                try Self.product(id, "A cap", cents: price),
                try Self.product("2", "A mug", cents: 500),
            ]
            return LeagueSnapshot(contents).digest(of: .all)
        }
        #expect(try digest(100) == digest(100))
        #expect(try digest(100) != digest(101) && digest(100) != digest(100, "3"))
    }

    @Test(
        "games are found by id, key, name, alias and beginnings, in the order of ICU's root collation"
    )
    func book() throws {
        let described = try ["Zelda", "apex", "Ärena"].enumerated().map {
            Game(dataset: try Self.name("g"), key: "\($0.offset)", name: $0.element)
        }
        let book = GameBook(described: described, named: ["Chess.com", "ZELDA"])
        #expect(book.games.map(\.name) == ["apex", "Ärena", "Chess.com", "Zelda"])
        #expect(book.number(named: "arena") == 1 && book.number(named: "g.0") == 3)
        #expect(book.numbers(meantBy: "che") == [2])
        #expect(book.numbers(meantBy: "nothing") == [])
        #expect(book.games[2].dataset == nil && book.games[2].id == "chess-com")
    }
}
