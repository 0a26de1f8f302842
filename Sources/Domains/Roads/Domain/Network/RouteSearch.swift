internal import Geodesy
internal import HeapModule
internal import Synchronization

/// What a search writes down, kept from one to the next so that none begins by clearing it.
struct SearchSpace: Sendable {
    var round: UInt32 = 0
    /// The round in which an arc was reached last.
    var rounds: [UInt32]
    var seconds: [Double]
    var previous: [Int32]
    var isDone: [Bool]

    init(arcCount: Int) {
        rounds = Array(repeating: 0, count: arcCount)
        seconds = Array(repeating: 0, count: arcCount)
        previous = Array(repeating: -1, count: arcCount)
        isDone = Array(repeating: false, count: arcCount)
    }

    mutating func begin() {
        if round == .max {
            rounds = Array(repeating: 0, count: rounds.count)
            round = 0
        }
        round += 1
    }
}

/// A way through the network: the arcs from one place on a road to another.
struct NetworkPath: Sendable {
    /// The arcs in their order; none where both ends are one junction. The first is entered at the
    /// start, the last left at the end, and all others, and those that begin or end at a junction
    /// that is an end, are gone from end to end.
    let arcs: [Int]
    let seconds: Double
}

extension RoadNetwork {
    /// The quickest way between two places on roads.
    ///
    /// A* over arcs: what waits is ordered by the time to its end and the least time that the rest
    /// can take, the straight line at the greatest speed. That bound never falls along a way, so the
    /// first time that the goal leaves the queue is the least.
    ///
    /// - Returns: nil when there is none.
    /// - Complexity: O(n log n) for the n arcs that are reached sooner than the goal.
    /// Source: P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
    /// minimum cost paths", IEEE Trans. SSC 4 (1968).
    ///
    /// - Parameters:
    ///   - turnSeconds: How long it takes to turn.
    ///   - isStrict: Whether turn rules and barriers count, and who may drive where.
    func path(
        from start: Snap,
        to goal: Snap,
        mode: TravelMode,
        turnSeconds: Double = TravelMode.turnSeconds,
        isStrict: Bool = true
    ) -> NetworkPath? {
        var space =
            workspaces.withLock { $0.popLast() } ?? SearchSpace(arcCount: turns.stateCount)
        defer { workspaces.withLock { $0.append(space) } }
        space.begin()
        return search(from: start, to: goal, mode, turnSeconds, isStrict, &space)
    }

    private struct Waiting: Comparable {
        /// The least that the whole way can take.
        let bound: Double
        /// The arc at whose end it stands; -1 for the goal.
        let arc: Int32

        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.bound, left.arc) < (right.bound, right.arc)
        }
    }

    private func search(
        from start: Snap,
        to goal: Snap,
        _ mode: TravelMode,
        _ turnSeconds: Double,
        _ isStrict: Bool,
        _ space: inout SearchSpace
    ) -> NetworkPath? {
        if let node = start.node, node == goal.node { return NetworkPath(arcs: [], seconds: 0) }
        let passages = passages(mode)
        let graph = turns
        let zones = isStrict ? passages.zones : []
        let own = zones.isEmpty ? [] : self.zones(at: start, zones) + self.zones(at: goal, zones)
        /// Whether an edge is open to all, or to those who begin or end near it as one does.
        func isOpen(_ edge: Int) -> Bool {
            zones.isEmpty || zones[edge] < 0 || own.contains(zones[edge])
        }
        let goalVector = EarthVector(goal.place)
        let pace = 1 / passages.greatestMetersPerSecond
        func bound(_ arc: Int) -> Double {
            nodeVectors[graph.head(arc)].distance(to: goalVector) * pace
        }
        /// How long one arc takes from its start to the goal.
        func secondsToGoal(_ arc: Int) -> Double {
            let edge = edges[arc >> 1]
            guard edge.meters > 0 else { return 0 }
            let share = goal.metersAlong / edge.meters
            return Double(passages.seconds[arc]) * (arc & 1 == 0 ? share : 1 - share)
        }
        var queue = Heap<Waiting>()
        var best = (seconds: Double.infinity, last: -1, previous: -1)

        func arrive(_ seconds: Double, by arc: Int, from previous: Int) {
            guard seconds < best.seconds else { return }
            best = (seconds, arc, previous)
            queue.insert(Waiting(bound: seconds, arc: -1))
        }
        func reach(_ arc: Int, _ seconds: Double, from previous: Int) {
            if goal.node == graph.head(arc) { arrive(seconds, by: arc, from: previous) }
            if space.rounds[arc] == space.round {
                guard seconds < space.seconds[arc], !space.isDone[arc] else { return }
            }
            space.rounds[arc] = space.round
            space.seconds[arc] = seconds
            space.previous[arc] = Int32(previous)
            space.isDone[arc] = false
            queue.insert(Waiting(bound: seconds + bound(arc), arc: Int32(arc)))
        }
        /// Goes into an arc from its start, and as far as the goal if that lies on it.
        func enter(_ state: Int, after seconds: Double, from previous: Int) {
            let arc = graph.arc(state)
            guard isOpen(arc >> 1) else { return }
            if goal.node == nil, arc >> 1 == goal.edge {
                arrive(seconds + secondsToGoal(arc), by: state, from: previous)
            }
            reach(state, seconds + Double(passages.seconds[arc]), from: previous)
        }

        if let node = start.node {
            for slot in Int(arcsStart[node])..<Int(arcsStart[node + 1]) {
                let arc = Int(arcsLeaving[slot])
                if passages.seconds[arc] < .infinity { enter(arc, after: 0, from: -1) }
            }
        } else {
            let edge = edges[start.edge]
            let share = edge.meters > 0 ? start.metersAlong / edge.meters : 0
            for arc in [2 * start.edge, 2 * start.edge + 1]
            where passages.seconds[arc] < .infinity {
                let seconds = Double(passages.seconds[arc])
                let ahead = (goal.metersAlong - start.metersAlong) * (arc & 1 == 0 ? 1 : -1)
                if goal.node == nil, start.edge == goal.edge, ahead >= 0, edge.meters > 0 {
                    arrive(seconds * ahead / edge.meters, by: arc, from: -1)
                }
                reach(arc, seconds * (arc & 1 == 0 ? 1 - share : share), from: -1)
            }
        }

        while let first = queue.popMin() {
            let arc = Int(first.arc)
            if arc < 0 {
                return NetworkPath(
                    arcs: arcs(best, space).map(graph.arc),
                    seconds: best.seconds
                )
            }
            guard !space.isDone[arc] else { continue }
            space.isDone[arc] = true
            let soFar = space.seconds[arc]
            let current = graph.arc(arc)
            graph.forEachFollowing(
                arc,
                mode: mode,
                seconds: passages.seconds,
                isStrict: isStrict
            ) { next in
                let turn = turns(from: current, to: graph.arc(next), mode) * turnSeconds
                enter(next, after: soFar + turn, from: arc)
            }
        }
        return nil
    }

    /// The zones at a place on a road.
    func zones(at snap: Snap, _ zones: [Int32]) -> [Int32] {
        guard let node = snap.node else { return [zones[snap.edge]] }
        return arcsLeaving[Int(arcsStart[node])..<Int(arcsStart[node + 1])]
            .map { zones[Int($0) >> 1] }
    }

    /// How long it takes to get from one arc into another.
    func turnSeconds(from arc: Int, to next: Int, _ mode: TravelMode) -> Double {
        turns(from: arc, to: next, mode) * TravelMode.turnSeconds
    }

    /// How many turns' time it takes to get from one arc into another.
    private func turns(from arc: Int, to next: Int, _ mode: TravelMode) -> Double {
        if next == arc ^ 1, mode == .drive { return TravelMode.turnsOfTurningRound }
        return isTurn(arc, next) ? 1 : 0
    }

    /// Whether going from one arc to another is a turn that takes time. Without, a grid of streets
    /// would be crossed in zigzags.
    func isTurn(_ arc: Int, _ next: Int) -> Bool {
        let angle = turnAngle(
            from: bearings(ofArc: arc).arriving,
            to: bearings(ofArc: next).leaving
        )
        // A bend is no turn.
        let node = turnsNode(arc)
        return angle.magnitude > 45 && arcsStart[node + 1] - arcsStart[node] > 2
    }

    private func turnsNode(_ arc: Int) -> Int {
        Int(arc & 1 == 0 ? edges[arc >> 1].head : edges[arc >> 1].tail)
    }

    private func arcs(
        _ end: (seconds: Double, last: Int, previous: Int),
        _ space: SearchSpace
    ) -> [Int] {
        var arcs = [end.last]
        var arc = end.previous
        while arc >= 0 {
            arcs.append(arc)
            arc = Int(space.previous[arc])
        }
        return arcs.reversed()
    }
}
