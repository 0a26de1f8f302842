import FeatureFiles
import GRDB
import Geodesy
import SpatiaLiteStore
import Testing

@Suite struct SpatialFileTests {
    @Test(
        "a GeoPackage is written whatever its table is to be called, and its index finds the rows",
        arguments: [
            ("a-b", "a-b"), ("a b", "a b"), ("1a", "1a"), ("select", "select"), ("a.b", "a.b"),
            ("Wähler;", "Wähler;"), ("a'b\"c", "a_b_c"), ("gpkg_contents", "_gpkg_contents"),
        ]
    )
    func names(name: String, table: String) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("out.gpkg")
        var rows = SpatialTable(name: name, columns: [.init(name: "id", kind: .text)])
        rows.rows = try (1...3).map { number in
            let place = try Coordinate(latitude: 38, longitude: Double(number))
            return .init(geometry: .point(place), values: [.text("\(number)")])
        }
        try await SpatialFile.writeGeoPackage(rows, to: path)
        try await DatabaseQueue(path: path).read { db in
            let contents = try Row.fetchOne(
                db,
                sql: "SELECT table_name, identifier, min_x, max_x FROM gpkg_contents"
            )
            #expect(contents?["table_name"] == table)
            #expect(contents?["identifier"] == name)
            #expect(contents?["min_x"] == 1 && contents?["max_x"] == 3)
            let columns = try Row.fetchOne(
                db,
                sql: "SELECT table_name, geometry_type_name, srs_id FROM gpkg_geometry_columns"
            )
            #expect(columns?["table_name"] == table)
            #expect(columns?["geometry_type_name"] == "POINT" && columns?["srs_id"] == 4326)
            let rtree = "rtree_\(table)_geom".quotedDatabaseIdentifier
            let found = try Int.fetchAll(
                db,
                sql: """
                    SELECT fid FROM \(table.quotedDatabaseIdentifier) WHERE fid IN (
                        SELECT id FROM \(rtree)
                        WHERE minx > 1.5 AND maxx < 3.5 AND miny > 37.5 AND maxy < 38.5
                    ) ORDER BY fid
                    """
            )
            #expect(found == [2, 3])
        }
    }
}
