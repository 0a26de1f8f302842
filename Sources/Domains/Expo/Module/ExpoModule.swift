package import Access
internal import Accounts
internal import AccountsModule
internal import Agenda
internal import AgendaRecords
package import Datasets
package import DomainModules
internal import Expo
internal import GeoJSON
package import HTTPService
internal import Importing
internal import Media
internal import Roads
package import SpatiaLiteStore
internal import Standings
internal import Synchronization
internal import TextSearch
internal import Timekeeping

/// Expo: a fair's exhibitors and plans, what visitors give them, and what organizers make of it.
package struct ExpoModule: DomainModule {
    package static let name: ModuleName = "expo"

    /// Runs one fair: its exhibitors, its plan, its figures and its draws.
    package static let organizer = role("organizer")

    private let store: SpatiaLiteStore
    private let clock: any WallClock
    private let directory: FairDirectory
    private let board = TallyBoard()
    private let gate: AccountGate
    private let people: AccountStore
    private let standings: Standings
    private let contacts: ContactEnds
    private let directories: SharedDirectories
    private let loads = LoadQueue()

    package init(on site: ModuleSite) {
        store = site.store
        clock = site.clock
        directory = FairDirectory(agenda: site.shared.object { AgendaDirectory() })
        gate = AccountGate(on: site)
        people = AccountStore(on: site)
        standings = Standings(on: site)
        directories = site.directories
        contacts = ContactEnds(
            directory: directory,
            fairs: FairStore(store: store),
            people: people
        )
    }

    package static var schema: [SchemaStep] { ExpoTables.steps }

    package static var roles: [StaffRole] { [organizer] }
    package static var eventRoles: [StaffRole] { [organizer] }

    package static func event(
        named name: String,
        in store: SpatiaLiteStore
    ) async throws -> NamedEvent? {
        guard let fair = try await FairLoading(store).fairs().fair(name), fair.event != nil else {
            return nil
        }
        return NamedEvent(id: fair.id, names: fair.names)
    }

    package static var kinds: [ImportKind] {
        [
            ImportKind(
                .exhibitors,
                note: "of a fair; also Eventyay's sponsors",
                fields: ExhibitorKind.kind(nil).fieldNames
            ) { work in
                let surroundings = try await ExhibitorSurroundings(of: work.store)
                let twins = ExhibitorTwins()
                return try await ExhibitorKind.kind(surroundings).run(
                    work.input,
                    into: work.store.datasets(ExhibitorCoding.self),
                    options: work.options,
                    clock: work.clock,
                    progress: work.progress,
                    notes: { twins.observe($0) },
                    consents: { [dataset = work.options.dataset, store = work.store] in
                        twins.consents(dataset, among: try await FairLoading(store).snapshot())
                    }
                )
            }.ofEvents(in: ExhibitorCoding.self, \.event),
            ImportKind(BoothKind.kind, in: BoothCoding.self, note: "where they stand")
                .ofEvents(in: BoothCoding.self, \.event),
            ImportKind(
                FairPlaceKind.kind,
                in: FairPlaceCoding.self,
                note: "food, restrooms, stages; also Eventyay's rooms"
            ).ofEvents(in: FairPlaceCoding.self, \.event),
            ImportKind(
                FairLinkKind.kind,
                in: FairLinkCoding.self,
                note: "of a fair: networks and the survey"
            ).ofEvents(in: FairLinkCoding.self, \.event),
        ]
    }

    package static var commands: [any StoreCommand.Type] { [FairCommand.self] }

    package static var layers: [PointLayer] {
        [
            PointLayer(
                "exhibitors",
                columns: ["id", "event", "name", "tier", "booth"]
            ) { store in
                try await FairLoading(store).snapshot().stands.compactMap { stand in
                    stand.place.map { place in
                        let exhibitor = stand.exhibitor
                        return PointLayer.Row(
                            [
                                exhibitor.id, stand.fair, exhibitor.name,
                                exhibitor.standing.tier.rawValue, exhibitor.booth,
                            ],
                            at: place
                        )
                    }
                }
            },
            PointLayer("places", columns: ["id", "event", "kind", "name", "hours"]) { store in
                try await FairLoading(store).places().sorted { $0.id < $1.id }.map { place in
                    PointLayer.Row(
                        [place.id, place.event, place.kind.rawValue, place.name, place.hours],
                        at: place.place
                    )
                }
            },
        ]
    }

    /// What a fair is made of.
    static let datasetKinds: Set<DatasetKind> = [.exhibitors, .booths, .places, .links]

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        let drawn = Mutex<FairStore.DrawnRevision?>(nil)
        let load: @Sendable () async throws -> Void = { [store, directory, loads] in
            try await loads.run {
                // Before the content: what is changed meanwhile is read again.
                let revision = try await FairStore(store: store).drawnRevision()
                directory.replace(try await FairLoading(store).make())
                drawn.withLock { $0 = revision }
            }
        }
        let ratings = RatingStore(store: store)
        part.life.load = { [board] in
            try await load()
            board.update(try await ratings.tallies())
        }
        part.life.kinds = Self.datasetKinds
        part.life.reload = { _ in try await load() }
        part.life.follow = { [board, store] in
            board.update(try await ratings.tallies())
            // Plans and logos that another process has changed: `ambit fair logos`, or another node.
            let revision = try await FairStore(store: store).drawnRevision()
            if drawn.withLock({ $0 != revision }) { try await load() }
        }
        part.life.sweep = { [clock, contacts] limit in
            let count = try await ratings.sweep(limit: limit, at: clock.now)
            return count + (try await contacts.sweep(limit: limit - count, at: clock.now))
        }
        part.life.isReady = { [directory] in directory.snapshot != nil }
        addCounts(to: &part.life)
        let desk = FairDesk(
            directory: directory,
            board: board,
            fairs: FairStore(store: store),
            ratings: ratings,
            draws: DrawStore(store: store),
            shelf: MediaShelf(store),
            gate: gate,
            people: people,
            ways: directories.ways,
            reload: load
        )
        part.routes = { [standings] in Self.routes(of: desk, standings, $0) }
        part.openAPI = PackageResources.openapi_json
        part.searchable = [SearchSource("exhibitors") { [directory] in directory.snapshot?.index }]
        part.markable = [
            MarkableKind("exhibitors", .favorite) { [directory] id throws in
                guard let snapshot = directory.snapshot else { throw Problem.notReady }
                return snapshot.stand(id)?.exhibitor.name
            }
        ]
        part.wayEnds = [FairWayRoutes(desk: desk).booths]
        part.tab = PageTab("expo", files: EmbeddedFiles.all)
        return part
    }

    /// Adds what is counted of fairs.
    private func addCounts(to life: inout ModuleLife) {
        life.gauges = [
            .gauge("ambit_expo_exhibitors", help: "Published exhibitors in memory.") {
                [directory] in Double(directory.snapshot?.stands.count ?? 0)
            },
            .gauge("ambit_expo_ratings", help: "Ratings of exhibitors.") { [board] in
                Double(board.all.values.reduce(0) { $0 + $1.count })
            },
        ]
        life.metrics = [
            .counter(
                "ambit_expo_contacts_erased_total",
                help: "Visitors whose contact was erased because their fairs are over."
            ) { [contacts] in contacts.count }
        ]
    }

    private static func routes(
        of desk: FairDesk,
        _ standings: Standings,
        _ tools: ServiceTools
    ) -> [Route] {
        let tries = CodeTries(tools)
        return FairRoutes(desk: desk, tools: tools).routes
            + ExhibitorRoutes(desk: desk, tools: tools).routes
            + FairWayRoutes(desk: desk).routes
            + RatingRoutes(desk: desk, tools: tools, tries: tries).routes
            + AttendanceRoutes(desk: desk, tools: tools).routes
            + ActivityRoutes(desk: desk, tools: tools, tries: tries).routes
            + MapRoutes(desk: desk, tools: tools).routes
            + MapVersionRoutes(desk: desk, tools: tools).routes
            + OrganizerRoutes(desk: desk, standings: standings, tools: tools).routes
            + DrawRoutes(desk: desk, tools: tools).routes
    }

    package var accountData: (any AccountDataOwner)? {
        ExpoAccountData(ratings: RatingStore(store: store), board: board, people: people)
    }
}

/// Reads what is published of fairs.
struct FairLoading: Sendable {
    private let store: SpatiaLiteStore

    init(_ store: SpatiaLiteStore) { self.store = store }

    /// What makes a snapshot, once the events are known.
    func make() async throws -> FairDirectory.Make {
        // Before the content: what is published meanwhile is read again.
        let versions = try await store.publishedVersions()
            .filter { ExpoModule.datasetKinds.contains($0.kind) }
        let exhibitors = try await all(ExhibitorCoding.self)
        let booths = try await all(BoothCoding.self)
        let places = try await places()
        let links = try await all(FairLinkCoding.self)
        let fairs = FairStore(store: store)
        let maps = try await fairs.maps()
        let logos = try await fairs.logos()
        return { agenda in
            FairSnapshot(
                exhibitors: exhibitors,
                booths: booths,
                places: places,
                maps: maps,
                logos: logos,
                links: links,
                versions: versions,
                agenda: agenda
            )
        }
    }

    /// All of it, for a command.
    func snapshot() async throws -> FairSnapshot {
        let events = try await all(EventCoding.self)
        return try await make()(AgendaSnapshot(events: events, sessions: [], versions: []))
    }

    /// The events alone, as fairs.
    func fairs() async throws -> FairSnapshot {
        let events = try await all(EventCoding.self)
        return FairSnapshot(
            exhibitors: [],
            booths: [],
            places: [],
            maps: [],
            versions: [],
            agenda: AgendaSnapshot(events: events, sessions: [], versions: [])
        )
    }

    func places() async throws -> [FairPlace] { try await all(FairPlaceCoding.self) }

    private func all<Coding: FeatureCoding>(_ coding: Coding.Type) async throws -> [Coding.Record] {
        let all = Mutex<[Coding.Record]>([])
        try await store.forEachRecord(coding) { batch in all.withLock { $0 += batch } }
        return all.withLock { $0 }
    }
}

/// What is kept of an account: ratings and attendance.
private struct ExpoAccountData: AccountDataOwner {
    let ratings: RatingStore
    let board: TallyBoard
    let people: AccountStore

    func export(account: Int64) async throws -> [String: [UInt8]] {
        let (attended, given) = try await ratings.everything(of: account)
        let id = AccountID(rawValue: account)
        let isReachable = try await people.reachable(among: [id]).contains(id)
        let activities = try await ratings.activities(of: account)
        guard !attended.isEmpty || !given.isEmpty || !activities.isEmpty else { return [:] }
        var fairs = JSONWriter(capacity: 256)
        fairs.array { list in
            for attendee in attended {
                list.object { json in
                    json.member("event", attendee.fair)
                    json.member("role", attendee.role?.rawValue)
                    json.member("age_band", attendee.ageBand)
                    json.member("wants_prizes", attendee.isEligible)
                    json.member("eligible", attendee.isEligible && isReachable)
                    json.member("adult_approval_at", attendee.adultApprovalAt?.rfc3339)
                    json.member("joined_at", attendee.joinedAt.rfc3339)
                }
            }
        }
        var stars = JSONWriter(capacity: 160 * (given.count + 1))
        stars.array { list in
            for rating in given {
                list.object { json in
                    json.member("exhibitor", rating.exhibitor)
                    json.member("stars", rating.stars)
                    json.member("rated_at", rating.ratedAt.rfc3339)
                    json.member("received_at", rating.receivedAt.rfc3339)
                    json.member("proof", rating.proof.rawValue)
                }
            }
        }
        var joined = JSONWriter(capacity: 96 * (activities.count + 1))
        joined.array { list in for activity in activities { list.activity(activity) } }
        return [
            "fairs": fairs.takeBytes(), "ratings": stars.takeBytes(),
            "activities": joined.takeBytes(),
        ]
    }

    func erase(account: Int64) async throws { board.update(try await ratings.erase(account)) }
}
