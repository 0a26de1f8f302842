import Datasets
import DomainModules
import Foundation
import Logging
import ModuleTesting
import SpatiaLiteStore
import Synchronization
import Testing
import Timekeeping

@testable import Esports
@testable import EsportsModule

/// A shop and networks in this process, which speak the published shapes.
private final class MockNetwork: SourceTransport {
    private struct State {
        var isAway = false
        var tokens = 0
        var searches: [String] = []
        var fetched: [String] = []
        var authorizations: Set<String> = []
        var refuses: Set<String> = []
        var isCut = false
        /// What is answered to a search or for a feed, by a part of its address; nil for what is usual.
        var answers: [String: (status: Int, text: String)] = [:]
    }

    private let state = Mutex(State())

    var tokens: Int { state.withLock { $0.tokens } }
    var searches: [String] { state.withLock { $0.searches } }
    var fetched: [String] { state.withLock { $0.fetched } }
    func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }
    func setCut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }
    /// Answers so whatever address has these words.
    func answer(_ words: String, _ text: String, status: Int = 200) {
        state.withLock { $0.answers[words] = (status, text) }
    }
    func refuse(_ token: String) { state.withLock { _ = $0.refuses.insert(token) } }

    func send(_ request: SourceRequest) async -> SourceAnswer {
        // As long as it takes for others to ask as well.
        await Task.yield()
        return state.withLock { state in
            if state.isAway { return .away }
            func answer(_ text: String, status: Int = 200) -> SourceAnswer {
                .answered(status: status, body: Array(text.utf8))
            }
            if request.url.hasSuffix("/identity/v1/oauth2/token") {
                let basic = "Basic " + Data("me:secret".utf8).base64EncodedString()
                guard
                    request.fields.contains(where: {
                        $0.name == "Authorization" && $0.value == basic
                    }),
                    String(decoding: request.body ?? [], as: UTF8.self)
                        .hasPrefix("grant_type=client_credentials&scope=")
                else { return answer("{}", status: 401) }
                state.tokens += 1
                return answer(
                    #"{"access_token":"t\#(state.tokens)","expires_in":7200,"token_type":"Application Access Token"}"#
                )
            }
            if request.url.contains("/buy/browse/v1/item_summary/search?") {
                let bearer = request.fields.first { $0.name == "Authorization" }?.value ?? ""
                guard bearer.hasPrefix("Bearer t"), !state.refuses.contains(bearer) else {
                    return answer("{}", status: 401)
                }
                state.searches.append(request.url)
                if let own = state.answers.first(where: { request.url.contains($0.key) })?.value {
                    return answer(own.text, status: own.status)
                }
                let text =
                    #"{"total":1,"itemSummaries":[{"itemId":"v1|1|0","title":"Chess set","#
                    + #""price":{"value":"12.50","currency":"USD"},"conditionId":"1000","#
                    + #""buyingOptions":["FIXED_PRICE"],"itemWebUrl":"https://www.ebay.com/itm/1"}]}"#
                return answer(state.isCut ? String(text.prefix(90)) : text)
            }
            state.fetched.append(request.url)
            if let own = state.answers.first(where: { request.url.contains($0.key) })?.value {
                return answer(own.text, status: own.status)
            }
            return answer(
                #"{"feed":[{"post":{"uri":"at://x/p/9","author":{"handle":"chess.example"},"#
                    + #""record":{"text":"Hello","createdAt":"2026-06-01T09:00:00.000Z"}}}]}"#
            )
        }
    }
}

/// A clock that a test moves.
private final class MovedClock: WallClock {
    private let moment = Mutex(Timestamp(rfc3339: "2026-06-01T12:00:00Z")!)
    var now: Timestamp { moment.withLock { $0 } }
    func move(seconds: Int64) {
        moment.withLock {
            $0 = Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + seconds * 1000)
        }
    }
}

@Suite struct EbayTokenTests {
    @Test(
        "a token is fetched once however many ask, and again when nine tenths of its life are over"
    )
    func renewal() async throws {
        let (network, clock) = (MockNetwork(), MovedClock())
        let tokens = EbayTokens(
            try #require(EbayCredentials(file: "me\nsecret\n")),
            at: "https://api.example",
            transport: network,
            clock: clock
        )
        func ask() async -> Set<String?> {
            await withTaskGroup(of: String?.self) { group in
                for _ in 0..<50 { group.addTask { await tokens.current() } }
                return await group.reduce(into: []) { $0.insert($1) }
            }
        }
        #expect(await ask() == ["t1"] && network.tokens == 1)
        clock.move(seconds: 6479)
        #expect(await ask() == ["t1"] && network.tokens == 1)
        clock.move(seconds: 1)
        #expect(await ask() == ["t2"] && network.tokens == 2)
        network.setAway(true)
        clock.move(seconds: 7200)
        #expect(await ask() == [nil])
        network.setAway(false)
        #expect(await ask() == ["t3"])
    }

    @Test("credentials are two lines", arguments: ["", "me", "a\nb\nc"])
    func credentials(text: String) {
        #expect(EbayCredentials(file: text) == nil)
    }
}

/// Keeps what is logged.
private final class SourceLog: Sendable {
    private let recorded = Mutex<[String]>([])
    var lines: [String] { recorded.withLock { $0 } }
    var logger: Logger { Logger(label: "test", factory: { _ in Handler(log: self) }) }

    private struct Handler: LogHandler {
        let log: SourceLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.recorded.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}

/// A desk over a mock network, with a store of its own.
private struct LiveDeskFixture {
    let network = MockNetwork()
    let clock = MovedClock()
    let store: SpatiaLiteStore
    let desk: LiveDesk
    private let folder: ModuleService.Folder

    init() async throws {
        var sources = LiveSources(transport: network)
        sources.ebay = EbayCredentials(file: "me\nsecret")
        sources.ebayAddress = "https://api.example"
        sources.asksPosts = true
        folder = try ModuleService.Folder()
        var options = SpatiaLiteStore.Options.standard
        options.modules = [EsportsModule.moduleSchema]
        store = try await SpatiaLiteStore.open(
            folder.path + "/a.sqlite",
            access: .readWrite,
            options: options
        )
        desk = LiveDesk(on: ModuleSite(store: store, clock: clock), sources)
    }

    func snapshot() async throws -> LeagueSnapshot { try await LeagueLoading.snapshot(of: store) }

    /// Looks at a game once more when that is due.
    func look(at game: Game) async {
        clock.move(seconds: 900)
        await desk.refresh(game)
    }

    static func item(_ id: Int, _ members: String) -> String {
        #"{"itemId":"v1|\#(id)|0","title":"Chess set \#(id)","#
            + #""price":{"value":"12.50","currency":"USD"},\#(members)}"#
    }
    static let isNew = #""conditionId":"1000","buyingOptions":["FIXED_PRICE"]"#
    static let isUsed =
        #""condition":"Used","conditionId":"3000","buyingOptions":["FIXED_PRICE"]"#
}

@Suite struct LiveSourceTests {
    @Test("games whose names differ in signs or script alone have datasets of their own")
    func datasets() throws {
        let names = [
            "王者荣耀", "原神", "Dota 2", "Dota-2!", "dota 2", String(repeating: "a", count: 300),
        ]
        let datasets = names.map { LiveDesk.dataset("ebay", $0)?.text }
        #expect(!datasets.contains(nil) && Set(datasets).count == names.count)
        #expect(datasets[2]?.hasPrefix("ebay-dota-2-") == true)
        #expect(datasets[2] == LiveDesk.dataset("ebay", "Dota 2")?.text)
    }

    @Test("the products of two games whose names have no plain letter stand side by side")
    func severalGames() async throws {
        let fixture = try await LiveDeskFixture()
        for name in ["王者荣耀", "原神"] {
            await fixture.look(at: Game(dataset: nil, key: name, name: name))
        }
        let products = try await fixture.snapshot().products
        #expect(Set(products.flatMap(\.games)) == ["王者荣耀", "原神"])
        try await fixture.store.close()
    }

    @Test(
        "an answer of nothing, or of what is used alone, takes from the list what is sold",
        arguments: [
            #"{"total":0}"#, #"{"total":0,"itemSummaries":[]}"#,
            #"{"total":2,"itemSummaries":[\#(LiveDeskFixture.item(7, LiveDeskFixture.isUsed)),"#
                + #"\#(LiveDeskFixture.item(8, LiveDeskFixture.isUsed))]}"#,
            #"{"itemSummaries":[\#(LiveDeskFixture.item(9, #""conditionId":"1000""#))]}"#,
        ]
    )
    func soldOut(answer: String) async throws {
        let fixture = try await LiveDeskFixture()
        let chess = Game(dataset: nil, key: "chess", name: "Chess")
        await fixture.look(at: chess)
        #expect(try await fixture.snapshot().products.count == 1)
        fixture.network.answer("item_summary", answer)
        await fixture.look(at: chess)
        #expect(try await fixture.snapshot().products.isEmpty)
        #expect(fixture.desk.counts.taken == 2 && fixture.desk.counts.failed == 0)
        // It is offered again.
        fixture.network.answer(
            "item_summary",
            #"{"itemSummaries":[\#(LiveDeskFixture.item(9, LiveDeskFixture.isNew))]}"#
        )
        await fixture.look(at: chess)
        #expect(try await fixture.snapshot().products.map(\.title) == ["Chess set 9"])
        try await fixture.store.close()
    }

    @Test(
        "what is no answer leaves the list as it is, and is counted",
        arguments: [
            (500, "{}"), (429, ""), (200, "{}"), (200, #"{"total":1,"itemSumm"#), (200, "<html>"),
        ]
    )
    func failures(status: Int, text: String) async throws {
        let fixture = try await LiveDeskFixture()
        let log = SourceLog()
        fixture.desk.counts.log(to: log.logger)
        let chess = Game(dataset: nil, key: "chess", name: "Chess")
        await fixture.look(at: chess)
        #expect(log.lines.isEmpty)
        fixture.network.answer("item_summary", text, status: status)
        await fixture.look(at: chess)
        #expect(log.lines.count == 1 && log.lines.first?.contains("ebay chess") == true)
        #expect(status == 200 || log.lines.first?.contains("\(status)") == true)
        #expect(try await fixture.snapshot().products.count == 1)
        #expect(fixture.desk.counts.failed == 1 && fixture.desk.counts.taken == 1)
        try await fixture.store.close()
    }

    @Test("posts of Atom and of ActivityPub stand with their game, whatever the feed calls itself")
    func feeds() async throws {
        let fixture = try await LiveDeskFixture()
        let handles = [
            "atom:e3|https://a.example/feed.xml",
            "mastodon:e3@m.example|https://m.example/users/e3",
        ]
        let chess = Game(
            dataset: nil,
            key: "chess",
            name: "Chess",
            accounts: handles.compactMap(Handle.init(parsing:))
        )
        fixture.network.answer(
            "feed.xml",
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>E3 news</title>
            <author><name>Somebody else</name></author>
            <entry><id>1</id><title>Hello</title><updated>2026-06-01T09:00:00Z</updated></entry></feed>
            """
        )
        fixture.network.answer(
            "/outbox",
            #"{"orderedItems":[{"type":"Create","object":{"type":"Note","id":"https://m.example/n/1","#
                + #""content":"Good day","published":"2026-06-01T10:00:00Z","#
                + #""attributedTo":"https://m.example/users/e3"}}]}"#
        )
        await fixture.look(at: chess)
        let snapshot = try await fixture.snapshot()
        #expect(snapshot.posts.map(\.account) == ["mastodon:e3@m.example", "atom:e3"])
        let own = snapshot.posts(of: LeagueSnapshot.accountNames(of: chess.accounts), limit: 10)
        #expect(own.map(\.text) == ["Good day", "Hello"])
        // Whoever takes everything back has nothing that is shown.
        fixture.network.answer("/outbox", #"{"orderedItems":[]}"#)
        await fixture.look(at: chess)
        #expect(try await fixture.snapshot().posts.map(\.text) == ["Hello"])
        try await fixture.store.close()
    }

    @Test(
        "what somebody looks at is asked for, kept for a quarter of an hour, and stays in an outage"
    )
    func desk() async throws {
        let (network, clock) = (MockNetwork(), MovedClock())
        var sources = LiveSources(transport: network)
        sources.ebay = EbayCredentials(file: "me\nsecret")
        sources.ebayAddress = "https://api.example"
        sources.asksPosts = true
        let folder = try ModuleService.Folder()
        var options = SpatiaLiteStore.Options.standard
        options.modules = [EsportsModule.moduleSchema]
        let store = try await SpatiaLiteStore.open(
            folder.path + "/a.sqlite",
            access: .readWrite,
            options: options
        )
        let desk = LiveDesk(on: ModuleSite(store: store, clock: clock), sources)
        let game = Game(
            dataset: nil,
            key: "chess",
            name: "Chess",
            accounts: [Handle(network: "bluesky", handle: "chess.example")]
        )
        func products() async throws -> [Product] {
            try await LeagueLoading.snapshot(of: store).products
        }
        await desk.refresh(game)
        let first = try #require(try await products().first)
        #expect(first.price.amountMinor == 1250 && first.id.hasSuffix(".v1|1|0"))
        #expect(first.fetchedAt == clock.now && first.games == ["Chess"])
        let search = try #require(network.searches.first)
        #expect(search.contains("q=Chess&category_ids=1059%2C"))
        #expect(search.contains("FIXED_PRICE") && search.contains("conditions%3A%7BNEW%7D"))
        let posts = try await LeagueLoading.snapshot(of: store).posts
        #expect(posts.map(\.account) == ["bluesky:chess.example"])

        clock.move(seconds: 899)
        await desk.refresh(game)
        #expect(network.searches.count == 1 && network.fetched.count == 1)
        // The shop is away, then it answers in half: what was told stays, with its age.
        let fetchedAt = first.fetchedAt
        network.setAway(true)
        clock.move(seconds: 1)
        await desk.refresh(game)
        #expect(try await products().first?.fetchedAt == fetchedAt)
        network.setAway(false)
        network.setCut(true)
        clock.move(seconds: 60)
        await desk.refresh(game)
        #expect(network.searches.count == 2)
        #expect(try await products().first?.fetchedAt == fetchedAt)
        network.setCut(false)
        network.refuse("Bearer t1")
        clock.move(seconds: 60)
        await desk.refresh(game)
        #expect(network.tokens == 2)
        #expect(try await products().first?.fetchedAt == clock.now)
        try await store.close()
    }

    @Test("networks are read where they publish posts")
    func addresses() {
        let feeds = PublicFeeds(blueskyAddress: "https://public.api.bsky.app")
        func url(_ text: String) -> String? { Handle(parsing: text).flatMap(feeds.url) }
        #expect(url("atom:e3|https://a.example/feed.xml") == "https://a.example/feed.xml")
        #expect(
            url("mastodon:e3@m.example|https://m.example/users/e3")
                == "https://m.example/users/e3/outbox?page=true"
        )
        #expect(url("bluesky:e3.example")?.hasSuffix("&actor=e3.example") == true)
        #expect(url("twitter:E3") == nil && url("atom:e3") == nil)
    }
}
