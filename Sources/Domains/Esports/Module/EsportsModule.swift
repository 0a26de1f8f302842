package import Access
internal import Agenda
package import Datasets
package import DomainModules
internal import Esports
internal import FeatureCollections
package import HTTPService
package import SpatiaLiteStore
internal import TextSearch
internal import Timekeeping

/// Esports: games, their tournaments, matches and teams, what shops offer and what accounts post.
package struct EsportsModule: DomainModule {
    package static let name: ModuleName = "esports"

    /// Says what is featured, and which products belong to which game.
    package static let editor = role("editor")

    private let site: ModuleSite
    private let directory = LeagueDirectory()
    private let search = LeagueSearch()
    private let loads = LoadQueue()
    private let memo = CollectionMemo()
    private let moves: MoveNotices
    /// Keeps what is shown of other machines fresh; nil where none is asked.
    private let live: LiveDesk?

    package static var listOptions: [ListOption] {
        [
            ListOption("events", "game") { text, store in
                let snapshot = try await LeagueLoading.snapshot(of: store)
                let numbers = Set(snapshot.book.numbers(meantBy: text))
                guard !numbers.isEmpty else {
                    throw NothingFound(
                        description:
                            "no game is called \"\(text)\"; `ambit import games` adds games"
                    )
                }
                return Set(
                    snapshot.tournaments.map(\.id).filter {
                        snapshot.isTournament($0, ofGames: numbers)
                    }
                )
            }
        ]
    }

    package init(on site: ModuleSite) {
        self.site = site
        moves = MoveNotices(on: site)
        live = site.settings[LiveSources.self].map { LiveDesk(on: site, $0) }
    }

    package static var schema: [SchemaStep] { EditorStore.schema }
    package static var roles: [StaffRole] { [editor] }
    package static var importRoles: [StaffRole] { [editor] }
    package static var kinds: [ImportKind] { LeagueKinds.all }
    package static var commands: [any StoreCommand.Type] {
        [TournamentsCommand.self, ProductsCommand.self]
    }

    package static var layers: [PointLayer] {
        [
            PointLayer(
                "tournaments",
                columns: [
                    "id", "title", "games", "starts", "ends", "time_zone", "status", "city",
                    "country", "tier", "prize",
                ]
            ) { store in
                try await LeagueLoading.tournaments(in: store).compactMap { tournament in
                    tournament.event.venue.place.map {
                        PointLayer.Row(TournamentRows.values(of: tournament), at: $0)
                    }
                }
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life = life
        let load = part.life.load
        part.routes = { [site, directory, live] tools in
            let league = LeagueAccess(directory: directory, clock: tools.clock, live: live)
            let editors = EditorRoutes(
                league: league,
                store: EditorStore(store: site.store),
                tools: tools,
                reload: load
            )
            return
                (GameRoutes(league: league).routes + MatchRoutes(league: league).routes
                + ProductRoutes(league: league).routes + PostRoutes(league: league).routes).quick
                + HomeRoutes(league: league, people: LeaguePeople(on: site)).routes
                + editors.routes.forStaff
        }
        part.openAPI = PackageResources.openapi_json
        part.searchable = search.sources
        part.collections = { [memo, directory] in
            guard let snapshot = directory.snapshot else { return nil }
            let versions = snapshot.versions.filter { $0.kind == .tournaments }
            let revision = DatasetRevision.text(of: versions)
            return memo.collections(of: snapshot, revision: revision) {
                [TournamentContent.collection(of: snapshot, revision: revision)]
            }
        }
        part.markable = LeagueMarks.kinds(of: directory)
        part.extending = [TournamentExtension(directory: directory).extension]
        part.tab = PageTab("esports", files: EmbeddedFiles.all)
        return part
    }

    /// Loads what is published and what editors say, each time one of both changes.
    private var life: ModuleLife {
        var life = ModuleLife()
        let read: @Sendable () async throws -> Void = { [site, directory, search, memo, moves] in
            let snapshot = try await LeagueLoading.snapshot(of: site.store)
            search.replace(with: snapshot)
            directory.replace(with: snapshot, at: site.clock.now)
            memo.clear()
            try await moves.tell(snapshot)
        }
        let load: @Sendable () async throws -> Void = { [loads] in try await loads.run(read) }
        life.load = load
        life.kinds = [.games, .tournaments, .matches, .teams, .products, .posts]
        life.reload = { _ in try await load() }
        // Of no dataset: what editors have said at another node.
        let isOther: @Sendable () async throws -> Bool = { [site, directory] in
            guard let shown = directory.snapshot else { return false }
            let editors = EditorStore(store: site.store)
            let decisions = try await editors.decisions()
            let features = try await editors.features()
            return decisions != shown.decisions || features != shown.features
        }
        life.follow = { [loads] in
            guard try await isOther() else { return }
            // Where they have said it here, it is being read already.
            try await loads.run { if try await isOther() { try await read() } }
        }
        life.isReady = { [directory] in directory.snapshot != nil }
        life.gauges = [
            .gauge("ambit_esports_tournaments", help: "Published tournaments in memory.") {
                [directory] in Double(directory.snapshot?.tournaments.count ?? 0)
            },
            .gauge("ambit_esports_products", help: "Published products in memory.") {
                [directory] in Double(directory.snapshot?.products.count ?? 0)
            },
        ]
        life.metrics = [
            .counter(
                "ambit_esports_source_answers_total",
                help: "Answers of other machines that were taken."
            ) { [live] in live?.counts.taken ?? 0 },
            .counter(
                "ambit_esports_source_failures_total",
                help: "Times that another machine gave no answer, or none that can be read."
            ) { [live] in live?.counts.failed ?? 0 },
        ]
        if let live {
            life.background = { logger in
                live.counts.log(to: logger)
                return []
            }
        }
        return life
    }
}
