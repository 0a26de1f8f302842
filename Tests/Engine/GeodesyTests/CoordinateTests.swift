import Testing

@testable import Geodesy

/// What a coordinate is, and the grid that distances are measured on.
@Suite struct CoordinateTests {
    @Test("every place on the Earth is accepted", arguments: [-90, -0.5, 0, 90.0])
    func accepted(latitude: Double) throws {
        for longitude in [-180, -77.0365, 0, 180] {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            #expect(place.latitude == latitude)
            #expect(place.longitude == longitude)
        }
    }

    @Test(
        "a latitude beyond a pole is refused with its value",
        arguments: [90.000001, -91, 129.76]
    )
    func latitudeRefused(latitude: Double) {
        #expect(throws: GeodesyError.invalidLatitude(latitude)) {
            try Coordinate(latitude: latitude, longitude: 0)
        }
        #expect(
            "\(GeodesyError.invalidLatitude(latitude))"
                == "latitude is \(latitude); a latitude lies between -90 and 90"
        )
    }

    @Test("a longitude beyond the antimeridian is refused", arguments: [180.1, -180.0001, 360])
    func longitudeRefused(longitude: Double) {
        #expect(throws: GeodesyError.invalidLongitude(longitude)) {
            try Coordinate(latitude: 0, longitude: longitude)
        }
    }

    @Test("what is not a number is refused", arguments: [Double.nan, .infinity, -.infinity])
    func notANumber(value: Double) {
        #expect(throws: GeodesyError.self) { try Coordinate(latitude: value, longitude: 0) }
        #expect(throws: GeodesyError.self) { try Coordinate(latitude: 0, longitude: value) }
    }

    @Test("the grid moves nothing by more than half a step and keeps what is on it")
    func grid() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100_000 {
            let value = Double.random(in: -90...90, using: &random)
            let onGrid = Coordinate.onGrid(latitude: value)
            #expect(abs(onGrid - value) <= Coordinate.gridStepDegrees / 2)
            let steps = onGrid / Coordinate.gridStepDegrees
            #expect(steps == steps.rounded())
            #expect(Coordinate.onGrid(latitude: onGrid) == onGrid)
            #expect(Coordinate.onGrid(latitude: -value) == -onGrid)
        }
        #expect(Coordinate.onGrid(longitude: 180) == -180)
        #expect(Coordinate.onGrid(longitude: -180) == -180)
        #expect(Coordinate.onGrid(latitude: 90) == 90)
    }
}
