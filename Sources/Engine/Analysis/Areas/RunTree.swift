/// Things that follow each other in rings, in runs of ever more of them, each run with a bound on
/// what is in it: a walk passes over whole runs.
///
/// A node stands before the nodes below it and knows where those end, so that a walk is a loop
/// that needs no memory.
struct RunTree<Bound: Sendable>: Sendable {
    struct Node: Sendable {
        var bound: Bound
        /// What is in the run; of several rings, from the first of the first to the last of the last.
        let items: Range<Int>
        /// The node after all that are below.
        let next: Int
    }

    private(set) var nodes: [Node] = []

    private static var leafSize: Int { 8 }
    private static var fanout: Int { 4 }

    /// - Parameters:
    ///   - rings: The items of each ring, ascending, none empty.
    ///   - bound: The bound on some items; `isOneRun` tells whether they follow each other in one
    ///     ring, and are not whole rings.
    /// - Complexity: O(n log n).
    init(rings: [Range<Int>], bound: (_ items: Range<Int>, _ isOneRun: Bool) -> Bound) {
        guard let last = rings.last else { return }
        nodes.reserveCapacity(last.upperBound / 4)
        add(rings[...], bound)
    }

    private mutating func add(
        _ rings: ArraySlice<Range<Int>>,
        _ bound: (Range<Int>, Bool) -> Bound
    ) {
        guard let first = rings.first, let last = rings.last else { return }
        guard rings.count > 1 else { return add(first, bound) }
        let items = first.lowerBound..<last.upperBound
        add(items, bound(items, false)) { tree in
            for part in Self.parts(of: rings.indices) { tree.add(rings[part], bound) }
        }
    }

    private mutating func add(_ run: Range<Int>, _ bound: (Range<Int>, Bool) -> Bound) {
        add(run, bound(run, true)) { tree in
            guard run.count > Self.leafSize else { return }
            for part in Self.parts(of: run) { tree.add(part, bound) }
        }
    }

    private mutating func add(_ items: Range<Int>, _ bound: Bound, below: (inout Self) -> Void) {
        let index = nodes.count
        nodes.append(Node(bound: bound, items: items, next: index + 1))
        below(&self)
        nodes[index] = Node(bound: bound, items: items, next: nodes.count)
    }

    /// A few ranges of nearly the same length, none empty.
    private static func parts(of range: Range<Int>) -> [Range<Int>] {
        let count = min(fanout, range.count)
        return (0..<count).map { part in
            let start = range.lowerBound + range.count * part / count
            return start..<(range.lowerBound + range.count * (part + 1) / count)
        }
    }

    /// Calls a closure with the items of every run that is not passed over.
    ///
    /// - Parameters:
    ///   - passesOver: Whether nothing in a run is of interest.
    ///   - visit: Returns false to end the walk.
    @inline(__always)
    func walk(passingOver passesOver: (Bound) -> Bool, _ visit: (Int) -> Bool) {
        var index = 0
        while index < nodes.count {
            let next = nodes[index].next
            if passesOver(nodes[index].bound) {
                index = next
                continue
            }
            index += 1
            guard next == index else { continue }
            for item in nodes[index - 1].items {
                guard visit(item) else { return }
            }
        }
    }

    /// The same runs with other bounds.
    func mapped(_ change: (inout Bound) -> Void) -> RunTree {
        var tree = self
        for index in tree.nodes.indices { change(&tree.nodes[index].bound) }
        return tree
    }
}
