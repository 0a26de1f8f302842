public import Geodesy
internal import SpatialIndex

/// How far the points of a layer lie from one another.
public enum NearestNeighbors {
    /// The distance of each point to the nearest other one.
    ///
    /// - Returns: In metres, in the order of `places`; 0 for points that share a place. Empty when
    ///   there are fewer than two.
    /// - Complexity: O(n log n), on all cores.
    public static func distancesMeters(_ places: [Coordinate]) async -> [Double] {
        guard places.count > 1, places.count < UInt32.max else { return [] }
        let tree = NumberedQuadTree(
            places.indices.lazy.map {
                IndexedPoint(id: UInt32(truncatingIfNeeded: $0), coordinate: places[$0])
            }
        )
        let piece = 4096
        let starts = Array(stride(from: 0, to: places.count, by: piece))
        var found = [[Double]](repeating: [], count: starts.count)
        await withTaskGroup(of: (Int, [Double]).self) { group in
            for (index, start) in starts.enumerated() {
                group.addTask {
                    let range = start..<min(start + piece, places.count)
                    var meters: [Double] = []
                    meters.reserveCapacity(range.count)
                    for item in range {
                        let neighbors = tree.nearest(to: places[item], count: 2)
                        // One of the two is the point itself, or shares its place.
                        meters.append(neighbors.map(\.distance.meters).max() ?? 0)
                    }
                    return (index, meters)
                }
            }
            for await (index, meters) in group { found[index] = meters }
        }
        return found.flatMap(\.self)
    }
}
