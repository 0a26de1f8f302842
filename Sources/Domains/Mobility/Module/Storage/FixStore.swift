internal import Accounts
internal import Foundation
internal import GRDB
internal import Mobility
internal import SpatiaLiteStore
internal import Timekeeping
internal import Trajectories
internal import Vault

/// What people's fixes are kept in: sealed call by call, read back as one list in which each device has a
/// moment once.
struct FixStore: Sendable {
    let store: SpatiaLiteStore
    let vault: Vault

    /// How many bytes the name of a device may have.
    static let deviceLimit = 64

    /// Keeps fixes; when this returns, they are on disk.
    ///
    /// - Returns: false where the account has not agreed, or not any more: nothing was kept then.
    /// - Throws: ``TravelStoreError/erased``, or what the store and the vault throw.
    func add(
        _ batches: [FixBatch],
        of account: AccountID,
        at moment: Timestamp
    ) async throws -> Bool {
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        let boxes = batches.filter { !$0.fixes.isEmpty }.map { batch in
            Self.box(batch.device, batch.fixes, sealer)
        }
        return try await store.writeInGroup { db in
            let agrees = try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT 1 FROM accounts_live_consent
                        WHERE account = ? AND purpose = 'auto_track'
                        """
                ),
                arguments: [account.rawValue]
            )
            guard agrees == true else { return false }
            for box in boxes {
                try db.cachedStatement(
                    sql: "INSERT INTO mobility_fixes (account, received_at, box) VALUES (?, ?, ?)"
                ).execute(arguments: [account.rawValue, moment.millisecondsSince1970, box])
            }
            return true
        }
    }

    /// The fixes of an account, those of each device by the order of their times; of one device's fixes of one moment
    /// the first that came.
    ///
    /// - Parameters:
    ///   - newerThan: A row.
    ///   - withImports: Whether fixes of old histories are among them, which tell their own trips.
    /// - Throws: ``TravelStoreError``, or what the store and the vault throw.
    /// - Complexity: O(n log n) for the fixes that came since shortly before `from`, and O(1) for each earlier row.
    func fixes(
        of account: AccountID,
        from: Timestamp? = nil,
        to: Timestamp? = nil,
        newerThan known: Int64 = .max,
        withImports: Bool = true
    ) async throws -> KeptFixes {
        // No fix is taken that is farther ahead of the clock: what came earlier is earlier.
        let received = from?.adding(milliseconds: -Fix.clockSkewMilliseconds)
        let (last, rows) = try await store.read { db in
            let last = try Self.lastRow(of: account, in: db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, box FROM mobility_fixes
                    WHERE account = ? AND received_at >= ? ORDER BY id
                    """,
                arguments: [account.rawValue, received?.millisecondsSince1970 ?? .min]
            ).map { (id: $0[0] as Int64, box: $0[1] as Data) }
            return (last, rows)
        }
        guard !rows.isEmpty else { return KeptFixes(lastRow: last) }
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        struct Track {
            var fixes: [Fix] = []
            var moments: Set<Timestamp> = []
        }
        var tracks: [String: Track] = [:]
        var kept = KeptFixes(lastRow: last)
        for row in rows {
            guard let bytes = sealer.open(Array(row.box), in: TravelTables.fixes.context),
                let batch = Self.batch(bytes)
            else { throw TravelStoreError.damaged }
            if !withImports, batch.isImported { continue }
            var track = tracks.removeValue(forKey: batch.device) ?? Track()
            for fix in batch.fixes {
                if let from, fix.at < from { continue }
                if let to, fix.at >= to { continue }
                guard track.moments.insert(fix.at).inserted else { continue }
                track.fixes.append(fix)
                if row.id > known {
                    kept.earliestNew = min(kept.earliestNew ?? fix.at, fix.at)
                } else {
                    kept.known.append(fix.at)
                }
            }
            tracks[batch.device] = track
        }
        let sorted = tracks.filter { !$0.value.fixes.isEmpty }.sorted { $0.key < $1.key }
        (kept.devices, kept.tracks) = (sorted.map(\.key), sorted.map { $0.value.fixes.inOrder })
        return kept
    }

    /// What is other when fixes of an account are others: rows that came, went, or lost some of theirs.
    struct Mark: Sendable, Hashable {
        let last: Int64
        let rows: Int64
        let bytes: Int64
        /// Of the moments of all rows: one that lost some of its fixes has another, however long its box is.
        let moments: Int64
    }

    /// By what the fixes of an account are known again without reading them.
    ///
    /// - Complexity: O(rows)
    func mark(of account: AccountID) async throws -> Mark {
        try await store.read { db in try Self.mark(of: account, in: db) }
    }

    static func mark(of account: AccountID, in db: Database) throws -> Mark {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT coalesce(max(id), 0), count(*), coalesce(sum(length(box)), 0),
                    coalesce(sum(received_at % 86400000), 0)
                FROM mobility_fixes WHERE account = ?
                """,
            arguments: [account.rawValue]
        )
        return Mark(
            last: row?[0] ?? 0,
            rows: row?[1] ?? 0,
            bytes: row?[2] ?? 0,
            moments: row?[3] ?? 0
        )
    }

    /// The last row of fixes of an account; 0 for none.
    func lastRow(of account: AccountID) async throws -> Int64 {
        try await store.read { db in try Self.lastRow(of: account, in: db) }
    }

    private static func lastRow(of account: AccountID, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db,
            sql: "SELECT max(id) FROM mobility_fixes WHERE account = ?",
            arguments: [account.rawValue]
        ) ?? 0
    }

    /// The accounts that have fixes.
    func owners() async throws -> [AccountID] {
        try await store.read { db in
            try Int64.fetchAll(db, sql: "SELECT DISTINCT account FROM mobility_fixes")
                .map { AccountID(rawValue: $0) }
        }
    }

    /// The moments that are kept of an import's devices, those of each by themselves.
    func moments(of account: AccountID, imported number: String) async throws -> [[Timestamp]] {
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        let boxes = try await store.read { db in
            try Data.fetchAll(
                db,
                sql: "SELECT box FROM mobility_fixes WHERE account = ?",
                arguments: [account.rawValue]
            )
        }
        var moments: [String: Set<Timestamp>] = [:]
        for box in boxes {
            guard let bytes = sealer.open(Array(box), in: TravelTables.fixes.context),
                let batch = Self.batch(bytes)
            else { throw TravelStoreError.damaged }
            guard batch.isOfImport(number) else { continue }
            moments[batch.device, default: []].formUnion(batch.fixes.map(\.at))
        }
        return moments.values.map(Array.init)
    }

    /// Takes out at most so many rows of an account that came before a moment.
    func removeReceived(
        before moment: Timestamp,
        of account: AccountID,
        limit: Int
    ) async throws -> Int {
        try await store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM mobility_fixes WHERE id IN (
                        SELECT id FROM mobility_fixes
                        WHERE account = ? AND received_at < ? LIMIT ?
                    )
                    """,
                arguments: [account.rawValue, moment.millisecondsSince1970, limit]
            )
            return db.changesCount
        }
    }

    /// Fixes of a device, sealed for a row.
    static func box(_ device: String, _ fixes: [Fix], _ sealer: Sealer) -> Data {
        let name = Array(device.utf8.prefix(deviceLimit))
        let bytes = [UInt8(name.count)] + name + FixBundle.bytes(of: fixes)
        return Data(sealer.seal(bytes, in: TravelTables.fixes.context))
    }

    static func batch(_ bytes: [UInt8]) -> FixBatch? {
        guard let count = bytes.first, bytes.count > Int(count) else { return nil }
        let end = 1 + Int(count)
        guard let fixes = FixBundle.fixes(of: Array(bytes[end...])) else { return nil }
        return FixBatch(device: String(decoding: bytes[1..<end], as: UTF8.self), fixes: fixes)
    }
}
