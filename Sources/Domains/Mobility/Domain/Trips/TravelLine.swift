package import Geodesy

/// Lines of legs.
package enum TravelLine {
    /// A line in two, at a share of its length.
    ///
    /// - Complexity: O(n)
    static func parted(_ line: [Coordinate], share: Double) -> ([Coordinate], [Coordinate]) {
        guard line.count > 1 else { return (line, line) }
        let steps = zip(line, line.dropFirst()).map { Geodesic.distance(from: $0, to: $1).meters }
        var rest = steps.reduce(0, +) * share
        for (index, step) in steps.enumerated() {
            guard rest > step else {
                let (_, bearing, _) = Geodesic.inverse(from: line[index], to: line[index + 1])
                let cut = Geodesic.destination(
                    from: line[index],
                    bearing: bearing,
                    distance: Distance(uncheckedMeters: max(0, rest))
                )
                return (Array(line[...index]) + [cut], [cut] + Array(line[(index + 1)...]))
            }
            rest -= step
        }
        return (line, [line[line.count - 1]])
    }

    /// The line with no more places than it needs to stay within a distance of all of them.
    ///
    /// - Complexity: O(n log n) typical, O(n^2) worst.
    /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to
    /// represent a digitized line or its caricature" (1973).
    package static func simplified(_ line: [Coordinate], meters: Double) -> [Coordinate] {
        guard line.count > 2 else { return line }
        let vectors = line.map(EarthVector.init)
        var kept = [Bool](repeating: false, count: line.count)
        (kept[0], kept[line.count - 1]) = (true, true)
        var open = [(0, line.count - 1)]
        while let (start, end) = open.popLast() {
            guard end - start > 1 else { continue }
            let way = vectors[end] - vectors[start]
            let length = way.dot(way)
            var (farthest, index) = (0.0, start)
            for middle in (start + 1)..<end {
                let off = vectors[middle] - vectors[start]
                let share = length > 0 ? max(0, min(1, off.dot(way) / length)) : 0
                let distance = off.distance(to: way * share)
                if distance > farthest { (farthest, index) = (distance, middle) }
            }
            guard farthest > meters else { continue }
            kept[index] = true
            open += [(start, index), (index, end)]
        }
        return zip(line, kept).filter(\.1).map(\.0)
    }
}
