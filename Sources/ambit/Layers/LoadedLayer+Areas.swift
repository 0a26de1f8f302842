import Analysis
import Geodesy
import SpatialIndex

extension LoadedLayer {
    /// The points that answer a question asked from an area. A point is as far from it as the
    /// nearest point of its edge, and 0 m where it lies inside; a reach counts from there.
    ///
    /// - Parameter inside: A place of the area.
    /// - Returns: In no stated order. With a count, all that tie with the last.
    /// - Complexity: O(log n + found near its boxes) typical.
    func neighbors(
        _ question: Question,
        of area: MeasuredArea,
        around inside: Coordinate
    ) -> [Neighbor<UInt32>] {
        switch question {
        case .within(let radius): return neighbors(within: radius, of: area)
        case .nearest(let count, let bound):
            let farthest = min(
                bound?.meters ?? .infinity,
                set.ranges.max() ?? .infinity,
                Self.halfwayRoundMeters
            )
            let first = tree.nearest(to: inside, count: count, within: bound)
            // So many are no farther from the area than they are from the place in it.
            var meters = first.count == count ? first.last?.distance.meters ?? 0 : 1_000
            while true {
                meters = min(meters, farthest)
                guard let radius = try? Distance.meters(meters) else { return [] }
                var found = neighbors(within: radius, of: area)
                if found.count >= count || meters >= farthest {
                    found.sort { $0.distance < $1.distance }
                    guard found.count > count else { return found }
                    let last = found[count - 1].distance
                    return found.filter { $0.distance <= last }
                }
                meters *= 4
            }
        }
    }

    private func neighbors(within radius: Distance, of area: MeasuredArea) -> [Neighbor<UInt32>] {
        let candidates = Set(area.boxes(within: radius).flatMap { tree.within($0) })
        return candidates.compactMap { id in
            let index = Int(id)
            let reach = set.ranges.isEmpty ? nil : try? Distance.meters(set.ranges[index])
            let limit = reach.map { min($0, radius) } ?? radius
            return area.distance(from: set.places[index], limit: limit).map {
                Neighbor(id: id, distance: $0)
            }
        }
    }

    /// No two places are farther apart: half a meridian is 20,003,931.459 m.
    private static let halfwayRoundMeters = 20_003_932.0
}
