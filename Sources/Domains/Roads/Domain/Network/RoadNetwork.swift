internal import Datasets
internal import Geodesy
internal import SpatialIndex
internal import Synchronization

/// The roads of one reading and how they meet, which never change.
///
/// Roads meet where they have a place in common. Between two junctions lies an edge, and each edge is
/// two arcs, one each way: arc `2 e` goes along the road, `2 e + 1` against it. A way is a chain of
/// arcs, and what may follow what is said of arcs, so that a turn can be forbidden.
public final class RoadNetwork: Sendable {
    /// A stretch of a road from one junction to the next.
    struct Edge: Sendable {
        let road: Int32
        /// The indices of its first and its last place in the road's line.
        let first: Int32
        let last: Int32
        /// The junctions at its ends.
        let tail: Int32
        let head: Int32
        let meters: Double
        /// In which direction it leaves its tail and arrives at its head, degrees.
        let leaving: Double
        let arriving: Double
    }

    /// Where the network can be gone through by a mode.
    struct Passages: Sendable {
        /// How long each arc takes in seconds; infinite where it may not be gone.
        let seconds: [Float]
        /// Which edges belong together that those alone may use who begin or end there; -1 for
        /// those that are open to all, and empty where all are.
        let zones: [Int32]
        /// Within which one can get from each arc to each other.
        let parts: ConnectedParts
        /// The greatest speed on any arc.
        let greatestMetersPerSecond: Double
    }

    /// The roads, by dataset and key.
    public let roads: [Road]
    let edges: [Edge]
    let nodes: [Coordinate]
    let nodeVectors: [EarthVector]
    /// The arcs that leave node n are `arcsLeaving[arcsStart[n]..<arcsStart[n + 1]]`.
    let arcsStart: [Int32]
    let arcsLeaving: [Int32]
    let rules: TurnRules
    let walking: Passages
    let driving: Passages
    /// Datasets of whose roads none is one-way, such as TIGER's, whose files do not tell.
    let withoutOneWays: Set<DatasetName>
    let boxes: BoxTree
    /// The edge of each box; an edge across the antimeridian has two.
    let edgeOfBox: [Int32]
    let workspaces = Mutex<[SearchSpace]>([])

    struct TurnKey: Hashable, Sendable {
        let from: Int32
        let to: Int32
    }

    /// How many stretches between junctions there are.
    public var edgeCount: Int { edges.count }
    /// How many junctions and ends there are.
    public var nodeCount: Int { nodes.count }

    /// A network of some roads.
    ///
    /// - Complexity: O(n log n) for n places on all roads.
    public convenience init(_ unordered: [Road]) {
        self.init(RoadNetworkBuilder(unordered))
    }

    private init(_ parts: RoadNetworkBuilder) {
        roads = parts.roads
        withoutOneWays = Set(parts.roads.lazy.map(\.dataset)).subtracting(
            parts.roads.lazy.filter { $0.driving == .along || $0.driving == .against }
                .map(\.dataset)
        )
        edges = parts.edges
        nodes = parts.nodes
        nodeVectors = parts.nodes.map(EarthVector.init)
        (arcsStart, arcsLeaving) = parts.leavingArcs()
        rules = parts.turnRules(arcsStart, arcsLeaving)
        var boxed: [BoundingBox] = []
        var edgeOfBox: [Int32] = []
        for index in parts.edges.indices {
            for box in parts.boxes(ofEdge: index) {
                boxed.append(box)
                edgeOfBox.append(Int32(truncatingIfNeeded: index))
            }
        }
        boxes = BoxTree(boxed)
        self.edgeOfBox = edgeOfBox
        let graph = TurnGraph(
            edges: edges,
            arcsStart: arcsStart,
            arcsLeaving: arcsLeaving,
            rules: rules
        )
        walking = parts.passages(.walk, graph)
        driving = parts.passages(.drive, graph)
    }

    func passages(_ mode: TravelMode) -> Passages {
        switch mode {
        case .walk: walking
        case .drive: driving
        }
    }

    var turns: TurnGraph {
        TurnGraph(
            edges: edges,
            arcsStart: arcsStart,
            arcsLeaving: arcsLeaving,
            rules: rules
        )
    }

    func road(ofEdge edge: Int) -> Road { roads[Int(edges[edge].road)] }

    /// The places of an arc from its start to its end.
    func places(ofArc arc: Int) -> [Coordinate] {
        let edge = edges[arc >> 1]
        let places = roads[Int(edge.road)].line[Int(edge.first)...Int(edge.last)]
        return arc & 1 == 0 ? Array(places) : places.reversed()
    }

    /// In which directions an arc leaves its start and arrives at its end, degrees.
    func bearings(ofArc arc: Int) -> (leaving: Double, arriving: Double) {
        let edge = edges[arc >> 1]
        return arc & 1 == 0
            ? (edge.leaving, edge.arriving) : (edge.arriving + 180, edge.leaving + 180)
    }
}

/// Which arcs follow which.
struct TurnGraph: Sendable {
    let edges: [RoadNetwork.Edge]
    let arcsStart: [Int32]
    let arcsLeaving: [Int32]
    let rules: TurnRules

    /// How many states there are: the arcs, then those that remember the way to an arc.
    var stateCount: Int { edges.count * 2 + rules.arcOfMemory.count }

    /// The arc that a state stands on.
    @inline(__always)
    func arc(_ state: Int) -> Int {
        state < edges.count * 2 ? state : Int(rules.arcOfMemory[state - edges.count * 2])
    }

    func head(_ state: Int) -> Int {
        let arc = arc(state)
        let edge = edges[arc >> 1]
        return Int(arc & 1 == 0 ? edge.head : edge.tail)
    }

    /// Calls `visit` with each state that may follow another.
    ///
    /// One turns back at a dead end alone, or in front of what stands across the road.
    ///
    /// - Parameter isStrict: Whether turn rules and barriers count.
    @inline(__always)
    func forEachFollowing(
        _ state: Int,
        mode: TravelMode,
        seconds: [Float],
        isStrict: Bool = true,
        _ visit: (Int) -> Void
    ) {
        let arc = arc(state)
        let node = head(arc)
        var isDeadEnd = true
        let isRuled = isStrict && mode == .drive && !rules.isEmpty
        if isStrict, rules.isBlocked(node, mode) {
            if seconds[arc ^ 1] < .infinity { visit(arc ^ 1) }
            return
        }
        for slot in Int(arcsStart[node])..<Int(arcsStart[node + 1]) {
            let next = Int(arcsLeaving[slot])
            guard next != arc ^ 1, seconds[next] < .infinity else { continue }
            guard isRuled else {
                isDeadEnd = false
                visit(next)
                continue
            }
            let turn = RoadNetwork.TurnKey(from: Int32(state), to: Int32(next))
            guard !rules.forbidden.contains(turn) else { continue }
            isDeadEnd = false
            visit(rules.memories[turn].map(Int.init) ?? next)
        }
        guard isDeadEnd, seconds[arc ^ 1] < .infinity else { return }
        if isRuled, rules.forbidden.contains(.init(from: Int32(state), to: Int32(arc ^ 1))) {
            return
        }
        visit(arc ^ 1)
    }
}
