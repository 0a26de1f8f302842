internal import Esports
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// What shops offer: of a game or a tournament, by category and price.
struct ProductRoutes: Sendable {
    let league: LeagueAccess

    /// How many products a page has where the request does not say.
    private static let standardLimit = 100

    var routes: [Route] {
        [
            .get("/v1/products") { request, _ in try list(request) },
            .get("/v1/products/{id}") { request, context in try one(request, context) },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let games = query.games(league.directory.snapshot)
        let event = query.event(league.directory.snapshot)
        if games != nil, event != nil {
            query.note(
                "event",
                .notTogether,
                "does not go with game; give one of them",
                .other("game")
            )
        }
        let filter = query.productFilter()
        let order = query.word("sort", standard: ProductOrder.bestMatch)
        let position = query.productPosition()
        if let games, games.count > 1 { query.noteSeveralGames(games.count) }
        let (count, sorted) = try query.checked(query.limit(standard: Self.standardLimit), order)
        guard let current = league.directory.numbered else { throw Problem.notReady }
        // A list goes on in the snapshot in which it began.
        let (snapshot, generation) =
            position.flatMap { league.directory.snapshot(ofGeneration: $0.generation) } ?? current
        let scope: LeagueSnapshot.ProductScope =
            if let event { .event(event) } else if let game = games?.first { .game(game) } else {
                .all
            }
        if position == nil, let game = games?.first { league.look(at: snapshot.book.games[game]) }
        let now = league.clock.now
        let found = snapshot.products(
            of: scope,
            filter,
            order: sorted,
            at: now,
            after: position?.position,
            limit: count + 1
        )
        var list = FeatureCollectionWriter(capacity: 256 + count * 900)
        for listed in found.prefix(count) {
            list.feature(writtenBy: {
                $0.product(
                    snapshot.products[listed.number],
                    reason: listed.reason,
                    in: snapshot,
                    at: now
                )
            })
        }
        let last = found.count > count ? found[count - 1] : nil
        return list.response(
            to: request,
            at: now,
            next: last.map { listed in
                NextPage(
                    path: "/v1/products",
                    query: query,
                    cursor: ProductCursor(
                        generation: generation,
                        position: snapshot.position(of: listed, in: sorted)
                    ).text
                )
            }
        )
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let snapshot = try league.loaded()
        guard let id = context.pathParameter("id"), let product = snapshot.product(id) else {
            throw Problem(
                status: .notFound,
                detail: "No product has this id; GET /v1/products lists them"
            )
        }
        var json = JSONWriter(capacity: 2048)
        json.feature(id: .text(product.id), geometry: nil) { json in
            json.member(
                "shown_with",
                array: { list in
                    for (game, reason) in snapshot.links(of: product) {
                        list.object { json in
                            json.member("id", game.id)
                            json.member("name", game.name)
                            json.member("reason", reason.code)
                            json.member("words", reason.words)
                        }
                    }
                }
            )
            json.productDetails(product, in: snapshot, at: league.clock.now)
        }
        return Response(type: .geoJSON, bytes: json.takeBytes())
    }
}

/// Where a page of products ends, with the snapshot that it is of.
struct ProductCursor {
    let generation: Int
    let position: ProductPosition

    init(generation: Int, position: ProductPosition) {
        (self.generation, self.position) = (generation, position)
    }

    var text: String {
        LeagueCursor.text(
            ["\(generation)", position.text, position.id] + position.numbers.map { "\($0)" }
        )
    }

    /// - Returns: nil for any other text.
    init?(_ text: String) {
        guard let parts = LeagueCursor.parts(text), parts.count >= 3,
            let generation = Int(parts[0])
        else { return nil }
        let numbers = parts.dropFirst(3).compactMap { Int64($0) }
        guard numbers.count == parts.count - 3 else { return nil }
        self.init(
            generation: generation,
            position: ProductPosition(text: parts[1], numbers: numbers, id: parts[2])
        )
    }
}

extension QueryReader {
    fileprivate mutating func productPosition() -> ProductCursor? {
        guard let text = text("cursor") else { return nil }
        let cursor = ProductCursor(text)
        if cursor == nil {
            note(
                "cursor",
                .unknownCursor,
                "is none that came with a list; take it from the link \"next\""
            )
        }
        return cursor
    }

    fileprivate mutating func noteSeveralGames(_ count: Int) {
        note(
            "game",
            .notOneOf,
            "fits \(count) games; give the id of one, GET /v1/games?q= lists them"
        )
    }

    /// The category, the currency and the range of prices, which is of that currency; of dollars where none
    /// is given.
    fileprivate mutating func productFilter() -> ProductFilter {
        var filter = ProductFilter()
        filter.category = word("category", standard: ProductCategory.all) ?? .all
        if let text = text("currency") {
            filter.currency = Currency(text)
            if filter.currency == nil {
                note(
                    "currency",
                    .notOneOf,
                    "is \(quoted(text)); it is a code of ISO 4217 such as USD",
                    .value(text)
                )
            }
        }
        let currency = filter.currency ?? .usDollar
        filter.leastMinor = amount("price_min", currency)
        filter.mostMinor = amount("price_max", currency)
        if let least = filter.leastMinor, let most = filter.mostMinor, most < least {
            note(
                "price_max",
                .notTogether,
                "is less than price_min; a range ends above its start",
                .other("price_min")
            )
        }
        if filter.leastMinor != nil || filter.mostMinor != nil { filter.currency = currency }
        return filter
    }

    private mutating func amount(_ name: String, _ currency: Currency) -> Int64? {
        guard let text = text(name) else { return nil }
        if let money = Money(parsing: text, currency) { return money.amountMinor }
        note(
            name,
            .notANumber,
            "is \(quoted(text)); it is an amount of \(currency) with at most "
                + "\(currency.decimalCount) decimals behind a point, such as 20",
            .value(text)
        )
        return nil
    }
}
