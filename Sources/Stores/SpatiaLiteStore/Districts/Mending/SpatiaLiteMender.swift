internal import Foundation
internal import GRDB
public import Geodesy
public import Polling

/// Tells by GEOS whether areas are sound, mends them by RTTOPO, and lays them over each other by GEOS
/// again, all through SpatiaLite, on a database in memory of its own.
///
/// How long that takes is for the areas to decide: ``FencedMender`` bounds it.
public final class SpatiaLiteMender: AreaMender {
    private let queue: DatabaseQueue

    /// - Throws: ``SpatiaLiteStoreError`` when SpatiaLite cannot be had.
    public init() throws {
        do {
            var configuration = Configuration()
            let spatiaLite = SpatiaLiteExtension()
            configuration.prepareDatabase { db in
                try spatiaLite.load(into: db)
                // Nothing is put on a disk, which ``AreaWorker`` may not even do.
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            queue = try DatabaseQueue(configuration: configuration)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: ":memory:")
        }
    }

    /// Mends an area, if it needs that.
    public func mend(_ area: MultiPolygon) throws -> MendedArea {
        let blob = Data(AreaBlob.bytes(of: area))
        return try queue.read { db in
            let isValid = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT ST_IsValid(?)"),
                arguments: [blob]
            )
            if isValid == 1 { return .sound }
            let fault =
                try String.fetchOne(
                    db.cachedStatement(sql: "SELECT ST_IsValidReason(?)"),
                    arguments: [blob]
                ) ?? "not a valid polygon"
            // Part by part: what two parts have in common is then in the area, and not, as when the
            // boundaries alone are looked at, outside it.
            var mended: Data?
            for part in area.polygons {
                let piece = try Data.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT ST_CollectionExtract(ST_MakeValid(?), 3)"
                    ),
                    arguments: [Data(AreaBlob.bytes(of: MultiPolygon([part])))]
                )
                guard let piece else { continue }
                mended = try Data.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT CastToMultiPolygon(ifnull(ST_Union(?1, ?2), ?2))"
                    ),
                    arguments: [mended, piece]
                )
            }
            guard let mended, let area = mended.withUnsafeBytes(AreaBlob.area) else {
                return .hopeless(fault: fault)
            }
            return .mended(area, fault: fault)
        }
    }
}

extension SpatiaLiteMender: AreaOverlay {
    /// What two areas both cover.
    public func common(_ first: MultiPolygon, _ second: MultiPolygon) throws -> MultiPolygon? {
        try queue.read { db in
            try Self.area(
                in: db,
                "SELECT CastToMultiPolygon(ST_CollectionExtract(ST_Intersection(?, ?), 3))",
                [Data(AreaBlob.bytes(of: first)), Data(AreaBlob.bytes(of: second))]
            )
        }
    }

    /// What areas cover together.
    public func united(_ areas: [MultiPolygon]) throws -> MultiPolygon {
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TABLE IF NOT EXISTS part (area BLOB NOT NULL);
                    DELETE FROM part
                    """
            )
            let insert = try db.cachedStatement(sql: "INSERT INTO part (area) VALUES (?)")
            for area in areas { try insert.execute(arguments: [Data(AreaBlob.bytes(of: area))]) }
            return try Self.area(
                in: db,
                "SELECT CastToMultiPolygon(ST_CollectionExtract(ST_Union(area), 3)) FROM part",
                []
            ) ?? MultiPolygon([])
        }
    }

    private static func area(
        in db: Database,
        _ sql: String,
        _ arguments: StatementArguments
    ) throws -> MultiPolygon? {
        let blob = try Data.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
        guard let area = blob.flatMap({ $0.withUnsafeBytes(AreaBlob.area) }),
            !area.polygons.isEmpty
        else { return nil }
        return area
    }
}
