internal import Cryptography
internal import Expo
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping

/// What the module keeps of fairs beside what is imported: settings, keys and plans.
struct FairStore: Sendable {
    let store: SpatiaLiteStore

    // MARK: Settings

    /// What is set for a fair, with the key of its booths' codes, which is made when it is first asked for.
    func fair(_ id: String) async throws -> (settings: FairSettings, codes: BoothCodes) {
        if let found = try await store.read({ db in try Self.fair(id, in: db) }) { return found }
        return try await store.write { db in
            if let found = try Self.fair(id, in: db) { return found }
            try Self.set(FairSettings(), of: id, in: db)
            return try Self.fair(id, in: db) ?? (FairSettings(), BoothCodes(fairKey: .init()))
        }
    }

    /// What is set for a fair; what every fair has where nothing is.
    func settings(of id: String) async throws -> FairSettings {
        try await store.read { db in try Self.fair(id, in: db)?.settings } ?? FairSettings()
    }

    /// Changes what is set, in one transaction with reading it, so that of changes at once none is lost; when this
    /// returns, it is on disk.
    ///
    /// - Returns: What is set then.
    func change(_ id: String, _ change: FairSettings.Change) async throws -> FairSettings {
        try await store.write { db in
            var settings = try Self.fair(id, in: db)?.settings ?? FairSettings()
            settings.apply(change)
            try Self.set(settings, of: id, in: db)
            return settings
        }
    }

    private static func set(_ settings: FairSettings, of id: String, in db: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(settings), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT INTO expo_fair (fair, code_key, settings) VALUES (?1, ?2, ?3)
                ON CONFLICT (fair) DO UPDATE SET settings = ?3
                """,
            arguments: [id, Data(Bytes.secureRandom(count: 32)), json]
        )
    }

    static func fair(
        _ id: String,
        in db: Database
    ) throws -> (settings: FairSettings, codes: BoothCodes)? {
        let statement = try db.cachedStatement(
            sql: "SELECT 0, code_key, settings FROM expo_fair WHERE fair = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        let stored = try StoredRow(row, of: "expo_fair")
        let key: Data = try stored.value(1)
        let json: String = try stored.value(2)
        let settings = try stored.require(2) {
            try JSONDecoder().decode(FairSettings.self, from: Data(json.utf8))
        }
        guard !key.isEmpty else { return nil }
        return (settings, BoothCodes(fairKey: AuthenticationKey(bytes: Array(key))))
    }

    // MARK: Logos

    /// The pictures that organizers have set, by the ids of exhibitors.
    func logos() async throws -> [String: String] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT exhibitor, picture FROM expo_logo WHERE picture IS NOT NULL"
            ).reduce(into: [:]) { logos, row in logos[row[0]] = row[1] }
        }
    }

    /// Sets the signs of exhibitors; when this returns, it is on disk.
    ///
    /// - Parameter pictures: Hashes by the ids of exhibitors; nil lets an exhibitor's file decide again.
    func setLogos(_ pictures: [String: String?]) async throws {
        try await store.write { db in
            for (exhibitor, picture) in pictures.sorted(by: { $0.key < $1.key }) {
                try db.execute(
                    sql: """
                        INSERT INTO expo_logo (exhibitor, picture, revision)
                        VALUES (?1, ?2, (SELECT coalesce(max(revision), 0) + 1 FROM expo_logo))
                        ON CONFLICT (exhibitor) DO UPDATE SET
                            picture = excluded.picture, revision = excluded.revision
                        """,
                    arguments: [exhibitor, picture]
                )
            }
        }
    }

    /// Stands for the plans and logos as they are: another after each change of any of them.
    func drawnRevision() async throws -> DrawnRevision {
        try await store.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT (SELECT coalesce(max(id), 0) FROM expo_site_map),
                        (SELECT coalesce(max(revision), 0) FROM expo_logo)
                    """
            )
            return DrawnRevision(plan: row?[0] ?? 0, logo: row?[1] ?? 0)
        }
    }

    /// The last change of plans and of logos.
    struct DrawnRevision: Sendable, Hashable {
        let plan: Int64
        let logo: Int64
    }
}
