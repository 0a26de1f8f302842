extension PlaneBox {
    /// The parts of a line that lie in the box.
    ///
    /// Source: Y.-D. Liang, B. Barsky, "A new concept and method for line clipping", ACM Transactions
    /// on Graphics 3 (1984).
    package func parts(ofLine line: [PlanePoint]) -> [[PlanePoint]] {
        var parts: [[PlanePoint]] = []
        var part: [PlanePoint] = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let (first, last) = shares(start, end) else {
                if part.count > 1 { parts.append(part) }
                part = []
                continue
            }
            if part.isEmpty { part.append(first == 0 ? start : Self.between(start, end, first)) }
            part.append(last == 1 ? end : Self.between(start, end, last))
            if last < 1 {
                parts.append(part)
                part = []
            }
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// A ring's part in the box, as one ring; empty where nothing is left.
    ///
    /// Where the ring leaves the box and comes back, the result runs along the edge of the box: right
    /// for filling it, and for drawing what lies inside the edge.
    ///
    /// Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
    package func part(ofRing ring: [PlanePoint]) -> [PlanePoint] {
        var ring = Array(ring.dropLast())
        // How far a point lies within each side.
        let sides: [(PlanePoint) -> Double] = [
            { $0.x - west }, { east - $0.x }, { $0.y - north }, { south - $0.y },
        ]
        for inside in sides {
            guard var before = ring.last else { return [] }
            var distanceBefore = inside(before)
            var clipped: [PlanePoint] = []
            clipped.reserveCapacity(ring.count + 4)
            for point in ring {
                let distance = inside(point)
                if (distance >= 0) != (distanceBefore >= 0) {
                    let share = distanceBefore / (distanceBefore - distance)
                    clipped.append(Self.between(before, point, share))
                }
                if distance >= 0 { clipped.append(point) }
                (before, distanceBefore) = (point, distance)
            }
            ring = clipped
        }
        guard ring.count >= 3 else { return [] }
        return ring + [ring[0]]
    }

    /// Between which shares of the way from one point to another the way is in the box; nil where
    /// it nowhere is.
    private func shares(_ start: PlanePoint, _ end: PlanePoint) -> (Double, Double)? {
        var (first, last) = (0.0, 1.0)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        for (step, room) in [
            (-dx, start.x - west), (dx, east - start.x), (-dy, start.y - north),
            (dy, south - start.y),
        ] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                first = max(first, room / step)
            } else {
                last = min(last, room / step)
            }
        }
        return first <= last ? (first, last) : nil
    }

    private static func between(
        _ start: PlanePoint,
        _ end: PlanePoint,
        _ share: Double
    ) -> PlanePoint {
        PlanePoint(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
    }
}
