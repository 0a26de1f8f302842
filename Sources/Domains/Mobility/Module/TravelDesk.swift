internal import Accounts
internal import AccountsModule
internal import DomainModules
internal import HTTPService
internal import Mobility
internal import Roads
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Vault

/// What the routes of trips share: stores, factors, and what fixes tell.
final class TravelDesk: Sendable {
    let travels: TravelStore
    let fixes: FixStore
    let past: PastIndex
    let friends: FriendStore
    let directory = TravelDirectory()
    let hub = TravelHub()
    let accounts: AccountStore
    let clock: any WallClock
    let notices: TravelNotices
    let ways: WayFinder
    private let looks = LooksDue()
    /// Who is to be told what other nodes and commands have changed.
    private let news = LooksDue()
    /// When it was last found that no fixes are too old.
    private let sweptAt = Mutex<Timestamp?>(nil)
    /// How many places of programs were left out.
    private let refusedFixes = Mutex(0)

    init(on site: ModuleSite) {
        let vault = Vault.on(site)
        let units = ScoreUnit.standard(
            bearGrams: site.settings[PolarBearGrams.self]?.grams ?? PolarBearGrams.standard
        )
        travels = TravelStore(store: site.store, vault: vault, units: units) { [hub] in
            // First what others had changed before, whose passages of fences nobody here has found.
            hub.tell($1, of: $0, withFences: true)
            hub.tell($2, of: $0, withFences: false)
        }
        fixes = FixStore(store: site.store, vault: vault)
        past = PastIndex(fixes, clock: site.clock)
        friends = FriendStore(store: site.store, vault: vault)
        accounts = AccountStore(on: site)
        clock = site.clock
        notices = TravelNotices(on: site)
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
    func notice(_ account: AccountID) { looks.insert(account) }

    /// Counts places that a program sent and that are none: such programs are not told, for they would repeat them.
    func noteRefused(_ count: Int) { refusedFixes.withLock { $0 += count } }

    /// How many places of programs were left out since the start.
    var refusedCount: Int { refusedFixes.withLock { $0 } }

    /// Looks at fixes that came, and tells what others have changed, until ``end()``.
    ///
    /// On threads of its own: a look takes as long as there are fixes, and requests wait for the others.
    func run() async {
        let looking = Self.work(on: looks, .background) { [self] in try await look(at: $0) }
        let telling = Self.work(on: news, .utility) { [self] in try await tellNews(to: $0) }
        for over in [looking, telling] { for await _ in over {} }
    }

    /// Does something for whoever is due, until there are no more bells.
    ///
    /// - Returns: Ends when that is so.
    private static func work(
        on due: LooksDue,
        _ priority: TaskPriority,
        _ body: @escaping @Sendable (AccountID) async throws -> Void
    ) -> AsyncStream<Void> {
        let over = AsyncStream<Void>.makeStream()
        Task.detached(priority: priority) {
            for await _ in due.bells {
                while let account = due.next() {
                    let began = ContinuousClock.now
                    // What fails is tried again with the next fixes, or when somebody asks.
                    try? await body(account)
                    due.rest(account, after: began.duration(to: .now))
                }
            }
            over.continuation.finish()
        }
        return over.stream
    }

    func end() {
        looks.end()
        news.end()
        hub.end()
    }

    // MARK: Keeping

    /// Takes out fixes that are older than their owners keep them, and forgets pasts that nobody asks for.
    ///
    /// - Returns: How many rows went.
    func sweep(limit: Int) async throws -> Int {
        past.sweep()
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

    /// Notes what others have changed: those who listen are told soon.
    ///
    /// Called several times a second while anybody writes anything, so that all who listen are asked of at once.
    func follow() async throws {
        let heard = hub.heard
        guard !heard.isEmpty else { return }
        let marks = try await travels.marks(of: heard)
        for account in hub.accounts(withNewsIn: marks) { news.insert(account) }
    }

    /// Begins to listen to what happens on somebody's trips from now on.
    ///
    /// - Returns: nil where as many listen as may.
    /// - Throws: What ``TravelStore/traveller(_:)`` throws.
    func listen(to account: AccountID) async throws -> TravelHub.Listener? {
        let listener = hub.listen(to: account, knowing: try await travels.traveller(account))
        // What was changed between the two, and how long a trip is that goes on.
        if listener != nil { news.insert(account) }
        return listener
    }

    /// Tells those who listen to an account what others have changed: its trips, its fences, and the length of a trip
    /// that goes on.
    private func tellNews(to account: AccountID) async throws {
        guard hub.isHeard(account) else { return }
        let traveller = try await travels.traveller(account)
        hub.tell(traveller, of: account, withFences: true)
        guard let trip = traveller.log.ongoing else { return }
        let last = try await fixes.lastRow(of: account)
        guard hub.isNews(trip, upTo: last, of: account) else { return }
        let (way, _, row) = try await seen(of: trip, account)
        hub.tell(trip, meters: way?.meters ?? 0, upTo: row, of: account)
    }
}

/// What whoever runs the service lets a polar bear stand for.
package struct PolarBearGrams: Sendable, Hashable {
    /// In grams of CO2.
    package let grams: Double

    /// A mass.
    package init(grams: Double) { self.grams = grams }

    static let standard = 1e6
    /// What it may be, as any mass of a unit.
    package static var range: ClosedRange<Double> { ScoreUnit.gramsRange }
}

/// Names of trips, vehicles and fences: 16 letters and digits by chance.
enum FreshID {
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

    static func make() -> String {
        String((0..<16).map { _ in letters[Int.random(in: 0..<32)] })
    }
}
