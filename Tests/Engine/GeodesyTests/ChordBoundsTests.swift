import Foundation
import Testing

@testable import Geodesy

/// The chord between two places brackets the geodesic: the article *Distance on the ellipsoid* has
/// the proof, these tests stand where it has nothing to spare.
@Suite struct ChordBoundsTests {
    /// The position in metres from the Earth's centre.
    private static func position(_ place: Coordinate) -> SIMD3<Double> {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let e2 = Geodesic.eccentricitySquared
        let across =
            Geodesic.semiMajorAxisMeters / (1 - e2 * sin(latitude) * sin(latitude)).squareRoot()
        return SIMD3(
            across * cos(latitude) * cos(longitude),
            across * cos(latitude) * sin(longitude),
            across * (1 - e2) * sin(latitude)
        )
    }

    private static func chord(_ start: Coordinate, _ end: Coordinate) -> Double {
        let difference = position(start) - position(end)
        return (difference * difference).sum().squareRoot()
    }

    /// The arc over a chord on a circle.
    private static func arc(_ chord: Double, radius: Double) -> Double {
        2 * radius * asin(min(1, chord / (2 * radius)))
    }

    /// What rounding does to a chord, metres.
    private static let rounding = 2e-8

    @Test("the geodesic is no longer than the arc of the strongest curvature over its chord")
    func upper() throws {
        var random = SeededGenerator(seed: 51)
        let oracle = Oracle()
        for index in 0..<100_000 {
            let start = try Coordinate(
                latitude: index % 3 == 0 ? 0 : .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: index % 2 == 0 ? 0 : .random(in: -180...180, using: &random),
                // Up to half the way round, where the theorem ends.
                distance: try .meters(pow(10, .random(in: 0...7.29, using: &random)))
            )
            let meters = oracle.meters(start, end)
            let longest = Self.arc(
                Self.chord(start, end),
                radius: Geodesic.leastRadiusOfCurvatureMeters
            )
            guard meters < .pi * Geodesic.leastRadiusOfCurvatureMeters else { continue }
            #expect(meters <= longest + Self.rounding + longest * 1e-14, "\(start) \(end)")
        }
    }

    @Test("that bound is met on the meridian over the equator")
    func upperIsTight() throws {
        let oracle = Oracle()
        for meters in [1000.0, 10_000, 50_000] {
            let half = meters / 2 / 110_574.28
            let start = try Coordinate(latitude: -half, longitude: 7)
            let end = try Coordinate(latitude: half, longitude: 7)
            let length = oracle.meters(start, end)
            let longest = Self.arc(
                Self.chord(start, end),
                radius: Geodesic.leastRadiusOfCurvatureMeters
            )
            // What the arc adds to the chord, and how much of it is more than the geodesic.
            let added = longest - Self.chord(start, end)
            #expect(longest - length <= 1e-4 * added + Self.rounding)
        }
    }

    @Test("the geodesic is no shorter than its chord, and by how much is known")
    func lower() throws {
        var random = SeededGenerator(seed: 52)
        let oracle = Oracle()
        for index in 0..<100_000 {
            let start = try Coordinate(
                latitude: index % 3 == 0 ? 90 : .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: .random(in: -180...180, using: &random),
                distance: try .meters(pow(10, .random(in: 0...6.5, using: &random)))
            )
            let meters = oracle.meters(start, end)
            let chord = Self.chord(start, end)
            #expect(meters >= chord - Self.rounding)
            // Measured, not proved, and nothing depends on it: see the article.
            let shortest = Self.arc(chord, radius: Geodesic.greatestRadiusOfCurvatureMeters)
            #expect(meters >= shortest - Self.rounding - shortest * 1e-14)
        }
    }

    @Test("angles on the unit sphere bracket the geodesic")
    func angles() throws {
        var random = SeededGenerator(seed: 53)
        let oracle = Oracle()
        for index in 0..<100_000 {
            let start = try Coordinate(
                latitude: index % 4 == 0
                    ? 0 : index % 4 == 1 ? 90 : .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random)
            )
            let end = Geodesic.destination(
                from: start,
                bearingDegrees: index % 3 == 0 ? 0 : .random(in: -180...180, using: &random),
                distance: try .meters(pow(10, .random(in: 1...7, using: &random)))
            )
            let meters = oracle.meters(start, end)
            let angle = Self.angle(start, end)
            let rounding = 1e-8 + meters * 1e-13
            #expect(Geodesic.leastRadiusOfCurvatureMeters * angle <= meters + rounding)
            #expect(Geodesic.greatestRadiusOfCurvatureMeters * angle >= meters - rounding)
        }
    }

    /// The angle between the same latitudes and longitudes on the unit sphere.
    private static func angle(_ start: Coordinate, _ end: Coordinate) -> Double {
        let north = sin((end.latitude - start.latitude) * .pi / 360)
        let east = sin((end.longitude - start.longitude) * .pi / 360)
        let product = cos(start.latitude * .pi / 180) * cos(end.latitude * .pi / 180)
        return 2 * asin(min(1, (north * north + product * east * east).squareRoot()))
    }
}
