internal import Agenda
internal import Esports
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import TextSearch
internal import Timekeeping

/// All that the home page shows, in one answer.
struct HomeRoutes: Sendable {
    let league: LeagueAccess
    let people: LeaguePeople

    /// How many products are shown of each favorite, and how many events are next.
    fileprivate static let productCount = 10
    private static let eventCount = 5
    /// How far events are near where the request does not say, in metres.
    private static let nearMeters = 250_000.0

    var routes: [Route] { [.get("/v1/home") { request, _ in try await home(request) }] }

    private func home(_ request: Request) async throws -> Response {
        var query = QueryReader(request.uri.query)
        let (center, radius) = (query.optionalPlace(), query.optionalRadius())
        if radius != nil, !query.has("lat"), !query.has("lon") {
            query.note("radius_m", .needsOther, "needs a place; give lat and lon", .other("lat"))
        }
        try query.check()
        let marks = try await people.marks(of: request)
        let snapshot = try league.loaded()
        let now = league.clock.now
        if let marks {
            for number in games(marks, snapshot) { league.look(at: snapshot.book.games[number]) }
        }
        var json = JSONWriter(capacity: 8192)
        json.object { json in
            json.member(
                "featured",
                array: { list in
                    for tournament in snapshot.featured(at: now) {
                        list.featured(tournament, in: snapshot, at: now)
                    }
                }
            )
            json.name("favorites")
            if let marks {
                json.array { list in
                    for number in games(marks, snapshot) {
                        list.favorite(number, in: snapshot, at: now, products: Self.productCount)
                    }
                }
            } else {
                json.null()
            }
            json.member(
                "next_events",
                array: { list in
                    for found in next(marks, snapshot, center, radius, now) {
                        list.tournament(
                            found.tournament,
                            distance: found.distance,
                            in: snapshot,
                            at: now
                        )
                    }
                }
            )
            json.member("signed_in", marks != nil)
            json.member("timeStamp", now.rfc3339)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// The favorite games that are published, by their names.
    private func games(_ marks: LeaguePeople.Marks, _ snapshot: LeagueSnapshot) -> [Int] {
        // The book has its games in the order of their names.
        marks.games.compactMap { snapshot.book.number(id: $0) }.sorted()
    }

    /// The next events that are near or followed; all there are where no place is given.
    private func next(
        _ marks: LeaguePeople.Marks?,
        _ snapshot: LeagueSnapshot,
        _ center: Coordinate?,
        _ radius: Distance?,
        _ now: Timestamp
    ) -> [LeagueSnapshot.FoundTournament] {
        let near = snapshot.next(
            at: now,
            around: center,
            within: center == nil ? nil : radius ?? (try? .meters(Self.nearMeters)),
            limit: Self.eventCount
        )
        guard let followed = marks?.events, !followed.isEmpty else { return near }
        let own = snapshot.next(
            at: now,
            around: center,
            limit: Self.eventCount,
            where: { followed.contains(snapshot.tournaments[$0].id) }
        )
        let known = Set(near.map(\.tournament.id))
        let all = near + own.filter { !known.contains($0.tournament.id) }
        return Array(
            all.sorted { left, right in
                let (one, two) = (left.tournament.event.span, right.tournament.event.span)
                if one.startsAt != two.startsAt { return one.startsAt < two.startsAt }
                return left.tournament.id < right.tournament.id
            }.prefix(Self.eventCount)
        )
    }
}

extension JSONWriter {
    /// A tournament that is featured, with the newest post of its accounts and some of its products.
    fileprivate mutating func featured(
        _ tournament: Tournament,
        in snapshot: LeagueSnapshot,
        at moment: Timestamp
    ) {
        object { json in
            json.name("event")
            json.tournament(tournament, in: snapshot, at: moment)
            let accounts = LeagueSnapshot.accountNames(of: tournament.accounts)
            json.name("post")
            if let post = snapshot.posts(of: accounts, limit: 1).first {
                json.post(post)
            } else {
                json.null()
            }
            let products = snapshot.merchandise(
                ofTournament: tournament.id,
                at: moment,
                limit: HomeRoutes.productCount
            )
            json.products(products, in: snapshot, at: moment)
        }
    }

    /// A favorite game with some of its products.
    fileprivate mutating func favorite(
        _ number: Int,
        in snapshot: LeagueSnapshot,
        at moment: Timestamp,
        products count: Int
    ) {
        object { json in
            json.name("game")
            json.game(number, in: snapshot, at: moment)
            let products = snapshot.products(
                of: .game(number),
                ProductFilter(),
                order: .bestMatch,
                at: moment,
                limit: count
            )
            json.products(products, in: snapshot, at: moment)
        }
    }

    private mutating func products(
        _ found: [ListedProduct],
        in snapshot: LeagueSnapshot,
        at moment: Timestamp
    ) {
        member(
            "products",
            array: { list in
                for listed in found {
                    list.product(
                        snapshot.products[listed.number],
                        reason: listed.reason,
                        in: snapshot,
                        at: moment
                    )
                }
            }
        )
    }
}
