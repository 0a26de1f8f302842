import Foundation
import Testing

@testable import Geodesy

/// Boxes, across the antimeridian too, and the box around a circle.
@Suite struct BoundingBoxTests {
    @Test("edges belong to the box")
    func edges() throws {
        let box = try BoundingBox(west: -77.2, south: 38.8, east: -76.9, north: 39)
        for (latitude, longitude, isInside) in [
            (38.8, -77.2, true), (39, -76.9, true), (38.9, -77, true), (38.79999, -77, false),
            (39.00001, -77, false), (38.9, -77.20001, false), (38.9, -76.89999, false),
        ] {
            #expect(
                box.contains(try Coordinate(latitude: latitude, longitude: longitude)) == isInside
            )
        }
    }

    @Test("west beyond east crosses the antimeridian")
    func antimeridian() throws {
        let box = try BoundingBox(west: 170, south: -20, east: -170, north: -10)
        #expect(box.crossesAntimeridian)
        for (longitude, isInside) in [
            (170.0, true), (180, true), (-180, true), (-170, true), (175, true), (-175, true),
            (169.99, false), (-169.99, false), (0, false),
        ] {
            #expect(box.contains(try Coordinate(latitude: -15, longitude: longitude)) == isInside)
        }
        #expect(box.unwrapped.count == 2)
        #expect(box.unwrapped.allSatisfy { $0.west <= $0.east })
    }

    @Test("180 and -180 are one meridian for a box that ends there")
    func bothNames() throws {
        let eastern = try BoundingBox(west: 170, south: 0, east: 180, north: 1)
        #expect(eastern.contains(try Coordinate(latitude: 0.5, longitude: -180)))
        #expect(!eastern.contains(try Coordinate(latitude: 0.5, longitude: -179.9)))
    }

    @Test("edges out of range and south of north are refused")
    func refused() {
        #expect(throws: GeodesyError.invalidBoundingBox(south: 2, north: 1)) {
            try BoundingBox(west: 0, south: 2, east: 1, north: 1)
        }
        #expect(throws: GeodesyError.invalidLatitude(91)) {
            try BoundingBox(west: 0, south: 2, east: 1, north: 91)
        }
        #expect(throws: GeodesyError.invalidLongitude(181)) {
            try BoundingBox(west: 0, south: 2, east: 181, north: 3)
        }
    }

    @Test("the box around a circle holds every place of the circle", arguments: UInt64(0)..<40)
    func around(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let away = pow(10.0, Double.random(in: -9...1.9, using: &random))
            let latitude: Double =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: 90 - away
                case 1: away - 90
                case 2: 0
                default: Double.random(in: -90...90, using: &random)
                }
            let center = try Coordinate(
                latitude: latitude,
                longitude: [-180, 180, 179.9999, 12].randomElement(using: &random)
                    ?? 0
            )
            let meters = pow(10.0, Double.random(in: -3...7.31, using: &random))
            let radius = try Distance.meters(meters)
            let box = BoundingBox(around: center, radius: radius)
            for bearing in stride(from: -180.0, through: 180, by: 7.5) {
                let onCircle = Geodesic.destination(
                    from: center,
                    bearingDegrees: bearing,
                    distance: radius
                )
                #expect(box.contains(onCircle), "\(center) \(meters) m at \(bearing)")
            }
        }
    }

    @Test("the box around a small circle is small")
    func aroundIsTight() throws {
        let center = try Coordinate(latitude: 38.9, longitude: -77)
        let box = BoundingBox(around: center, radius: try .kilometers(1))
        #expect(box.north - box.south < 0.0182)
        #expect(box.east - box.west < 0.0235)
        let pole = BoundingBox(
            around: try Coordinate(latitude: 89.9999, longitude: 5),
            radius: try .kilometers(1)
        )
        #expect(pole.west == -180 && pole.east == 180 && pole.north == 90)
        let wrapped = BoundingBox(
            around: try Coordinate(latitude: 0, longitude: 179.999),
            radius: try .kilometers(1)
        )
        #expect(wrapped.crossesAntimeridian)
    }
}
