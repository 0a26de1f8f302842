/// Fewer points for a line that looks the same.
enum GridLines {
    /// How often each point may be looked at, on average: lines of maps need some twenty times.
    private static let stepsPerPoint = 200

    /// The line without points that lie no further from it than a unit of the grid: an eighth of a pixel
    /// where tiles are shown 512 pixels wide.
    ///
    /// Of a line that takes too much work, such as one that goes to and fro all the time, some parts keep all
    /// their points.
    ///
    /// - Complexity: O(n log n) typical, O(n) times ``stepsPerPoint`` worst.
    /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to
    /// represent a digitized line", Cartographica 10 (1973).
    static func simplified(_ line: [GridPoint]) -> [GridPoint] {
        guard line.count > 2 else { return line }
        var isKept = Array(repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var waiting = [0...line.count - 1]
        var steps = line.count * Self.stepsPerPoint
        while let range = waiting.popLast() {
            steps -= range.count
            guard steps > 0 else {
                for index in range { isKept[index] = true }
                continue
            }
            guard let farthest = farthest(line, range) else { continue }
            isKept[farthest] = true
            waiting.append(range.lowerBound...farthest)
            waiting.append(farthest...range.upperBound)
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    /// The same for a closed ring whose first point is not repeated.
    static func simplified(ring: [GridPoint]) -> [GridPoint] {
        guard ring.count > 4 else { return ring }
        // The two points that are kept in any case depend on the ring's course alone.
        let first = ring.indices.min { ring[$0].isBefore(ring[$1]) } ?? 0
        let turned = Array(ring[first...] + ring[..<first])
        let far = turned.indices.max { turned[$0].isBefore(turned[$1]) } ?? 0
        let there = simplified(Array(turned[...far]))
        let back = simplified(Array(turned[far...] + turned[..<1]))
        return Array(there + back.dropFirst().dropLast())
    }

    /// The index of the point of a range that lies farthest from the line between its ends; nil where none
    /// is further than a unit.
    private static func farthest(_ line: [GridPoint], _ range: ClosedRange<Int>) -> Int? {
        let start = SIMD2<Int64>(truncatingIfNeeded: line[range.lowerBound])
        let along = SIMD2<Int64>(truncatingIfNeeded: line[range.upperBound]) &- start
        let square = along.x * along.x + along.y * along.y
        var best: (index: Int, square: Double) = (0, 1)
        for index in range.dropFirst().dropLast() {
            let offset = SIMD2<Int64>(truncatingIfNeeded: line[index]) &- start
            let share = offset.x * along.x + offset.y * along.y
            let distance: Double
            if square == 0 || share <= 0 {
                distance = Double(offset.x * offset.x + offset.y * offset.y)
            } else if share >= square {
                let rest = offset &- along
                distance = Double(rest.x * rest.x + rest.y * rest.y)
            } else {
                let across = Double(offset.x * along.y - offset.y * along.x)
                distance = across * across / Double(square)
            }
            if distance > best.square { best = (index, distance) }
        }
        return best.square > 1 ? best.index : nil
    }
}

extension SIMD2<Int32> {
    /// From west to east, and from north to south where that is the same.
    func isBefore(_ other: GridPoint) -> Bool { x < other.x || x == other.x && y < other.y }
}
