internal import GRDB

extension SpatiaLiteStore {
    /// Looks at a file that cannot be opened as a store, because it is damaged or an older Ambit's,
    /// and says as much of it as can be read. Changes nothing.
    ///
    /// - Complexity: Reads the whole file.
    public static func checkUnopened(_ path: String) async -> IntegrityReport {
        do {
            return try await Connections.onRawConnection(to: path) { db in
                let integrity = IntegrityChecks(db: db, path: path)
                return IntegrityReport(
                    checks: integrity.all() + [integrity.originsOfMessages()],
                    remains: filesOfTheDead(beside: path)
                )
            }
        } catch {
            let reason = DatabaseFile.damage(of: path) ?? "\(error)"
            return IntegrityReport(
                checks: [
                    IntegrityCheck(
                        name: "database structure",
                        findings: [reason],
                        remedy: IntegrityChecks.restore
                    )
                ],
                remains: filesOfTheDead(beside: path)
            )
        }
    }

    /// Verifies the whole file: SQLite's structures and foreign keys, every R-tree against its
    /// points, every point, and that the ledger and the tables agree. Changes nothing.
    ///
    /// - Throws: ``SpatiaLiteStoreError`` only when the check cannot be made; faults are reported.
    /// - Complexity: Reads the whole file.
    public func check() async throws -> IntegrityReport {
        // A ledger that cannot be read is told of below.
        let builds = (try? await ledger.abandonedBuilds()) ?? []
        let remains =
            builds.map { "an unfinished version of dataset \($0.dataset)" }
            + Self.filesOfTheDead(beside: path)
        return try await connections.onOwnConnection(naming: path, spatial: true) { db in
            // One snapshot, so that what is written meanwhile cannot look like a fault. Ending it
            // may fail on a damaged file, and has nothing to lose.
            try db.execute(sql: "BEGIN")
            defer { try? db.execute(sql: "ROLLBACK") }
            let integrity = IntegrityChecks(db: db, path: path)
            return IntegrityReport(
                checks: integrity.all() + [integrity.originsOfMessages()],
                remains: remains
            )
        }
    }

    /// The files that processes left beside a database when they were killed, each with its size.
    private static func filesOfTheDead(beside path: String) -> [String] {
        BuildLock.abandoned(database: path).map { file in
            let size = DatabaseFile.size(of: file) ?? 0
            return "\(file) (\(size) \(size == 1 ? "byte" : "bytes"))"
        }
    }
}
