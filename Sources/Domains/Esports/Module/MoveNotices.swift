internal import Agenda
internal import DomainModules
internal import Esports
internal import Favorites
internal import GRDB
internal import Notices
internal import SpatiaLiteStore
internal import Timekeeping

/// Tells those who follow a tournament when it was moved, put off or called off: once.
struct MoveNotices: Sendable {
    private let site: ModuleSite

    init(on site: ModuleSite) { self.site = site }

    /// Posts a notice for every tournament that changed.
    ///
    /// - Parameter before: What was published before; nil at the start, when nothing is known to have moved.
    func tell(from before: LeagueSnapshot?, to after: LeagueSnapshot) async throws {
        guard let before else { return }
        let drafts = Self.drafts(from: before, to: after, at: site.clock.now)
        guard !drafts.isEmpty, try await hasNotices() else { return }
        for draft in drafts { try await Notices.on(site).post(draft) }
    }

    /// Whether the module of notices is part of the program: it brings their table.
    private func hasNotices() async throws -> Bool {
        try await site.store.read { db in try db.tableExists("notices_notice") }
    }

    /// What there is to tell. A tournament that is over tells nothing any more.
    static func drafts(
        from before: LeagueSnapshot,
        to after: LeagueSnapshot,
        at moment: Timestamp
    ) -> [Notice.Draft] {
        after.tournaments.compactMap { tournament in
            let (id, event) = (tournament.id, tournament.event)
            guard let old = before.tournament(id)?.event, old.key == event.key,
                old.dataset == event.dataset, event.span.endsAt > moment
            else { return nil }
            let isMoved = old.span.startsAt != event.span.startsAt
            guard isMoved || old.status != event.status else { return nil }
            let title = String(event.title.prefix(60))
            let words: (String, String)? =
                switch event.status {
                case .postponed where old.status != .postponed:
                    ("\(title) is postponed", "When it will be is not known yet.")
                case .cancelled where old.status != .cancelled:
                    ("\(title) is cancelled", "It does not take place.")
                default:
                    isMoved
                        ? (
                            "\(title) was moved",
                            "Now \(event.span.words); before, \(old.span.words)."
                        )
                        : nil
                }
            guard let (headline, body) = words else { return nil }
            let state = "\(event.span.startsAt.millisecondsSince1970)-\(event.status.rawValue)"
            return Notice.Draft(
                to: .followers(of: MarkSubject.text("events", id)),
                topic: "events",
                title: headline,
                body: body,
                from: moment,
                until: event.span.endsAt,
                dedupeKey: "esports-\(MarkSubject.text("events", id))-\(state)"
            )
        }
    }
}
