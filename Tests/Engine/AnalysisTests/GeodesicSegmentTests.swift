import Analysis
import Foundation
import Geodesy
import Testing

@Suite struct GeodesicSegmentTests {
    @Test(
        "the distance to a segment is the least of all its points, by PROJ's own geodesics",
        arguments: [(0.001, 60), (0.05, 60), (1.0, 60), (8.0, 40)]
    )
    func leastDistance(spreadDegrees: Double, count: Int) throws {
        var random = SeededRandom(seed: 8)
        for _ in 0..<count {
            let middle = try random.place()
            func near() throws -> Coordinate {
                let latitude = middle.latitude + .random(in: -1...1, using: &random) * spreadDegrees
                var longitude =
                    middle.longitude + .random(in: -1...1, using: &random) * spreadDegrees
                if longitude > 180 { longitude -= 360 }
                if longitude < -180 { longitude += 360 }
                return try Coordinate(max(-90, min(90, latitude)), longitude)
            }
            let (start, end, place) = (try near(), try near(), try near())
            let found = GeodesicSegment(from: start, to: end).nearest(to: place)
            let least = Karney.meters(place, toSegment: start, end)
            #expect(
                abs(found.distance.meters - least) < 0.0003,
                "\(place) to \(start) - \(end): \(found.distance.meters), least is \(least)"
            )
        }
    }

    @Test("beyond the ends of a segment its ends are nearest")
    func ends() throws {
        let segment = GeodesicSegment(from: try Coordinate(10, 10), to: try Coordinate(10, 11))
        let west = segment.nearest(to: try Coordinate(10, 9))
        #expect(west.alongMeters == 0)
        let east = segment.nearest(to: try Coordinate(9.9, 12))
        #expect(east.alongMeters == segment.lengthMeters)
    }

    @Test("a segment of no length is its one place")
    func point() throws {
        let place = try Coordinate(52, 13)
        let other = try Coordinate(52.1, 13.1)
        let found = GeodesicSegment(from: place, to: place).nearest(to: other)
        #expect(found.distance == Geodesic.distance(from: other, to: place))
    }
}

@Suite struct RouteTests {
    @Test("whatever lies within a width of a route lies in one of its boxes", arguments: 0..<6)
    func boxesHoldTheCorridor(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let region = try BoundingBox(west: 179, south: -18, east: -179, north: -16)
        let route = CorridorLine([try (0..<5).map { _ in try random.place(in: region) }])
        let width = try Distance.meters([50, 2_000, 30_000][Int(seed % 3)])
        let boxes = route.boxes(width: width)
        var inside = 0
        for segment in route.segments {
            for _ in 0..<200 {
                let along = Double.random(in: 0...segment.lengthMeters, using: &random)
                let place = Geodesic.destination(
                    from: segment.point(at: along),
                    bearingDegrees: .random(in: 0...360, using: &random),
                    distance: try .meters(
                        width.meters * .random(in: 0.9...1.05, using: &random)
                    )
                )
                guard route.distance(to: place, limit: width) != nil else { continue }
                inside += 1
                #expect(boxes.contains { $0.contains(place) })
            }
        }
        #expect(inside > 300)
    }

    /// A line of many short segments, and one of few long ones.
    private static func winding(_ count: Int) throws -> [Coordinate] {
        try (0...count).map { number in
            let (angle, share) = (Double(number) / 9, Double(number) / Double(count))
            return try Coordinate(40 + share + 0.02 * sin(angle), -83 + share * cos(angle / 50))
        }
    }

    @Test("the nearest of thousands of segments is found", arguments: 0..<4)
    func manySegments(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let line = try Self.winding([40, 3_000, 200, 1_000][Int(seed)])
        let route = CorridorLine([line, [try Coordinate(60, 10), try Coordinate(-50, 120)]])
        let region = try BoundingBox(west: -85, south: 39, east: -81, north: 42)
        for number in 0..<60 {
            let place = number < 50 ? try random.place(in: region) : try Coordinate(10, 60)
            let least = route.segments.map { $0.nearest(to: place).distance }.min()
            let found = route.distance(to: place, limit: try .meters(2e7))
            #expect(abs((found?.meters ?? .nan) - (least?.meters ?? 0)) < 0.001)
            if let least {
                let near = try Distance.meters(max(0, least.meters - 1))
                #expect(route.distance(to: place, limit: near) == nil)
            }
        }
    }

    @Test("short segments share their boxes")
    func fewBoxes() throws {
        // Four kilometres and a half, in steps of eleven centimetres.
        let line = try (0..<40_000).map { try Coordinate(40 + 1e-6 * Double($0), -83) }
        let boxes = CorridorLine([line]).boxes(width: try .meters(100))
        #expect(boxes.count < 50)
        for corner in line { #expect(boxes.contains { $0.contains(corner) }) }
        // Of the winding line each step is longer than a box may be: the whole is long.
        let long = CorridorLine([try Self.winding(40_000)])
        #expect(long.boxes(width: try .meters(100)).count < 4 * CorridorLine.boxLimit)
    }

    @Test("the limit is inclusive, and what lies beyond is nothing")
    func limit() throws {
        let route = CorridorLine([[try Coordinate(0, 0), try Coordinate(0, 1)]])
        let place = try Coordinate(0.5, 0.5)
        let exact = Karney.meters(place, try Coordinate(0, 0.5))
        #expect(route.distance(to: place, limit: try .meters(exact + 0.001)) != nil)
        #expect(route.distance(to: place, limit: try .meters(exact - 0.001)) == nil)
    }
}
