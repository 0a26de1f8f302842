/// Cuts lines and rings at the edges of a frame.
///
/// Edges are straight in longitude and latitude, as everywhere in Ambit, and so are the frame's. Where a line
/// between two places meets an edge is the same whichever way it runs, so that neighbours still fit.
extension TileFrame {
    /// One of the frame's edges: what lies beyond it is cut off.
    private struct Side {
        let axis: Int
        let bound: Double
        /// 1 where greater numbers are kept, else -1.
        let sign: Double

        func keeps(_ place: PlaneDegrees) -> Bool { (place[axis] - bound) * sign >= 0 }

        /// Where the line between two places on either side meets the edge.
        func meeting(_ one: PlaneDegrees, _ other: PlaneDegrees) -> PlaneDegrees {
            let (low, high) = one[axis] < other[axis] ? (one, other) : (other, one)
            let share = (bound - low[axis]) / (high[axis] - low[axis])
            var place = low + share * (high - low)
            place[axis] = bound
            return place
        }
    }

    private var sides: [Side] {
        [
            Side(axis: 0, bound: west, sign: 1), Side(axis: 0, bound: east, sign: -1),
            Side(axis: 1, bound: south, sign: 1), Side(axis: 1, bound: north, sign: -1),
        ]
    }

    /// What of a closed ring lies within the frame, closed along its edges; empty where nothing does.
    ///
    /// Where a ring leaves the frame and comes back, edges along the frame's may run to and fro; they take
    /// nothing from the area.
    /// - Parameter ring: Its first place is not repeated at its end; so is the result's.
    /// - Complexity: O(n).
    /// Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
    func cut(ring: [PlaneDegrees]) -> [PlaneDegrees] {
        var ring = ring
        for side in sides where !ring.allSatisfy(side.keeps) {
            guard var last = ring.last else { return [] }
            var kept: [PlaneDegrees] = []
            kept.reserveCapacity(ring.count)
            var isLastKept = side.keeps(last)
            for place in ring {
                let isKept = side.keeps(place)
                if isKept != isLastKept { kept.append(side.meeting(last, place)) }
                if isKept { kept.append(place) }
                (last, isLastKept) = (place, isKept)
            }
            ring = kept
        }
        return ring
    }

    /// The parts of a line that lie within the frame, each of two places or more.
    ///
    /// - Complexity: O(n).
    func cut(line: [PlaneDegrees]) -> [[PlaneDegrees]] {
        var lines = [line]
        for side in sides {
            lines = lines.flatMap { line -> [[PlaneDegrees]] in
                if line.allSatisfy(side.keeps) { return [line] }
                var parts: [[PlaneDegrees]] = []
                var part: [PlaneDegrees] = []
                var last: PlaneDegrees?
                for place in line {
                    let isKept = side.keeps(place)
                    if let last, side.keeps(last) != isKept {
                        part.append(side.meeting(last, place))
                    }
                    if isKept {
                        part.append(place)
                    } else {
                        parts.append(part)
                        part = []
                    }
                    last = place
                }
                return (parts + [part]).filter { $0.count > 1 }
            }
        }
        return lines
    }

    /// The points of the grid nearest to a line of places within the frame.
    ///
    /// What is straight in longitude and latitude bends on the map: places are put between two where the
    /// line on the grid would lie more than half a unit off.
    func drawn(_ line: [PlaneDegrees]) -> [GridPoint] {
        var points: [GridPoint] = []
        points.reserveCapacity(line.count)
        var last: PlaneDegrees?
        for place in line {
            if let last { bend(from: last, to: place, into: &points) }
            let point = nearest(place)
            if points.last != point { points.append(point) }
            last = place
        }
        return points
    }

    /// The same for a closed ring; it does not end where it begins.
    func drawn(ring: [PlaneDegrees]) -> [GridPoint] {
        guard let first = ring.first else { return [] }
        var points = drawn(ring + [first])
        while points.count > 1, points.first == points.last { points.removeLast() }
        return points
    }

    private func bend(
        from start: PlaneDegrees,
        to end: PlaneDegrees,
        into points: inout [GridPoint]
    ) {
        guard start.x != end.x, start.y != end.y else { return }
        let middle = y((start.y + end.y) / 2) - (y(start.y) + y(end.y)) / 2
        let steps = (middle.magnitude * 2).squareRoot().rounded(.up)
        guard steps > 1 else { return }
        for step in 1..<Int(steps) {
            let point = nearest(start + Double(step) / steps * (end - start))
            if points.last != point { points.append(point) }
        }
    }
}
