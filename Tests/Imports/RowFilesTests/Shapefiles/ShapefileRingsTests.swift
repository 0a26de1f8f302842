import Testing

@testable import RowFiles

/// Which rings are holes of which.
@Suite struct ShapefileRingsTests {
    private typealias Ring = [GeoJSONGeometry.Position]

    /// A square of a size around a place, clockwise as outer rings are.
    private func square(_ x: Double, _ y: Double, _ size: Double, isHole: Bool = false) -> Ring {
        let corners = [
            (x - size, y - size), (x - size, y + size), (x + size, y + size), (x + size, y - size),
            (x - size, y - size),
        ].map { GeoJSONGeometry.Position(longitude: $0.0, latitude: $0.1) }
        return isHole ? corners.reversed() : corners
    }

    @Test("a hole belongs to the smallest outer ring that it lies in, in whatever order they come")
    func nesting() throws {
        let (large, lake) = (square(0, 0, 10), square(0, 0, 5, isHole: true))
        let (island, pond) = (square(0, 0, 3), square(0, 0, 1, isHole: true))
        let far = square(100, 0, 1)
        let expected = [[large, lake], [island, pond], [far]]
        for order in [[0, 1, 2, 3, 4], [3, 1, 0, 2, 4], [1, 3, 4, 2, 0]] {
            let rings = order.map { [large, lake, island, pond, far][$0] }
            let polygons = try #require(ShapefileRings.polygons(of: rings))
            #expect(polygons.count == 3)
            for polygon in expected { #expect(polygons.contains(polygon), "\(order)") }
        }
    }

    @Test("a hole in nothing is an outer ring that winds the wrong way")
    func lost() {
        let (first, second) = (square(0, 0, 1), square(5, 0, 1, isHole: true))
        #expect(ShapefileRings.polygons(of: [first, second]) == [[first], [second]])
        // It is within the box of a bent ring, and not within the ring.
        let bent = [(0, 0), (0, 10), (1, 10), (1, 1), (10, 1), (10, 0), (0, 0)]
            .map { GeoJSONGeometry.Position(longitude: $0.0, latitude: $0.1) }
        let hole = square(5, 5, 1, isHole: true)
        let far = square(100, 0, 1)
        #expect(ShapefileRings.polygons(of: [bent, hole, far]) == [[bent], [hole], [far]])
    }

    @Test("corners on the edges of a ring don't say whether a hole lies in it, the others do")
    func touching() {
        let (outer, other) = (square(0, 0, 2), square(50, 0, 2))
        let hole = [(-2, 0), (0, -1), (1, 0), (-2, 0)]
            .map { GeoJSONGeometry.Position(longitude: Double($0.0), latitude: Double($0.1)) }
        #expect(ShapefileRings.polygons(of: [outer, hole, other]) == [[outer, hole], [other]])
    }

    @Test("more work than is bearable is not begun")
    func limit() {
        let rings = (0..<10).flatMap { number in
            [square(Double(number), 0, 5), square(Double(number), 0, 1, isHole: true)]
        }
        #expect(ShapefileRings.polygons(of: rings) != nil)
        #expect(ShapefileRings.polygons(of: rings, workLimit: 20) == nil)
    }

    @Test("numbers that are none do no harm")
    func noNumbers() {
        let odd = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
            .map { GeoJSONGeometry.Position(longitude: $0, latitude: $0) }
        #expect(ShapefileRings.polygons(of: [odd, square(0, 0, 1, isHole: true)])?.count == 2)
        #expect(ShapefileRings.polygons(of: []) == [])
    }
}
