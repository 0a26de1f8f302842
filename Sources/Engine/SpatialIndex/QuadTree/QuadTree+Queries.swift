public import Geodesy

extension QuadTree {
    /// The points within a radius of a place that reach it.
    ///
    /// - Parameters:
    ///   - radius: Inclusive; half the Earth's circumference and more finds everything that reaches.
    ///   - center: Where to look from.
    ///   - include: Which ids count; nil for all.
    /// - Returns: Every point whose distance is at most the radius and at most its own reach: nearest
    ///   first; of those equally far, the one that came first.
    /// - Complexity: O(log n + found log found) typical, O(n log n) worst.
    /// Accuracy: that of ``Geodesic/distance(from:to:)``, bit by bit.
    public func neighbors(
        within radius: Distance,
        of center: Coordinate,
        where include: ((ID) -> Bool)? = nil
    ) -> [Neighbor<ID>] {
        guard let tree else { return [] }
        var found =
            include.map { include in
                tree.within(radius, of: center) { number in id(number).map(include) ?? false }
            } ?? tree.within(radius, of: center)
        found.withUnsafeMutableBufferPointer { Neighbor<UInt32>.sort($0) }
        return neighbors(found)
    }

    /// The points nearest to a place that reach it.
    ///
    /// - Parameters:
    ///   - count: How many; 0 or less finds none.
    ///   - center: Where to look from.
    ///   - maxDistance: Inclusive bound; nil for the whole Earth.
    ///   - include: Which ids count, before they are counted; nil for all.
    /// - Returns: At most `count` neighbours: nearest first; of those equally far, the one that came
    ///   first.
    /// - Complexity: O(k log n) typical for a count of k, O(n log n) worst.
    /// Accuracy: that of ``Geodesic/distance(from:to:)``, bit by bit.
    public func nearest(
        _ count: Int,
        to center: Coordinate,
        within maxDistance: Distance? = nil,
        where include: ((ID) -> Bool)? = nil
    ) -> [Neighbor<ID>] {
        guard let tree else { return [] }
        guard let include else {
            return neighbors(tree.nearest(to: center, count: count, within: maxDistance))
        }
        return neighbors(
            tree.nearest(to: center, count: count, within: maxDistance) { number in
                id(number).map(include) ?? false
            }
        )
    }

    /// All points that reach a place, nearest first, found as they are asked for.
    ///
    /// For when it is not known beforehand how many are needed:
    ///
    /// ```swift
    /// let open = stations.nearestFirst(from: home).first { isOpen($0.id) }
    /// ```
    ///
    /// - Parameter center: Where to look from.
    /// - Returns: A sequence over the tree as it is now, in the order of ``nearest(_:to:within:where:)``.
    /// - Complexity: O(1), and O(k log n) typical for the first k of it.
    public func nearestFirst(from center: Coordinate) -> NearestFirst<ID> {
        NearestFirst(tree: self, center: center)
    }

    /// The points in a box or on its edge, whatever their reach.
    ///
    /// - Parameter box: May cross the antimeridian.
    /// - Returns: Their ids, in the order in which the points came.
    /// - Complexity: O(log n + found log found) typical, O(n log n) worst.
    public func ids(in box: BoundingBox) -> [ID] { ids(tree?.within(box)) }

    /// The points in a polygon or on its edge, whatever their reach.
    ///
    /// - Returns: Their ids, in the order in which the points came.
    /// - Complexity: O(log n + b e + found log found) for b points in the bounding box and e edges.
    public func ids(in polygon: Polygon) -> [ID] { ids(tree?.within(polygon)) }

    /// The points in an area or on its edge, whatever their reach.
    ///
    /// - Returns: Their ids, each once, in the order in which the points came.
    /// - Complexity: O(log n + b e + found log found) for b points in the bounding boxes and e edges.
    public func ids(in area: MultiPolygon) -> [ID] { ids(tree?.within(area)) }

    private func id(_ number: UInt32) -> ID? { slots[Int(number)]?.id }

    private func ids(_ numbers: [UInt32]?) -> [ID] { numbers?.sorted().compactMap(id) ?? [] }

    private func neighbors(_ found: [Neighbor<UInt32>]) -> [Neighbor<ID>] {
        found.compactMap { neighbor in
            id(neighbor.id).map { Neighbor(id: $0, distance: neighbor.distance) }
        }
    }
}
