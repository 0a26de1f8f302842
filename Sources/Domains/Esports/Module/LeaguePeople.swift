internal import Accounts
internal import AccountsModule
internal import DomainModules
internal import Favorites
internal import HTTPService
internal import Hummingbird

/// What the account of a request has marked.
struct LeaguePeople: Sendable {
    private let gate: AccountGate
    private let marks: MarkStore

    /// What somebody has marked.
    struct Marks: Sendable {
        /// The ids of games.
        let games: [String]
        /// The ids of tournaments.
        let events: Set<String>
    }

    init(on site: ModuleSite) {
        gate = AccountGate(on: site)
        marks = MarkStore(site.store)
    }

    /// The marks of the account of a request; nil for a request of nobody.
    func marks(of request: Request) async throws -> Marks? {
        guard let account = try await gate.accountIfPresent(of: request) else { return nil }
        let id = account.id.rawValue
        async let games = marks.entries(.favorite, kind: "games", of: id)
        async let events = marks.entries(.follow, kind: "events", of: id)
        return Marks(
            games: try await games.map(\.id),
            events: Set(try await events.map(\.id))
        )
    }
}
