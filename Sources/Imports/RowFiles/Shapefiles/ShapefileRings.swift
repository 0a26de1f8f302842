/// Which rings of a shape are holes of which others.
///
/// A shapefile has a polygon's rings one behind the other: outer rings wind clockwise, holes the other
/// way, in any order (ESRI Shapefile Technical Description, "Polygon").
enum ShapefileRings {
    typealias Position = GeoJSONGeometry.Position

    /// How many corners and boxes are looked at, at most: about a second of work.
    static let workLimit = 200_000_000

    /// A ring and what is known of it.
    private struct Ring {
        let index: Int
        let box: (west: Double, south: Double, east: Double, north: Double)
        let size: Double

        /// Whether another lies within its box.
        func encloses(_ other: Ring) -> Bool {
            other.box.west >= box.west && other.box.east <= box.east
                && other.box.south >= box.south && other.box.north <= box.north
        }
    }

    /// Polygons of rings, the outer ring first, in the order of the outer rings.
    ///
    /// A hole belongs to the smallest outer ring that it lies in; one that lies in none is taken for an
    /// outer ring that winds the wrong way. Of a single outer ring only the box is looked at.
    ///
    /// - Returns: nil when there are too many to find out within ``workLimit``.
    /// - Complexity: O(n) for n corners of one outer ring with its holes; otherwise O(h n) at worst for
    ///   h holes.
    static func polygons(of rings: [[Position]], workLimit: Int = workLimit) -> [[[Position]]]? {
        var outer: [Ring] = []
        var holes: [Ring] = []
        for index in rings.indices {
            let area = signedArea(rings[index])
            let ring = Ring(index: index, box: box(of: rings[index]), size: area.magnitude)
            if area < 0 { outer.append(ring) } else { holes.append(ring) }
        }
        var polygons = rings.map { [$0] }
        var isHole = Array(repeating: false, count: rings.count)
        // The smallest first.
        let candidates = outer.sorted { ($0.size, $0.index) < ($1.size, $1.index) }
        var work = 0
        for hole in holes {
            let places = rings[hole.index]
            var owner: Int?
            for ring in candidates {
                work += 1
                guard ring.encloses(hole) else { continue }
                if candidates.count > 1 {
                    guard isRing(places, within: rings[ring.index], &work, workLimit) else {
                        continue
                    }
                }
                owner = ring.index
                break
            }
            guard work <= workLimit else { return nil }
            if let owner {
                polygons[owner].append(places)
                isHole[hole.index] = true
            }
        }
        return polygons.indices.filter { !isHole[$0] }.map { polygons[$0] }
    }

    /// Twice the area, negative for a ring that winds clockwise.
    private static func signedArea(_ ring: [Position]) -> Double {
        guard let first = ring.first, var last = ring.last else { return 0 }
        var sum = 0.0
        for place in ring {
            // From the first place on: far from the origin digits would be lost.
            sum +=
                (last.longitude - first.longitude) * (place.latitude - first.latitude)
                - (place.longitude - first.longitude) * (last.latitude - first.latitude)
            last = place
        }
        return sum
    }

    private static func box(
        of ring: [Position]
    ) -> (west: Double, south: Double, east: Double, north: Double) {
        var box = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for place in ring {
            box.0 = min(box.0, place.longitude)
            box.1 = min(box.1, place.latitude)
            box.2 = max(box.2, place.longitude)
            box.3 = max(box.3, place.latitude)
        }
        return box
    }

    /// Whether the first corner of a ring that lies on no edge of another lies within that. A ring all
    /// of whose corners lie on the other's edges lies within it.
    private static func isRing(
        _ inner: [Position],
        within outer: [Position],
        _ work: inout Int,
        _ workLimit: Int
    ) -> Bool {
        for place in inner {
            work += outer.count
            guard work <= workLimit else { return false }
            if let isWithin = isPlace(place, within: outer) { return isWithin }
        }
        return true
    }

    /// Whether a place lies within a ring, by the edges that a line eastward from it crosses; nil when it
    /// lies on one.
    private static func isPlace(_ place: Position, within ring: [Position]) -> Bool? {
        guard var last = ring.last else { return false }
        var isWithin = false
        let (x, y) = (place.longitude, place.latitude)
        for next in ring {
            defer { last = next }
            let side =
                (next.longitude - last.longitude) * (y - last.latitude)
                - (next.latitude - last.latitude) * (x - last.longitude)
            if side == 0, x >= min(last.longitude, next.longitude),
                x <= max(last.longitude, next.longitude), y >= min(last.latitude, next.latitude),
                y <= max(last.latitude, next.latitude)
            {
                return nil
            }
            guard (last.latitude > y) != (next.latitude > y) else { continue }
            if (side > 0) == (next.latitude > last.latitude) { isWithin.toggle() }
        }
        return isWithin
    }
}
