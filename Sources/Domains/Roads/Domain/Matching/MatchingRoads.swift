internal import Geodesy
internal import SpatialIndex

/// A network's roads as matching reads them: every line in one array of positions, and the arcs that
/// one mode may use.
struct MatchingRoads: Sendable {
    let network: RoadNetwork
    let graph: TurnGraph
    let mode: TravelMode
    /// How long each arc takes; infinite where it may not be gone.
    let seconds: [Float]
    /// The positions of edge e are `positions[first[e]...first[e + 1] - 1]`.
    private let first: [Int32]
    private let positions: [EarthVector]

    /// - Complexity: O(n) for n places on all roads.
    init(_ network: RoadNetwork, mode: TravelMode) {
        self.network = network
        self.mode = mode
        graph = network.turns
        seconds = network.passages(mode).seconds
        var first: [Int32] = []
        var positions: [EarthVector] = []
        first.reserveCapacity(network.edges.count + 1)
        for edge in network.edges {
            first.append(Int32(truncatingIfNeeded: positions.count))
            for place in network.roads[Int(edge.road)].line[Int(edge.first)...Int(edge.last)] {
                positions.append(EarthVector(place))
            }
        }
        first.append(Int32(truncatingIfNeeded: positions.count))
        self.first = first
        self.positions = positions
    }

    @inline(__always)
    func meters(_ arc: Int) -> Double { graph.edges[arc >> 1].meters }

    @inline(__always)
    func isOpen(_ arc: Int) -> Bool { seconds[arc] < .infinity }

    /// The junction at which an arc begins.
    @inline(__always)
    func tail(_ arc: Int) -> Int {
        let edge = graph.edges[arc >> 1]
        return Int(arc & 1 == 0 ? edge.tail : edge.head)
    }

    /// The place of an edge that is nearest to some place.
    struct Foot: Sendable {
        let edge: Int32
        /// The position, counted from the edge's first, behind which it lies.
        let segment: Int32
        /// How much of that segment lies before it, 0 to 1.
        let share: Double
        /// How far it is from the place, in metres.
        let distance: Double
    }

    /// The nearest place of an edge; nil where it is farther than a limit.
    ///
    /// Accuracy: by straight lines through the Earth, 2 cm on stretches up to 1 km.
    func foot(of point: EarthVector, onEdge edge: Int, within limit: Double) -> Foot? {
        var bestSquare = limit * limit
        var best: (segment: Int, share: Double)?
        let (from, to) = (Int(first[edge]), Int(first[edge + 1]))
        var start = positions[from]
        for index in from..<to - 1 {
            let end = positions[index + 1]
            let way = end - start
            let length = way.dot(way)
            let share = length > 0 ? min(1, max(0, (point - start).dot(way) / length)) : 0
            let off = point - (start + way * share)
            let square = off.dot(off)
            if square < bestSquare {
                bestSquare = square
                best = (index - from, share)
            }
            start = end
        }
        return best.map {
            Foot(
                edge: Int32(truncatingIfNeeded: edge),
                segment: Int32(truncatingIfNeeded: $0.segment),
                share: $0.share,
                distance: bestSquare.squareRoot()
            )
        }
    }

    /// The nearest places of each stretch of an edge that comes near a place: a road in hairpins passes it
    /// several times.
    ///
    /// - Parameters:
    ///   - limit: What is farther is left out.
    ///   - apart: How far along the edge two of them are from each other at least, in metres.
    /// - Returns: The nearest first, ``Foot/edge`` the same in all.
    /// - Complexity: O(n) for n places of the edge.
    func feet(
        of point: EarthVector,
        onEdge edge: Int,
        within limit: Double,
        apart: Double
    ) -> [Foot] {
        let (from, to) = (Int(first[edge]), Int(first[edge + 1]))
        guard to - from > 3, let nearest = foot(of: point, onEdge: edge, within: limit) else {
            return foot(of: point, onEdge: edge, within: limit).map { [$0] } ?? []
        }
        // Nearer than the stretches before and behind it.
        var lows: [(foot: Foot, along: Double)] = []
        var (before, falls, along) = (Double.infinity, true, 0.0)
        var last: (foot: Foot, along: Double)?
        for index in from..<to - 1 {
            let way = positions[index + 1] - positions[index]
            let length = way.dot(way).squareRoot()
            let share =
                length > 0
                ? min(1, max(0, (point - positions[index]).dot(way) / (length * length))) : 0
            let distance = point.distance(to: positions[index] + way * share)
            if distance > before, falls, let last { lows.append(last) }
            falls = distance < before || distance == before && falls
            before = distance
            last = (
                Foot(
                    edge: Int32(truncatingIfNeeded: edge),
                    segment: Int32(truncatingIfNeeded: index - from),
                    share: share,
                    distance: distance
                ),
                along + share * length
            )
            along += length
        }
        if falls, let last { lows.append(last) }
        lows = lows.filter { $0.foot.distance < limit }
        guard lows.count > 1 else { return [nearest] }
        lows.sort { $0.foot.distance < $1.foot.distance }
        var feet: [(foot: Foot, along: Double)] = []
        for low in lows where feet.allSatisfy({ abs($0.along - low.along) >= apart }) {
            feet.append(low)
        }
        return feet.map(\.foot)
    }

    /// The end of an edge that a foot is: its tail, its head, or neither.
    func node(_ foot: Foot) -> Int? {
        let edge = Int(foot.edge)
        if foot.segment == 0, foot.share <= 0 { return Int(graph.edges[edge].tail) }
        let isLast = Int(foot.segment) == Int(first[edge + 1] - first[edge]) - 2
        return isLast && foot.share >= 1 ? Int(graph.edges[edge].head) : nil
    }

    /// How far along its edge a foot lies, in metres, and in which direction the edge goes there.
    func along(_ foot: Foot) -> (meters: Double, direction: EarthVector) {
        let (from, to) = (Int(first[Int(foot.edge)]), Int(first[Int(foot.edge) + 1]))
        var total = 0.0
        var along = 0.0
        for index in from..<to - 1 {
            let length = positions[index].distance(to: positions[index + 1])
            if index - from < Int(foot.segment) { along += length }
            if index - from == Int(foot.segment) { along += length * foot.share }
            total += length
        }
        let edge = graph.edges[Int(foot.edge)]
        let segment = from + Int(foot.segment)
        return (
            total > 0 ? edge.meters * min(1, along / total) : 0,
            positions[segment + 1] - positions[segment]
        )
    }

    /// The place so many metres along an arc.
    func place(_ arc: Int, meters: Double) -> Coordinate {
        let edge = graph.edges[arc >> 1]
        let line = network.roads[Int(edge.road)].line
        let goal = arc & 1 == 0 ? meters : edge.meters - meters
        var passed = 0.0
        for index in Int(edge.first)..<Int(edge.last) {
            let length = Geodesic.distance(from: line[index], to: line[index + 1]).meters
            if passed + length >= goal, length > 0 {
                return line[index].toward(line[index + 1], share: (goal - passed) / length)
            }
            passed += length
        }
        return line[Int(edge.last)]
    }

    /// The places of an arc between two lengths along it.
    func line(_ arc: Int, from: Double, to: Double) -> [Coordinate] {
        let edge = graph.edges[arc >> 1]
        if from <= 0, to >= edge.meters { return network.places(ofArc: arc) }
        var line = [place(arc, meters: from)]
        var passed = 0.0
        let places = network.places(ofArc: arc)
        for index in 1..<places.count {
            passed += Geodesic.distance(from: places[index - 1], to: places[index]).meters
            if passed > from, passed < to { line.append(places[index]) }
        }
        line.append(place(arc, meters: to))
        return line
    }

    /// Calls `visit` with each edge that the mode may use whose box is near a place; with one across
    /// the antimeridian perhaps twice.
    func forEachEdge(around place: Coordinate, within meters: Double, _ visit: (Int) -> Void) {
        let radius = Distance(uncheckedMeters: meters)
        for box in BoundingBox(around: place, radius: radius).unwrapped {
            network.boxes.forEach(touching: box) { item in
                let edge = Int(network.edgeOfBox[item])
                if isOpen(2 * edge) || isOpen(2 * edge + 1) { visit(edge) }
            }
        }
    }
}
