public import Geodesy

extension NumberedQuadTree {
    /// The points in an area or on its edge, whatever their reach.
    ///
    /// - Parameter include: Which ids count.
    /// - Returns: Their ids, each once, in no stated order.
    /// - Complexity: O(log n + points in the bounding boxes x edges).
    public func within(
        _ area: MultiPolygon,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [UInt32] {
        var found: [UInt32] = []
        for (index, polygon) in area.polygons.enumerated() {
            // A point in an earlier part was found with that part.
            let earlier = area.polygons[..<index]
            forEachPoint(in: polygon.boundingBox) { id, place in
                if polygon.contains(place), include(id),
                    !earlier.contains(where: { $0.contains(place) })
                {
                    found.append(id)
                }
            }
        }
        return found
    }

    /// The points in a polygon or on its edge, whatever their reach.
    ///
    /// - Parameter include: Which ids count.
    /// - Returns: Their ids, in no stated order.
    /// - Complexity: O(log n + points in the bounding box x edges).
    public func within(
        _ polygon: Polygon,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [UInt32] {
        within(MultiPolygon([polygon]), where: include)
    }
}
