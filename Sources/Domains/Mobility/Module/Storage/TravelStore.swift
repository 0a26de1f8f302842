internal import Accounts
internal import Foundation
internal import GRDB
internal import Mobility
internal import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping
internal import Vault

/// Why somebody's travels cannot be read or written.
enum TravelStoreError: Error, CustomStringConvertible {
    /// The account was erased meanwhile.
    case erased
    /// A box does not open, or holds what no version has written.
    case damaged

    var description: String {
        switch self {
        case .erased: "the account was erased"
        case .damaged: "what is kept of an account's trips does not open; ambit check tells more"
        }
    }
}

/// How far the store is with an account.
struct TravelMark: Sendable, Hashable {
    /// How often what is kept was changed; 0 where nothing is.
    let revision: Int64
    /// The last row of fixes; 0 for none.
    let lastRow: Int64
}

/// What people's trips, vehicles, settings and fences are kept in.
///
/// What was read last of each account stays in memory for as long as its revision is the one on disk, so that
/// any number of processes may write. A change is made to a copy, is written when nobody was faster, and else
/// is made again.
final class TravelStore: Sendable {
    private struct Kept {
        let traveller: Traveller
        let revision: Int64
        var usedAt: UInt64
    }

    private struct Memory {
        var kept: [AccountID: Kept] = [:]
        var clock: UInt64 = 0
    }

    let store: SpatiaLiteStore
    let vault: Vault
    let standardUnits: [ScoreUnit]
    private let memory = Mutex(Memory())
    private let onChange: @Sendable (AccountID, _ before: Traveller, _ after: Traveller) -> Void

    /// So many accounts stay in memory.
    private static let keptLimit = 200
    /// So often a change is made again where somebody else was faster.
    private static let tries = 50

    /// A store.
    ///
    /// - Parameter onChange: Is told what was kept of an account and what is now, each time that this store has
    ///   changed it.
    init(
        store: SpatiaLiteStore,
        vault: Vault,
        units: [ScoreUnit],
        onChange: @escaping @Sendable (AccountID, Traveller, Traveller) -> Void = { _, _, _ in }
    ) {
        (self.store, self.vault, standardUnits) = (store, vault, units)
        self.onChange = onChange
    }

    /// What is kept of an account.
    ///
    /// - Throws: ``TravelStoreError``, or what the store and the vault throw.
    func traveller(_ account: AccountID) async throws -> Traveller {
        try await load(account).traveller
    }

    /// Changes what is kept of an account; when this returns, that is on disk.
    ///
    /// - Parameter body: Called again where somebody else was faster.
    /// - Returns: What `body` returned, and what is kept now.
    /// - Throws: What `body` throws: nothing was changed then.
    func change<Result: Sendable>(
        _ account: AccountID,
        _ body: @Sendable (inout Traveller) throws -> Result
    ) async throws -> (Result, Traveller) {
        for _ in 0..<Self.tries {
            let (traveller, revision) = try await load(account)
            var changed = traveller
            let result = try body(&changed)
            let changes = changed.log.changes
            guard !changes.isEmpty else { return (result, traveller) }
            guard let sealer = try await vault.sealer(of: account) else {
                throw TravelStoreError.erased
            }
            let encoder = JSONEncoder()
            var boxes: [(String, [UInt8])] = []
            for id in changes.written {
                guard let trip = changed.log.trips[id] else { continue }
                let bytes = Array(try encoder.encode(TripRecord(trip)))
                boxes.append((id, sealer.seal(bytes, in: TravelTables.trip.context)))
            }
            let profile =
                try changes.isProfileChanged
                ? sealer.seal(
                    changed.profileBytes(standard: standardUnits),
                    in: TravelTables.profile.context
                ) : nil
            let written = boxes
            let isWritten = try await store.writeInGroup { db in
                try Self.write(db, account, revision, written, changes.removed, profile)
            }
            guard isWritten else { continue }
            changed.log = changed.log.written()
            changed.revision = revision + 1
            keep(account, changed, revision + 1)
            onChange(account, traveller, changed)
            return (result, changed)
        }
        throw TravelStoreError.damaged
    }

    /// How far the store is with accounts, of all of them in one question.
    ///
    /// - Complexity: O(n log n) for n accounts.
    func marks(of accounts: [AccountID]) async throws -> [AccountID: TravelMark] {
        guard !accounts.isEmpty else { return [:] }
        // Whole numbers, as many as there are: there is a limit to arguments, and none to rows.
        let ids = accounts.map { "(\($0.rawValue))" }.joined(separator: ",")
        return try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    WITH asked(id) AS (VALUES \(ids))
                    SELECT asked.id,
                        (SELECT revision FROM mobility_account WHERE account = asked.id),
                        (SELECT max(id) FROM mobility_fixes WHERE account = asked.id)
                    FROM asked
                    """
            ).reduce(into: [:]) { marks, row in
                marks[AccountID(rawValue: row[0])] = TravelMark(
                    revision: row[1] ?? 0,
                    lastRow: row[2] ?? 0
                )
            }
        }
    }

    /// Forgets what is in memory of an account.
    func forget(_ account: AccountID) {
        memory.withLock { $0.kept[account] = nil }
    }

    private static func write(
        _ db: Database,
        _ account: AccountID,
        _ revision: Int64,
        _ written: [(String, [UInt8])],
        _ removed: Set<String>,
        _ profile: [UInt8]?
    ) throws -> Bool {
        let id = account.rawValue
        let now = try Int64.fetchOne(
            db,
            sql: "SELECT revision FROM mobility_account WHERE account = ?",
            arguments: [id]
        )
        guard now ?? 0 == revision else { return false }
        try db.execute(
            sql: """
                INSERT INTO mobility_account (account, revision, profile) VALUES (?1, ?2, ?3)
                ON CONFLICT (account) DO UPDATE SET revision = ?2, profile = ifnull(?3, profile)
                """,
            arguments: [id, revision + 1, profile.map { Data($0) }]
        )
        for (trip, box) in written {
            try db.execute(
                sql: """
                    INSERT INTO mobility_trip (account, trip, box) VALUES (?1, ?2, ?3)
                    ON CONFLICT (account, trip) DO UPDATE SET box = ?3
                    """,
                arguments: [id, trip, Data(box)]
            )
        }
        for trip in removed {
            try db.execute(
                sql: "DELETE FROM mobility_trip WHERE account = ? AND trip = ?",
                arguments: [id, trip]
            )
        }
        return true
    }

    private func load(_ account: AccountID) async throws -> (traveller: Traveller, revision: Int64)
    {
        let id = account.rawValue
        let known = memory.withLock { $0.kept[account] }
        let knownRevision = known?.revision
        let read = try await store.read { db -> (Int64, Data?, [Data])? in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT revision, profile FROM mobility_account WHERE account = ?",
                arguments: [id]
            )
            let revision: Int64 = row?[0] ?? 0
            guard revision != knownRevision else { return nil }
            let boxes = try Data.fetchAll(
                db,
                sql: "SELECT box FROM mobility_trip WHERE account = ?",
                arguments: [id]
            )
            return (revision, row?[1], boxes)
        }
        if read == nil, let known {
            keep(account, known.traveller, known.revision)
            return (known.traveller, known.revision)
        }
        guard let (revision, profile, boxes) = read, revision > 0 else {
            return (Traveller(standard: standardUnits), 0)
        }
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        func open(_ box: Data, _ context: String) throws -> [UInt8] {
            guard let bytes = sealer.open(Array(box), in: context) else {
                throw TravelStoreError.damaged
            }
            return bytes
        }
        let made = Traveller(
            profile: try profile.map { try open($0, TravelTables.profile.context) },
            trips: try boxes.map { try open($0, TravelTables.trip.context) },
            standard: standardUnits
        )
        guard var made else { throw TravelStoreError.damaged }
        made.revision = revision
        keep(account, made, revision)
        return (made, revision)
    }

    private func keep(_ account: AccountID, _ traveller: Traveller, _ revision: Int64) {
        memory.withLock { memory in
            memory.clock += 1
            if let known = memory.kept[account], known.revision > revision { return }
            memory.kept[account] = Kept(
                traveller: traveller,
                revision: revision,
                usedAt: memory.clock
            )
            guard memory.kept.count > Self.keptLimit else { return }
            let oldest = memory.kept.min { $0.value.usedAt < $1.value.usedAt }
            if let oldest { memory.kept[oldest.key] = nil }
        }
    }
}
