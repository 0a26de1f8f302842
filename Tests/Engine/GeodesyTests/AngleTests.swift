import Testing

@testable import Geodesy

@Suite struct AngleTests {
    @Test("a unit says what the number means")
    func units() throws {
        #expect(abs(try Angle.degrees(90).radians - .pi / 2) < 1e-15)
        #expect(abs(try Angle.radians(.pi).degrees - 180) < 1e-12)
        #expect(try Angle.degrees(-45) < .zero)
        #expect(try Angle.degrees(370) != .degrees(10))
    }

    @Test(
        "a compass shows 0 to less than 360",
        arguments: [
            (0.0, 0.0), (360, 0), (-90, 270), (725, 5), (-725, 355), (-1e-300, 0), (359.5, 359.5),
        ]
    )
    func normalized(degrees: Double, shown: Double) throws {
        #expect(try Angle.degrees(degrees).normalized.degrees == shown)
    }

    @Test("what is no number is refused", arguments: [Double.infinity, -.infinity, .nan])
    func refused(degrees: Double) {
        #expect(throws: GeodesyError.self) { try Angle.degrees(degrees) }
        #expect(throws: GeodesyError.self) { try Angle.radians(degrees) }
    }

    @Test("the way back from a destination is as long, and arrives where it began")
    func bearings() throws {
        let start = try Coordinate(latitude: 38.9, longitude: -77)
        let end = Geodesic.destination(
            from: start,
            bearing: try .degrees(30),
            distance: try .kilometers(500)
        )
        let way = Geodesic.inverse(from: start, to: end)
        #expect(abs(way.initialBearing.degrees - 30) < 1e-9)
        #expect(abs(way.distance.meters - 500_000) < 1e-6)
        let back = Geodesic.destination(
            from: end,
            bearing: try .degrees(way.finalBearing.degrees + 180),
            distance: way.distance
        )
        #expect(Geodesic.distance(from: start, to: back).meters < 1e-6)
    }
}
