internal import Datasets
internal import Esports
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// Games and teams.
struct GameRoutes: Sendable {
    let league: LeagueAccess

    /// How games are ordered.
    private enum Order: String, CaseIterable {
        /// By their names.
        case name
        /// Those with the most tournaments to come first.
        case upcoming
    }

    var routes: [Route] {
        [
            .get("/v1/games") { request, _ in try list(request) },
            .get("/v1/games/{id}") { request, context in try one(request, context) },
            .get("/v1/teams") { request, _ in try teams(request) },
            .get("/v1/teams/{id}") { request, context in try team(request, context) },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let text = query.searchedText()
        let order = query.word("sort", standard: Order.name)
        let (count, sorted) = try query.checked(query.limit(standard: 1000), order)
        let snapshot = try league.loaded()
        let now = league.clock.now
        var numbers = Array(snapshot.book.games.indices)
        if let text { numbers = snapshot.book.numbers(meantBy: text) }
        if sorted == .upcoming {
            let upcoming = numbers.map { snapshot.counts(ofGame: $0, at: now).upcoming }
            let rank = Dictionary(uniqueKeysWithValues: zip(numbers, upcoming))
            numbers.sort { left, right in
                let (one, two) = (rank[left] ?? 0, rank[right] ?? 0)
                return one != two ? one > two : left < right
            }
        }
        var list = FeatureCollectionWriter(capacity: 256 + numbers.count * 300)
        for number in numbers.prefix(count) {
            list.feature(writtenBy: { $0.game(number, in: snapshot, at: now) })
        }
        return list.response(to: request, at: now, next: nil)
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let snapshot = try league.loaded()
        let now = league.clock.now
        guard let id = context.pathParameter("id"),
            let number = snapshot.book.number(id: id) ?? snapshot.book.number(named: id)
        else {
            throw Problem(
                status: .notFound,
                detail: "No game has this id; GET /v1/games lists them"
            )
        }
        league.look(at: snapshot.book.games[number])
        let next = snapshot.next(ofGame: number, at: now, limit: 5)
        let handles = snapshot.book.games[number].accounts
        let latest = snapshot.posts(of: LeagueSnapshot.accountNames(of: handles), limit: 1)
        var json = JSONWriter(capacity: 2048)
        json.object { json in
            json.name("game")
            json.game(number, in: snapshot, at: now)
            json.member(
                "next_events",
                array: { list in
                    for found in next {
                        list.tournament(found.tournament, in: snapshot, at: now)
                    }
                }
            )
            json.member("posts", array: { list in for post in latest { list.post(post) } })
        }
        return .tagged(request, type: .json, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func teams(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let snapshot = league.directory.snapshot
        let (games, text, limit) = (query.games(snapshot), query.searchedText(), query.limit())
        let count = try query.checked(limit)
        let loaded = try league.loaded()
        let wanted = loaded.teams.filter { team in
            if let games {
                guard let number = team.game.flatMap({ loaded.book.number(named: $0) }),
                    games.contains(number)
                else { return false }
            }
            return text.map { team.hasWords($0) } ?? true
        }
        var list = FeatureCollectionWriter()
        for team in wanted.prefix(count) { list.feature(writtenBy: { $0.team(team, in: loaded) }) }
        return list.response(to: request, at: league.clock.now, next: nil)
    }

    private func team(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let snapshot = try league.loaded()
        guard let id = context.pathParameter("id"), let team = snapshot.team(id), team.id == id
        else {
            throw Problem(
                status: .notFound,
                detail: "No team has this id; GET /v1/teams lists them"
            )
        }
        var json = JSONWriter()
        json.team(team, in: snapshot)
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: true)
    }
}

extension JSONWriter {
    /// A team as a feature without a place.
    fileprivate mutating func team(_ team: Team, in snapshot: LeagueSnapshot) {
        feature(id: .text(team.id), geometry: nil) { json in
            json.member("dataset", team.dataset.text)
            json.member("name", team.name)
            json.member("acronym", team.acronym)
            let game = team.game.flatMap { snapshot.book.number(named: $0) }
            json.games([game].compactMap { $0 }.map { snapshot.book.games[$0] })
            json.member("country", team.country)
            json.picture(team.image)
        }
    }
}

extension QueryReader {
    /// The text of `q`, at most 200 characters; nil where none is given.
    mutating func searchedText() -> String? {
        guard let text = text("q") else { return nil }
        guard text.count <= 200 else {
            note(
                "q",
                .wrongLength,
                "has \(text.count) characters; it has at most 200",
                .range("\(text.count)", 1, 200)
            )
            return nil
        }
        return text
    }
}
