public import Geodesy
internal import Synchronization

/// The quickest ways from many places to some, all at once: one search a goal, which goes backward
/// from it and finds the way from every place on the way.
///
/// What is found is what ``WayFinder/directions(from:to:mode:arrivingAt:)`` finds for each pair.
public struct RoadMatrix: Sendable {
    /// The ways from all places to one goal.
    public struct Ways: Sendable {
        /// How long each takes; infinite where none is known.
        public internal(set) var seconds: [Float]
        /// How long each is in metres, with the ways to the road and from it; infinite where none is
        /// known.
        public internal(set) var meters: [Float]
        /// Whether the goal is no farther from a road than ``WayFinder/roadLimit``.
        public internal(set) var isGoalOnRoads = true
    }

    /// The places where the ways begin.
    public let starts: [Coordinate]
    let network: RoadNetwork
    let mode: TravelMode
    let turns: ReverseTurns
    private let madeLooseTurns = MadeTurns()
    private let parts: RoadIslands
    private let ends: [RoadEnd?]
    /// The zones in which ways begin that are closed to others, each set of them once.
    let startZones: [Set<Int32>]
    /// The number of a snap's zones among them.
    private let startZoneNumbers: [Set<Int32>: Int]
    /// The states of each of these zones.
    let statesOfZone: [Int32: [Int]]

    /// - Complexity: O(states + starts log edges)
    public init(_ network: RoadNetwork, from starts: [Coordinate], by mode: TravelMode) async {
        self.network = network
        self.starts = starts
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
                    return (first, part.map { RoadEnd($0, on: network, mode) })
                }
            }
            for await (first, found) in group {
                ends.replaceSubrange(first..<(first + found.count), with: found)
            }
        }
        var numbers: [Set<Int32>: Int] = [:]
        let zones = network.passages(mode).zones
        if !zones.isEmpty {
            for case let end? in ends {
                for snap in [end.nearest] + end.candidates.values {
                    let own = Self.closedZones(at: snap, network, zones)
                    if !own.isEmpty, numbers[own] == nil { numbers[own] = numbers.count }
                }
            }
        }
        startZoneNumbers = numbers
        if !numbers.isEmpty {
            for (index, end) in ends.enumerated() {
                guard let end else { continue }
                ends[index]?.zoneNumber =
                    numbers[Self.closedZones(at: end.nearest, network, zones)]
            }
        }
        self.ends = ends
        startZones = numbers.sorted { $0.value < $1.value }.map(\.key)
        let begun = Set(startZones.joined())
        var states: [Int32: [Int]] = [:]
        if !begun.isEmpty {
            for state in 0..<network.turns.stateCount {
                let zone = zones[network.turns.arc(state) >> 1]
                if begun.contains(zone) { states[zone, default: []].append(state) }
            }
        }
        statesOfZone = states
    }

    /// ``turns`` without rules and barriers: made when it is first asked for, for which others wait.
    var looseTurns: ReverseTurns {
        madeLooseTurns.turns.withLock { made in
            let turns = made ?? ReverseTurns(network, mode: mode, isStrict: false)
            made = turns
            return turns
        }
    }

    private final class MadeTurns: Sendable {
        let turns = Mutex<ReverseTurns?>(nil)
    }

    /// The zones at a place on a road that are closed to those who neither begin nor end there.
    private static func closedZones(
        at snap: Snap,
        _ network: RoadNetwork,
        _ zones: [Int32]
    ) -> Set<Int32> {
        Set(network.zones(at: snap, zones).filter { $0 >= 0 })
    }

    /// The number of the zones at a start.
    private func zoneNumber(_ snap: Snap) -> Int? {
        let zones = network.passages(mode).zones
        guard !zones.isEmpty, !startZones.isEmpty else { return nil }
        return startZoneNumbers[Self.closedZones(at: snap, network, zones)]
    }

    /// How many of the starts are farther from every road than ``WayFinder/roadLimit``.
    public var startsOffRoads: Int { ends.count { $0 == nil } }

    /// The least that a way can take whose ends are so far apart in a straight line, in seconds.
    public func leastSeconds(_ distance: Distance) -> Double {
        let greatest = max(
            network.passages(mode).greatestMetersPerSecond,
            TravelMode.walkingMetersPerSecond
        )
        // A metre for rounding.
        return max(0, distance.meters - 1) / greatest
    }

    /// The ways from all starts to a goal.
    ///
    /// - Complexity: O(states log states + starts)
    public func ways(to goal: Coordinate) -> Ways {
        var ways = Ways(
            seconds: Array(repeating: .infinity, count: starts.count),
            meters: Array(repeating: .infinity, count: starts.count)
        )
        guard let end = RoadEnd(goal, on: network, mode) else {
            ways.isGoalOnRoads = false
            return ways
        }
        let searches = ([end.nearest] + [end.other].compactMap { $0 })
            .map { BackwardSearch(self, to: $0) }
        // Whether signs alone are in the way: made when that is first asked.
        var loose: BackwardSearch?
        for index in starts.indices {
            guard let start = ends[index] else { continue }
            if let across = Self.across(starts[index], goal),
                across < Directions.sameMeters
                    || start.nearest.edge == end.nearest.edge && across <= Directions.acrossMeters
            {
                ways.meters[index] = Float(across)
                ways.seconds[index] = Float(across / TravelMode.walkingMetersPerSecond)
                continue
            }
            guard let way = way(from: start, to: end, searches, &loose) else { continue }
            ways.seconds[index] = Float(way.seconds)
            ways.meters[index] = Float(way.meters)
        }
        return ways
    }

    /// How far two places are apart, in metres; nil where a look at their latitudes tells that it is more
    /// than one goes across.
    private static func across(_ one: Coordinate, _ other: Coordinate) -> Double? {
        // A degree of latitude has 110,574 m or more.
        guard (one.latitude - other.latitude).magnitude * 110_000 <= Directions.acrossMeters else {
            return nil
        }
        return Geodesic.distance(from: one, to: other).meters
    }

    /// From the nearest road to the nearest; where these are not connected, as they are signed, and no signs
    /// alone are in the way, between other roads near both ends.
    private func way(
        from start: RoadEnd,
        to end: RoadEnd,
        _ searches: [BackwardSearch],
        _ loose: inout BackwardSearch?
    ) -> (seconds: Double, meters: Double)? {
        let (first, last) = (start.nearest, end.nearest)
        if parts.isJoined(first, last) {
            if let way = searches[0].way(from: first, in: start.zoneNumber) {
                return Self.way(way.seconds, way.meters, first, last)
            }
            let search = loose ?? BackwardSearch(self, to: last, isStrict: false)
            loose = search
            guard search.way(from: first, in: nil) == nil else { return nil }
        }
        guard let joint = network.joint(start.candidates, end.candidates, mode: mode) else {
            return nil
        }
        if let search = searches.first(where: { $0.goal.isSame(as: joint.last) }) {
            return search.way(from: joint.first, in: zoneNumber(joint.first)).map {
                Self.way($0.seconds, $0.meters, joint.first, joint.last)
            }
        }
        guard let path = network.path(from: joint.first, to: joint.last, mode: mode) else {
            return nil
        }
        let line = RouteLine(network, path, from: joint.first, to: joint.last, mode: mode)
        let meters = line.pieces.reduce(0) { $0 + $1.meters }
        return Self.way(path.seconds, meters, joint.first, joint.last)
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
}

/// Where a place is joined to the roads.
struct RoadEnd: Sendable {
    /// At the nearest road.
    let nearest: Snap
    /// The places that it may be joined to, by the part of the network.
    let candidates: [Int32: Snap]
    /// The number of the nearest road's zones among ``RoadMatrix/startZones``; nil where all are open to everybody.
    fileprivate(set) var zoneNumber: Int?

    /// Nil where no road is near.
    init?(_ place: Coordinate, on network: RoadNetwork, _ mode: TravelMode) {
        guard let nearest = network.snap(place, mode: mode, within: WayFinder.roadLimit) else {
            return nil
        }
        self.nearest = nearest
        candidates = network.candidates(place, nearest, mode: mode)
        let meters = network.passages(mode).parts.meters
        let longest = candidates.max {
            (meters[Int($0.key)], $1.key) < (meters[Int($1.key)], $0.key)
        }?.value
        other = longest.flatMap { $0.isSame(as: nearest) ? nil : $0 }
    }

    /// The candidate on the longest part, where that is not the nearest road.
    let other: Snap?
}

extension Snap {
    /// Whether two snaps are one place of one road.
    func isSame(as other: Snap) -> Bool {
        edge == other.edge && metersAlong == other.metersAlong
    }
}

/// Which roads are connected at all, whatever their directions and rules.
struct RoadIslands: Sendable {
    private let islandOfEdge: [Int32]

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
        islandOfEdge = network.edges.map { root($0.tail) }
    }

    func isJoined(_ one: Snap, _ other: Snap) -> Bool {
        islandOfEdge[one.edge] == islandOfEdge[other.edge]
    }
}
