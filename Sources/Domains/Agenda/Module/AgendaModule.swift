package import Agenda
internal import AgendaRecords
package import Datasets
package import DomainModules
internal import FeatureCollections
internal import Geodesy
package import HTTPService
internal import Importing
package import SpatiaLiteStore
internal import Synchronization
internal import TextSearch
internal import Timekeeping

/// Agenda: events with their places and times, and the sessions of their programmes.
package struct AgendaModule: DomainModule {
    package static let name: ModuleName = "agenda"
    package static let isCommonGround = true

    private let store: SpatiaLiteStore
    private let directory: AgendaDirectory
    private let loads = LoadQueue()
    private let memo = CollectionMemo()
    private let search = AgendaSearch()

    package init(on site: ModuleSite) {
        store = site.store
        directory = site.shared.object { AgendaDirectory() }
    }

    package static var kinds: [ImportKind] {
        [
            ImportKind(
                EventKind.kind.name,
                note: "tables, calendars (.ics), schedules of frab, Eventyay",
                fields: EventKind.kind.fieldNames
            ) { work in
                let keys = EventKeys()
                return try await EventKind.kind.run(
                    work.input,
                    into: work.store.datasets(EventCoding.self),
                    options: work.options,
                    clock: work.clock,
                    memory: work.store,
                    progress: work.progress,
                    notes: { keys.observe($0) },
                    consents: { [dataset = work.options.dataset, store = work.store] in
                        keys.consents(dataset, among: try await snapshot(of: store).events)
                    }
                )
            }.repaired,
            ImportKind(SessionKind.kind, in: SessionCoding.self, note: "the same, of programmes")
                .repaired.ofEvents(in: SessionCoding.self, \.event),
        ]
    }

    package static var commands: [any StoreCommand.Type] { [CalendarCommand.self] }

    package static var layers: [PointLayer] {
        [
            PointLayer(
                "events",
                columns: ["id", "title", "starts", "ends", "time_zone", "status", "venue", "city"]
            ) { store in
                try await snapshot(of: store).events.compactMap { event in
                    event.venue.place.map { place in
                        PointLayer.Row(
                            [
                                event.id, event.title, event.span.firstText, event.span.lastText,
                                event.span.zone, event.status.rawValue, event.venue.name,
                                event.venue.city,
                            ],
                            at: place
                        )
                    }
                }
            }
        ]
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.load = { [store, directory, loads, search] in
            try await loads.run {
                let snapshot = try await Self.snapshot(of: store)
                search.replace(with: snapshot)
                directory.replace(with: snapshot)
            }
        }
        part.life.kinds = [.events, .tournaments, .sessions]
        part.life.reload = { [load = part.life.load] _ in try await load() }
        part.life.isReady = { [directory] in directory.snapshot != nil }
        part.life.end = { [directory] in directory.endAll() }
        part.life.gauges = [
            .gauge("ambit_agenda_events", help: "Published events in memory.") { [directory] in
                Double(directory.snapshot?.events.count ?? 0)
            },
            .gauge("ambit_agenda_sessions", help: "Published sessions in memory.") { [directory] in
                Double(directory.snapshot?.sessions.count ?? 0)
            },
        ]
        part.routes = { [directory] tools in
            EventRoutes(
                directory: directory,
                clock: tools.clock,
                extensions: tools.extensions(of: "/v1/events")
            ).routes
                + SessionRoutes(directory: directory, clock: tools.clock).routes
                + AgendaStreamRoutes(directory: directory, clock: tools.clock).routes
        }
        part.markable = [
            MarkableKind("sessions", .favorite) { [directory] id throws in
                guard let snapshot = directory.snapshot else { throw Problem.notReady }
                return snapshot.session(id)?.title
            }
        ]
        part.openAPI = PackageResources.openapi_json
        part.searchable = search.sources
        part.collections = { [memo, directory] in
            guard let snapshot = directory.snapshot else { return nil }
            let revision = DatasetRevision.text(of: snapshot.versions)
            return memo.collections(of: snapshot, revision: revision) {
                [EventContent.collection(of: snapshot, revision: revision)]
            }
        }
        return part
    }

    /// All that is published.
    package static func snapshot(of store: SpatiaLiteStore) async throws -> AgendaSnapshot {
        // Before the content: what is published meanwhile is read again.
        let versions = try await store.publishedVersions()
            .filter { [.events, .tournaments, .sessions].contains($0.kind) }
        let events = Mutex<[Event]>([])
        let sessions = Mutex<[Session]>([])
        try await store.forEachRecord(EventCoding.self) { batch in events.withLock { $0 += batch } }
        try await store.forEachRecord(TournamentEventCoding.self) { batch in
            events.withLock { $0 += batch }
        }
        try await store.forEachRecord(SessionCoding.self) { batch in
            sessions.withLock { $0 += batch }
        }
        return AgendaSnapshot(
            events: events.withLock { $0 },
            sessions: sessions.withLock { $0 },
            versions: versions
        )
    }
}
