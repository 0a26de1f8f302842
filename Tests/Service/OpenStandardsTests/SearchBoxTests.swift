import FeatureCollections
import Geodesy
import Testing

@Suite struct SearchBoxTests {
    /// Whether a place lies in a box, told otherwise: by turning the Earth until the box begins at 0.
    private func isIn(_ place: Coordinate, _ edges: (Double, Double, Double, Double)) -> Bool {
        let (west, south, east, north) = edges
        guard place.latitude >= south, place.latitude <= north else { return false }
        if place.latitude.magnitude == 90 { return true }
        func turned(_ longitude: Double) -> Double {
            let angle = (longitude - west).truncatingRemainder(dividingBy: 360)
            return angle < 0 ? angle + 360 : angle
        }
        let width = west <= east ? east - west : east + 360 - west
        return turned(place.longitude) <= width + 1e-9 || width >= 360
    }

    @Test("points in boxes over seams and poles agree with brute force", arguments: 1...40)
    func points(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let content = try ListedContent.points(300, seed: seed)
        func edge(_ limit: Double) -> Double {
            // Whole degrees, so that edges are met.
            Double.random(in: -limit...limit, using: &numbers).rounded()
        }
        for round in 0..<20 {
            let (first, second) = (edge(90), edge(90))
            let north = round % 4 == 0 ? 90 : max(first, second)
            let edges = (
                round % 5 == 0 ? -180 : edge(180), min(first, second),
                round % 7 == 0 ? 180 : edge(180), north
            )
            let box = SearchBox(
                try BoundingBox(west: edges.0, south: edges.1, east: edges.2, north: edges.3)
            )
            let near = Set(box.parts.flatMap { content.numbers(near: $0) })
            for number in 0..<content.count {
                guard case .point(let place)? = content.shape(number) else { continue }
                let expected = isIn(place, edges)
                #expect(box.intersects(.point(place)) == expected, "\(place) \(edges)")
                if expected { #expect(near.contains(number)) }
            }
        }
    }

    private func polygon(_ corners: [(Double, Double)], _ holes: [[(Double, Double)]] = []) throws
        -> FeatureShape
    {
        func ring(_ corners: [(Double, Double)]) throws -> [Coordinate] {
            try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        }
        return .area(
            MultiPolygon([
                try Polygon(exterior: ring(corners), holes: holes.map { try ring($0) })
            ])
        )
    }

    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws
        -> SearchBox
    {
        SearchBox(try BoundingBox(west: west, south: south, east: east, north: north))
    }

    @Test("an area meets a box by its inside and its edges, and not by its own box")
    func areas() throws {
        let ring = try polygon(
            [(0, 0), (10, 0), (10, 10), (0, 10)],
            [[(2, 2), (8, 2), (8, 8), (2, 8)]]
        )
        #expect(try box(1, 1, 1.5, 1.5).intersects(ring))
        #expect(try !box(3, 3, 7, 7).intersects(ring), "in the hole")
        #expect(try box(3, 3, 8, 7).intersects(ring), "on the hole's edge")
        #expect(try box(-5, -5, 15, 15).intersects(ring), "around it")
        #expect(try box(10, 10, 12, 12).intersects(ring), "at a corner")
        #expect(try !box(10.1, 0, 12, 10).intersects(ring))
        let triangle = try polygon([(0, 0), (10, 0), (0, 10)])
        #expect(try !box(8, 8, 9, 9).intersects(triangle), "in its box, outside of it")
        #expect(try box(-1, 4, 11, 5).intersects(triangle), "no corner of either in the other")
    }

    @Test("a line meets a box that it passes through without a place in it")
    func lines() throws {
        let line = FeatureShape.lines([
            [
                try Coordinate(latitude: 0, longitude: 0),
                try Coordinate(latitude: 10, longitude: 10),
            ]
        ])
        #expect(try box(4, 4, 5, 5).intersects(line))
        #expect(try !box(4, 6, 5, 7).intersects(line))
    }

    @Test("a line over the antimeridian is cut there, and found on both sides")
    func cut() throws {
        let line = FeatureShape.line([
            try Coordinate(latitude: 0, longitude: 170),
            try Coordinate(latitude: 10, longitude: -170),
        ])
        guard case .lines(let parts) = line else {
            Issue.record("no lines")
            return
        }
        #expect(parts.count == 2)
        #expect(parts[0].last == (try Coordinate(latitude: 5, longitude: 180)))
        #expect(parts[1].first == (try Coordinate(latitude: 5, longitude: -180)))
        #expect(try box(175, 0, -175, 10).intersects(line))
        #expect(try !box(-100, 0, 100, 10).intersects(line))
    }
}
