internal import Geodesy
internal import HeapModule
internal import Synchronization

/// The shortest ways from where one arc ends to where others begin, in metres; kept from one question
/// to the next, since fixes in a row ask for the same arcs.
struct TransitionSearch {
    /// The way from the end of one arc to the start of another.
    struct Link {
        /// Its length with what turning round on it adds; infinite where there is none up to the
        /// limit.
        var meters: Double
        /// The state in which it enters the arc.
        var state: Int32
        /// The arc before that.
        var before: Int32
        /// Up to which length it was looked for.
        var limit: Double
    }

    private struct Waiting: Comparable {
        let bound: Double
        let state: Int32
        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.bound, left.state) < (right.bound, right.state)
        }
    }

    private struct Key: Hashable {
        let from: Int32
        let to: Int32
    }

    let roads: MatchingRoads
    let uTurnMeters: Double
    private var space: SearchSpace
    private var known: [Key: Link] = [:]
    private var queue = Heap<Waiting>()
    /// How many arcs were gone along so far.
    private(set) var steps = 0
    /// The greatest number of links that are kept.
    private static let capacity = 200_000

    init(_ roads: MatchingRoads, uTurnMeters: Double) {
        self.roads = roads
        self.uTurnMeters = uTurnMeters
        space =
            roads.network.workspaces.withLock { $0.popLast() }
            ?? SearchSpace(arcCount: roads.graph.stateCount)
    }

    /// Gives back what others can use.
    func end() { roads.network.workspaces.withLock { $0.append(space) } }

    /// The links from the end of a state's arc to the starts of some arcs.
    ///
    /// - Parameters:
    ///   - limit: Longer ones are not looked for; penalties count.
    ///   - goal: Where the next fix is, toward which the search goes.
    mutating func links(
        from state: Int32,
        to arcs: [Int32],
        limit: Double,
        goal: EarthVector
    ) -> [Link] {
        var missing: [Int32] = []
        for arc in arcs {
            if let link = known[Key(from: state, to: arc)],
                link.meters < .infinity || link.limit >= limit
            {
                continue
            }
            if !missing.contains(arc) { missing.append(arc) }
        }
        if !missing.isEmpty {
            if known.count > Self.capacity { known.removeAll(keepingCapacity: true) }
            search(from: state, to: missing, limit: limit, goal: goal)
        }
        return arcs.map {
            known[Key(from: state, to: $0)]
                ?? Link(meters: .infinity, state: -1, before: -1, limit: limit)
        }
    }

    /// The states of the way from the end of a state's arc to the start of another arc, both
    /// excluded.
    mutating func path(
        from state: Int32,
        to arc: Int32,
        limit: Double,
        goal: EarthVector
    ) -> [Int32] {
        let entered = search(from: state, to: [arc], limit: limit, goal: goal)
        var states: [Int32] = []
        var at = entered
        while at >= 0, at != state {
            states.append(at)
            at = space.previous[Int(at)]
        }
        return states.reversed()
    }

    /// Looks for the ways by A*: what waits is ordered by its length and the least that the rest can
    /// be.
    ///
    /// - Returns: The state from which the last of the arcs is entered; -1 where none is.
    @discardableResult
    private mutating func search(
        from root: Int32,
        to arcs: [Int32],
        limit: Double,
        goal: EarthVector
    ) -> Int32 {
        let graph = roads.graph
        let vectors = roads.network.nodeVectors
        var found = arcs.map { _ in
            Link(meters: .infinity, state: -1, before: -1, limit: limit)
        }
        // Every arc begins within this of the goal.
        let spread = arcs.map { vectors[roads.tail(Int($0))].distance(to: goal) }.max() ?? 0
        func bound(_ state: Int) -> Double {
            max(0, vectors[graph.head(state)].distance(to: goal) - spread)
        }
        space.begin()
        queue = Heap()
        space.rounds[Int(root)] = space.round
        space.seconds[Int(root)] = 0
        space.previous[Int(root)] = -1
        space.isDone[Int(root)] = false
        queue.insert(Waiting(bound: bound(Int(root)), state: root))
        var farthest = Double.infinity
        var last: Int32 = -1
        while let first = queue.popMin() {
            guard first.bound <= limit, first.bound < farthest else { break }
            let state = Int(first.state)
            guard !space.isDone[state] else { continue }
            space.isDone[state] = true
            steps += 1
            let soFar = space.seconds[state]
            let current = graph.arc(state)
            var turnsRound = false
            func enter(_ next: Int, _ cost: Double) {
                let arc = Int32(truncatingIfNeeded: graph.arc(next))
                if let target = arcs.firstIndex(of: arc), cost < found[target].meters {
                    found[target] = Link(
                        meters: cost,
                        state: Int32(truncatingIfNeeded: next),
                        before: Int32(truncatingIfNeeded: current),
                        limit: limit
                    )
                    last = Int32(truncatingIfNeeded: state)
                    farthest = found.reduce(0) { max($0, $1.meters) }
                }
                let end = cost + roads.meters(Int(arc))
                if space.rounds[next] == space.round {
                    guard end < space.seconds[next], !space.isDone[next] else { return }
                }
                let least = end + bound(next)
                guard least <= limit else { return }
                space.rounds[next] = space.round
                space.seconds[next] = end
                space.previous[next] = Int32(truncatingIfNeeded: state)
                space.isDone[next] = false
                queue.insert(Waiting(bound: least, state: Int32(truncatingIfNeeded: next)))
            }
            graph.forEachFollowing(state, mode: roads.mode, seconds: roads.seconds) { next in
                if graph.arc(next) == current ^ 1 { turnsRound = true }
                enter(next, soFar)
            }
            if !turnsRound, roads.mayTurnRound(state) {
                enter(current ^ 1, soFar + uTurnMeters)
            }
        }
        for (arc, link) in zip(arcs, found) { known[Key(from: root, to: arc)] = link }
        return last
    }
}

extension MatchingRoads {
    /// Whether one may turn round at the end of a state's arc, though one need not.
    func mayTurnRound(_ state: Int) -> Bool {
        let arc = graph.arc(state)
        guard isOpen(arc ^ 1) else { return false }
        guard mode == .drive, !graph.rules.isEmpty else { return true }
        return !graph.rules.forbidden.contains(
            .init(from: Int32(truncatingIfNeeded: state), to: Int32(truncatingIfNeeded: arc ^ 1))
        )
    }
}
