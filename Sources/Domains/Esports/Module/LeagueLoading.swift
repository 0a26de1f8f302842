internal import Agenda
internal import Datasets
internal import Esports
internal import SpatiaLiteStore
internal import Synchronization

/// Reads what is published.
enum LeagueLoading {
    private static let kinds: Set<DatasetKind> = [
        .games, .tournaments, .matches, .teams, .products, .posts,
    ]

    /// All of it.
    static func snapshot(of store: SpatiaLiteStore) async throws -> LeagueSnapshot {
        var contents = LeagueSnapshot.Contents()
        // Before the content: what is published meanwhile is read again.
        contents.versions = try await store.publishedVersions().filter { kinds.contains($0.kind) }
        contents.games = try await records(GameCoding.self, in: store)
        contents.tournaments = try await tournaments(in: store)
        contents.matches = try await records(MatchCoding.self, in: store)
        contents.teams = try await records(TeamCoding.self, in: store)
        contents.products = try await records(ProductCoding.self, in: store)
        contents.posts = try await records(PostCoding.self, in: store)
        let editors = EditorStore(store: store)
        contents.decisions = try await editors.decisions()
        contents.features = try await editors.features()
        return LeagueSnapshot(contents)
    }

    static func tournaments(in store: SpatiaLiteStore) async throws -> [Tournament] {
        try await records(TournamentCoding.self, in: store)
    }

    /// What is needed to list products and tournaments from the command line.
    static func resolver(in store: SpatiaLiteStore) async throws -> PlaceResolver {
        let cities = try await records(CityCoding.self, in: store)
        let places = try await records(PlaceCoding.self, in: store)
        return PlaceResolver(
            Gazetteer(imported: cities.map(\.city)),
            decisions: places.map(\.decision)
        )
    }

    /// The games of datasets and those that tournaments name; nil where no dataset describes any.
    static func book(in store: SpatiaLiteStore) async throws -> GameBook? {
        let games = try await records(GameCoding.self, in: store)
        guard !games.isEmpty else { return nil }
        let named = try await tournaments(in: store).flatMap(\.games)
        return GameBook(described: games, named: named)
    }

    private static func records<Coding: FeatureCoding>(
        _ coding: Coding.Type,
        in store: SpatiaLiteStore
    ) async throws -> [Coding.Record] {
        let all = Mutex<[Coding.Record]>([])
        try await store.forEachRecord(coding) { batch in all.withLock { $0 += batch } }
        return all.withLock { $0 }
    }
}
