public import Geodesy
internal import HeapModule

/// The streets to which one gets from a place within a time.
public struct StreetReach: Sendable {
    /// A stretch of a street, as it is gone.
    public struct Stretch: Sendable, Hashable {
        /// Its places, from where it is entered.
        public let line: [Coordinate]
        /// When one is at its first place, in seconds from setting out.
        public let firstSeconds: Double
        /// When one is at its last place.
        public let lastSeconds: Double
    }

    /// The stretches that are reached, those that can be gone both ways twice.
    public let stretches: [Stretch]
}

extension RoadNetwork {
    /// The streets to which one gets from a place within a time: as ``WayFinder/directions(from:to:mode:arrivingAt:)``
    /// leads to each place of them, with turn rules, barriers and one-way streets. Streets for residents are
    /// reached by who ends there, and not gone through.
    ///
    /// - Returns: nil where no road is near the place.
    /// - Complexity: O(n log n) for the n arcs that are reached.
    public func reach(
        from place: Coordinate,
        by mode: TravelMode,
        within seconds: Double
    ) -> StreetReach? {
        guard let end = RoadEnd(place, on: self, mode) else { return nil }
        func search(from snap: Snap, within limit: Double) -> ReachSearch {
            var search = ReachSearch(self, mode, limit: limit)
            search.begin(at: snap)
            search.run()
            return search
        }
        let nearest = search(from: end.nearest, within: seconds)
        guard let other = end.other else { return StreetReach(stretches: nearest.stretches()) }
        // To what the nearest road does not lead at all, one comes by another that is near.
        let led = Set(search(from: end.nearest, within: .infinity).reached.map(\.arc))
        return StreetReach(
            stretches: nearest.stretches()
                + search(from: other, within: seconds).stretches(without: led)
        )
    }
}

/// Dijkstra's search from a place to all that is reached in time.
private struct ReachSearch {
    private let network: RoadNetwork
    private let mode: TravelMode
    private let limit: Double
    private let passages: RoadNetwork.Passages
    private let graph: TurnGraph
    /// The zones that are open to who begins here.
    private var own: Set<Int32> = []
    /// When one is at the end of a state's arc; infinite for never.
    private var seconds: [Double]
    /// By zones that are closed to who does not end there: when its states are entered from outside.
    private var entries: [Int32: [(state: Int, seconds: Double)]] = [:]
    private var queue = Heap<Waiting>()
    /// When one is at the end of the arcs on which one begins.
    private var begun: [Int: Double] = [:]
    /// The arcs that are reached: from which share of each on, and when.
    private(set) var reached: [(arc: Int, share: Double, seconds: Double)] = []

    private struct Waiting: Comparable {
        let seconds: Double
        let state: Int32

        static func < (left: Waiting, right: Waiting) -> Bool {
            (left.seconds, left.state) < (right.seconds, right.state)
        }
    }

    init(_ network: RoadNetwork, _ mode: TravelMode, limit: Double) {
        self.network = network
        self.mode = mode
        self.limit = limit
        passages = network.passages(mode)
        graph = network.turns
        seconds = Array(repeating: .infinity, count: graph.stateCount)
    }

    private func zone(_ state: Int) -> Int32 {
        guard !passages.zones.isEmpty else { return -1 }
        let zone = passages.zones[graph.arc(state) >> 1]
        return own.contains(zone) ? -1 : zone
    }

    /// Adds a place on a road where one begins.
    mutating func begin(at snap: Snap) {
        let start = snap.distance.meters / TravelMode.walkingMetersPerSecond
        guard start <= limit else { return }
        if !passages.zones.isEmpty {
            own.formUnion(network.zones(at: snap, passages.zones).filter { $0 >= 0 })
        }
        if let node = snap.node {
            for slot in Int(network.arcsStart[node])..<Int(network.arcsStart[node + 1]) {
                let arc = Int(network.arcsLeaving[slot])
                guard passages.seconds[arc] < .infinity else { continue }
                reach(arc, start + Double(passages.seconds[arc]))
            }
            return
        }
        let edge = network.edges[snap.edge]
        for arc in [2 * snap.edge, 2 * snap.edge + 1] where passages.seconds[arc] < .infinity {
            let along = arc & 1 == 0 ? snap.metersAlong : edge.meters - snap.metersAlong
            let share = edge.meters > 0 ? along / edge.meters : 1
            let whole = Double(passages.seconds[arc])
            reached.append((arc, share, start))
            begun[arc] = min(begun[arc] ?? .infinity, start + whole * (1 - share))
            reach(arc, start + whole * (1 - share))
        }
    }

    private mutating func reach(_ state: Int, _ time: Double) {
        guard time < seconds[state] else { return }
        seconds[state] = time
        queue.insert(Waiting(seconds: time, state: Int32(truncatingIfNeeded: state)))
    }

    /// Finds what is reached from where it was begun.
    mutating func run() {
        // What is open to all.
        while let first = queue.popMin() {
            let state = Int(first.state)
            guard first.seconds <= seconds[state], first.seconds < limit else { continue }
            for (next, entered) in following(state, first.seconds) {
                let zone = zone(next)
                if zone >= 0 {
                    entries[zone, default: []].append((next, entered))
                } else {
                    reach(next, entered + wholeSeconds(next))
                }
            }
        }
        for state in seconds.indices
        where seconds[state] < .infinity && seconds[state] != begun[state] {
            reached.append((graph.arc(state), 0, seconds[state] - wholeSeconds(state)))
        }
        for (zone, entries) in entries { run(in: zone, entries) }
    }

    /// What is reached of a zone that is closed to who goes through: by whatever is open besides, too.
    private mutating func run(in zone: Int32, _ entries: [(state: Int, seconds: Double)]) {
        var found: [Int: Double] = [:]
        var queue = Heap<Waiting>()
        func reach(_ state: Int, _ time: Double) {
            guard time < found[state] ?? seconds[state] else { return }
            found[state] = time
            queue.insert(Waiting(seconds: time, state: Int32(truncatingIfNeeded: state)))
        }
        for entry in entries {
            reach(entry.state, entry.seconds + wholeSeconds(entry.state))
        }
        while let first = queue.popMin() {
            let state = Int(first.state)
            guard let time = found[state], first.seconds <= time, time < limit else { continue }
            for (next, entered) in following(state, time) {
                let other = self.zone(next)
                guard other < 0 || other == zone else { continue }
                reach(next, entered + wholeSeconds(next))
            }
        }
        for (state, time) in found where self.zone(state) == zone {
            reached.append((graph.arc(state), 0, time - wholeSeconds(state)))
        }
    }

    /// The states that follow, and when each is entered, where that is in time.
    private func following(_ state: Int, _ time: Double) -> [(state: Int, entered: Double)] {
        let arc = graph.arc(state)
        var found: [(state: Int, entered: Double)] = []
        graph.forEachFollowing(state, mode: mode, seconds: passages.seconds) { next in
            let entered = time + network.turnSeconds(from: arc, to: graph.arc(next), mode)
            if entered < limit { found.append((next, entered)) }
        }
        return found
    }

    /// How long a state's arc takes.
    private func wholeSeconds(_ state: Int) -> Double { Double(passages.seconds[graph.arc(state)]) }

    /// The stretches that are reached in time.
    ///
    /// - Parameter led: Arcs of which none is told.
    func stretches(without led: Set<Int> = []) -> [StreetReach.Stretch] {
        reached.compactMap { arc, share, time in
            guard time <= limit, !led.contains(arc) else { return nil }
            let whole = Double(passages.seconds[arc])
            let end = whole > 0 ? min(1, share + (limit - time) / whole) : 1
            return StreetReach.Stretch(
                line: network.places(ofArc: arc).part(from: share, to: end),
                firstSeconds: time,
                lastSeconds: time + whole * (end - share)
            )
        }
    }
}

extension [Coordinate] {
    /// The part of a line between two shares of its length, from 0 to 1.
    fileprivate func part(from start: Double, to end: Double) -> [Coordinate] {
        guard count > 1, start > 0 || end < 1 else { return self }
        let lengths = zip(self, dropFirst()).map { Geodesic.distance(from: $0, to: $1).meters }
        let whole = lengths.reduce(0, +)
        guard whole > 0 else { return self }
        var part: [Coordinate] = []
        var passed = 0.0
        for (index, length) in lengths.enumerated() {
            let (first, last) = (passed / whole, (passed + length) / whole)
            passed += length
            guard last >= start, first <= end, length > 0 else { continue }
            func place(_ share: Double) -> Coordinate {
                self[index].toward(self[index + 1], share: (share * whole - first * whole) / length)
            }
            if part.isEmpty { part.append(place(Swift.max(start, first))) }
            part.append(place(Swift.min(end, last)))
        }
        return part
    }
}
