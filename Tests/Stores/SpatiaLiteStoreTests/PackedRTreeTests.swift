import Foundation
import GRDB
import Geodesy
import Testing

@testable import SpatiaLiteStore

@Suite struct PackedRTreeTests {
    /// Around the capacity of one node, of two levels and of three (51, 51^2).
    static let counts = [0, 1, 50, 51, 52, 102, 103, 2601, 2602, 6000]

    @Test("SQLite finds a packed tree sound, and every point in it", arguments: counts)
    func isSound(count: Int) throws {
        for terrain in Terrain.allCases {
            var generator = SeededGenerator(seed: UInt64(count))
            let points = try (0..<count).map {
                (rowID: Int64($0 * 3 + 1), place: try terrain.place(&generator))
            }
            let database = try DatabaseQueue()
            try database.write { db in
                try db.execute(
                    sql: """
                        CREATE VIRTUAL TABLE idx_t_geometry
                        USING rtree (pkid, xmin, xmax, ymin, ymax)
                        """
                )
                let table = RTree(table: "t")
                var packed = try table.packed(packable(points), in: db)
                while try packed.writeNext(in: db) {}
            }
            let check = try database.read { db in
                try String.fetchOne(db, sql: "SELECT rtreecheck('idx_t_geometry')")
            }
            #expect(check == "ok")
            let missing = try database.read { db in
                try points.count { point in
                    try Int64.fetchAll(
                        db,
                        sql: """
                            SELECT pkid FROM idx_t_geometry WHERE pkid = ?1
                            AND xmin <= ?2 AND xmax >= ?2 AND ymin <= ?3 AND ymax >= ?3
                            AND xmax - xmin <= 0.0001 AND ymax - ymin <= 0.0001
                            """,
                        arguments: [point.rowID, point.place.longitude, point.place.latitude]
                    ).count != 1
                }
            }
            #expect(missing == 0)
        }
    }

    @Test("a packed tree takes ordinary inserts and deletes")
    func staysUsable() throws {
        var generator = SeededGenerator(seed: 1)
        let points = try (1...5000).map {
            (rowID: Int64($0), place: try Terrain.clustered.place(&generator))
        }
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql:
                    "CREATE VIRTUAL TABLE idx_t_geometry USING rtree (pkid, xmin, xmax, ymin, ymax)"
            )
            let table = RTree(table: "t")
            var packed = try table.packed(packable(points), in: db)
            while try packed.writeNext(in: db) {}
            for rowID in 5001...7000 {
                let place = try Terrain.clustered.place(&generator)
                try db.execute(
                    sql: "INSERT INTO idx_t_geometry VALUES (?1, ?2, ?2, ?3, ?3)",
                    arguments: [rowID, place.longitude, place.latitude]
                )
            }
            try db.execute(sql: "DELETE FROM idx_t_geometry WHERE pkid % 3 = 0")
        }
        let (check, count) = try database.read { db in
            (
                try String.fetchOne(db, sql: "SELECT rtreecheck('idx_t_geometry')"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM idx_t_geometry")
            )
        }
        #expect(check == "ok")
        #expect(count == 7000 - 2333)
    }

    /// With room in memory for some of the points.
    private func packable(
        _ points: [(rowID: Int64, place: Coordinate)]
    ) throws -> PackedRTree.Points {
        try points.reduce(into: PackedRTree.Points(memoryBytes: 24 * 1_000)) {
            try $0.add($1.place, row: $1.rowID)
        }
    }

    @Test("the Hilbert curve passes through every cell once, from neighbour to neighbour")
    func curveIsContinuous() throws {
        // The middles of the 32 x 32 cells that the upper bits of the position number.
        var cells: [UInt64: (x: Int, y: Int)] = [:]
        for x in 0..<32 {
            for y in 0..<32 {
                let place = try Coordinate(
                    latitude: (Double(y) + 0.5) / 32 * 180 - 90,
                    longitude: (Double(x) + 0.5) / 32 * 360 - 180
                )
                cells[HilbertCurve.position(of: place) >> (2 * (24 - 5))] = (x, y)
            }
        }
        #expect(cells.count == 1024)
        for position in 1..<UInt64(1024) {
            let here = try #require(cells[position])
            let before = try #require(cells[position - 1])
            #expect(abs(here.x - before.x) + abs(here.y - before.y) == 1)
        }
    }
}
