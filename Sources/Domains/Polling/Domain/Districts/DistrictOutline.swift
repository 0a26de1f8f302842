public import Geodesy

/// A district's boundary, made for two questions: does the district hold a place, and how far is the
/// boundary?
///
/// A place **on** the boundary belongs to the district that lies directly east of it; on a stretch
/// that runs due east, to the one directly north of it. So where districts share a boundary, each
/// place on it belongs to exactly one of them, corners included: it is as if every place were moved
/// east by an infinitely small step, and north by one that is infinitely smaller still. (At the north
/// pole, where nothing lies north, it is the district to the south; longitude 180 is -180.)
///
/// The test is exact: coordinates are whole numbers on the grid that distances are measured on
/// (2^-48 of a turn), products have 128 bits, and nothing is rounded.
public struct DistrictOutline: Sendable {
    /// An edge from its lower end to its upper; of a level one either is.
    private struct Edge {
        let lowX: Int64
        let lowY: Int64
        let highX: Int64
        let highY: Int64
    }

    /// By the stripes of latitude that they run through, side by side: an edge may be in several.
    private let edges: [Edge]
    private let stripeStarts: [Int]
    private let south: Int64
    private let north: Int64
    private let west: Int64
    private let east: Int64
    private let stripeHeight: Int64
    /// The boundary's corners, ring after ring, for distances.
    private let rings: [[Coordinate]]
    /// Where the antimeridian cuts the area and nothing ends, for both sides of it are there.
    private let seam: AntimeridianSeam

    /// The boundary of an area, whose parts may not overlap; rings may wind either way.
    ///
    /// - Complexity: O(n log n) typical for n corners.
    public init(_ area: MultiPolygon) {
        rings = area.polygons.flatMap { [$0.exterior] + $0.holes }
        seam = AntimeridianSeam(rings)
        var all: [Edge] = []
        var (south, north) = (Int64.max, Int64.min)
        var (west, east) = (Int64.max, Int64.min)
        for ring in rings {
            let corners = ring.map(Self.steps)
            for (first, second) in zip(corners, corners.dropFirst()) {
                west = min(west, first.x)
                east = max(east, first.x)
                south = min(south, first.y)
                north = max(north, first.y)
                let (low, high) = first.y < second.y ? (first, second) : (second, first)
                all.append(Edge(lowX: low.x, lowY: low.y, highX: high.x, highY: high.y))
            }
        }
        (self.south, self.north, self.west, self.east) = (south, north, west, east)
        let isEmpty = all.isEmpty
        // As many stripes as leave some eight edges in each.
        let count = isEmpty ? 0 : min(max(1, all.count / 8), 4096)
        let height = isEmpty ? 1 : (north - south) / Int64(count) + 1
        stripeHeight = height
        var stripes: [[Edge]] = Array(repeating: [], count: count)
        for edge in all {
            let first = Int((edge.lowY - south) / height)
            let last = Int((edge.highY - south) / height)
            for stripe in first...last { stripes[stripe].append(edge) }
        }
        var starts = [0]
        for stripe in stripes { starts.append((starts.last ?? 0) + stripe.count) }
        stripeStarts = starts
        edges = stripes.flatMap { $0 }
    }

    /// A place in steps of the grid.
    private static func steps(_ place: Coordinate) -> (x: Int64, y: Int64) {
        (
            Coordinate.gridSteps(degrees: place.longitude),
            Coordinate.gridSteps(degrees: place.latitude)
        )
    }

    private static let quarterTurn = Coordinate.gridSteps(degrees: 90)

    /// Whether the district holds the place, by the rule for boundaries above.
    ///
    /// - Complexity: O(1) typical, O(n) worst for n corners.
    public func holds(_ place: Coordinate) -> Bool {
        var (x, y) = Self.steps(place)
        if x == 2 * Self.quarterTurn { x = -x }
        if y == Self.quarterTurn { y -= 1 }
        guard x >= west, x <= east, y >= south, y <= north, stripeStarts.count > 1 else {
            return false
        }
        let stripe = Int((y - south) / stripeHeight)
        var isInside = false
        for index in stripeStarts[stripe]..<stripeStarts[stripe + 1] {
            let edge = edges[index]
            // The lower end belongs to the edge and the upper one to the next: a step northward.
            guard edge.lowY <= y, y < edge.highY else { continue }
            let side =
                Int128(edge.highX - edge.lowX) * Int128(y - edge.lowY)
                - Int128(x - edge.lowX) * Int128(edge.highY - edge.lowY)
            // Only what lies strictly to the east is crossed: a step eastward.
            if side > 0 { isInside.toggle() }
        }
        return isInside
    }

    /// Whether the boundary may come into a box that does not cross the antimeridian: false only where
    /// it does not.
    ///
    /// - Complexity: O(1) typical for a small box, O(n) worst for n corners.
    func mayReach(_ box: BoundingBox) -> Bool {
        // A step more, for the sides of the box are rounded.
        let (boxWest, boxSouth) = (
            Coordinate.gridSteps(degrees: box.west) - 1,
            Coordinate.gridSteps(degrees: box.south) - 1
        )
        let (boxEast, boxNorth) = (
            Coordinate.gridSteps(degrees: box.east) + 1,
            Coordinate.gridSteps(degrees: box.north) + 1
        )
        guard boxWest <= east, boxEast >= west, boxSouth <= north, boxNorth >= south,
            stripeStarts.count > 1
        else { return false }
        let first = Int((max(boxSouth, south) - south) / stripeHeight)
        let last = Int((min(boxNorth, north) - south) / stripeHeight)
        return edges[stripeStarts[first]..<stripeStarts[last + 1]].contains { edge in
            edge.lowY <= boxNorth && edge.highY >= boxSouth
                && min(edge.lowX, edge.highX) <= boxEast && max(edge.lowX, edge.highX) >= boxWest
        }
    }

    /// How far the place is from the nearest point of the boundary, from inside or from outside.
    ///
    /// - Complexity: O(n) for n corners, 3 ns each.
    /// Accuracy: the distance to a point of the boundary, at most 0.2 % or 1 mm longer than the
    /// least where that is under 20 km: the nearest point is chosen on a plane that touches the
    /// ellipsoid at the place.
    public func boundaryDistance(from place: Coordinate) -> Distance {
        let plane = TangentPlane(at: place)
        var best = Double.infinity
        var nearest = place
        for ring in rings {
            guard var start = ring.first.map(plane.position) else { continue }
            for index in ring.indices.dropFirst() {
                let end = plane.position(ring[index])
                let (dx, dy) = (end.x - start.x, end.y - start.y)
                let square = dx * dx + dy * dy
                let along =
                    square > 0 ? min(max(-(start.x * dx + start.y * dy) / square, 0), 1) : 0
                let (x, y) = (start.x + along * dx, start.y + along * dy)
                let distance = x * x + y * y
                if distance < best, !seam.covers(ring[index - 1], ring[index]) {
                    best = distance
                    let (from, to) = (ring[index - 1], ring[index])
                    nearest = Coordinate(
                        uncheckedLatitude: from.latitude + along * (to.latitude - from.latitude),
                        longitude: from.longitude + along * (to.longitude - from.longitude)
                    )
                }
                start = end
            }
        }
        return Geodesic.distance(from: place, to: nearest)
    }
}

/// Metres east and north of a place, for what lies near it.
struct TangentPlane {
    private let latitude: Double
    private let longitude: Double
    private let metersEastward: Double
    private let metersNorthward: Double

    init(at place: Coordinate) {
        latitude = place.latitude
        longitude = place.longitude
        // A thousandth of a degree either way, measured on the ellipsoid.
        let step = 0.001
        let north = min(place.latitude + step, 90)
        let south = max(place.latitude - step, -90)
        let (west, east) =
            place.longitude > 179
            ? (place.longitude - step, place.longitude)
            : (place.longitude, place.longitude + step)
        func meters(_ from: (Double, Double), _ to: (Double, Double)) -> Double {
            Geodesic.distance(
                from: Coordinate(uncheckedLatitude: from.0, longitude: from.1),
                to: Coordinate(uncheckedLatitude: to.0, longitude: to.1)
            ).meters
        }
        metersNorthward =
            meters((south, place.longitude), (north, place.longitude)) / (north - south)
        metersEastward = meters((latitude, west), (latitude, east)) / (east - west)
    }

    func position(_ place: Coordinate) -> (x: Double, y: Double) {
        var degrees = place.longitude - longitude
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return (degrees * metersEastward, (place.latitude - latitude) * metersNorthward)
    }
}
