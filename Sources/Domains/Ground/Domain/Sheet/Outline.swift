package import Geodesy

/// A line or a ring on the plane, each of whose points knows how much it matters to the shape.
package struct Outline: Sendable {
    /// In the order of the line; a ring's last is its first.
    package let points: [PlanePoint]
    /// Up to which tolerance each point has to stay; infinite for those that always do. No point
    /// matters more than those between which it was found, so that leaving out all below a
    /// tolerance is what the algorithm gives for that tolerance.
    private let weights: [Float]
    package let box: PlaneBox
    /// What a ring encloses, on the plane; 0 for a line.
    package let area: Double

    /// - Parameters:
    ///   - line: Two places or more.
    ///   - isRing: Whether the last place is the first, and the line bounds an area.
    /// - Complexity: O(n log n) typical for n places, O(n^2) worst.
    package init(_ line: [Coordinate], isRing: Bool = false) {
        self.init(line.map { PlanePoint($0) }, isRing: isRing)
    }

    init(_ points: [PlanePoint], isRing: Bool) {
        self.points = points
        box = PlaneBox(holding: points)
        area = isRing ? Self.area(of: points) : 0
        weights = Self.weights(points, isRing: isRing)
    }

    /// The points that matter at a tolerance, the first and the last among them.
    package func points(tolerance: Double) -> [PlanePoint] {
        guard tolerance > 0 else { return points }
        let tolerance = Float(tolerance)
        var kept: [PlanePoint] = []
        kept.reserveCapacity(points.count / 4)
        for index in points.indices where weights[index] >= tolerance { kept.append(points[index]) }
        return kept
    }

    private static func area(of ring: [PlanePoint]) -> Double {
        guard let origin = ring.first else { return 0 }
        // Counted from a corner: the plane's own origin is too far away for small rings.
        let twice = zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
            sum + (edge.0.x - origin.x) * (edge.1.y - origin.y)
                - (edge.1.x - origin.x) * (edge.0.y - origin.y)
        }
        return twice.magnitude / 2
    }

    /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points
    /// required to represent a digitized line", Cartographica 10 (1973), for all tolerances at once.
    private static func weights(_ points: [PlanePoint], isRing: Bool) -> [Float] {
        guard points.count > 2 else { return points.map { _ in .infinity } }
        var weights = [Float](repeating: 0, count: points.count)
        let last = points.count - 1
        weights[0] = .infinity
        weights[last] = .infinity
        var waiting: [(first: Int, last: Int, most: Float)] = []
        if isRing {
            // A ring has no ends: the point farthest from where it begins makes two lines of it.
            var farthest = (index: 1, distance: -1.0)
            for index in 1..<last {
                let distance = points[index].distance(to: points[0])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            weights[farthest.index] = .infinity
            waiting = [(0, farthest.index, .infinity), (farthest.index, last, .infinity)]
        } else {
            waiting = [(0, last, .infinity)]
        }
        while let (first, last, most) = waiting.popLast() {
            guard last - first > 1 else { continue }
            var farthest = (index: first + 1, distance: -1.0)
            for index in first + 1..<last {
                let distance = points[index].distance(fromLine: points[first], points[last])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            let weight = min(most, Float(farthest.distance))
            weights[farthest.index] = weight
            waiting.append((first, farthest.index, weight))
            waiting.append((farthest.index, last, weight))
        }
        return weights
    }
}
