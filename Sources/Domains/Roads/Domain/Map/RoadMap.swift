public import Geodesy
internal import SpatialIndex

/// The roads as a map shows them: those in a box, with no more detail than the map can show.
public final class RoadMap: Sendable {
    /// The roads, in the order in which they were given.
    package let roads: [Road]
    private let boxes: BoxTree
    private let roadOfBox: [Int32]
    /// How far each place of each road may be left out of a drawing, one road after the other.
    private let weights: [Float]
    private let firstWeight: [Int]

    /// A map of some roads.
    ///
    /// - Complexity: O(n log n) typical for n places on all roads.
    public init(_ roads: [Road]) {
        self.roads = roads
        var boxed: [BoundingBox] = []
        var roadOfBox: [Int32] = []
        var weights: [Float] = []
        var firstWeight: [Int] = []
        for (index, road) in roads.enumerated() {
            for box in BoundingBox.around(road.line) {
                boxed.append(box)
                roadOfBox.append(Int32(truncatingIfNeeded: index))
            }
            firstWeight.append(weights.count)
            weights += LineDetail.weights(road.line)
        }
        boxes = BoxTree(boxed)
        self.roadOfBox = roadOfBox
        self.weights = weights
        self.firstWeight = firstWeight
    }

    /// The numbers in ``roads`` of those whose box shares a place with another, each once.
    ///
    /// - Parameter box: `west <= east`.
    package func numbers(near box: BoundingBox) -> [Int] {
        var found: Set<Int32> = []
        boxes.forEach(touching: box) { found.insert(roadOfBox[$0]) }
        return found.map(Int.init)
    }

    /// A road as it is to be drawn.
    public struct Stroke: Sendable {
        /// The road.
        public let road: Road
        /// Its places, as many as can be told apart.
        public let line: [Coordinate]
    }

    /// Some roads, and what was left out.
    public struct Sheet: Sendable {
        /// The small roads first, so that larger ones are drawn over them.
        public let strokes: [Stroke]
        /// The kinds that are left out because the map would be too large or too full.
        public let omitted: Set<RoadKind>
    }

    /// How many places a sheet holds at most.
    public static let placeLimit = 60_000

    /// The roads whose box shares a place with another.
    ///
    /// - Parameters:
    ///   - box: What the map shows.
    ///   - zoom: The level of a web map, 0 (the world in one tile of 256 pixels) to 22; the higher,
    ///     the more kinds of road and the more detail. nil for everything.
    ///   - placeLimit: How many places the sheet may hold.
    /// - Complexity: O(log n + m) for the m places of the roads in the box.
    public func sheet(
        of box: BoundingBox,
        zoom: Int?,
        placeLimit: Int = RoadMap.placeLimit
    ) -> Sheet {
        var kinds = zoom.map(RoadKind.shown) ?? Set(RoadKind.allCases)
        let tolerance = Float(zoom.map(LineDetail.tolerance) ?? 0)
        var found: Set<Int32> = []
        for part in box.unwrapped {
            boxes.forEach(touching: part) { item in
                let road = roadOfBox[item]
                if kinds.contains(roads[Int(road)].kind) { found.insert(road) }
            }
        }
        var counts: [RoadKind: Int] = [:]
        for road in found {
            counts[roads[Int(road)].kind, default: 0] += count(Int(road), tolerance)
        }
        // The smallest kinds go first when there is too much of all.
        var total = counts.values.reduce(0, +)
        for kind in Self.smallestFirst where total > placeLimit && counts.count > 1 {
            guard let count = counts.removeValue(forKey: kind) else { continue }
            kinds.remove(kind)
            total -= count
        }
        var left = placeLimit
        var strokes: [Stroke] = []
        let rank = Dictionary(
            uniqueKeysWithValues: Self.smallestFirst.enumerated().map { ($1, $0) }
        )
        let order = found.filter { kinds.contains(roads[Int($0)].kind) }.sorted {
            (rank[roads[Int($0)].kind] ?? 0, $0) < (rank[roads[Int($1)].kind] ?? 0, $1)
        }
        for road in order.reversed() {
            let line = line(Int(road), tolerance)
            left -= line.count
            guard left >= 0 || strokes.isEmpty else {
                kinds.remove(roads[Int(road)].kind)
                break
            }
            strokes.append(Stroke(road: roads[Int(road)], line: line))
        }
        return Sheet(
            strokes: strokes.reversed(),
            omitted: Set(RoadKind.allCases).subtracting(kinds)
        )
    }

    private static let smallestFirst: [RoadKind] = [
        .steps, .path, .cycleway, .track, .service, .pedestrian, .livingStreet, .street, .tertiary,
        .secondary, .ramp, .primary, .trunk, .motorway,
    ]

    private func count(_ road: Int, _ tolerance: Float) -> Int {
        let first = firstWeight[road]
        return weights[first..<first + roads[road].line.count].count { $0 >= tolerance }
    }

    private func line(_ road: Int, _ tolerance: Float) -> [Coordinate] {
        let first = firstWeight[road]
        let line = roads[road].line
        guard tolerance > 0 else { return line }
        return line.indices.filter { weights[first + $0] >= tolerance }.map { line[$0] }
    }
}

/// How much each place of a line matters to its shape.
enum LineDetail {
    /// Half a pixel of a map's zoom level at the equator, in degrees.
    static func tolerance(zoom: Int) -> Double {
        var degrees = 360.0 / 256 / 2
        for _ in 0..<max(0, min(zoom, 30)) { degrees /= 2 }
        return degrees
    }

    /// For each place the tolerance, in degrees of latitude, up to which it has to stay; infinite
    /// for both ends.
    ///
    /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required
    /// to represent a digitized line", Cartographica 10 (1973), for all tolerances at once.
    static func weights(_ line: [Coordinate]) -> [Float] {
        var weights = [Float](repeating: 0, count: line.count)
        guard line.count > 2 else { return weights.map { _ in .infinity } }
        // A line in blocks, so that a very long one is not looked at over and over; the places
        // between two blocks are always kept.
        var waiting: [(first: Int, last: Int, most: Float)] = []
        for first in stride(from: 0, to: line.count - 1, by: blockLength) {
            let last = min(first + blockLength, line.count - 1)
            weights[first] = .infinity
            weights[last] = .infinity
            waiting.append((first, last, .infinity))
        }
        while let (first, last, most) = waiting.popLast() {
            guard last - first > 1 else { continue }
            var farthest = (index: first + 1, degrees: -1.0)
            for index in first + 1..<last {
                let degrees = off(line[index], line[first], line[last])
                if degrees > farthest.degrees { farthest = (index, degrees) }
            }
            // No place matters more than those between which it lies.
            let weight = min(most, Float(farthest.degrees))
            weights[farthest.index] = weight
            waiting.append((first, farthest.index, weight))
            waiting.append((farthest.index, last, weight))
        }
        return weights
    }

    private static let blockLength = 400

    /// How far a place lies off the line between two others, in degrees of latitude.
    private static func off(_ place: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
        let vectors = (EarthVector(place), EarthVector(start), EarthVector(end))
        let way = vectors.2 - vectors.1
        let square = way.dot(way)
        let share = square > 0 ? min(1, max(0, (vectors.0 - vectors.1).dot(way) / square)) : 0
        return vectors.0.distance(to: vectors.1 + way * share) / metersPerDegree
    }

    /// A degree of latitude, in metres.
    private static let metersPerDegree = 111_195.0
}
