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
    /// - Complexity: O(m log n) typical for the m edges within the other's box, at once where a
    ///   corner of the other lies outside.
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

    /// A polygon and those that may cover it.
    private struct Walk {
        /// The polygon, and those that may cover it.
        private let owners: [Part]
        /// Those to walk along: whatever touches the polygon's box.
        private let paths: [Edge]

        init(around part: Part, _ cover: [Part]) {
            var paths = part.edges
            for candidate in cover {
                candidate.walk(touching: part.box) { edge in
                    paths.append(edge)
                    return true
                }
            }
            self.paths = paths
            owners = [part] + cover
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
            var state = State(coverCount: owners.count - 1)
            var crossings: [Crossing] = []
            let walker = Walker(path: path, isOnLeft: onLeft)
            for (owner, part) in owners.enumerated() {
                if part.isOddEast(
                    of: path.from,
                    isNorth: walker.startsNorth,
                    crosses: walker.startsWest
                ) {
                    state.toggle(owner)
                }
                part.walk(touching: Box(path)) { edge in
                    if let (numerator, denominator) = walker.crossing(of: edge) {
                        crossings.append(
                            Crossing(numerator: numerator, denominator: denominator, owner: owner)
                        )
                    }
                    return true
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

        func startsNorth(of y: Int64) -> Bool {
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
