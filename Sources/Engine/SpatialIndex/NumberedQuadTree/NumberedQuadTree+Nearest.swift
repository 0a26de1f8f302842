public import Geodesy

extension NumberedQuadTree {
    /// The `k` points nearest to a place that reach it.
    ///
    /// - Parameters:
    ///   - center: Where to look from.
    ///   - k: How many; 0 or less finds none.
    ///   - maxDistance: Inclusive bound; nil for the whole Earth.
    /// - Returns: At most `k` neighbours, nearest first; ties by id.
    /// - Complexity: O(k log n) typical, O(n) worst.
    /// Accuracy: that of ``Geodesic/distance(from:to:)``, bit by bit.
    public func nearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil
    ) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        collectNearest(to: center, count: k, within: maxDistance, into: &found)
        return found
    }

    /// The `k` points nearest to a place that reach it and that a predicate admits.
    ///
    /// - Parameter include: Which ids count; applied before `k` is.
    /// - Returns: As ``nearest(to:count:within:)``.
    /// - Complexity: O(k log n) typical, O(n) worst.
    public func nearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil,
        where include: (UInt32) -> Bool
    ) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        withoutActuallyEscaping(include) { include in
            TreeReader(storage).collectNearest(
                to: center,
                count: k,
                within: maxDistance?.meters ?? .infinity,
                where: include,
                into: &found
            )
        }
        return found
    }

    /// As ``nearest(to:count:within:)``, added to the end of a list that its owner keeps for many
    /// queries.
    ///
    /// - Complexity: O(k log n) typical, O(n) worst.
    public func collectNearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil,
        into found: inout [Neighbor<UInt32>]
    ) {
        TreeReader(storage).collectNearest(
            to: center,
            count: k,
            within: maxDistance?.meters ?? .infinity,
            where: nil,
            into: &found
        )
    }
}
