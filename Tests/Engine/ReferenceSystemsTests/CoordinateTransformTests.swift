import Geodesy
import ReferenceSystems
import Testing

@Suite struct CoordinateTransformTests {
    /// A place as others publish it in two systems.
    struct Known: Sendable, CustomTestStringConvertible {
        let what: String
        let code: Int
        let x: Double
        let y: Double
        let latitude: Double
        let longitude: Double
        /// How exact the published pair and the way between the datums are.
        let toleranceMeters: Double

        var testDescription: String { what }
    }

    @Test(
        "places agree with those that others publish",
        arguments: [
            // Ordnance Survey, "A guide to coordinate systems in Great Britain": Caister water
            // tower in ETRS89 and on the National Grid; seven parameters are good to some metres.
            Known(
                what: "British National Grid",
                code: 27_700,
                x: 651_409.804,
                y: 313_177.450,
                latitude: 52.658007833,
                longitude: 1.716073973,
                toleranceMeters: 5
            ),
            // IOGP Guidance Note 7-2, the example of Popular Visualisation Pseudo Mercator:
            // 24°22'54.433"N, 100°20'00.000"W.
            Known(
                what: "Web Mercator",
                code: 3_857,
                x: -11_169_055.58,
                y: 2_800_000.00,
                latitude: 24.381786944,
                longitude: -100.333333333,
                toleranceMeters: 0.02
            ),
            // By definition: the false origin of UTM lies on the equator and the zone's middle.
            Known(
                what: "UTM zone 32N",
                code: 32_632,
                x: 500_000,
                y: 0,
                latitude: 0,
                longitude: 9,
                toleranceMeters: 0.001
            ),
            Known(
                what: "UTM zone 50S",
                code: 32_750,
                x: 500_000,
                y: 10_000_000,
                latitude: 0,
                longitude: 117,
                toleranceMeters: 0.001
            ),
            // By definition: the origin of the state plane, whose false easting is 700,000 ft.
            Known(
                what: "Arizona Central in feet",
                code: 2_223,
                x: 700_000,
                y: 0,
                latitude: 31,
                longitude: -111.916_666_667,
                toleranceMeters: 2
            ),
            // The same of Maryland, 400,000 m in metres and in US survey feet.
            Known(
                what: "Maryland in metres",
                code: 26_985,
                x: 400_000,
                y: 0,
                latitude: 37.666_666_667,
                longitude: -77,
                toleranceMeters: 2
            ),
            Known(
                what: "Maryland in US survey feet",
                code: 2_248,
                x: 400_000 * 3937 / 1200,
                y: 0,
                latitude: 37.666_666_667,
                longitude: -77,
                toleranceMeters: 2
            ),
            // By definition: the true origin of the Irish Grid on its own datum, some metres from
            // the same numbers on WGS84.
            Known(
                what: "Irish Grid",
                code: 29_902,
                x: 200_000,
                y: 250_000,
                latitude: 53.5,
                longitude: -8,
                toleranceMeters: 150
            ),
        ]
    )
    func known(_ known: Known) throws {
        let transform = try CoordinateTransform(from: .init(code: known.code))
        let place = try #require(transform.place(x: known.x, y: known.y))
        let expected = try Coordinate(latitude: known.latitude, longitude: known.longitude)
        let meters = Geodesic.distance(from: place, to: expected).meters
        #expect(meters <= known.toleranceMeters, "\(meters) m away")
    }

    @Test("easting comes before northing and longitude before latitude, whatever the register says")
    func axisOrder() throws {
        // The register has Gauss-Kruger zone 3 and NAD83 with north first; both are given x, y.
        let gaussKruger = try CoordinateTransform(from: .init(code: 31_467))
        let middle = try #require(gaussKruger.place(x: 3_500_000, y: 5_600_000))
        #expect(abs(middle.longitude - 9) < 0.01)
        #expect(abs(middle.latitude - 50.5) < 0.2)
        let nad83 = try CoordinateTransform(from: .init(code: 4_269))
        let place = try #require(nad83.place(x: -77, y: 38.9))
        #expect(abs(place.latitude - 38.9) < 0.0001)
        #expect(abs(place.longitude + 77) < 0.0001)
    }

    @Test("WGS84 is left as it is, to the last bit")
    func identity() throws {
        let transform = try CoordinateTransform(from: .wgs84)
        #expect(
            transform.place(x: -76.98614881054283, y: 38.84498659880785)
                == (try Coordinate(latitude: 38.84498659880785, longitude: -76.98614881054283))
        )
        #expect(transform.place(x: 0, y: 91) == nil)
        #expect(transform.accuracyMeters == 0)
    }

    @Test(
        "numbers that are no place give none",
        arguments: [(Double.nan, 0), (.infinity, 0), (1e30, 1e30), (0, -.infinity)]
    )
    func nowhere(x: Double, y: Double) throws {
        let transform = try CoordinateTransform(from: .init(code: 27_700))
        #expect(transform.place(x: x, y: y) == nil)
        // And the next one is not the worse for it.
        #expect(transform.place(x: 400_000, y: 300_000) != nil)
    }

    @Test("the register's accuracy is told")
    func accuracy() throws {
        let transform = try CoordinateTransform(from: .init(code: 27_700))
        _ = transform.place(x: 400_000, y: 300_000)
        let accuracy = try #require(transform.accuracyMeters)
        #expect(accuracy > 0 && accuracy < 30)
    }

    @Test("transforms in many tasks at once don't disturb one another")
    func tasks() async throws {
        let expected = try CoordinateTransform(from: .init(code: 27_700))
            .place(x: 530_000, y: 180_000)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    guard
                        let transform = try? CoordinateTransform(
                            from: .init(code: task.isMultiple(of: 2) ? 27_700 : 3_857)
                        )
                    else { return false }
                    return (0..<200).allSatisfy { _ in
                        let place = transform.place(x: 530_000, y: 180_000)
                        return task.isMultiple(of: 2) == (place == expected)
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
