internal import Accounts
internal import Foundation
internal import GRDB
internal import Mobility
internal import SpatiaLiteStore
internal import Timekeeping
internal import Trajectories
internal import Vault

/// Taking out fixes.
///
/// What goes and what stays of each row is found beside the connection that writes, for which whoever waits for an
/// acknowledgement waits: years of fixes take seconds to open. It takes that over if all fixes are still those that
/// were read.
extension FixStore {
    /// What a removal makes of the rows of an account.
    private struct Removal: Sendable {
        /// By what the rows are known that were read.
        let mark: Mark
        /// The rows that go, or have another box from then on.
        var changes: [(id: Int64, box: Data?)] = []
        /// How many fixes go.
        var count = 0
    }

    /// So often a removal is found anew where others were faster; then it is found while nobody else writes.
    private static let tries = 3

    /// Takes out the fixes of a time; when this returns, that is on disk.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``TravelStoreError``, or what the store and the vault throw.
    func remove(of account: AccountID, from: Timestamp?, to: Timestamp?) async throws -> Int {
        try await remove(of: account) { batch in
            batch.fixes.filter { fix in
                if let from, fix.at < from { return true }
                if let to, fix.at >= to { return true }
                return false
            }
        }
    }

    /// Takes out the fixes of an import; when this returns, that is on disk.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``TravelStoreError``, or what the store and the vault throw.
    func remove(of account: AccountID, imported number: String) async throws -> Int {
        try await remove(of: account) { $0.isOfImport(number) ? [] : $0.fixes }
    }

    private func remove(
        of account: AccountID,
        keeping kept: @escaping @Sendable (FixBatch) -> [Fix]
    ) async throws -> Int {
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        for _ in 0..<Self.tries {
            let removal = try await store.read { db in
                try Self.removal(of: account, sealer, keeping: kept, in: db)
            }
            guard !removal.changes.isEmpty else { return 0 }
            let isDone = try await store.write { db in
                guard try Self.mark(of: account, in: db) == removal.mark else { return false }
                try Self.carryOut(removal, in: db)
                return true
            }
            if isDone { return removal.count }
        }
        return try await store.write { db in
            let removal = try Self.removal(of: account, sealer, keeping: kept, in: db)
            try Self.carryOut(removal, in: db)
            return removal.count
        }
    }

    private static func removal(
        of account: AccountID,
        _ sealer: Sealer,
        keeping kept: (FixBatch) -> [Fix],
        in db: Database
    ) throws -> Removal {
        var removal = Removal(mark: try mark(of: account, in: db))
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT id, box FROM mobility_fixes WHERE account = ?",
            arguments: [account.rawValue]
        )
        while let row = try rows.next() {
            let (id, box): (Int64, Data) = (row[0], row[1])
            guard let bytes = sealer.open(Array(box), in: TravelTables.fixes.context),
                let batch = batch(bytes)
            else { throw TravelStoreError.damaged }
            let rest = kept(batch)
            guard rest.count < batch.fixes.count else { continue }
            removal.count += batch.fixes.count - rest.count
            let fresh = rest.isEmpty ? nil : Self.box(batch.device, rest, sealer)
            removal.changes.append((id, fresh))
        }
        return removal
    }

    private static func carryOut(_ removal: Removal, in db: Database) throws {
        for (id, box) in removal.changes {
            if let box {
                // The new box may be as long as the old one: by its moment the row is known to be another.
                try db.execute(
                    sql: """
                        UPDATE mobility_fixes SET box = ?, received_at = received_at + 1 WHERE id = ?
                        """,
                    arguments: [box, id]
                )
            } else {
                try db.execute(sql: "DELETE FROM mobility_fixes WHERE id = ?", arguments: [id])
            }
        }
    }
}
