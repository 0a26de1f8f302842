internal import Accounts
internal import Cryptography
internal import DomainModules
internal import GRDB
internal import Mobility
internal import Notices
internal import SpatiaLiteStore
internal import Timekeeping

/// Tells people of what happens on their way as notices, which wait for whoever does not listen just then.
///
/// Notices stand in the clear: they say nothing of where somebody is, and of a place not even its name.
struct TravelNotices: Sendable {
    private let site: ModuleSite

    init(on site: ModuleSite) { self.site = site }

    /// So long a warning of the night is worth telling, in milliseconds.
    private static let nightMilliseconds: Int64 = 3 * 3_600_000
    /// So long the news of a place is worth telling, in milliseconds.
    private static let placeMilliseconds: Int64 = 24 * 3_600_000

    /// Whether notices are part of the program: their module brings their table.
    var areThere: Bool {
        get async throws {
            try await site.store.read { db in try db.tableExists("notices_notice") }
        }
    }

    /// Tells somebody that it is night on their walk; once.
    ///
    /// - Returns: Whether the notice is there; false where there are none.
    func tellNight(of trip: Trip, to account: AccountID) async throws -> Bool {
        try await post(
            "The sun is down",
            "Walk where it is lit, and look out for cars.",
            key: "night-\(trip.id)",
            lasting: Self.nightMilliseconds,
            to: account
        )
    }

    /// Tells somebody that they came to a place of theirs, or left it; once.
    ///
    /// - Returns: Whether the notice is there; false where there are none.
    func tell(
        _ passage: FenceState.Passage,
        of fence: Geofence,
        at moment: Timestamp,
        to account: AccountID
    ) async throws -> Bool {
        // The id is a word of its owner's, which the clear does not hold.
        let name = SHA256.hash(Array("\(account)/\(fence.id)".utf8)).prefix(8)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await post(
            passage == .entered ? "You came to a place of yours" : "You left a place of yours",
            "Which one it is, the list of your places says.",
            key: "place-\(name)-\(moment.millisecondsSince1970)-\(passage.rawValue)",
            lasting: Self.placeMilliseconds,
            to: account
        )
    }

    private func post(
        _ title: String,
        _ body: String,
        key: String,
        lasting milliseconds: Int64,
        to account: AccountID
    ) async throws -> Bool {
        guard try await areThere else { return false }
        let now = site.clock.now
        try await Notices.on(site).post(
            Notice.Draft(
                to: .account(account),
                topic: "trips",
                title: title,
                body: body,
                from: now,
                until: now.adding(milliseconds: milliseconds) ?? now,
                dedupeKey: "mobility-\(account)-\(key)"
            )
        )
        return true
    }
}
