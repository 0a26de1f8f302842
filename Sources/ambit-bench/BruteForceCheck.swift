import CProj
import Geodesy
import SpatialIndex

/// Compares answers with every distance by `geod_inverse`.
struct BruteForceCheck {
    /// A millimetre: distances must agree to it, and only points that near to a bound may differ.
    private static let tolerance = 0.001
    /// Points that the latitude alone puts farther away than this are not measured; no query of
    /// the benchmark looks so far.
    private static let farMeters = 500_000.0

    private let places: [Coordinate]
    private let reaches: [Reach]?
    private var ellipsoid = geod_geodesic()

    /// - Parameters:
    ///   - places: Where each point is, by id.
    ///   - reaches: How far each is found from; nil for no limits.
    init(places: [Coordinate], reaches: [Reach]?) {
        self.places = places
        self.reaches = reaches
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    }

    /// - Throws: ``BenchmarkError`` with the first answer that is wrong.
    func run(_ tree: NumberedQuadTree, centers: [Coordinate]) throws {
        for center in centers {
            let all = distances(from: center)
            for meters in [1000.0, 5000, 50_000] {
                let found = tree.within(try .meters(meters), of: center)
                try compare(found, all, bound: meters)
            }
            for count in [1, 10, 100] {
                try compare(
                    tree.nearest(to: center, count: count, within: try .meters(400_000)),
                    all,
                    count: count,
                    bound: 400_000
                )
            }
            try compare(
                tree.nearest(to: center, count: 100, within: try .meters(5000)),
                all,
                count: 100,
                bound: 5000
            )
            try compare(tree, in: BoundingBox(benchmarkedAround: center))
        }
    }

    /// All distances in metres by id; infinity beyond ``farMeters``.
    private func distances(from center: Coordinate) -> [Double] {
        // A degree of a meridian is nowhere shorter than 110,574 m.
        let reachDegrees = Self.farMeters / 110_574
        return withUnsafePointer(to: ellipsoid) { ellipsoid in
            places.map { place in
                if abs(place.latitude - center.latitude) > reachDegrees { return .infinity }
                var meters = 0.0
                geod_inverse(
                    ellipsoid,
                    center.latitude,
                    center.longitude,
                    place.latitude,
                    place.longitude,
                    &meters,
                    nil,
                    nil
                )
                return meters
            }
        }
    }

    /// Up to where a point is found.
    private func bound(_ id: Int, _ bound: Double) -> Double {
        min(bound, reaches?[id].meters ?? .infinity)
    }

    private func compareDistances(_ found: [Neighbor<UInt32>], _ all: [Double]) throws {
        for neighbor in found
        where abs(neighbor.distance.meters - all[Int(neighbor.id)]) > Self.tolerance {
            throw BenchmarkError("point \(neighbor.id) is not \(neighbor.distance.meters) m away")
        }
        guard Set(found.map(\.id)).count == found.count else {
            throw BenchmarkError("a point was found twice")
        }
    }

    private func compare(_ found: [Neighbor<UInt32>], _ all: [Double], bound: Double) throws {
        try compareDistances(found, all)
        let ids = Set(found.map(\.id))
        for (id, meters) in all.enumerated() {
            let limit = self.bound(id, bound)
            if ids.contains(UInt32(id)) != (meters <= limit), abs(meters - limit) > Self.tolerance {
                throw BenchmarkError("point \(id) at \(meters) m is wrong within \(limit) m")
            }
        }
    }

    private func compare(_ found: [Neighbor<UInt32>], _ all: [Double], count: Int, bound: Double)
        throws
    {
        try compareDistances(found, all)
        let visible = all.indices.lazy.map { (id: $0, meters: all[$0]) }
            .filter { $0.meters <= self.bound($0.id, bound) }
        let nearest = visible.map(\.meters).sorted().prefix(count)
        let isSame = zip(found, nearest).allSatisfy {
            abs($0.distance.meters - $1) <= Self.tolerance
        }
        guard found.count == nearest.count, isSame else {
            throw BenchmarkError("the nearest \(count) within \(bound) m are wrong")
        }
        for (one, next) in zip(found, found.dropFirst()) where !one.precedes(next) {
            throw BenchmarkError("point \(one.id) stands before \(next.id)")
        }
    }

    private func compare(_ tree: NumberedQuadTree, in box: BoundingBox) throws {
        let found = tree.within(box)
        let ids = Set(found)
        guard ids.count == found.count else { throw BenchmarkError("a point was found twice") }
        // The box's own rule in plain comparisons: none of the boxes is as wide as half the Earth.
        for (id, place) in places.enumerated() {
            let isBetween =
                box.west <= box.east
                ? place.longitude >= box.west && place.longitude <= box.east
                : place.longitude >= box.west || place.longitude <= box.east
            let isInside = isBetween && place.latitude >= box.south && place.latitude <= box.north
            if isInside != ids.contains(UInt32(id)), !isOnEdge(place, of: box) {
                throw BenchmarkError("point \(id) is wrong within a box")
            }
        }
    }

    /// Whether a place lies within 0.1 mm of an edge's parallel or meridian, where the grid decides.
    private func isOnEdge(_ place: Coordinate, of box: BoundingBox) -> Bool {
        let near = 1e-9
        return abs(place.latitude - box.south) < near || abs(place.latitude - box.north) < near
            || abs(place.longitude - box.west) < near || abs(place.longitude - box.east) < near
    }
}
