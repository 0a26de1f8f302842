internal import Foundation
internal import GRDB

extension Connections {
    /// How often it is tried to begin on all connections between two commits.
    private static let tries = 8

    /// Reads one consistent snapshot on several connections of their own at once.
    ///
    /// All begin to read, and then it is asked whether anybody has committed meanwhile: if nobody has, they
    /// see the same. Where others commit without a pause, one connection reads everything.
    ///
    /// - Parameters:
    ///   - most: How many connections; never more than there are processors.
    ///   - body: Called on each of them, at the same time; they share the work among themselves.
    func readTogether(
        onAtMost most: Int,
        _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        let count = min(most, ProcessInfo.processInfo.activeProcessorCount)
        guard count > 1 else { return try await read(body) }
        do {
            var configuration = Self.configuration(
                path: path,
                access: .readOnly,
                options: .standard
            )
            // The transactions begin before the work and end after it.
            configuration.allowsUnsafeTransactions = true
            let readers = try (0..<count).map { _ in
                try DatabaseQueue(path: path, configuration: configuration)
            }
            defer { for reader in readers { try? reader.close() } }
            for _ in 0..<Self.tries where try await beginTogether(readers) {
                return try await Self.onEach(readers, body)
            }
            try await Self.onEach(Array(readers.prefix(1)), body)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path, isOpen: true)
        }
    }

    /// - Returns: Whether all see the same; else only the first goes on reading what it sees.
    private func beginTogether(_ readers: [DatabaseQueue]) async throws -> Bool {
        let version = try await dataVersion()
        for reader in readers {
            try await reader.writeWithoutTransaction { db in
                if db.isInsideTransaction { try db.rollback() }
                try db.execute(sql: "BEGIN DEFERRED")
                // The snapshot is taken with the first look.
                _ = try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema LIMIT 1")
            }
        }
        return try await dataVersion() == version
    }

    private static func onEach(
        _ readers: [DatabaseQueue],
        _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in readers {
                group.addTask {
                    try await reader.writeWithoutTransaction { db in
                        defer { try? db.rollback() }
                        try body(db)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
