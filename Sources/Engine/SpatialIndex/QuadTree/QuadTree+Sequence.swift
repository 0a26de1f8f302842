extension QuadTree: Sequence {
    /// The points of a tree, in the order in which they came.
    public struct Iterator: IteratorProtocol, Sendable {
        private var slots: IndexingIterator<[Element?]>

        fileprivate init(_ slots: [Element?]) { self.slots = slots.makeIterator() }

        /// The next point; nil at the end.
        ///
        /// - Complexity: O(1), amortized.
        public mutating func next() -> IndexedPoint<ID>? {
            while let slot = slots.next() {
                if let slot { return slot }
            }
            return nil
        }
    }

    /// The points, in the order in which they came.
    ///
    /// - Complexity: O(1), and O(n) for all points.
    public func makeIterator() -> Iterator { Iterator(slots) }

    /// How many points there are.
    ///
    /// - Complexity: O(1).
    public var underestimatedCount: Int { count }
}

extension QuadTree: Equatable {
    /// Whether two trees hold the same points: the same ids at the same coordinates with the same reaches,
    /// in whatever order they came.
    ///
    /// - Complexity: O(n).
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.id] == $0 }
    }
}
