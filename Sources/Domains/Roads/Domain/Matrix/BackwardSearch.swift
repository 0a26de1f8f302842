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
    /// What is quicker for those who begin in zones that are closed to others, by the number of their zones
    /// among ``RoadMatrix/startZones``.
    private var shortcuts: [[Int: Rest]] = []

    /// What is left of a way.
    private struct Rest {
        let seconds: Double
        let meters: Double
    }

    private struct Waiting: Comparable {
        let seconds: Double
        let state: Int32

        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.seconds, left.state) < (right.seconds, right.state)
        }
    }

    /// - Complexity: O(n log n) for n states from which a way leads to the goal.
    ///
    /// - Parameter isStrict: Whether turn rules and barriers count, and who may drive where.
    init(_ matrix: RoadMatrix, to goal: Snap, isStrict: Bool = true) {
        self.goal = goal
        network = matrix.network
        passages = matrix.network.passages(matrix.mode)
        let graph = matrix.network.turns
        seconds = Array(repeating: .infinity, count: graph.stateCount)
        meters = Array(repeating: .infinity, count: graph.stateCount)
        var queue = Heap<Waiting>()
        let turns = isStrict ? matrix.turns : matrix.looseTurns
        begin(turns, &queue)
        let zones = isStrict ? passages.zones : []
        let own = zones.isEmpty ? [] : Set(network.zones(at: goal, zones).filter { $0 >= 0 })
        func zone(_ state: Int) -> Int32 {
            guard !zones.isEmpty else { return -1 }
            let zone = zones[graph.arc(state) >> 1]
            return own.contains(zone) ? -1 : zone
        }
        // What is open to all, and to those who end where one does.
        run(turns, graph, &queue) { zone($0) < 0 }
        guard isStrict else { return }
        shortcuts = matrix.startZones.map { starting in
            let more = starting.subtracting(own)
            guard !more.isEmpty else { return [:] }
            let states = more.flatMap { matrix.statesOfZone[$0] ?? [] }
            return shortcuts(from: states, matrix.turns, graph) { next in
                let zone = zone(next)
                return zone < 0 || more.contains(zone)
            }
        }
    }

    /// What gets quicker where some zones are open besides: mostly ways within them alone, but who begins in
    /// one may leave it and come back, and others' ways are no longer for that.
    ///
    /// - Parameter states: Those in the zones.
    /// - Complexity: O(n log n) for the n states from which the rest gets quicker.
    private func shortcuts(
        from states: [Int],
        _ turns: ReverseTurns,
        _ graph: TurnGraph,
        entering isOpen: (_ next: Int) -> Bool
    ) -> [Int: Rest] {
        var found: [Int: Rest] = [:]
        var queue = Heap<Waiting>()
        func relax(_ next: Int, _ time: Double, _ length: Double) {
            let arc = graph.arc(next)
            let entered = time + Double(passages.seconds[arc])
            let whole = length + network.edges[arc >> 1].meters
            turns.forEach(before: next) { state, turn in
                let known = found[state]?.seconds ?? seconds[state]
                guard turn + entered < known else { return }
                found[state] = Rest(seconds: turn + entered, meters: whole)
                queue.insert(Waiting(seconds: turn + entered, state: Int32(state)))
            }
        }
        for state in states where seconds[state] < .infinity {
            relax(state, seconds[state], meters[state])
        }
        while let first = queue.popMin() {
            let next = Int(first.state)
            guard let rest = found[next], first.seconds <= rest.seconds, isOpen(next) else {
                continue
            }
            relax(next, rest.seconds, rest.meters)
        }
        return found
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
        entering isOpen: (_ next: Int) -> Bool
    ) {
        while let first = queue.popMin() {
            let next = Int(first.state)
            guard first.seconds <= seconds[next] else { continue }
            let arc = graph.arc(next)
            let time = seconds[next] + Double(passages.seconds[arc])
            let length = meters[next] + network.edges[arc >> 1].meters
            guard isOpen(next) else { continue }
            turns.forEach(before: next) { state, turn in
                reach(state, turn + time, length, &queue)
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
    ///
    /// - Parameter zones: The number of the start's zones among ``RoadMatrix/startZones``; nil for none.
    func way(from start: Snap, in zones: Int?) -> (seconds: Double, meters: Double)? {
        func rest(_ arc: Int) -> Rest {
            zones.flatMap { shortcuts[$0][arc] } ?? Rest(seconds: seconds[arc], meters: meters[arc])
        }
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
                let rest = rest(arc)
                take(
                    Double(passages.seconds[arc]) + rest.seconds,
                    network.edges[arc >> 1].meters + rest.meters
                )
            }
        } else {
            let edge = network.edges[start.edge]
            let share = edge.meters > 0 ? start.metersAlong / edge.meters : 0
            for arc in (2 * start.edge)...(2 * start.edge + 1)
            where passages.seconds[arc] < .infinity {
                let whole = Double(passages.seconds[arc])
                let ahead = (goal.metersAlong - start.metersAlong) * (arc & 1 == 0 ? 1 : -1)
                if goal.node == nil, start.edge == goal.edge, ahead >= 0, edge.meters > 0 {
                    take(whole * ahead / edge.meters, ahead)
                }
                let part = arc & 1 == 0 ? 1 - share : share
                let rest = rest(arc)
                take(whole * part + rest.seconds, edge.meters * part + rest.meters)
            }
        }
        return best.seconds < .infinity ? best : nil
    }
}
