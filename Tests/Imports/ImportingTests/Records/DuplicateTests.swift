import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// Stations that may be one, under two spellings.
@Suite struct DuplicateTests {
    /// Two stations so many metres apart along a bearing.
    private func report(
        _ first: String,
        _ second: String,
        meters: Double,
        bearing: Double = 45,
        at latitude: Double = 38.9
    ) async throws -> ImportReport {
        let place = try Coordinate(latitude: latitude, longitude: -77.03)
        let other = Geodesic.destination(
            from: place,
            bearingDegrees: bearing,
            distance: try .meters(meters)
        )
        return try await Imports().stations(
            "name,address,lat,lon\n\"\(first)\",1 Main St,\(place.latitude),\(place.longitude)\n"
                + "\"\(second)\",2 Oak Ave,\(other.latitude),\(other.longitude)\n"
                + "Elsewhere,3 Elm St,\(latitude + 0.01),-77.1\n"
        )
    }

    @Test(
        "one place under two spellings is listed",
        arguments: [
            ("St. Mary's Church", "Saint Marys Church"), ("Town Hall", "The Town Hall"),
            ("Lincoln Elementary School", "Lincoln Elem. Sch."),
            ("Fire Station 12", "FIRE STATION 12"),
            ("Grace Baptist Church", "Grace Babtist Church"), ("Town Hall Annexe", "Town Hall"),
            ("Library, Central", "Central Library"), ("Hall", "Hall"),
        ]
    )
    func spellings(first: String, second: String) async throws {
        let report = try await report(first, second, meters: 12)
        #expect(report.duplicates.count == 1)
        #expect(report.duplicates.first?.distanceM == 12)
        #expect(report.rows.accepted == 3)
        #expect(report.text().contains("Likely duplicates"))
    }

    @Test(
        "neighbours that differ are not",
        arguments: [
            ("Hall Room 1", "Hall Room 2"), ("Fire Station", "Library"),
            ("KGS Burgweg", "GGS Burgweg"),
            ("Ward 1 Hall", "Hall"),
        ]
    )
    func neighbours(first: String, second: String) async throws {
        #expect(try await report(first, second, meters: 12).duplicates.isEmpty)
    }

    @Test(
        "thirty metres are the limit, in every direction and far to the north",
        arguments: [0.0, 45, 90, 135, 180, 225, 270, 315],
        [38.9, 69.9, -0.001]
    )
    func limit(bearing: Double, latitude: Double) async throws {
        for (meters, count) in [(29.9, 1), (30.1, 0)] {
            let report = try await report(
                "Hall",
                "The Hall",
                meters: meters,
                bearing: bearing,
                at: latitude
            )
            #expect(report.duplicates.count == count)
        }
    }

    @Test("several stations in one building are no duplicates")
    func oneBuilding() async throws {
        let report = try await Imports().stations(
            "station_id,name,lat,lon\nA1,Hall,38.9,-77.03\nA2,Hall,38.9,-77.03\n"
        )
        #expect(report.rows.accepted == 2)
        #expect(report.duplicates.isEmpty)
    }

    @Test("all pairs of many stations are found, as comparing each with each finds them")
    func brute() async throws {
        var random = SeededGenerator(seed: 11)
        var places: [Coordinate] = []
        var text = "name,lat,lon\n"
        for index in 0..<400 {
            let place = try Coordinate(
                latitude: 50 + Double.random(in: 0...0.01, using: &random),
                longitude: 7 + Double.random(in: 0...0.01, using: &random)
            )
            places.append(place)
            text += "\(index.isMultiple(of: 2) ? "Old" : "The Old") Hall,\(place.latitude),"
            text += "\(place.longitude)\n"
        }
        var expected = 0
        for index in places.indices {
            for other in places[..<index]
            where Geodesic.distance(from: places[index], to: other).meters <= 30 {
                expected += 1
            }
        }
        #expect(expected > 50)
        #expect(try await Imports().stations(text).duplicates.count == expected)
    }
}
