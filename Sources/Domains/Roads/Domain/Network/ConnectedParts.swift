/// The parts of a network within which one can get from each arc to each other.
///
/// Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972),
/// without recursion.
struct ConnectedParts: Sendable {
    /// The part of each arc; -1 where it may not be gone.
    let ofArc: [Int32]
    /// How long the roads of each part are, in metres: of one that is gone either way, once.
    let meters: [Double]

    /// - Complexity: O(arcs + turns).
    init(_ graph: TurnGraph, mode: TravelMode, seconds: [Float]) {
        // States that remember how one came count beside the arcs.
        let count = graph.stateCount
        var order = [Int32](repeating: -1, count: count)
        var low = [Int32](repeating: 0, count: count)
        var isWaiting = [Bool](repeating: false, count: count)
        var part = [Int32](repeating: -1, count: count)
        var waiting: [Int32] = []
        var frames: [(arc: Int32, following: [Int32], next: Int)] = []
        var visited: Int32 = 0
        var lengths: [Double] = []

        func begin(_ arc: Int) {
            order[arc] = visited
            low[arc] = visited
            visited += 1
            waiting.append(Int32(arc))
            isWaiting[arc] = true
            var following: [Int32] = []
            graph.forEachFollowing(arc, mode: mode, seconds: seconds) {
                following.append(Int32($0))
            }
            frames.append((Int32(arc), following, 0))
        }

        for root in 0..<count where seconds[graph.arc(root)] < .infinity && order[root] < 0 {
            begin(root)
            while let frame = frames.last {
                let arc = Int(frame.arc)
                if frame.next < frame.following.count {
                    frames[frames.count - 1].next += 1
                    let other = Int(frame.following[frame.next])
                    if order[other] < 0 {
                        begin(other)
                    } else if isWaiting[other] {
                        low[arc] = min(low[arc], order[other])
                    }
                    continue
                }
                frames.removeLast()
                if let parent = frames.last {
                    low[Int(parent.arc)] = min(low[Int(parent.arc)], low[arc])
                }
                guard low[arc] == order[arc] else { continue }
                let number = Int32(lengths.count)
                var meters = 0.0
                while let member = waiting.popLast() {
                    isWaiting[Int(member)] = false
                    part[Int(member)] = number
                    // The other way is counted where it comes first.
                    if member < seconds.count, part[Int(member ^ 1)] != number {
                        meters += graph.edges[Int(member) >> 1].meters
                    }
                    if Int(member) == arc { break }
                }
                lengths.append(meters)
            }
        }
        ofArc = part
        meters = lengths
    }
}
