import Foundation
import GRDB

/// Files of other geographic programs.
extension NastyFile {
    func layer(_ length: Int) throws -> Data? {
        if self == .endlessView { return try Self.endlessView() }
        let text: String? =
            switch self {
            case .deepFolders:
                "<kml xmlns=\"http://www.opengis.net/kml/2.2\">"
                    + Self.repeated("<Folder>", length)
            case .longLine:
                Self.map(
                    "<LineString><coordinates>\(Self.repeated("1,2 ", length))</coordinates>"
                        + "</LineString>"
                )
            case .newFields:
                Self.features(length) { "<a:k\($0)>x</a:k\($0)>" }
            case .manyRoutes:
                "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
                    + Self.repeated("<rte><rtept lat=\"1\" lon=\"2\"/></rte>", length) + "</gpx>"
            case .deepCollections:
                Self.map(Self.repeated("<MultiGeometry>", length / 2))
            default: nil
            }
        return text.map { Data($0.utf8) }
    }

    private static func map(_ geometry: String) -> String {
        "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><Placemark><name>A</name>\(geometry)"
            + "</Placemark></Document></kml>"
    }

    private static func features(_ length: Int, _ field: (Int) -> String) -> String {
        let point = "<a:geom><gml:Point><gml:coordinates>1,2</gml:coordinates></gml:Point></a:geom>"
        var text =
            "<a:c xmlns:a=\"a\" xmlns:gml=\"http://www.opengis.net/gml\">"
        var number = 0
        while text.utf8.count < length {
            text += "<gml:featureMember><a:f>\(point)\(field(number))</a:f></gml:featureMember>"
            number += 1
        }
        return text + "</a:c>"
    }

    /// A GeoPackage whose layer is a view of which each row makes the next.
    private static func endlessView() throws -> Data {
        let folder = try TemporaryFolder()
        let path = folder.path("a.gpkg")
        let queue = try DatabaseQueue(path: path)
        // The header of a GeoPackage's geometry, then a point as Well-Known Binary.
        let point = "47500001E6100000" + "0101000000" + String(repeating: "0", count: 32)
        try queue.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = 1196444487;
                    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY,
                        organization TEXT, organization_coordsys_id INTEGER, definition TEXT,
                        description TEXT);
                    INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, 'undefined', '');
                    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT,
                        identifier TEXT, description TEXT, last_change TEXT, min_x REAL, min_y REAL,
                        max_x REAL, max_y REAL, srs_id INTEGER);
                    INSERT INTO gpkg_contents VALUES ('v', 'features', 'v', '', '', 0, 0, 1, 1, 4326);
                    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT,
                        geometry_type_name TEXT, srs_id INTEGER, z INTEGER, m INTEGER);
                    INSERT INTO gpkg_geometry_columns VALUES ('v', 'geom', 'POINT', 4326, 0, 0);
                    CREATE VIEW v AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
                        SELECT id AS fid, 'Hall' AS name,
                            x'\(point)' AS geom
                        FROM n;
                    """
            )
        }
        try queue.close()
        return try Data(contentsOf: URL(filePath: path))
    }
}

/// Calendars and schedules.
extension NastyFile {
    func schedule(_ length: Int) -> String? {
        func calendar(_ events: String) -> String {
            "BEGIN:VCALENDAR\r\n\(events)END:VCALENDAR\r\n"
        }
        func event(_ id: String, _ more: String) -> String {
            "BEGIN:VEVENT\r\nUID:\(id)\r\nDTSTART:20260601T090000Z\r\n\(more)\r\nEND:VEVENT\r\n"
        }
        switch self {
        case .rareDates:
            return calendar(
                Self.numbered(length) {
                    event("\($0)", "RRULE:FREQ=WEEKLY;INTERVAL=1000;COUNT=1000000")
                }
            )
        case .manyDates:
            return calendar(
                Self.numbered(length) { event("\($0)", "RRULE:FREQ=DAILY;COUNT=1000") }
            )
        case .changedDates:
            return calendar(
                Self.numbered(length) { number in
                    event(
                        "a",
                        number % 2 == 0
                            ? "RRULE:FREQ=DAILY;COUNT=1"
                            : "RECURRENCE-ID:20260601T090000Z"
                    )
                }
            )
        case .foldedLine:
            return calendar(event("a", "SUMMARY:" + Self.repeated("x\r\n ", length)))
        case .manyRooms:
            return "<schedule><conference><title>C</title></conference><day date=\"2026-06-01\">"
                + Self.repeated("<room name=\"A\"><event id=\"1\"/></room>", length)
                + "</day></schedule>"
        case .emptyElements:
            return "<schedule><conference><title>C</title></conference>"
                + Self.repeated("<a/>", length) + "</schedule>"
        case .emptyValues:
            return "{\"schedule\":{\"conference\":{\"title\":\"C\",\"days\":["
                + Self.repeated("{},", length) + "{}]}}}"
        case .shortLines: return calendar("BEGIN:VEVENT\n" + Self.repeated("X:\n", length))
        default: return nil
        }
    }
}
