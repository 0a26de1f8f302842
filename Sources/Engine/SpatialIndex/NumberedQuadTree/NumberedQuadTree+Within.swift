public import Geodesy

extension NumberedQuadTree {
    /// The points within a radius of a place that reach it.
    ///
    /// - Parameters:
    ///   - radius: Inclusive; half the Earth's circumference and more finds everything that reaches.
    ///   - center: Where to look from.
    /// - Returns: Every point whose distance is at most the radius and at most its own reach, with
    ///   that distance, in no stated order.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    /// Accuracy: that of ``Geodesic/distance(from:to:)``, bit by bit.
    public func within(_ radius: Distance, of center: Coordinate) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        collect(within: radius, of: center, into: &found)
        return found
    }

    /// The points within a radius of a place that reach it and that a predicate admits.
    ///
    /// - Parameter include: Which ids count.
    /// - Returns: As ``within(_:of:)``.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(
        _ radius: Distance,
        of center: Coordinate,
        where include: (UInt32) -> Bool
    ) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        TreeReader(storage).forEach(within: radius.meters, of: center) { id, meters in
            if include(id) {
                found.append(Neighbor(id: id, distance: Distance(uncheckedMeters: meters)))
            }
        }
        return found
    }

    /// As ``within(_:of:)``, added to the end of a list that its owner keeps for many queries.
    ///
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func collect(
        within radius: Distance,
        of center: Coordinate,
        into found: inout [Neighbor<UInt32>]
    ) {
        TreeReader(storage).collect(within: radius.meters, of: center, into: &found)
    }
}
