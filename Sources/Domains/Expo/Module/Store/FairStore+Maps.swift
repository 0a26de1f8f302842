internal import Expo
internal import Foundation
internal import GRDB
internal import Geodesy
internal import SpatiaLiteStore
internal import Timekeeping

/// Plans: those that are shown, and those that were.
extension FairStore {
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
        let alt: String?

        /// The plan under a number; 0 for one that is not kept.
        func map(_ id: Int64 = 0) -> SiteMap {
            SiteMap(
                id: id,
                fair: fair,
                level: level,
                picture: picture,
                alt: alt,
                width: width,
                height: height,
                points: points,
                fit: fit
            )
        }
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
        return map.map(id)
    }

    /// A plan with when it was shown.
    struct MapVersion: Sendable, Hashable {
        let map: SiteMap
        let addedAt: Timestamp
        /// When another took its place; nil for one that is shown.
        let replacedAt: Timestamp?
    }

    /// All plans that are shown, by id.
    func maps() async throws -> [SiteMap] {
        try await versions(where: "replaced_at IS NULL ORDER BY id").map(\.map)
    }

    /// All plans that a fair ever had, the newest first.
    func mapVersions(of fair: String) async throws -> [MapVersion] {
        try await versions(where: "fair = ? ORDER BY id DESC", [fair])
    }

    /// A plan by its number, shown or not; nil for none.
    func mapVersion(_ id: Int64) async throws -> MapVersion? {
        try await versions(where: "id = ?", [id]).first
    }

    private func versions(
        where condition: String,
        _ arguments: StatementArguments = []
    ) async throws -> [MapVersion] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, fair, floor, picture, width, height, model, points, alt, added_at,
                        replaced_at
                    FROM expo_site_map WHERE \(condition)
                    """,
                arguments: arguments
            ).map { try Self.version(StoredRow($0, of: "expo_site_map")) }
        }
    }

    private static func version(_ stored: StoredRow) throws -> MapVersion {
        let numbers: [[Double]] = try stored.json(7, orElse: [])
        let points = try stored.require(7) { try numbers.map(point) }
        let model: String? = try stored.optional(6)
        var fit: PlanFit?
        if let model {
            fit = try stored.require(6) {
                try PlanFit(points, model: PlanFit.Model(rawValue: model))
            }
        }
        let replacedAt: Int64? = try stored.optional(10)
        return MapVersion(
            map: SiteMap(
                id: stored.rowID,
                fair: try stored.value(1),
                level: try stored.optional(2),
                picture: try stored.value(3),
                alt: try stored.optional(8),
                width: try stored.value(4),
                height: try stored.value(5),
                points: points,
                fit: fit
            ),
            addedAt: Timestamp(millisecondsSince1970: try stored.value(9)),
            replacedAt: replacedAt.map { Timestamp(millisecondsSince1970: $0) }
        )
    }

    private static func point(_ numbers: [Double]) throws -> PlanFit.ControlPoint {
        guard numbers.count == 4 else { throw GeodesyError.invalidLatitude(.nan) }
        return PlanFit.ControlPoint(
            spot: PlanSpot(x: numbers[0], y: numbers[1]),
            place: try Coordinate(latitude: numbers[2], longitude: numbers[3])
        )
    }
}
