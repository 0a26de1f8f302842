internal import Geodesy

/// The points of a tree that reach a place, nearest first, found as they are asked for.
///
/// Made by ``QuadTree/nearestFirst(from:)``. It keeps the tree as it was; a tree that is changed while a
/// sequence or an iterator of it lives is copied once.
public struct NearestFirst<ID: Hashable & Sendable>: LazySequenceProtocol, Sendable {
    let tree: QuadTree<ID>
    let center: Coordinate

    /// The same points once more, from the nearest on.
    ///
    /// - Complexity: O(1).
    public func makeIterator() -> Iterator { Iterator(tree: tree, center: center) }

    /// The points that are left, nearest first.
    ///
    /// The tree is asked for the nearest few, and four times as many when those are used up. The nearest k
    /// are the first of the nearest 4k, for the order is total: by distance, then by age. So none is
    /// left out or comes twice, and all questions together cost at most four thirds of the last.
    public struct Iterator: IteratorProtocol, Sendable {
        private let tree: QuadTree<ID>
        private let center: Coordinate
        private var found: [Neighbor<ID>] = []
        private var position = 0
        private var isComplete = false

        fileprivate init(tree: QuadTree<ID>, center: Coordinate) {
            self.tree = tree
            self.center = center
        }

        /// The nearest point that is left; nil at the end.
        ///
        /// - Complexity: O(log n) typical, amortized.
        public mutating func next() -> Neighbor<ID>? {
            if position == found.count, !isComplete {
                let wanted = found.isEmpty ? 8 : 4 * found.count
                found = tree.nearest(wanted, to: center)
                isComplete = found.count < wanted
            }
            guard position < found.count else { return nil }
            defer { position += 1 }
            return found[position]
        }
    }
}
