extension GridArea {
    /// A polygon with its holes: what an odd number of its edges lies east of.
    struct Part: Sendable {
        /// What is known of edges that follow each other.
        struct Run: Sendable {
            var box: Box
            /// Where the first edge begins, and where the last one ends; the same for whole rings.
            let firstY: Int64
            let lastY: Int64
        }

        let edges: [Edge]
        let box: Box
        private let runs: RunTree<Run>

        init(rings: [[Corner]]) {
            var edges: [Edge] = []
            var box = Box()
            var ranges: [Range<Int>] = []
            for ring in rings {
                let start = edges.count
                for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    box.add(from)
                    if from != to { edges.append(Edge(from: from, to: to)) }
                }
                if edges.count > start { ranges.append(start..<edges.count) }
            }
            self.edges = edges
            self.box = box
            runs = RunTree(rings: ranges) { items, isOneRun in
                var box = Box()
                for index in items {
                    box.add(edges[index].from)
                    box.add(edges[index].to)
                }
                let first = edges[items.lowerBound].from.y
                return Run(
                    box: box,
                    firstY: first,
                    lastY: isOneRun ? edges[items.upperBound - 1].to.y : first
                )
            }
        }

        private init(_ part: Part, movedBy turn: Int64) {
            edges = part.edges.map { $0.moved(by: turn) }
            box = part.box.moved(by: turn)
            runs = part.runs.mapped { $0.box = $0.box.moved(by: turn) }
        }

        func moved(by turn: Int64) -> Part { turn == 0 ? self : Part(self, movedBy: turn) }

        /// The whole turns that bring the part to where a box may touch it.
        func turns(toward other: Box) -> some Sequence<Int64> {
            (-3...3).lazy.map { Int64($0) * GridArea.turn }.filter { turn in
                box.west + turn <= other.east && other.west <= box.east + turn
            }
        }

        /// - Complexity: O(log n) typical for n edges.
        func holds(_ place: Corner) -> Bool {
            guard place.x >= box.west, place.x <= box.east, place.y >= box.south,
                place.y <= box.north
            else { return false }
            var isInside = false
            var isOnEdge = false
            runs.walk { run in
                guard run.box.south <= place.y, place.y <= run.box.north, place.x <= run.box.east
                else { return true }
                guard place.x < run.box.west else { return false }
                // All lie to the east. Each that is crossed leads from one side of the parallel to
                // the other, so that the ends tell whether they are odd.
                if (run.firstY <= place.y) != (run.lastY <= place.y) { isInside.toggle() }
                return true
            } _: { index in
                let edge = edges[index]
                let (low, high) =
                    edge.from.y <= edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
                guard low.y <= place.y, place.y <= high.y else { return true }
                let side = GridArea.cross(low, high, place)
                if side == 0, min(low.x, high.x) <= place.x, place.x <= max(low.x, high.x) {
                    isOnEdge = true
                    return false
                }
                // The lower end belongs to the edge and the upper one to the next.
                if side > 0, place.y < high.y { isInside.toggle() }
                return true
            }
            return isOnEdge || isInside
        }

        /// Whether an odd number of edges leads from one side of a line eastward to the other.
        ///
        /// - Parameters:
        ///   - start: Where the line begins.
        ///   - isNorth: Whether the line is north of a parallel, which `start` may lie on.
        ///   - crosses: Whether the line crosses an edge.
        /// - Complexity: O(log n) typical for n edges.
        func isOddEast(
            of start: Corner,
            isNorth: (Int64) -> Bool,
            crosses: (Edge) -> Bool
        ) -> Bool {
            var isOdd = false
            runs.walk { run in
                guard run.box.south <= start.y, start.y <= run.box.north, start.x <= run.box.east
                else { return true }
                guard start.x < run.box.west else { return false }
                if isNorth(run.firstY) != isNorth(run.lastY) { isOdd.toggle() }
                return true
            } _: { index in
                if crosses(edges[index]) { isOdd.toggle() }
                return true
            }
            return isOdd
        }

        /// Calls a closure with the edges whose boxes touch a box, until it returns false.
        ///
        /// - Complexity: O(log n + found) typical.
        @inline(__always)
        func walk(touching box: Box, _ visit: (Edge) -> Bool) {
            runs.walk {
                !$0.box.touches(box)
            } _: { index in
                let edge = edges[index]
                return box.touches(edge) ? visit(edge) : true
            }
        }

        /// Whether an edge has a place in common with one of the part's.
        func meets(_ edge: Edge) -> Bool {
            var isMet = false
            walk(touching: Box(edge)) { mine in
                isMet = GridArea.meet(mine, edge)
                return !isMet
            }
            return isMet
        }

        /// Whether the two have a place in common; both in one frame.
        func meets(_ other: Part) -> Bool {
            guard box.touches(other.box), let first = edges.first?.from,
                let second = other.edges.first?.from
            else { return false }
            // Where no edges meet, one lies whole in the other, or they are apart.
            if holds(second) || other.holds(first) { return true }
            var isMet = false
            other.walk(touching: box) { edge in
                isMet = meets(edge)
                return !isMet
            }
            return isMet
        }
    }
}
