extension GridArea {
    /// Whether every place of another area lies in this one, in its polygons together; edges belong
    /// to both.
    ///
    /// What of the other lies outside, if anything does, is bounded by pieces of edges of either. So
    /// every edge is walked along on its left and on its right, infinitely close, and nowhere may
    /// that be in the other and in none of the polygons here. Which polygons hold the walker changes
    /// where edges are crossed; crossings are put in order by fractions of whole numbers.
    ///
    /// Source: the infinitely small offsets are those of H. Edelsbrunner and E. P. Mücke,
    /// "Simulation of simplicity", ACM Trans. Graphics 9 (1990).
    ///
    /// - Complexity: O((n + m)^2) worst for the edges within the other's box, at once where a corner
    ///   of the other lies outside.
    public func covers(_ other: GridArea) -> Bool {
        other.parts.allSatisfy { part in
            let cover = parts.flatMap { candidate in
                candidate.turns(toward: part.box).map { candidate.moved(by: $0) }
            }.filter { $0.box.touches(part.box) }
            guard part.edges.allSatisfy({ edge in cover.contains { $0.holds(edge.from) } }) else {
                return false
            }
            return Walk(around: part, cover).isCovered
        }
    }

    /// The edges of a polygon and of those that may cover it.
    private struct Walk {
        private struct Owned {
            let edge: Edge
            /// 0 for the polygon, from 1 for those that may cover it.
            let owner: Int
        }

        /// Those to walk along: whatever touches the polygon's box.
        private let paths: [Edge]
        private let edges: [Owned]
        private let coverCount: Int

        init(around part: Part, _ cover: [Part]) {
            let paths = part.edges + cover.flatMap { $0.edges.filter(part.box.touches) }
            var box = Box()
            for path in paths {
                box.add(path.from)
                box.add(path.to)
            }
            var edges = part.edges.map { Owned(edge: $0, owner: 0) }
            for (index, candidate) in cover.enumerated() {
                // A ray eastward from a path never meets those to its west, south or north.
                edges += candidate.edges.lazy.filter { edge in
                    max(edge.from.x, edge.to.x) >= box.west
                        && max(edge.from.y, edge.to.y) >= box.south
                        && min(edge.from.y, edge.to.y) <= box.north
                }.map { Owned(edge: $0, owner: index + 1) }
            }
            self.paths = paths
            self.edges = edges
            coverCount = cover.count
        }

        var isCovered: Bool {
            paths.allSatisfy { path in
                isCovered(along: path, onLeft: true) && isCovered(along: path, onLeft: false)
            }
        }

        /// Where an edge is crossed: a fraction of the way, above 0 and below 1.
        private struct Crossing {
            let numerator: UInt128
            let denominator: UInt128
            let owner: Int

            static func precedes(_ left: Crossing, _ right: Crossing) -> Bool {
                let one = left.numerator.multipliedFullWidth(by: right.denominator)
                let other = right.numerator.multipliedFullWidth(by: left.denominator)
                return one.high != other.high ? one.high < other.high : one.low < other.low
            }
        }

        private func isCovered(along path: Edge, onLeft: Bool) -> Bool {
            var state = State(coverCount: coverCount)
            var crossings: [Crossing] = []
            let pathBox = {
                var box = Box()
                box.add(path.from)
                box.add(path.to)
                return box
            }()
            let walker = Walker(path: path, isOnLeft: onLeft)
            for owned in edges {
                if walker.startsWest(of: owned.edge) { state.toggle(owned.owner) }
                if pathBox.touches(owned.edge),
                    let (numerator, denominator) = walker.crossing(
                        of: owned.edge
                    )
                {
                    crossings.append(
                        Crossing(
                            numerator: numerator,
                            denominator: denominator,
                            owner: owned.owner
                        )
                    )
                }
            }
            if state.isBare { return false }
            crossings.sort(by: Crossing.precedes)
            for (index, crossing) in crossings.enumerated() {
                state.toggle(crossing.owner)
                // Between two crossings at one place there is nothing.
                let isLast = index + 1 == crossings.count
                if isLast || Crossing.precedes(crossing, crossings[index + 1]), state.isBare {
                    return false
                }
            }
            return true
        }
    }

    /// Which polygons hold a walker.
    private struct State {
        private var holders: [Bool]
        private var coverHolders = 0

        init(coverCount: Int) { holders = Array(repeating: false, count: coverCount + 1) }

        /// Whether the polygon holds the walker and none of the others does.
        var isBare: Bool { holders[0] && coverHolders == 0 }

        mutating func toggle(_ owner: Int) {
            holders[owner].toggle()
            if owner > 0 { coverHolders += holders[owner] ? 1 : -1 }
        }
    }

    /// Someone who walks along an edge from just behind its start to just before its end: a step e
    /// along it, and a step e squared to one side, where e is infinitely small.
    private struct Walker {
        let path: Edge
        private let along: (x: Int128, y: Int128)
        private let aside: (x: Int128, y: Int128)
        private let onLine: Int128

        init(path: Edge, isOnLeft: Bool) {
            self.path = path
            along = (Int128(path.to.x - path.from.x), Int128(path.to.y - path.from.y))
            aside = isOnLeft ? (-along.y, along.x) : (along.y, -along.x)
            onLine = isOnLeft ? -1 : 1
        }

        /// Whether a ray eastward from the start crosses an edge.
        func startsWest(of edge: Edge) -> Bool {
            guard edge.from.y != edge.to.y else { return false }
            let (low, high) =
                edge.from.y < edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
            return startsNorth(of: low.y) && !startsNorth(of: high.y)
                && side(of: path.from, ahead: 1, from: low, to: high) > 0
        }

        private func startsNorth(of y: Int64) -> Bool {
            if path.from.y != y { return path.from.y > y }
            return along.y != 0 ? along.y > 0 : aside.y > 0
        }

        /// On which side of an edge the walker is, an infinitely small step ahead of a corner of the
        /// path, or behind it.
        private func side(
            of corner: Corner,
            ahead: Int128,
            from: Corner,
            to: Corner
        ) -> Int128 {
            let side = GridArea.cross(from, to, corner)
            if side != 0 { return side.signum() }
            let (x, y) = (Int128(to.x - from.x), Int128(to.y - from.y))
            let turn = x * along.y - y * along.x
            if turn != 0 { return turn.signum() * ahead }
            return (x * aside.y - y * aside.x).signum()
        }

        /// Where the walker crosses an edge; nil where that doesn't happen.
        func crossing(of edge: Edge) -> (numerator: UInt128, denominator: UInt128)? {
            let first = GridArea.cross(path.from, path.to, edge.from).signum()
            let second = GridArea.cross(path.from, path.to, edge.to).signum()
            guard (first == 0 ? onLine : first) != (second == 0 ? onLine : second),
                side(of: path.from, ahead: 1, from: edge.from, to: edge.to)
                    != side(of: path.to, ahead: -1, from: edge.from, to: edge.to)
            else { return nil }
            let (x, y) = (Int128(edge.to.x - edge.from.x), Int128(edge.to.y - edge.from.y))
            let numerator = GridArea.cross(edge.from, edge.to, path.from)
            let denominator = x * along.y - y * along.x
            return (numerator.magnitude, denominator.magnitude)
        }
    }
}
