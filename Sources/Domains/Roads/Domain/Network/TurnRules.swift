/// What may not follow what: turns that are forbidden, and barriers.
///
/// A turn at a junction is forbidden from one arc to another. One by way of further roads depends on how
/// one came: whoever takes the first turn of it goes on in states that remember it, a copy of each arc
/// on the way, from whose last the final turn is forbidden. States are numbered behind the arcs.
struct TurnRules: Sendable {
    /// Pairs of a state and an arc that drivers must not take one after the other.
    var forbidden: Set<RoadNetwork.TurnKey> = []
    /// The state in which one goes into an arc from another, where that has to be remembered.
    var memories: [RoadNetwork.TurnKey: Int32] = [:]
    /// The arc of each state that remembers.
    var arcOfMemory: [Int32] = []
    /// Who does not pass a junction: a bit for each mode. Empty where there is no barrier.
    var blocks: [UInt8] = []

    /// Whether all turns are free.
    var isEmpty: Bool { forbidden.isEmpty && memories.isEmpty }

    @inline(__always)
    func isBlocked(_ node: Int, _ mode: TravelMode) -> Bool {
        !blocks.isEmpty && blocks[node] & Self.bit(mode) != 0
    }

    static func bit(_ mode: TravelMode) -> UInt8 { mode == .walk ? 1 : 2 }
}

/// A turn by way of further roads.
private struct LongTurn {
    /// The arc that one comes along, then those in between.
    let arcs: [Int32]
    /// The arcs that one must not take then.
    let denied: [Int32]
}

extension RoadNetworkBuilder {
    func turnRules(_ start: [Int32], _ leaving: [Int32]) -> TurnRules {
        var rules = TurnRules()
        var long: [LongTurn] = []
        for (index, road) in roads.enumerated() {
            for rule in road.turnRules {
                if rule.via.isEmpty {
                    forbid(rule, of: index, start, leaving, &rules)
                } else {
                    long += longTurns(rule, of: index, start, leaving)
                }
            }
            for barrier in road.barriers {
                guard let node = node(at: barrier.place) else { continue }
                if rules.blocks.isEmpty {
                    rules.blocks = Array(repeating: 0, count: nodes.count)
                }
                for mode in barrier.modes { rules.blocks[Int(node)] |= TurnRules.bit(mode) }
            }
        }
        remember(long, start, leaving, &rules)
        return rules
    }

    private func isRoad(_ arc: Int32, _ key: String, of road: Road) -> Bool {
        let other = roads[Int(edges[Int(arc) >> 1].road)]
        return other.dataset == road.dataset && other.key == key
    }

    private func forbid(
        _ rule: TurnRule,
        of index: Int,
        _ start: [Int32],
        _ leaving: [Int32],
        _ rules: inout TurnRules
    ) {
        let road = roads[index]
        let arcs = arcs(leaving: rule.place, start, leaving)
        let target = arcs.filter { isRoad($0, rule.roadKey, of: road) }
        // A rule of a road that is not there says nothing.
        guard !target.isEmpty else { return }
        let incoming = arcs.filter { Int(edges[Int($0) >> 1].road) == index }.map { $0 ^ 1 }
        for arc in incoming {
            let denied = rule.isMandatory ? arcs.filter { !target.contains($0) } : Array(target)
            for next in denied where rule.isMandatory || next != arc ^ 1 || target == [next] {
                rules.forbidden.insert(.init(from: arc, to: next))
            }
        }
    }

    // MARK: By way of further roads

    private func longTurns(
        _ rule: TurnRule,
        of index: Int,
        _ start: [Int32],
        _ leaving: [Int32]
    ) -> [LongTurn] {
        let road = roads[index]
        let keys = rule.via + [rule.roadKey]
        let begins = arcs(leaving: rule.place, start, leaving)
        var chains = begins.filter { Int(edges[Int($0) >> 1].road) == index }.map { [$0 ^ 1] }
        for (position, key) in rule.via.enumerated() {
            chains = chains.flatMap { chain -> [[Int32]] in
                let node = head(chain[chain.count - 1])
                let first = leaving[Int(start[Int(node)])..<Int(start[Int(node) + 1])]
                    .filter { isRoad($0, key, of: road) && $0 != chain[chain.count - 1] ^ 1 }
                return first.compactMap { arc in
                    along(arc, of: road, to: keys[position + 1], start, leaving).map { chain + $0 }
                }
            }
        }
        return chains.compactMap { chain in
            let node = head(chain[chain.count - 1])
            let all = leaving[Int(start[Int(node)])..<Int(start[Int(node) + 1])]
            let target = all.filter { isRoad($0, rule.roadKey, of: road) }
            guard !target.isEmpty else { return nil }
            return LongTurn(
                arcs: chain,
                denied: rule.isMandatory ? all.filter { !target.contains($0) } : Array(target)
            )
        }
    }

    /// The arcs of a road from one on to where it first meets another; nil where it does not.
    private func along(
        _ first: Int32,
        of road: Road,
        to key: String,
        _ start: [Int32],
        _ leaving: [Int32]
    ) -> [Int32]? {
        var chain = [first]
        while true {
            let arc = chain[chain.count - 1]
            let node = head(arc)
            let all = leaving[Int(start[Int(node)])..<Int(start[Int(node) + 1])]
            if all.contains(where: { $0 != arc ^ 1 && isRoad($0, key, of: road) }) { return chain }
            let edge = edges[Int(arc) >> 1]
            let next = all.first { other in
                other != arc ^ 1 && edges[Int(other) >> 1].road == edge.road
                    && !chain.contains(other) && !chain.contains(other ^ 1)
            }
            guard let next else { return nil }
            chain.append(next)
        }
    }

    private func head(_ arc: Int32) -> Int32 {
        let edge = edges[Int(arc) >> 1]
        return arc & 1 == 0 ? edge.head : edge.tail
    }

    /// How far along a long turn one is.
    private struct Progress: Hashable {
        let turn: Int
        /// The place of the arc that one is on.
        let position: Int
    }

    private struct Memory: Hashable {
        let arc: Int32
        let progress: [Progress]
    }

    /// Lays a state for each arc of the long turns, and one for each set of them that is under way
    /// on one arc.
    private func remember(
        _ turns: [LongTurn],
        _ start: [Int32],
        _ leaving: [Int32],
        _ rules: inout TurnRules
    ) {
        var begins: [RoadNetwork.TurnKey: [Int]] = [:]
        for (index, turn) in turns.enumerated() {
            begins[.init(from: turn.arcs[0], to: turn.arcs[1]), default: []].append(index)
        }
        let arcCount = Int32(edges.count * 2)
        var numbers: [Memory: Int32] = [:]
        var waiting: [(state: Int32, memory: Memory)] = []
        func number(_ memory: Memory) -> Int32 {
            if let number = numbers[memory] { return number }
            let state = arcCount + Int32(rules.arcOfMemory.count)
            numbers[memory] = state
            rules.arcOfMemory.append(memory.arc)
            waiting.append((state, memory))
            return state
        }
        /// What is under way on the arc behind another.
        func following(_ memory: Memory, _ next: Int32) -> [Progress] {
            let going = memory.progress.compactMap { at -> Progress? in
                let arcs = turns[at.turn].arcs
                guard at.position + 1 < arcs.count, arcs[at.position + 1] == next else {
                    return nil
                }
                return Progress(turn: at.turn, position: at.position + 1)
            }
            let begun = begins[.init(from: memory.arc, to: next)] ?? []
            return going + begun.map { Progress(turn: $0, position: 1) }
        }
        for turn in begins.keys.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            let memory = Memory(arc: turn.from, progress: [])
            rules.memories[turn] = number(
                Memory(arc: turn.to, progress: following(memory, turn.to))
            )
        }
        while let (state, memory) = waiting.popLast() {
            let node = head(memory.arc)
            for next in leaving[Int(start[Int(node)])..<Int(start[Int(node) + 1])] {
                let isDenied = memory.progress.contains { at in
                    at.position == turns[at.turn].arcs.count - 1
                        && turns[at.turn].denied.contains(next)
                }
                if isDenied || rules.forbidden.contains(.init(from: memory.arc, to: next)) {
                    rules.forbidden.insert(.init(from: state, to: next))
                    continue
                }
                let progress = following(memory, next)
                guard !progress.isEmpty else { continue }
                rules.memories[.init(from: state, to: next)] = number(
                    Memory(arc: next, progress: progress)
                )
            }
        }
    }
}
