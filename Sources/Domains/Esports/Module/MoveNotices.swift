internal import Agenda
internal import Datasets
internal import DomainModules
internal import Esports
internal import Favorites
internal import HTTPService
internal import Notices
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping

/// Tells those who follow a tournament, or a team of a match, what has changed of when and where it is.
///
/// What was told last is kept in the store, so that what changed while the service was down is told at its next
/// start, and a move back as well as the move before it. Somebody who follows a tournament and both teams of a
/// match hears of its move once.
final class MoveNotices: Sendable {
    private let site: ModuleSite
    private let store: ToldStore
    private let marks: MarkStore
    /// The datasets of which everything is told; nil until that is so for the first time.
    private let finished = Mutex<[DatasetVersion]?>(nil)

    init(on site: ModuleSite) {
        self.site = site
        store = ToldStore(store: site.store)
        marks = MarkStore(site.store)
    }

    /// Posts a notice for everything that differs from what was told of it last; of what is published for the first
    /// time nothing is told.
    func tell(_ snapshot: LeagueSnapshot) async throws {
        let versions = snapshot.versions.filter { [.tournaments, .matches].contains($0.kind) }
        guard finished.withLock({ $0 }) != versions, try await store.isTellable() else { return }
        let now = site.clock.now
        let told = try await store.told()
        var changes: [ToldChange] = []
        for subject in ToldSubject.all(in: snapshot) {
            let old = told[subject.key]
            // Of what was over before anybody heard of it there is nothing to tell.
            guard old != subject.state, old != nil || subject.state.endsAt > now else { continue }
            var change = ToldChange(subject: subject, old: old)
            if let old, let words = subject.words(since: old, at: now) {
                change.draft = words
                change.accounts = try await followers(of: subject, in: snapshot)
            }
            changes.append(change)
        }
        if try await store.keep(changes, at: now) > 0 { Notices.on(site).wake() }
        finished.withLock { $0 = versions }
    }

    /// The accounts that follow the tournament or one of the teams, each once.
    private func followers(
        of subject: ToldSubject,
        in snapshot: LeagueSnapshot
    ) async throws -> [Int64] {
        var accounts: Set<Int64> = []
        if let event = subject.event {
            accounts.formUnion(try await marks.accounts(that: .follow, kind: "events", id: event))
        }
        for team in subject.teams(in: snapshot) {
            accounts.formUnion(try await marks.accounts(that: .follow, kind: "teams", id: team))
        }
        return accounts.sorted()
    }
}

/// Something that takes place, and may be moved.
struct ToldSubject: Sendable {
    /// What people follow when they hear of it.
    enum Sort: Sendable, Hashable {
        /// A tournament.
        case event
        /// A match, by its place in ``LeagueSnapshot/matches``.
        case match(Int)
    }

    let sort: Sort
    let key: ToldKey
    let title: String
    /// The tournament, or that of the match; nil for none.
    let event: String?
    let state: ToldState

    /// All tournaments and matches.
    static func all(in snapshot: LeagueSnapshot) -> [ToldSubject] {
        snapshot.tournaments.map { tournament in
            ToldSubject(
                sort: .event,
                key: ToldKey(kind: .event, id: tournament.id),
                title: tournament.event.title,
                event: tournament.id,
                state: ToldState(of: tournament)
            )
        }
            + snapshot.matches.enumerated().map { number, match in
                ToldSubject(
                    sort: .match(number),
                    key: ToldKey(kind: .match, id: match.id),
                    title: match.titleWithoutResult,
                    event: snapshot.tournament(ofMatchAt: number)?.id,
                    state: ToldState(of: match)
                )
            }
    }

    /// The ids of the teams that play.
    func teams(in snapshot: LeagueSnapshot) -> [String] {
        guard case .match(let number) = sort else { return [] }
        return snapshot.teams(ofMatchAt: number).map(\.id)
    }

    /// What there is to tell; nil for nothing. What has begun or is over tells nothing any more.
    func words(since old: ToldState, at moment: Timestamp) -> Notice.Draft? {
        guard state.endsAt > moment, let (headline, body) = state.words(since: old) else {
            return nil
        }
        return Notice.Draft(
            // Whose it is, is said for each.
            to: .followers(of: MarkSubject.text("events", event ?? key.id)),
            topic: key.kind == .event ? "events" : "matches",
            title: "\(title.prefix(60)) \(headline)",
            body: body,
            link: "/#esports",
            from: moment,
            until: state.endsAt
        )
    }
}
