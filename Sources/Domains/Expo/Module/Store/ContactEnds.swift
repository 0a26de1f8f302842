internal import Accounts
internal import AccountsModule
internal import Expo
internal import GRDB
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping

/// Ends what visitors have agreed to for prizes when the last of their fairs is long enough over.
final class ContactEnds: Sendable {
    private struct State {
        var lookedAt: Timestamp?
        var count = 0
    }

    private let directory: FairDirectory
    private let fairs: FairStore
    private let people: AccountStore
    private let state = Mutex(State())

    /// How often there is a look at it, in milliseconds: an hour.
    private static let intervalMilliseconds: Int64 = 3_600_000

    init(directory: FairDirectory, fairs: FairStore, people: AccountStore) {
        self.directory = directory
        self.fairs = fairs
        self.people = people
    }

    /// How many consents were ended since the start.
    var count: Int { state.withLock { $0.count } }

    /// Ends at most so many consents, and erases what hangs on them; nothing within an hour after a look at which
    /// there was nothing left to do.
    ///
    /// - Returns: How many there were.
    func sweep(limit: Int, at now: Timestamp) async throws -> Int {
        let isDue = state.withLock { state in
            guard let last = state.lookedAt else { return true }
            return now.millisecondsSince1970 - last.millisecondsSince1970
                >= Self.intervalMilliseconds
        }
        guard isDue, limit > 0, let snapshot = directory.snapshot else { return 0 }
        try await noteEnds(of: snapshot)
        let ended = try await people.endContacts(try await ends(before: now), limit: limit)
        state.withLock { state in
            state.count += ended
            if ended < limit { state.lookedAt = now }
        }
        return ended
    }

    /// Keeps the ends of the fairs that are published, where they are others than before.
    private func noteEnds(of snapshot: FairSnapshot) async throws {
        var ends: [String: Int64] = [:]
        for fair in snapshot.fairs.values {
            let settings = try await fairs.settings(of: fair.id)
            ends[fair.id] = settings.contactsUntil(fair)?.millisecondsSince1970
        }
        let known = try await fairs.store.read { db in
            try Row.fetchAll(db, sql: "SELECT fair, ends_at FROM expo_contact_end")
                .reduce(into: [String: Int64]()) { known, row in known[row[0]] = row[1] }
        }
        let changed = ends.filter { known[$0.key] != $0.value }
        guard !changed.isEmpty else { return }
        try await fairs.store.write { db in
            for (fair, end) in changed {
                try db.execute(
                    sql: """
                        INSERT INTO expo_contact_end (fair, ends_at) VALUES (?1, ?2)
                        ON CONFLICT (fair) DO UPDATE SET ends_at = ?2
                        """,
                    arguments: [fair, end]
                )
            }
        }
    }

    /// Until when visitors may be reached of whose fairs all are over; nobody of a fair whose end was never known
    /// is among them.
    private func ends(before now: Timestamp) async throws -> [AccountID: Timestamp] {
        try await fairs.store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT a.account, max(coalesce(e.ends_at, ?2)) AS last
                    FROM expo_attendee a LEFT JOIN expo_contact_end e ON e.fair = a.fair
                    GROUP BY a.account HAVING last <= ?1
                    """,
                arguments: [now.millisecondsSince1970, Int64.max]
            ).reduce(into: [:]) { ends, row in
                ends[AccountID(rawValue: row[0])] = Timestamp(millisecondsSince1970: row[1])
            }
        }
    }
}
