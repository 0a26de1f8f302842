public import Geodesy

extension NumberedQuadTree {
    /// The points in a box, edges included, whatever their reach.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - include: Which ids count.
    /// - Returns: Their ids, in no stated order.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(_ box: BoundingBox, where include: (UInt32) -> Bool) -> [UInt32] {
        within(box).filter(include)
    }

    /// The points in a box, edges included, whatever their reach.
    ///
    /// - Parameter box: May cross the antimeridian.
    /// - Returns: Their ids, in no stated order.
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(_ box: BoundingBox) -> [UInt32] {
        var found: [UInt32] = []
        collect(within: box, into: &found)
        return found
    }

    /// As ``within(_:)``, added to the end of a list that its owner keeps for many queries.
    ///
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func collect(within box: BoundingBox, into found: inout [UInt32]) {
        TreeReader(storage).collect(within: box, into: &found)
    }

    /// Calls with the id and the place of every point in a box, edges included.
    func forEachPoint(in box: BoundingBox, _ body: (UInt32, Coordinate) -> Void) {
        TreeReader(storage).forEach(within: box) { leaf, index in
            let place = leaf[index].place
            body(
                leaf.id[index],
                Coordinate(uncheckedLatitude: place.latitude, longitude: place.longitude)
            )
        }
    }
}
