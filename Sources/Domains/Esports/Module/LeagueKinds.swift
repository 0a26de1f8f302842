internal import Agenda
internal import Datasets
internal import DomainModules
internal import Esports
internal import Importing
internal import SpatiaLiteStore

/// What may be imported. Tournaments and products are read with what is published besides: places by the
/// gazetteer and by what people have decided, products by the games.
enum LeagueKinds {
    static let all = [
        ImportKind(GameKind.kind, in: GameCoding.self),
        tournaments,
        ImportKind(MatchKind.kind, in: MatchCoding.self, note: "tables, calendars, PandaScore")
            .repaired,
        ImportKind(TeamKind.kind, in: TeamCoding.self, note: "tables, PandaScore"),
        products,
        ImportKind(
            PostKind.kind,
            in: PostCoding.self,
            note: "tables, Atom, RSS, ActivityPub, Bluesky"
        ),
        ImportKind(
            CityKind.kind,
            in: CityCoding.self,
            note: "a gazetteer, for the places of tournaments"
        ),
        ImportKind(PlaceKind.kind, in: PlaceCoding.self, note: "what places in files mean"),
    ]

    private static let tournaments = ImportKind(
        .tournaments,
        note: "tables, calendars, PandaScore, start.gg",
        fields: TournamentKind.fieldNames
    ) { work in
        let resolver = try await LeagueLoading.resolver(in: work.store)
        return try await TournamentKind.kind(resolver).run(
            work.input,
            into: work.store.datasets(TournamentCoding.self),
            options: work.options,
            clock: work.clock,
            memory: work.store,
            progress: work.progress
        )
    }.repaired

    private static let products = ImportKind(
        .products,
        note: "tables, eBay's feeds and answers",
        fields: ProductKind.kind(nil).fieldNames
    ) { work in
        let book = try await LeagueLoading.book(in: work.store)
        return try await ProductKind.kind(book).run(
            work.input,
            into: work.store.datasets(ProductCoding.self),
            options: work.options,
            clock: work.clock,
            progress: work.progress
        )
    }
}
