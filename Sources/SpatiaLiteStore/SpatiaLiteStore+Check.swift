internal import GRDB

extension SpatiaLiteStore {
    /// Verifies the whole file: SQLite's structures and foreign keys, every R-tree against its
    /// points, every point, and that the ledger and the tables agree. Changes nothing.
    ///
    /// - Throws: ``SpatiaLiteStoreError`` only when the check cannot be made; faults are reported.
    /// - Complexity: Reads the whole file.
    public func check() async throws -> IntegrityReport {
        try await connections.onOwnConnection(naming: path, spatial: true) { db in
            // One snapshot, so that what is written meanwhile cannot look like a fault. Ending it
            // may fail on a damaged file, and has nothing to lose.
            try db.execute(sql: "BEGIN")
            defer { try? db.execute(sql: "ROLLBACK") }
            let integrity = IntegrityChecks(db: db)
            return IntegrityReport(
                checks: integrity.all() + [integrity.originsOfMessages()]
            )
        }
    }
}
