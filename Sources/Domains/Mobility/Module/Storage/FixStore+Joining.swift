internal import Accounts
internal import Foundation
internal import GRDB
internal import Mobility
internal import SpatiaLiteStore
internal import Trajectories
internal import Vault

/// A row as it was read, by what is other when it lost some of its fixes.
struct JoinedRow: Sendable, Hashable {
    let id: Int64
    /// How long its box is.
    let bytes: Int
    let receivedAt: Int64
}

/// Rows of one device that become one.
struct RowJoin: Sendable {
    let account: AccountID
    /// The rows: what is other meanwhile is not joined.
    let rows: [JoinedRow]
    /// When the last one came.
    let receivedAt: Int64
    let box: Data
}

/// Joining what came in many small calls.
///
/// Whoever waits for an acknowledgement waits for the one connection that writes. So nothing is opened, read or sealed
/// there: rows are joined beside it, and it exchanges a few small rows for one, if they are still what was read. A row
/// that is large enough is never joined again, so that no exchange grows with what somebody keeps.
extension FixStore {
    /// So many small rows of a day are joined.
    private static let joinedRows = 64
    /// A row with a box of so many bytes is not small: some 250 fixes. To read it costs little more than to read its
    /// fixes, and to write it once more would cost the disk as much as it did at first.
    static let smallBytes = 2_048
    /// Rows are joined until their boxes have so many bytes together.
    static let joinedBytes = 65_536
    /// So many rows are exchanged for one at most.
    private static let exchangedRows = 128
    /// So much is read at once.
    private static let readBytes = 8 << 20

    /// Joins the rows of a day that came in many small calls, so that reading them all stays quick.
    ///
    /// A joined row has the number of the last one that it is made of, and rows that have been looked at are joined with
    /// such alone: what has been looked at stays so, and nothing else is taken for it.
    ///
    /// - Parameters:
    ///   - settled: The last row that has been looked at.
    ///   - isWaiting: Whether the rows behind that wait to be looked at, and are left alone until they are.
    /// - Throws: ``TravelStoreError/damaged``, or what the store and the vault throw.
    func compact(_ account: AccountID, settled: Int64, isWaiting: Bool) async throws {
        try await compact(account, rows: 0...max(0, settled))
        if !isWaiting { try await compact(account, rows: settled + 1...Int64.max) }
    }

    private func compact(_ account: AccountID, rows: ClosedRange<Int64>) async throws {
        for day in try await busyDays(of: account, rows) {
            for join in try await joins(of: account, on: day, rows) { try await exchange(join) }
        }
    }

    /// The days since 1970 on which many small rows came.
    private func busyDays(
        of account: AccountID,
        _ rows: ClosedRange<Int64>
    ) async throws -> [Int64] {
        try await store.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT received_at / 86400000 FROM mobility_fixes
                    WHERE account = ? AND id BETWEEN ? AND ? AND length(box) < ?
                    GROUP BY 1 HAVING count(*) >= ?
                    """,
                arguments: [
                    account.rawValue, rows.lowerBound, rows.upperBound, Self.smallBytes,
                    Self.joinedRows,
                ]
            )
        }
    }

    /// What can be joined of a day: of each device small rows that follow each other.
    ///
    /// - Parameter day: Days since 1970.
    /// - Throws: ``TravelStoreError/damaged``, or what the store and the vault throw.
    /// - Complexity: O(n) for all that is read: 8 MB at most.
    func joins(
        of account: AccountID,
        on day: Int64,
        _ rows: ClosedRange<Int64> = 0...Int64.max
    ) async throws -> [RowJoin] {
        guard let sealer = try await vault.sealer(of: account) else { return [] }
        let found = try await store.read { db in
            try Self.smallRows(of: account, on: day, rows, in: db)
        }
        var open: [String: JoinDraft] = [:]
        var joins: [RowJoin] = []
        func close(_ draft: JoinDraft?) {
            if let join = draft?.join(of: account, sealer) { joins.append(join) }
        }
        for row in found {
            guard let box = row.box else {
                // Whose it is was not read: what came before it stays before it.
                for draft in open.values { close(draft) }
                open.removeAll()
                continue
            }
            guard let bytes = sealer.open(Array(box), in: TravelTables.fixes.context),
                let batch = Self.batch(bytes)
            else { throw TravelStoreError.damaged }
            var draft = open.removeValue(forKey: batch.device) ?? JoinDraft(device: batch.device)
            draft.add(row.id, box.count, row.receivedAt, batch.fixes)
            if draft.bytes < Self.joinedBytes, draft.count < Self.exchangedRows {
                open[batch.device] = draft
            } else {
                close(draft)
            }
        }
        for draft in open.values { close(draft) }
        return joins
    }

    /// Puts one row in the place of those that it is made of; when this returns, that is on disk.
    ///
    /// - Returns: false where they are not what was read any more: nothing was changed then.
    @discardableResult
    func exchange(_ join: RowJoin) async throws -> Bool {
        try await store.writeInGroup { db in
            for row in join.rows {
                let found = try Row.fetchOne(
                    db.cachedStatement(
                        sql: """
                            SELECT length(box), received_at FROM mobility_fixes
                            WHERE id = ? AND account = ?
                            """
                    ),
                    arguments: [row.id, join.account.rawValue]
                )
                guard let found, found[0] == row.bytes, found[1] == row.receivedAt else {
                    return false
                }
            }
            guard let last = join.rows.last else { return false }
            for row in join.rows {
                try db.cachedStatement(sql: "DELETE FROM mobility_fixes WHERE id = ?")
                    .execute(arguments: [row.id])
            }
            try db.cachedStatement(
                sql:
                    "INSERT INTO mobility_fixes (id, account, received_at, box) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [last.id, join.account.rawValue, join.receivedAt, join.box])
            return true
        }
    }

    /// The rows of a day by their ids, without the boxes of those that are not small.
    private static func smallRows(
        of account: AccountID,
        on day: Int64,
        _ rows: ClosedRange<Int64>,
        in db: Database
    ) throws -> [(id: Int64, receivedAt: Int64, box: Data?)] {
        let cursor = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, received_at, CASE WHEN length(box) < ? THEN box END FROM mobility_fixes
                WHERE account = ? AND received_at / 86400000 = ? AND id BETWEEN ? AND ? ORDER BY id
                """,
            arguments: [smallBytes, account.rawValue, day, rows.lowerBound, rows.upperBound]
        )
        var found: [(id: Int64, receivedAt: Int64, box: Data?)] = []
        var bytes = 0
        while bytes < readBytes, let row = try cursor.next() {
            let box: Data? = row[2]
            found.append((row[0], row[1], box))
            bytes += box?.count ?? 0
        }
        return found
    }
}

/// Rows of a device that follow each other.
private struct JoinDraft {
    let device: String
    private var rows: [JoinedRow] = []
    private var fixes: [Fix] = []
    private var receivedAt: Int64 = 0
    private(set) var bytes = 0

    var count: Int { rows.count }

    init(device: String) { self.device = device }

    mutating func add(_ id: Int64, _ bytes: Int, _ receivedAt: Int64, _ fixes: [Fix]) {
        rows.append(JoinedRow(id: id, bytes: bytes, receivedAt: receivedAt))
        self.fixes += fixes
        self.receivedAt = max(self.receivedAt, receivedAt)
        self.bytes += bytes
    }

    /// nil for a row by itself.
    func join(of account: AccountID, _ sealer: Sealer) -> RowJoin? {
        guard rows.count > 1, fixes.count <= FixBundle.limit else { return nil }
        return RowJoin(
            account: account,
            rows: rows,
            receivedAt: receivedAt,
            box: FixStore.box(device, fixes, sealer)
        )
    }
}
