internal import Accounts
internal import AccountsModule
internal import DomainModules
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Mobility
internal import Roads
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Trajectories
internal import Vault

/// What the routes of trips share: stores, factors, and what fixes tell.
final class TravelDesk: Sendable {
    let travels: TravelStore
    let fixes: FixStore
    let friends: FriendStore
    let directory = TravelDirectory()
    let hub = TravelHub()
    let accounts: AccountStore
    let clock: any WallClock
    private let ways: WayFinder
    /// Accounts with fixes that nobody has looked at.
    private let dirty = Mutex<Set<AccountID>>([])
    /// When it was last found that no fixes are too old.
    private let sweptAt = Mutex<Timestamp?>(nil)
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// How old what is told apart may be without a look at it, in milliseconds.
    private static let lookBackMilliseconds: Int64 = 2 * 3_600_000

    init(on site: ModuleSite) {
        let vault = Vault.on(site)
        let units = ScoreUnit.standard(
            bearGrams: site.settings[PolarBearGrams.self]?.grams ?? PolarBearGrams.standard
        )
        travels = TravelStore(store: site.store, vault: vault, units: units)
        fixes = FixStore(store: site.store, vault: vault)
        friends = FriendStore(store: site.store, vault: vault)
        accounts = AccountStore(on: site)
        clock = site.clock
        ways = site.directories.ways
    }

    /// How somebody's trips are scored.
    func rule(_ settings: TravelSettings) -> ScoreRule {
        ScoreRule(directory.factors, by: settings.fuelAuthority)
    }

    /// What an edit of somebody's trips needs.
    func context(_ traveller: Traveller) -> EditContext {
        EditContext(rule: rule(traveller.log.settings), now: clock.now, freshID: FreshID.make())
    }

    // MARK: Fixes

    /// Notes that fixes came, to be looked at soon.
    func notice(_ account: AccountID) {
        _ = dirty.withLock { $0.insert(account) }
        bell.continuation.yield()
    }

    /// Looks at fixes that came, until ``end()``.
    func run() async {
        for await _ in bell.stream {
            while let account = dirty.withLock({ $0.popFirst() }) {
                // What fails is tried again with the next fixes, or when somebody asks.
                _ = try? await look(at: account)
            }
        }
    }

    func end() {
        bell.continuation.finish()
        hub.end()
    }

    /// What fixes tell of a trip that goes on, of fences and of trips that nobody told.
    func look(at account: AccountID) async throws {
        try await fixes.compact(account)
        let before = try await travels.traveller(account)
        let after = try await settle(account)
        tellChanges(from: before, to: after, account)
        guard let trip = after.log.ongoing else {
            return try await watchFences(after, account)
        }
        let seen = try await seen(of: trip, account)
        if let last = seen.last,
            NightAlert.isDue(
                for: trip,
                at: last.place,
                now: last.at,
                settings: after.log.settings
            )
        {
            let (isNew, _) = try await travels.change(account) { traveller in
                traveller.log.noteNight(of: trip.id)
            }
            if isNew { hub.tell(.night(trip), to: account) }
        }
        hub.tell(.distance(trip, meters: seen.meters), to: account)
        try await watchFences(after, account)
    }

    /// How far somebody went on a trip by their fixes, without the noise of single ones.
    func seen(
        of trip: Trip,
        _ account: AccountID
    ) async throws -> (meters: Double, line: [Coordinate], last: Fix?) {
        let found = try await fixes.fixes(
            of: account,
            from: trip.startedAt,
            to: trip.endedAt?.adding(milliseconds: 1)
        ).carried
        guard let itinerary = try? Segmenter().itinerary(of: found) else {
            return (0, [], found.last)
        }
        let legs = itinerary.trips.flatMap(\.legs)
        return (
            legs.reduce(0) { $0 + $1.meters },
            TravelLine.simplified(legs.flatMap(\.line), meters: 5), found.last
        )
    }

    /// Tells fixes apart into trips that came since the last time, where their owner wants that.
    func settle(_ account: AccountID) async throws -> Traveller {
        let known = try await travels.traveller(account)
        guard known.log.settings.tracksItself else { return known }
        let open = known.log.ongoing.map { $0.source == .auto && !$0.isCorrected } ?? false
        let last = try await fixes.lastRow(of: account)
        guard last > known.settledRow || open,
            try await accounts.hasConsent(account, .autoTrack)
        else { return known }
        let now = clock.now
        let kept = try await fixes.fixes(of: account, newerThan: known.settledRow)
        let row = kept.lastRow
        let window = Self.window(kept, known.log)
        guard let first = window.first, let end = window.last else { return known }
        if open, last == known.settledRow, !Self.isOver(end, now) { return known }
        let told = try? Segmenter().itinerary(of: window)
        let matcher = ways.matcher(for: .drive)
        var looks: [[RoadLook?]] = []
        let itinerary = try told?.mappingLegs { number, leg in
            while looks.count <= number { looks.append([]) }
            let look = try matcher.flatMap { matcher in
                try RoadLook(of: leg, Array(window[leg.range]), by: matcher)
            }
            looks[number].append(look)
            return look.map { leg.weighed(by: $0.weights) } ?? leg
        }
        let measured = looks.map { $0.map { look in look.map { ($0.meters, $0.fraction) } } }
        let isOver = Self.isOver(end, now)
        return try await travels.change(account) { [directory] traveller in
            let rule = ScoreRule(
                directory.factors,
                by: traveller.log.settings.fuelAuthority
            )
            if let itinerary {
                try traveller.log.take(
                    itinerary,
                    from: first.at,
                    to: end.at.adding(milliseconds: 1) ?? end.at,
                    isOver: isOver,
                    alongRoads: measured,
                    rule: rule,
                    freshID: FreshID.make
                )
            }
            traveller.log.settledTo = end.at
            traveller.settledRow = max(traveller.settledRow, row)
            traveller.log.touchProfile()
        }.1
    }

    private static func isOver(_ last: Fix, _ now: Timestamp) -> Bool {
        now.milliseconds(since: last.at) > Int64(SegmentingRules().gapSeconds * 1000)
    }

    /// The fixes to look at: from the stay on that was the last one well before what is new.
    private static func window(_ kept: KeptFixes, _ log: TravelLog) -> [Fix] {
        let new =
            kept.earliestNew ?? kept.tracks.compactMap(\.last?.at).max()
            ?? Timestamp(millisecondsSince1970: 0)
        let stay = log.stays.last { stay in
            stay.kind == .stay && new.milliseconds(since: stay.from) >= lookBackMilliseconds
        }
        guard let stay else { return kept.carried }
        return CarriedFixes.fixes(of: kept.tracks.map { $0.filter { $0.at >= stay.from } })
    }

    // MARK: Keeping

    /// Takes out fixes that are older than their owners keep them.
    ///
    /// - Returns: How many rows went.
    func sweep(limit: Int) async throws -> Int {
        let now = clock.now
        let isSwept = sweptAt.withLock { swept in
            swept.map { (0..<3_600_000).contains(now.milliseconds(since: $0)) } ?? false
        }
        guard !isSwept else { return 0 }
        var removed = 0
        for account in try await fixes.owners() where removed < limit {
            guard let days = try await travels.traveller(account).log.settings.keptDays else {
                continue
            }
            // What is kept for no day is told apart into trips first, within an hour.
            let kept = max(Int64(days) * 86_400_000, 3_600_000)
            guard let before = clock.now.adding(milliseconds: -kept) else { continue }
            removed += try await fixes.removeReceived(
                before: before,
                of: account,
                limit: limit - removed
            )
        }
        if removed == 0 { sweptAt.withLock { $0 = now } }
        return removed
    }

    // MARK: Telling

    private func tellChanges(from before: Traveller, to after: Traveller, _ account: AccountID) {
        guard hub.isHeard(account) else { return }
        for trip in after.log.trips.values where before.log.trips[trip.id] == nil {
            hub.tell(.started(trip), to: account)
            if trip.state == .ended { hub.tell(.ended(trip, total: after.log.total), to: account) }
        }
        for trip in after.log.trips.values where trip.state == .ended {
            if before.log.trips[trip.id]?.state == .ongoing {
                hub.tell(.ended(trip, total: after.log.total), to: account)
            }
        }
    }

    private func watchFences(_ traveller: Traveller, _ account: AccountID) async throws {
        guard !traveller.fences.isEmpty else { return }
        let seen = traveller.fences.values.compactMap(\.state.seenAt).min()
        // From well before, so that the device that is carried is known.
        let begin = seen?.adding(milliseconds: -Self.lookBackMilliseconds)
        let fresh = try await fixes.fixes(of: account, from: begin).carried.filter { fix in
            seen.map { fix.at >= $0 } ?? true
        }
        guard !fresh.isEmpty else { return }
        let (passages, _) = try await travels.change(account) { traveller in
            var passages: [(Geofence, FenceState.Passage, Timestamp)] = []
            for id in traveller.fences.keys.sorted() {
                guard var watched = traveller.fences[id] else { continue }
                for fix in fresh {
                    if let passage = watched.state.take(fix, of: watched.fence) {
                        passages.append((watched.fence, passage, fix.at))
                    }
                }
                guard watched != traveller.fences[id] else { continue }
                traveller.fences[id] = watched
                traveller.log.touchProfile()
            }
            return passages
        }
        for (fence, passage, at) in passages {
            hub.tell(.fence(fence, passage, at), to: account)
        }
    }
}

/// What whoever runs the service lets a polar bear stand for.
package struct PolarBearGrams: Sendable, Hashable {
    /// In grams of CO2.
    package let grams: Double

    /// A mass.
    package init(grams: Double) { self.grams = grams }

    static let standard = 1e6
}

/// Names of trips, vehicles and fences: 16 letters and digits by chance.
enum FreshID {
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    static func make() -> String {
        String((0..<16).map { _ in letters[Int.random(in: 0..<32)] })
    }
}

extension TravelEvent {
    static func started(_ trip: Trip) -> TravelEvent {
        make("started") { json in
            json.member("id", trip.id)
            json.member("started_at", trip.startedAt.rfc3339)
            json.member("mode", trip.legs.last?.form.rawValue)
        }
    }

    static func distance(_ trip: Trip, meters: Double) -> TravelEvent {
        make("distance") { json in
            json.member("id", trip.id)
            json.member("distance_m", (meters * 10).rounded() / 10)
        }
    }

    static func ended(_ trip: Trip, total: Grams) -> TravelEvent {
        make("ended") { json in
            json.member("id", trip.id)
            json.member("distance_m", (trip.meters * 10).rounded() / 10)
            json.member("avoided_g", trip.avoided.value)
            json.member("total_avoided_g", total.value)
        }
    }

    /// Says nothing of where.
    static func night(_ trip: Trip) -> TravelEvent {
        make("night") { $0.member("id", trip.id) }
    }

    static func fence(
        _ fence: Geofence,
        _ passage: FenceState.Passage,
        _ at: Timestamp
    ) -> TravelEvent {
        make(passage.rawValue) { json in
            json.member("geofence", fence.id)
            json.member("name", fence.name)
            json.member("at", at.rfc3339)
        }
    }

    private static func make(_ name: String, _ members: (inout JSONWriter) -> Void) -> TravelEvent {
        var json = JSONWriter(capacity: 128)
        json.object(members)
        return TravelEvent(name: name, json: json.takeBytes())
    }
}
