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
        // One of them for all: games have other numbers in another.
        let published = league.directory.snapshot
        let games = query.games(published)
        let event = query.event(published)
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
        let cursor = query.productPosition()
        if let games, games.count > 1 { query.noteSeveralGames(games.count) }
        let (count, sorted) = try query.checked(query.limit(standard: Self.standardLimit), order)
        guard let current = published else { throw Problem.notReady }
        let game = games?.first.map { current.book.games[$0] }
        let (snapshot, scope) = try begun(of: game, event, sorted, current, cursor)
        if cursor == nil, let game { league.look(at: game) }
        let now = league.clock.now
        let found = snapshot.products(
            of: scope,
            filter,
            order: sorted,
            at: now,
            after: cursor?.position,
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
        if last != nil { league.directory.keep(snapshot, at: now) }
        return list.response(
            to: request,
            at: now,
            next: last.map { listed in
                NextPage(
                    path: "/v1/products",
                    query: query,
                    cursor: ProductCursor(
                        list: ProductCursor.list(sorted, scope, in: snapshot),
                        position: snapshot.position(of: listed, in: sorted)
                    ).text
                )
            }
        )
    }

    /// The list that is asked for: what is published, or that in which the page before was.
    ///
    /// - Throws: ``Problem`` of status 400 where that list is kept no longer.
    private func begun(
        of game: Game?,
        _ event: String?,
        _ order: ProductOrder,
        _ current: LeagueSnapshot,
        _ cursor: ProductCursor?
    ) throws -> (LeagueSnapshot, LeagueSnapshot.ProductScope) {
        // A game has another number in each snapshot.
        func scope(in snapshot: LeagueSnapshot) -> LeagueSnapshot.ProductScope? {
            if let event { return .event(event) }
            guard let game else { return .all }
            return snapshot.book.number(id: game.id).map { .game($0) }
        }
        guard let cursor else { return (current, scope(in: current) ?? .all) }
        let fitting = league.directory.snapshot(where: { snapshot in
            scope(in: snapshot).map { ProductCursor.list(order, $0, in: snapshot) } == cursor.list
        })
        guard let fitting, let scope = scope(in: fitting) else {
            throw Problem.invalid([
                ParameterError(
                    parameter: "cursor",
                    fault: .unknownCursor,
                    message:
                        "was given for a list that has changed since; leave it out to start again"
                )
            ])
        }
        return (fitting, scope)
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
                array: { list in list.productLinks(snapshot.links(of: product)) }
            )
            json.productDetails(product, in: snapshot, at: league.clock.now)
        }
        return Response(type: .geoJSON, bytes: json.takeBytes())
    }
}

/// Where a page of products ends, and of which list.
struct ProductCursor {
    /// What tells the list from others, and from itself at another time.
    let list: String
    let position: ProductPosition

    init(list: String, position: ProductPosition) {
        (self.list, self.position) = (list, position)
    }

    /// What tells a list in an order from others.
    static func list(
        _ order: ProductOrder,
        _ scope: LeagueSnapshot.ProductScope,
        in snapshot: LeagueSnapshot
    ) -> String {
        "\(order.rawValue) \(String(snapshot.digest(of: scope), radix: 16))"
    }

    var text: String {
        LeagueCursor.text(
            [list, position.text, position.id] + position.numbers.map { "\($0)" }
        )
    }

    /// - Returns: nil for any other text.
    init?(_ text: String) {
        guard let parts = LeagueCursor.parts(text), parts.count >= 3 else { return nil }
        let numbers = parts.dropFirst(3).compactMap { Int64($0) }
        guard numbers.count == parts.count - 3 else { return nil }
        self.init(
            list: parts[0],
            position: ProductPosition(text: parts[1], numbers: numbers, id: parts[2])
        )
    }
}

extension JSONWriter {
    /// Games, each with why a product is shown there or not.
    mutating func productLinks(_ links: [(game: Game, reason: LinkReason)]) {
        for (game, reason) in links {
            object { json in
                json.member("id", game.id)
                json.member("name", game.name)
                json.member("reason", reason.code)
                json.member("words", reason.words)
            }
        }
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
