internal import Cryptography
internal import Expo
internal import Foundation
internal import GRDB
internal import Geodesy
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

    // MARK: Plans

    /// A plan that is to be kept.
    struct NewMap: Sendable {
        let fair: String
        let level: String?
        let picture: String
        let width: Int
        let height: Int
        let points: [PlanFit.ControlPoint]
        let fit: PlanFit?
        /// What it shows, whatever others say of the same picture.
        let alt: String
    }

    /// Keeps a plan in place of the one of the same fair and floor; when this returns, it is on disk.
    func add(_ map: NewMap, at moment: Timestamp) async throws -> SiteMap {
        let points = map.points.map {
            [$0.spot.x, $0.spot.y, $0.place.latitude, $0.place.longitude]
        }
        let json = String(decoding: try JSONEncoder().encode(points), as: UTF8.self)
        let id = try await store.write { db in
            try db.execute(
                sql: """
                    UPDATE expo_site_map SET replaced_at = ?
                    WHERE fair = ? AND floor IS ? AND replaced_at IS NULL
                    """,
                arguments: [moment.millisecondsSince1970, map.fair, map.level]
            )
            try db.execute(
                sql: """
                    INSERT INTO expo_site_map
                        (fair, floor, picture, width, height, model, points, added_at, alt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    map.fair, map.level, map.picture, map.width, map.height,
                    map.fit?.model.rawValue, json, moment.millisecondsSince1970, map.alt,
                ]
            )
            return db.lastInsertedRowID
        }
        return SiteMap(
            id: id,
            fair: map.fair,
            level: map.level,
            picture: map.picture,
            alt: map.alt,
            width: map.width,
            height: map.height,
            points: map.points,
            fit: map.fit
        )
    }

    /// All plans that hold, by id.
    func maps() async throws -> [SiteMap] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, fair, floor, picture, width, height, model, points, alt
                    FROM expo_site_map
                    WHERE replaced_at IS NULL ORDER BY id
                    """
            ).map { row in
                let stored = try StoredRow(row, of: "expo_site_map")
                let numbers: [[Double]] = try stored.json(7, orElse: [])
                let points = try stored.require(7) { try numbers.map(Self.point) }
                let model: String? = try stored.optional(6)
                var fit: PlanFit?
                if let model {
                    fit = try stored.require(6) {
                        try PlanFit(points, model: PlanFit.Model(rawValue: model))
                    }
                }
                return SiteMap(
                    id: stored.rowID,
                    fair: try stored.value(1),
                    level: try stored.optional(2),
                    picture: try stored.value(3),
                    alt: try stored.optional(8),
                    width: try stored.value(4),
                    height: try stored.value(5),
                    points: points,
                    fit: fit
                )
            }
        }
    }

    private static func point(_ numbers: [Double]) throws -> PlanFit.ControlPoint {
        guard numbers.count == 4 else { throw GeodesyError.invalidLatitude(.nan) }
        return PlanFit.ControlPoint(
            spot: PlanSpot(x: numbers[0], y: numbers[1]),
            place: try Coordinate(latitude: numbers[2], longitude: numbers[3])
        )
    }
}
