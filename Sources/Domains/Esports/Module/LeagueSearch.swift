internal import Agenda
internal import Esports
internal import HTTPService
internal import Synchronization
internal import TextSearch

/// The words of what is published. Tournaments are searched as Agenda's events.
final class LeagueSearch: Sendable {
    private struct Indexes {
        let games: SearchIndex
        let teams: SearchIndex
        let products: SearchIndex
    }

    private let indexes = Mutex<Indexes?>(nil)

    /// What `GET /v1/search` asks.
    var sources: [SearchSource] {
        [
            SearchSource("games") { [self] in indexes.withLock { $0?.games } },
            SearchSource("teams") { [self] in indexes.withLock { $0?.teams } },
            SearchSource("products") { [self] in indexes.withLock { $0?.products } },
        ]
    }

    /// Lets what is published now be searched.
    func replace(with snapshot: LeagueSnapshot) {
        let fresh = Indexes(
            games: snapshot.book.searchIndex,
            teams: SearchIndex(
                snapshot.teams.map { team in
                    SearchDocument(
                        id: team.id,
                        title: team.name,
                        detail: team.game,
                        texts: [team.acronym].compactMap { $0 }
                    )
                }
            ),
            products: SearchIndex(
                snapshot.products.map { SearchDocument(id: $0.id, title: $0.title) }
            )
        )
        indexes.withLock { $0 = fresh }
    }
}

/// What people may keep as favorites, and follow.
enum LeagueMarks {
    static func kinds(of directory: LeagueDirectory) -> [MarkableKind] {
        @Sendable func loaded() throws -> LeagueSnapshot {
            guard let snapshot = directory.snapshot else { throw Problem.notReady }
            return snapshot
        }
        return [
            MarkableKind("games", .favorite) { id in
                let book = try loaded().book
                return book.number(id: id).map { book.games[$0].name }
            },
            MarkableKind("events", .follow) { id in
                guard let found = try loaded().tournament(id), found.id == id else { return nil }
                return found.event.title
            },
            MarkableKind("teams", .follow) { id in
                guard let found = try loaded().team(id), found.id == id else { return nil }
                return found.name
            },
        ]
    }
}
