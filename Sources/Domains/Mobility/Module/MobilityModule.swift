internal import Accounts
internal import AccountsModule
package import Datasets
package import DomainModules
internal import GRDB
internal import GeoJSON
internal import Geodesy
package import HTTPService
internal import Importing
internal import Mobility
package import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Vault

/// Mobility: trips, and what they spare the air.
package struct MobilityModule: DomainModule {
    package static let name: ModuleName = "mobility"

    private let desk: TravelDesk
    private let store: SpatiaLiteStore
    private let accounts: AccountGate

    package init(on site: ModuleSite) {
        desk = TravelDesk(on: site)
        store = site.store
        accounts = AccountGate(on: site)
    }

    package static var schema: [SchemaStep] { TravelTables.schema }

    package static var kinds: [ImportKind] {
        [
            ImportKind(
                VehicleKind.kind,
                in: VehicleCoding.self,
                note: "models of cars, as fueleconomy.gov lists them"
            ),
            ImportKind(
                FactorKind.kind,
                in: FactorCoding.self,
                note: "what a mile, a gallon or a kilowatt-hour gives off: tables, eGRID, NTD"
            ),
        ]
    }

    package static var importCommands: [any StoreCommand.Type] { [ImportTracksCommand.self] }

    package static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck] {
        try await Vault(store: store, clock: SystemWallClock()).check([
            TravelTables.profile, TravelTables.trip, TravelTables.fixes, TravelTables.friend,
        ])
    }

    package var accountData: (any AccountDataOwner)? { TravelData(desk: desk, store: store) }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.load = { [desk, store] in
            desk.directory.replace(with: try await Self.snapshot(of: store))
        }
        part.life.kinds = [.vehicles, .factors]
        part.life.reload = { [load = part.life.load] _ in try await load() }
        part.life.isReady = { [desk] in desk.directory.snapshot != nil }
        part.life.follow = { [desk] in try await desk.follow() }
        part.life.run = { [desk] in await desk.run() }
        part.life.end = { [desk] in desk.end() }
        part.life.sweep = { [desk] limit in try await desk.sweep(limit: limit) }
        part.life.gauges = [
            .gauge("ambit_mobility_models", help: "Published models of cars in memory.") { [desk] in
                Double(desk.directory.snapshot?.models.count ?? 0)
            },
            .gauge("ambit_mobility_streams", help: "Open streams of trips.") { [desk] in
                Double(desk.hub.listenerCount)
            },
        ]
        part.life.metrics = [
            .counter(
                "ambit_mobility_fixes_refused_total",
                help: "Places that tracking programs sent and that were left out."
            ) { [desk] in desk.refusedCount }
        ]
        part.routes = { [desk, accounts] tools in
            let gate = TravelGate(desk: desk, accounts: accounts, tools: tools)
            return TripStream(gate).routes + TripRoutes(gate).routes + FixRoutes(gate).routes
                + PastRoutes(gate).routes
                + ScoreRoutes(gate).routes + VehicleRoutes(gate).routes
                + SettingsRoutes(gate).routes + FriendRoutes(gate).routes + FenceRoutes(gate).routes
        }
        part.openAPI = PackageResources.openapi_json
        part.tab = PageTab("trips", files: EmbeddedFiles.all)
        return part
    }

    /// The published factors and models.
    static func snapshot(
        of store: SpatiaLiteStore
    ) async throws -> TravelDirectory.Snapshot {
        let factors = Mutex<[Factor]>([])
        let models = Mutex<[VehicleModel]>([])
        try await store.forEachRecord(FactorCoding.self) { batch in
            factors.withLock { $0 += batch }
        }
        try await store.forEachRecord(VehicleCoding.self) { batch in
            models.withLock { $0 += batch }
        }
        return TravelDirectory.Snapshot(
            factors: factors.withLock { $0 },
            models: models.withLock { $0 }
        )
    }
}

/// What is kept of people's travels, for their account's export and end.
private struct TravelData: AccountDataOwner {
    let desk: TravelDesk
    let store: SpatiaLiteStore

    func export(account: Int64) async throws -> [String: [UInt8]] {
        let id = AccountID(rawValue: account)
        let traveller = try await desk.travels.traveller(id)
        let fixes = try await desk.fixes.fixes(of: id)
        let friendships = try await desk.friends.all(of: id)
        guard
            !traveller.log.trips.isEmpty || !fixes.tracks.isEmpty || !friendships.isEmpty
                || !traveller.log.vehicles.isEmpty || !traveller.fences.isEmpty
        else { return [:] }
        let unit = traveller.units[traveller.log.settings.unit] ?? desk.travels.standardUnits[0]
        var members: [String: [UInt8]] = [:]
        var trips = FeatureCollectionWriter(capacity: 4096)
        for trip in traveller.log.trips(from: nil, to: nil) {
            trips.feature(writtenBy: { $0.trip(trip, unit) })
        }
        trips.finish { json in
            json.member(
                "stays",
                array: { list in for stay in traveller.log.stays { list.stay(stay) } }
            )
        }
        members["trips"] = trips.takeBytes()
        members["fixes"] = FixWriting.geoJSON(fixes, desk.clock.now)
        var vehicles = JSONWriter(capacity: 512)
        vehicles.array { list in
            for vehicle in traveller.log.vehicles.values.sorted(by: { $0.id < $1.id }) {
                list.vehicle(vehicle)
            }
        }
        members["vehicles"] = vehicles.takeBytes()
        members["geofences"] = Self.exported(traveller.fences)
        let labels = try await desk.friends.labels(of: id)
        members["friends"] = Self.exported(friendships, of: account, labels)
        return members
    }

    private static func exported(_ fences: [String: WatchedFence]) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.array { list in
            for watched in fences.values.sorted(by: { $0.fence.id < $1.fence.id }) {
                list.object { json in
                    json.member("id", watched.fence.id)
                    json.member("name", watched.fence.name)
                    switch watched.fence.shape {
                    case .circle(let center, let reach):
                        json.member("lat", center.latitude)
                        json.member("lon", center.longitude)
                        json.member("radius_m", reach)
                    case .area:
                        json.name("area")
                        json.geometry(watched.fence.geometry)
                    }
                }
            }
        }
        return json.takeBytes()
    }

    private static func exported(
        _ friendships: [Friendship],
        of account: Int64,
        _ labels: [String: String]
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.array { list in
            for friendship in friendships {
                list.object { json in
                    json.member("id", friendship.id)
                    json.member("state", friendship.standing(for: account)?.rawValue)
                    json.member("asked_for", labels[friendship.id])
                    json.member("since", friendship.since.rfc3339)
                }
            }
        }
        return json.takeBytes()
    }

    func erase(account: Int64) async throws {
        try await store.write { db in
            for (table, column) in [
                ("mobility_trip", "account"), ("mobility_fixes", "account"),
                ("mobility_account", "account"), ("mobility_friend", "account"),
                ("mobility_friend", "asked"),
            ] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE \(column) = ?",
                    arguments: [account]
                )
            }
        }
        let account = AccountID(rawValue: account)
        desk.travels.forget(account)
        desk.past.forget(account)
        desk.hub.end(account)
    }
}
