import Geodesy
import Testing

@testable import Importing

/// Which columns of a table say where its rows are, and places in one text.
@Suite struct PlaceHeaderTests {
    @Test(
        "a header's names tell where the place stands, plain ones before all others",
        arguments: [
            (["id", "Lat", "LONG"], PlaceHeader.pair(latitude: 1, longitude: 2)),
            (["x", "y", "longitude", "latitude"], .pair(latitude: 3, longitude: 2)),
            (["lat", "gps_lat", "gps_lon", "lng"], .pair(latitude: 0, longitude: 3)),
            (["GPS Latitude", "GPS Longitude"], .pair(latitude: 0, longitude: 1)),
            (["Breitengrad", "Längengrad"], .pair(latitude: 0, longitude: 1)),
            (["name", "WKT"], .position(1)),
            (["the_geom", "x", "y"], .position(0)),
            (["X", "Y", "name"], .weakPair(latitude: 1, longitude: 0)),
            (["x_coord", "y_coord"], .weakPair(latitude: 1, longitude: 0)),
        ]
    )
    func names(header: [String], expected: PlaceHeader) {
        #expect(PlaceHeader.find(in: header) == expected)
    }

    @Test(
        "what may be several columns, or half a place, is none",
        arguments: [
            ["id", "name"], ["lat", "name"], ["lat", "latitude", "lon"], ["lat", "x", "y"],
            ["wkt", "geom"], ["x", "name"], ["x", "xcoord", "y"], [], [""],
        ]
    )
    func unclear(header: [String]) { #expect(PlaceHeader.find(in: header) == nil) }

    @Test(
        "a place in one text",
        arguments: [
            ("POINT (-77.5 38.25)", 38.25, -77.5), ("POINT(-77.5 38.25)", 38.25, -77.5),
            ("point z (-77.5 38.25 12)", 38.25, -77.5), ("38.25, -77.5", 38.25, -77.5),
            ("SRID=4326;POINT(-77.5 38.25)", 38.25, -77.5), ("POINT (170 -0)", 0, 170),
            ("38°15'N 77°30'W", 38.25, -77.5), ("POINT (-7.75e1 38.25)", 38.25, -77.5),
        ]
    )
    func texts(text: String, latitude: Double, longitude: Double) throws {
        let place = try PlaceText.read(text)
        #expect(place == (try Coordinate(latitude: latitude, longitude: longitude)))
        // The quick way finds the same or leaves it to the other.
        if let quick = PlaceText.readPoint(Array(text.utf8).span) { #expect(quick == place) }
    }

    @Test("the usual way to write WKT is read quickly, and nothing else is")
    func quick() throws {
        let place = try Coordinate(latitude: 38.25, longitude: -77.5)
        for text in ["POINT (-77.5 38.25)", "POINT(-77.5 38.25)"] {
            #expect(PlaceText.readPoint(Array(text.utf8).span) == place)
        }
        for text in [
            "", "POINT", "POINT(", "POINT()", "POINT ()", "POINT( )", "POINT (1)", "POINT (1 )",
            "POINT ( 1)", "POINT (1 2", "POINT (1 2))", "POINT (1 2 3)", "POINT Z (1 2)",
            "POINT (1 91)", "POINT (181 2)", "POINTS(1 2)", "(1 2)", "POINT EMPTY)",
        ] { #expect(PlaceText.readPoint(Array(text.utf8).span) == nil, "\(text)") }
    }

    @Test("why a text is no place")
    func faults() {
        func fault(_ text: String) -> PlaceText.Fault? {
            do throws(PlaceText.Fault) {
                _ = try PlaceText.read(text)
                return nil
            } catch { return error }
        }
        #expect(fault("hall") == .unreadable)
        #expect(fault("POLYGON ((1 2, 3 4, 5 6, 1 2))") == .unreadable)
        #expect(fault("POINT EMPTY") == .unreadable)
        #expect(fault("SRID=27700;POINT (530000 180000)") == .otherSystem(27700))
        #expect(fault("POINT (1 99)") == .outOfRange(.invalidLatitude(99)))
        #expect(fault("POINT (530000 1)") == .outOfRange(.invalidLongitude(530_000)))
    }
}
