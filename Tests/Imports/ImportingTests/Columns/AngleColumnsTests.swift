import Geodesy
import Importing
import Polling
import Testing

/// Latitudes and longitudes in columns of their own, in degrees, minutes and seconds.
@Suite struct AngleColumnsTests {
    private func place(_ header: String, _ cells: String) async throws -> Coordinate? {
        let imports = Imports()
        _ = try await imports.stations(
            "name;address;\(header)\nHall;1 Elm St;\(cells)\nBarn;2 Elm St;\(cells)\n"
        )
        return imports.stations.published.first?.coordinate
    }

    @Test(
        "columns wholly of angles are read as those of decimal degrees are",
        arguments: [
            ("lat;lon", "50°56'15\"N;6°57'36\"E"), ("lat;lon", "50 56.25 N;6 57.6 E"),
            ("Latitude;Longitude", "50 56 15;6 57 36"), ("lon;lat", "E6°57.6';N50°56.25'"),
            // What the letters say is enough, under whatever header.
            ("a;b", "50°56'15\"N;6°57'36\"E"), ("a;b", "6 57.6000 E;50 56.2500 N"),
        ]
    )
    func angles(header: String, cells: String) async throws {
        let place = try #require(try await place(header, cells))
        #expect(abs(place.latitude - 50.9375) < 1e-9)
        #expect(abs(place.longitude - 6.96) < 1e-9)
    }

    @Test("west and south are negative")
    func negative() async throws {
        let place = try #require(try await place("lat;lon", "33°52'10\"S;70°40'0\"W"))
        #expect(abs(place.latitude + (33 + 52.0 / 60 + 10.0 / 3600)) < 1e-9)
        #expect(abs(place.longitude + (70 + 40.0 / 60)) < 1e-9)
    }

    @Test("a letter of the other axis refuses the row, and says why")
    func otherAxis() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name;address;lat;lon\nHall;1 Elm St;50°56'15\"N;6°57'36\"E\n"
                + "Barn;2 Elm St;6°57'46\"E;50°56'25\"N\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
        let row = try #require(report.rejectedRows.first)
        #expect(row.cause == "bad_coordinate")
        #expect(row.line == 3)
        #expect(row.reason.contains("a longitude has E or W"))
    }

    @Test("words that only begin as an angle does make no column one of coordinates")
    func otherWords() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await place("ward;room", "5 W;12 E")
        }
        #expect(error?.description.hasPrefix("no column holds coordinates") == true)
    }
}
