internal import Esports
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// What accounts posted: of a game, a tournament or an account, the newest first.
struct PostRoutes: Sendable {
    let league: LeagueAccess

    var routes: [Route] { [.get("/v1/posts") { request, _ in try list(request) }] }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let (games, event) = (
            query.games(league.directory.snapshot), query.event(league.directory.snapshot)
        )
        let account = query.named("account", "account of that name has posted") { account in
            league.directory.snapshot?.knowsAccount(account) ?? true
        }
        if [games != nil, event != nil, account != nil].count(where: { $0 }) > 1 {
            query.note(
                "account",
                .notTogether,
                "goes with neither game nor event, nor these with one another; give one of them",
                .other("game")
            )
        }
        let count = try query.checked(query.limit())
        let snapshot = try league.loaded()
        var accounts: Set<String>?
        if let account { accounts = [account] }
        if let games {
            accounts = LeagueSnapshot.accountNames(
                of: games.flatMap { snapshot.book.games[$0].accounts }
            )
        }
        if let event {
            accounts = LeagueSnapshot.accountNames(
                of: snapshot.tournament(event)?.accounts ?? []
            )
        }
        var list = FeatureCollectionWriter()
        for post in snapshot.posts(of: accounts, limit: count) {
            list.feature(writtenBy: { $0.post(post) })
        }
        return list.response(to: request, at: league.clock.now, next: nil)
    }
}
