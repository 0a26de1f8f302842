internal import Geodesy

/// The edges of a line or a ring, straight in longitude and latitude.
struct PlaneEdges {
    private let places: [Coordinate]
    private let box: BoundingBox?

    init(_ places: [Coordinate]) {
        self.places = places
        box = places.isEmpty ? nil : BoundingBox(holding: places)
    }

    private static func touches(_ one: BoundingBox, _ other: BoundingBox) -> Bool {
        one.west <= other.east && one.east >= other.west && one.south <= other.north
            && one.north >= other.south
    }

    /// Whether an edge goes through a place.
    func pass(through place: Coordinate) -> Bool {
        guard let box, Self.touches(box, BoundingBox(holding: [place])) else { return false }
        return zip(places, places.dropFirst()).contains { start, end in
            Self.side(start, end, of: place) == 0 && place.isWithin(start, end)
        }
    }

    /// Whether an edge has a place in common with one of others.
    ///
    /// - Complexity: O(n m).
    func meet(_ other: PlaneEdges) -> Bool {
        guard let box, let otherBox = other.box, Self.touches(box, otherBox) else { return false }
        for (start, end) in zip(places, places.dropFirst()) {
            let edge = BoundingBox(holding: [start, end])
            guard Self.touches(edge, otherBox) else { continue }
            for (from, to) in zip(other.places, other.places.dropFirst())
            where Self.touches(edge, BoundingBox(holding: [from, to])) {
                if Self.cross(start, end, from, to) { return true }
            }
        }
        return false
    }

    /// Whether two edges whose boxes touch have a place in common.
    private static func cross(
        _ a: Coordinate,
        _ b: Coordinate,
        _ c: Coordinate,
        _ d: Coordinate
    ) -> Bool {
        Self.side(a, b, of: c) * Self.side(a, b, of: d) <= 0
            && Self.side(c, d, of: a) * Self.side(c, d, of: b) <= 0
    }
}

extension PlaneEdges {
    /// On which side of the line from one place to another a third lies: 1 left, -1 right, 0 where it is as
    /// good as on it, which is within a nanometre.
    private static func side(_ start: Coordinate, _ end: Coordinate, of place: Coordinate) -> Int {
        let left = (start.longitude - place.longitude) * (end.latitude - place.latitude)
        let right = (start.latitude - place.latitude) * (end.longitude - place.longitude)
        let determinant = left - right
        guard determinant.magnitude > roundingBound * (left.magnitude + right.magnitude) else {
            return 0
        }
        return determinant > 0 ? 1 : -1
    }

    /// Below this share, nothing is known of a determinant: (3 + 16 u) u for the unit of rounding u = 2^-53.
    /// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
    /// Predicates", Discrete & Computational Geometry 18 (1997).
    private static let roundingBound = 3.330_669_073_875_471_6e-16
}

extension Coordinate {
    /// Whether it lies in the box of two others.
    fileprivate func isWithin(_ one: Coordinate, _ other: Coordinate) -> Bool {
        min(one.latitude, other.latitude)...max(one.latitude, other.latitude) ~= latitude
            && min(one.longitude, other.longitude)...max(one.longitude, other.longitude)
                ~= longitude
    }
}
