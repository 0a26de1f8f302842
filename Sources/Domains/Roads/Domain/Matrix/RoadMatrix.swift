public import Geodesy

/// The quickest ways on foot from many places to some, all at once: one search a goal, which goes backward
/// from it and finds the way from every place on the way.
///
/// What is found is what ``WayFinder/directions(from:to:mode:arrivingAt:)`` finds for each pair, but
/// for an end whose nearest road is connected with no other: it is joined to the nearest road of the
/// longest part of the network near it, whatever stands at the other end.
public struct RoadMatrix: Sendable {
    /// The ways from all places to one goal.
    public struct Ways: Sendable {
        /// How long each takes; infinite where none is known.
        public internal(set) var seconds: [Float]
        /// How long each is in metres, with the ways to the road and from it; infinite where none is
        /// known.
        public internal(set) var meters: [Float]
    }

    /// The places where the ways begin.
    public let starts: [Coordinate]
    let network: RoadNetwork
    let mode: TravelMode
    let turns: ReverseTurns
    private let parts: RoadIslands
    private let ends: [RoadEnd?]

    /// - Complexity: O(states + starts log edges)
    public init(_ network: RoadNetwork, walkingFrom starts: [Coordinate]) async {
        self.network = network
        self.starts = starts
        let mode = TravelMode.walk
        self.mode = mode
        turns = ReverseTurns(network, mode: mode)
        let parts = RoadIslands(network, mode: mode)
        self.parts = parts
        let piece = 1_000
        var ends = [RoadEnd?](repeating: nil, count: starts.count)
        await withTaskGroup(of: (Int, [RoadEnd?]).self) { group in
            for first in stride(from: 0, to: starts.count, by: piece) {
                group.addTask {
                    let part = starts[first..<min(first + piece, starts.count)]
                    return (first, part.map { RoadEnd($0, on: network, mode, parts) })
                }
            }
            for await (first, found) in group {
                ends.replaceSubrange(first..<(first + found.count), with: found)
            }
        }
        self.ends = ends
    }

    /// How many of the starts are farther from every road than ``WayFinder/roadLimit``.
    public var startsOffRoads: Int { ends.count { $0 == nil } }

    /// The ways from all starts to a goal.
    ///
    /// - Complexity: O(states log states + starts)
    public func ways(to goal: Coordinate) -> Ways {
        var ways = Ways(
            seconds: Array(repeating: .infinity, count: starts.count),
            meters: Array(repeating: .infinity, count: starts.count)
        )
        guard let end = RoadEnd(goal, on: network, mode, parts) else { return ways }
        let searches = [end.nearest, end.other].compactMap { $0 }
            .map { BackwardSearch(self, to: $0) }
        for index in starts.indices {
            guard let start = ends[index] else { continue }
            let across = Geodesic.distance(from: starts[index], to: goal).meters
            if across < Directions.sameMeters
                || start.nearest.edge == end.nearest.edge && across <= Directions.acrossMeters
            {
                ways.meters[index] = Float(across)
                ways.seconds[index] = Float(across / TravelMode.walkingMetersPerSecond)
                continue
            }
            guard
                let way = way(from: start, searches)
                    ?? wayElsewhere(from: starts[index], start, to: goal, end)
            else { continue }
            ways.seconds[index] = Float(way.seconds)
            ways.meters[index] = Float(way.meters)
        }
        return ways
    }

    /// From the nearest road to the nearest; only where these are not connected from and to others.
    private func way(
        from start: RoadEnd,
        _ searches: [BackwardSearch]
    ) -> (seconds: Double, meters: Double)? {
        for search in searches {
            for snap in [start.nearest, start.other].compactMap({ $0 })
            where parts.isJoined(snap, search.goal) {
                guard let way = search.way(from: snap) else { return nil }
                return Self.way(way.seconds, way.meters, snap, search.goal)
            }
        }
        return nil
    }

    private static func way(
        _ seconds: Double,
        _ meters: Double,
        _ start: Snap,
        _ goal: Snap
    ) -> (seconds: Double, meters: Double) {
        let legs = start.distance.meters + goal.distance.meters
        return (seconds + legs / TravelMode.walkingMetersPerSecond, meters + legs)
    }

    /// Where one cannot leave the nearest road as it is signed, or not come to it: as one way is found
    /// alone, by other roads near both ends, unless turn rules and barriers alone are in the way.
    private func wayElsewhere(
        from place: Coordinate,
        _ start: RoadEnd,
        to goal: Coordinate,
        _ end: RoadEnd
    ) -> (seconds: Double, meters: Double)? {
        let (first, last) = (start.nearest, end.nearest)
        guard parts.isJoined(first, last),
            network.path(from: first, to: last, mode: mode, isStrict: false) == nil,
            let joint = network.joint(place, first, goal, last, mode: mode),
            let path = network.path(from: joint.first, to: joint.last, mode: mode)
        else { return nil }
        let line = RouteLine(network, path, from: joint.first, to: joint.last, mode: mode)
        let meters = line.pieces.reduce(0) { $0 + $1.meters }
        return Self.way(path.seconds, meters, joint.first, joint.last)
    }
}

/// Where a place is joined to the roads.
struct RoadEnd: Sendable {
    /// At the nearest road.
    let nearest: Snap
    /// Where that is connected with few others: at the nearest one of the longest part of the network
    /// nearby.
    let other: Snap?

    /// Nil where no road is near.
    init?(
        _ place: Coordinate,
        on network: RoadNetwork,
        _ mode: TravelMode,
        _ islands: RoadIslands
    ) {
        guard let nearest = network.snap(place, mode: mode, within: WayFinder.roadLimit) else {
            return nil
        }
        self.nearest = nearest
        guard islands.isSmall(nearest) else {
            other = nil
            return
        }
        let reach = min(
            nearest.distance.meters + RoadNetwork.detourMeters,
            WayFinder.roadLimit.meters
        )
        let parts = network.passages(mode).parts
        other =
            network.snaps(place, mode: mode, within: Distance(uncheckedMeters: reach))
            .filter { !islands.isJoined($0.value, nearest) }
            .max {
                (parts.meters[Int($0.key)], $1.key) < (parts.meters[Int($1.key)], $0.key)
            }?.value
    }
}

/// Which roads are connected at all, whatever their directions and rules.
struct RoadIslands: Sendable {
    private let islandOfEdge: [Int32]
    private let meters: [Double]

    /// - Complexity: O(edges), nearly.
    init(_ network: RoadNetwork, mode: TravelMode) {
        let seconds = network.passages(mode).seconds
        var parents = Array(Int32(0)..<Int32(network.nodeCount))
        func root(_ node: Int32) -> Int32 {
            var node = node
            while parents[Int(node)] != node {
                parents[Int(node)] = parents[Int(parents[Int(node)])]
                node = parents[Int(node)]
            }
            return node
        }
        func isOpen(_ edge: Int) -> Bool {
            min(seconds[2 * edge], seconds[2 * edge + 1]) < .infinity
        }
        for (index, edge) in network.edges.enumerated() where isOpen(index) {
            let (tail, head) = (root(edge.tail), root(edge.head))
            if tail != head { parents[Int(tail)] = head }
        }
        var meters = [Double](repeating: 0, count: network.nodeCount)
        islandOfEdge = network.edges.map { root($0.tail) }
        for (index, edge) in network.edges.enumerated() where isOpen(index) {
            meters[Int(islandOfEdge[index])] += edge.meters
        }
        self.meters = meters
    }

    func isJoined(_ one: Snap, _ other: Snap) -> Bool {
        islandOfEdge[one.edge] == islandOfEdge[other.edge]
    }

    /// Whether a road lies apart with few others, such as a courtyard's.
    func isSmall(_ snap: Snap) -> Bool {
        meters[Int(islandOfEdge[snap.edge])] <= RoadNetwork.islandMeters
    }
}
