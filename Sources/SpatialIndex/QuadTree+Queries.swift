public import Geodesy

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

extension QuadTree {
    /// The points within a radius of a place that reach it.
    ///
    /// - Parameters:
    ///   - radius: Inclusive; half the Earth's circumference and more finds everything that reaches.
    ///   - center: Where to look from.
    ///   - include: Which ids count; applied before anything is returned.
    /// - Returns: Every point whose distance is at most the radius and at most its own reach, with
    ///   that distance, in no stated order.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    /// Accuracy: 1 mm, as ``Geodesic/distance(from:to:)``.
    public func within(
        _ radius: Distance,
        of center: Coordinate,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [Neighbor] {
        var found: [Neighbor] = []
        let bound = LowerBound(from: center)
        var pending = [0]
        while let index = pending.popLast() {
            let node = nodes[index]
            guard !node.extent.isEmpty,
                bound.meters(to: node.extent) <= min(radius.meters, node.greatestReach)
            else { continue }
            if let child = node.firstChild { pending.append(contentsOf: child..<child + 4) }
            for point in node.points where include(point.id) {
                let distance = Geodesic.distance(from: center, to: point.coordinate)
                if distance <= radius, distance.meters <= point.reach.meters {
                    found.append(Neighbor(id: point.id, distance: distance))
                }
            }
        }
        return found
    }

    /// The `k` points nearest to a place that reach it.
    ///
    /// - Parameters:
    ///   - center: Where to look from.
    ///   - k: How many; 0 or less finds none.
    ///   - maxDistance: Inclusive bound; nil for the whole Earth.
    ///   - include: Which ids count; applied before `k` is.
    /// - Returns: At most `k` neighbours, nearest first; ties by id.
    /// - Complexity: O(k log n) typical, O(n) worst.
    /// Accuracy: 1 mm, as ``Geodesic/distance(from:to:)``.
    public func nearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [Neighbor] {
        guard k > 0 else { return [] }
        let bound = LowerBound(from: center)
        var best: [Neighbor] = []
        var limit = maxDistance?.meters ?? .infinity
        var pending = [(index: 0, atLeast: 0.0)]
        while let (index, atLeast) = pending.popLast() {
            let node = nodes[index]
            guard atLeast <= min(limit, node.greatestReach) else { continue }
            if let child = node.firstChild {
                // Farthest first onto the stack, so that the nearest is looked at next.
                let children = (child..<child + 4).filter { !nodes[$0].extent.isEmpty }
                    .map { (index: $0, atLeast: bound.meters(to: nodes[$0].extent)) }
                    .sorted { $0.atLeast > $1.atLeast }
                pending.append(contentsOf: children)
            }
            for point in node.points where include(point.id) {
                let distance = Geodesic.distance(from: center, to: point.coordinate)
                guard distance.meters <= min(limit, point.reach.meters) else { continue }
                let neighbor = Neighbor(id: point.id, distance: distance)
                let place = best.firstIndex { neighbor.precedes($0) } ?? best.count
                guard place < k else { continue }
                best.insert(neighbor, at: place)
                if best.count > k { best.removeLast() }
                if best.count == k, let last = best.last {
                    limit = min(limit, last.distance.meters)
                }
            }
        }
        return best
    }

    /// The points in a box, edges included, whatever their reach.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - include: Which ids count.
    /// - Returns: Their ids, in no stated order.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(
        _ box: BoundingBox,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [UInt32] {
        var found: [UInt32] = []
        forEachPoint(in: box) { id, _ in
            if include(id) { found.append(id) }
        }
        return found
    }

    /// Calls with the id and the place of every point in a box, edges included.
    func forEachPoint(in box: BoundingBox, _ body: (UInt32, Coordinate) -> Void) {
        var pending = [0]
        while let index = pending.popLast() {
            let node = nodes[index]
            guard !node.extent.isEmpty, node.extent.intersects(box) else { continue }
            if let child = node.firstChild { pending.append(contentsOf: child..<child + 4) }
            for point in node.points where box.contains(point.coordinate) {
                body(point.id, point.coordinate)
            }
        }
    }
}

extension Neighbor {
    /// The order of answers: by distance, ties by id.
    public func precedes(_ other: Neighbor) -> Bool {
        distance != other.distance ? distance < other.distance : id < other.id
    }
}

/// What no geodesic from a place to an extent can fall short of.
///
/// The ellipsoid's metric is M^2 dlat^2 + N^2 cos^2(lat) dlon^2, and both radii of curvature are at
/// least b^2/a; so a geodesic is at least b^2/a times the great circle between the same latitudes
/// and longitudes on the unit sphere. There, the squared chord is the sum of two terms, one of the
/// latitudes alone and one that grows with the difference of longitudes and the cosines.
struct LowerBound {
    let latitude: Double
    let longitude: Double
    let cosine: Double

    init(from center: Coordinate) {
        latitude = center.latitude
        longitude = center.longitude
        cosine = max(0, cos(center.latitude * .pi / 180))
    }

    func meters(to extent: Extent) -> Double {
        let up = max(0, extent.south - latitude, latitude - extent.north)
        let inside = longitude >= extent.west && longitude <= extent.east
        let across = inside ? 0 : min(gap(longitude, extent.west), gap(longitude, extent.east))
        let leastCosine = cos(max(extent.south.magnitude, extent.north.magnitude) * .pi / 180)
        let sineUp = sin(up * .pi / 360)
        let sineAcross = sin(across * .pi / 360)
        let halfChord =
            (sineUp * sineUp + cosine * max(0, leastCosine) * sineAcross * sineAcross)
            .squareRoot()
        return Geodesic.leastRadiusOfCurvatureMeters * 2 * asin(min(1, halfChord)) * (1 - 1e-9)
            - 1e-6
    }

    private func gap(_ one: Double, _ other: Double) -> Double {
        let difference = (one - other).magnitude
        return min(difference, 360 - difference)
    }
}
