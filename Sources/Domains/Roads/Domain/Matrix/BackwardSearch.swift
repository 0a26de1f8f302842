internal import HeapModule

/// The quickest ways to one place on the roads from all others (Dijkstra's search, backward).
///
/// A state is an arc at whose end one stands. For each the search knows how long the rest takes, and
/// how long it is in metres.
struct BackwardSearch {
    let goal: Snap
    private let network: RoadNetwork
    private let passages: RoadNetwork.Passages
    /// By state; infinite where no way leads on.
    private var seconds: [Double]
    private var meters: [Double]

    private struct Waiting: Comparable {
        let seconds: Double
        let state: Int32

        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.seconds, left.state) < (right.seconds, right.state)
        }
    }

    /// - Complexity: O(n log n) for n states from which a way leads to the goal.
    init(_ matrix: RoadMatrix, to goal: Snap) {
        self.goal = goal
        network = matrix.network
        passages = matrix.network.passages(matrix.mode)
        let graph = matrix.network.turns
        seconds = Array(repeating: .infinity, count: graph.stateCount)
        meters = Array(repeating: .infinity, count: graph.stateCount)
        var queue = Heap<Waiting>()
        begin(matrix.turns, &queue)
        let zones = passages.zones
        let own = zones.isEmpty ? [] : Set(network.zones(at: goal, zones).filter { $0 >= 0 })
        func zone(_ state: Int) -> Int32 {
            guard !zones.isEmpty else { return -1 }
            let zone = zones[graph.arc(state) >> 1]
            return own.contains(zone) ? -1 : zone
        }
        // What is open to all, and to those who end where one does.
        run(matrix.turns, graph, &queue) { next, _ in zone(next) < 0 }
        guard !zones.isEmpty else { return }
        // Whoever begins in a zone may go through it: its ways out are known now.
        for state in seconds.indices where zone(state) >= 0 && seconds[state] < .infinity {
            queue.insert(Waiting(seconds: seconds[state], state: Int32(state)))
        }
        run(matrix.turns, graph, &queue) { next, state in
            zone(next) >= 0 && zone(next) == zone(state)
        }
    }

    /// The states from which the goal is the next that one comes to.
    private mutating func begin(_ turns: ReverseTurns, _ queue: inout Heap<Waiting>) {
        if let node = goal.node {
            for slot in Int(network.arcsStart[node])..<Int(network.arcsStart[node + 1]) {
                let arc = Int(network.arcsLeaving[slot]) ^ 1
                guard passages.seconds[arc] < .infinity else { continue }
                for state in turns.states(ofArc: arc) { reach(state, 0, 0, &queue) }
            }
            return
        }
        for arc in [2 * goal.edge, 2 * goal.edge + 1] where passages.seconds[arc] < .infinity {
            let part = partToGoal(arc)
            for state in turns.states(ofArc: arc) {
                turns.forEach(before: state) { previous, turn in
                    reach(previous, turn + part.seconds, part.meters, &queue)
                }
            }
        }
    }

    private mutating func reach(
        _ state: Int,
        _ time: Double,
        _ length: Double,
        _ queue: inout Heap<Waiting>
    ) {
        guard time < seconds[state] else { return }
        seconds[state] = time
        meters[state] = length
        queue.insert(Waiting(seconds: time, state: Int32(state)))
    }

    private mutating func run(
        _ turns: ReverseTurns,
        _ graph: TurnGraph,
        _ queue: inout Heap<Waiting>,
        entering isOpen: (_ next: Int, _ state: Int) -> Bool
    ) {
        while let first = queue.popMin() {
            let next = Int(first.state)
            guard first.seconds <= seconds[next] else { continue }
            let arc = graph.arc(next)
            let time = seconds[next] + Double(passages.seconds[arc])
            let length = meters[next] + network.edges[arc >> 1].meters
            turns.forEach(before: next) { state, turn in
                if isOpen(next, state) { reach(state, turn + time, length, &queue) }
            }
        }
    }

    /// From the start of the goal's arc to the goal.
    private func partToGoal(_ arc: Int) -> (seconds: Double, meters: Double) {
        let edge = network.edges[arc >> 1]
        guard edge.meters > 0 else { return (0, 0) }
        let meters = arc & 1 == 0 ? goal.metersAlong : edge.meters - goal.metersAlong
        return (Double(passages.seconds[arc]) * meters / edge.meters, meters)
    }

    /// The quickest way from a place on the roads; nil where none leads to the goal.
    func way(from start: Snap) -> (seconds: Double, meters: Double)? {
        if let node = start.node, node == goal.node { return (0, 0) }
        var best = (seconds: Double.infinity, meters: Double.infinity)
        func take(_ seconds: Double, _ meters: Double) {
            if seconds < best.seconds { best = (seconds, meters) }
        }
        if let node = start.node {
            for slot in Int(network.arcsStart[node])..<Int(network.arcsStart[node + 1]) {
                let arc = Int(network.arcsLeaving[slot])
                guard passages.seconds[arc] < .infinity else { continue }
                if goal.node == nil, arc >> 1 == goal.edge {
                    let part = partToGoal(arc)
                    take(part.seconds, part.meters)
                }
                take(
                    Double(passages.seconds[arc]) + seconds[arc],
                    network.edges[arc >> 1].meters + meters[arc]
                )
            }
        } else {
            let edge = network.edges[start.edge]
            let share = edge.meters > 0 ? start.metersAlong / edge.meters : 0
            for arc in [2 * start.edge, 2 * start.edge + 1]
            where passages.seconds[arc] < .infinity {
                let whole = Double(passages.seconds[arc])
                let ahead = (goal.metersAlong - start.metersAlong) * (arc & 1 == 0 ? 1 : -1)
                if goal.node == nil, start.edge == goal.edge, ahead >= 0, edge.meters > 0 {
                    take(whole * ahead / edge.meters, ahead)
                }
                let rest = arc & 1 == 0 ? 1 - share : share
                take(whole * rest + seconds[arc], edge.meters * rest + meters[arc])
            }
        }
        return best.seconds < .infinity ? best : nil
    }
}
