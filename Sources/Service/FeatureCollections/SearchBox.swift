package import Geodesy

/// A box as features are searched for in it: rectangles of longitude and latitude that do not cross the
/// antimeridian, edges included.
///
/// The meridians of 180 degrees east and west are one, and so are all places at a pole: a box that touches
/// one has all that lies there, under whichever longitude it is written.
package struct SearchBox: Sendable, Hashable {
    /// The rectangles, at least one.
    package let parts: [BoundingBox]

    /// The places of a box.
    package init(_ box: BoundingBox) {
        var parts = box.unwrapped
        if parts.contains(where: { $0.west == -180 }), !parts.contains(where: { $0.east == 180 }) {
            parts.append(Self.rectangle(180, box.south, 180, box.north))
        } else if parts.contains(where: { $0.east == 180 }),
            !parts.contains(where: { $0.west == -180 })
        {
            parts.append(Self.rectangle(-180, box.south, -180, box.north))
        }
        for pole in [-90.0, 90.0] where pole == box.south || pole == box.north {
            parts.append(Self.rectangle(-180, pole, 180, pole))
        }
        self.parts = parts
    }

    private static func rectangle(
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double
    ) -> BoundingBox {
        BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// Whether a shape shares a place with the box.
    ///
    /// - Complexity: O(number of places).
    package func intersects(_ shape: FeatureShape) -> Bool {
        if case .point(let place) = shape { return parts.contains { $0.contains(place) } }
        return parts.contains { part in
            Rectangle(
                west: part.west,
                south: part.south,
                east: part.east,
                north: part.north
            ).intersects(shape) { ($0.longitude, $0.latitude) }
        }
    }
}

/// A rectangle of any plane, edges included.
package struct Rectangle: Sendable, Hashable {
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double

    /// - Parameter west: Not above `east`; `south` not above `north`.
    package init(west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// A point of the plane.
    package typealias Point = (x: Double, y: Double)

    /// Whether a shape, whose edges are straight in the plane, shares a point with the rectangle.
    ///
    /// - Parameter plane: Where a place lies in the plane; nil where it has no point there.
    /// - Complexity: O(number of places).
    package func intersects(_ shape: FeatureShape, in plane: (Coordinate) -> Point?) -> Bool {
        switch shape {
        case .point(let place): return plane(place).map(contains) ?? false
        case .lines(let lines):
            return lines.contains { touches($0.compactMap(plane)) }
        case .area(let area):
            return area.polygons.contains { polygon in
                let rings = ([polygon.exterior] + polygon.holes).map { $0.compactMap(plane) }
                if rings.contains(where: touches) { return true }
                // No edge touches it: it lies within the polygon as a whole, or as a whole outside.
                return rings.count { isInside($0) } % 2 == 1
            }
        }
    }

    package func contains(_ point: Point) -> Bool {
        point.x >= west && point.x <= east && point.y >= south && point.y <= north
    }

    private func touches(_ line: [Point]) -> Bool {
        if line.count == 1 { return contains(line[0]) }
        for index in line.indices.dropFirst() where touches(line[index - 1], line[index]) {
            return true
        }
        return false
    }

    /// Whether an edge shares a point with the rectangle: the line through it separates no two of the
    /// corners, or neither of the rectangle's sides separates the two.
    private func touches(_ start: Point, _ end: Point) -> Bool {
        guard max(start.x, end.x) >= west, min(start.x, end.x) <= east,
            max(start.y, end.y) >= south, min(start.y, end.y) <= north
        else { return false }
        if contains(start) || contains(end) { return true }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        func side(_ x: Double, _ y: Double) -> Double { dx * (y - start.y) - dy * (x - start.x) }
        let sides = [side(west, south), side(east, south), side(east, north), side(west, north)]
        return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
    }

    /// Whether the rectangle's south-western corner lies within a closed ring.
    private func isInside(_ ring: [Point]) -> Bool {
        var isInside = false
        for index in ring.indices.dropFirst() {
            let (start, end) = (ring[index - 1], ring[index])
            guard (start.y > south) != (end.y > south) else { continue }
            let x = start.x + (south - start.y) / (end.y - start.y) * (end.x - start.x)
            if x > west { isInside.toggle() }
        }
        return isInside
    }
}
