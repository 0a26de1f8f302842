internal import Foundation
internal import GRDB
public import Geodesy
public import Polling

/// Tells by GEOS whether areas are sound, and mends them by RTTOPO, both through SpatiaLite, on a
/// database in memory of its own.
public final class SpatiaLiteMender: AreaMender {
    private let queue: DatabaseQueue

    /// - Throws: ``SpatiaLiteStoreError`` when SpatiaLite cannot be had.
    public init() throws {
        do {
            var configuration = Configuration()
            let spatiaLite = SpatiaLiteExtension()
            configuration.prepareDatabase { db in try spatiaLite.load(into: db) }
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
