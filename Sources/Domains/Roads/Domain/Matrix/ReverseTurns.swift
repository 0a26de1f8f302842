/// Which states come before each: the network's turns turned round, for searches from where ways end.
struct ReverseTurns: Sendable {
    /// Those before state b are `before[starts[b]..<starts[b + 1]]`.
    private let starts: [Int32]
    private let before: [Int32]
    /// How long the turn from each into its successor takes.
    private let turnSeconds: [Float]
    /// The states that remember how one came to an arc, by arc.
    private let memories: [Int: [Int]]

    /// - Parameter isStrict: Whether turn rules and barriers count.
    /// - Complexity: O(states + turns)
    init(_ network: RoadNetwork, mode: TravelMode, isStrict: Bool = true) {
        let graph = network.turns
        let seconds = network.passages(mode).seconds
        let count = graph.stateCount
        var starts = [Int32](repeating: 0, count: count + 1)
        let states = (0..<count).filter { seconds[graph.arc($0)] < .infinity }
        for state in states {
            graph.forEachFollowing(state, mode: mode, seconds: seconds, isStrict: isStrict) {
                starts[$0 + 1] += 1
            }
        }
        for state in 0..<count { starts[state + 1] += starts[state] }
        var filled = starts
        var before = [Int32](repeating: 0, count: Int(starts[count]))
        var turnSeconds = [Float](repeating: 0, count: before.count)
        for state in states {
            graph.forEachFollowing(state, mode: mode, seconds: seconds, isStrict: isStrict) {
                next in
                let slot = Int(filled[next])
                before[slot] = Int32(state)
                turnSeconds[slot] = Float(
                    network.turnSeconds(from: graph.arc(state), to: graph.arc(next), mode)
                )
                filled[next] += 1
            }
        }
        (self.starts, self.before, self.turnSeconds) = (starts, before, turnSeconds)
        memories = Dictionary(
            grouping: (network.edges.count * 2)..<max(network.edges.count * 2, count),
            by: graph.arc
        )
    }

    /// The arc itself, and the states that stand on it and remember.
    func states(ofArc arc: Int) -> [Int] { [arc] + (memories[arc] ?? []) }

    /// Calls `visit` with each state before another, and how long the turn takes.
    @inline(__always)
    func forEach(before state: Int, _ visit: (Int, Double) -> Void) {
        for slot in Int(starts[state])..<Int(starts[state + 1]) {
            visit(Int(before[slot]), Double(turnSeconds[slot]))
        }
    }
}
