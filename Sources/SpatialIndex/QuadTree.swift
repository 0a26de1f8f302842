public import Geodesy

/// Points with a reach, found by where they are: an updatable bucket quadtree over latitude and
/// longitude.
///
/// A query finds a point when the geodesic from the query's centre to it is no longer than both the
/// query's radius and the point's own reach. Distances are ``Geodesic/distance(from:to:)``, to the
/// last bit. A value type: a copy is independent.
public struct QuadTree: Sendable {
    /// How many points a leaf holds before it is split.
    static let leafCapacity = 64

    /// Cells deeper than this are not split again: they hold duplicates.
    static let deepestLevel = 30

    struct Node: Sendable {
        var cell: Cell
        var level: Int
        /// The smallest box that holds the points below; it grows, and shrinks only on a split.
        var extent: Extent
        /// No point below reaches farther, metres.
        var greatestReach: Double
        /// The first of four consecutive children, or nil for a leaf.
        var firstChild: Int?
        var points: [IndexedPoint]
    }

    var nodes: [Node] = [
        Node(
            cell: .world,
            level: 0,
            extent: .empty,
            greatestReach: 0,
            firstChild: nil,
            points: []
        )
    ]

    /// How many points the tree holds.
    public private(set) var count = 0

    /// An empty tree.
    public init() {}

    /// A tree of many points at once.
    ///
    /// - Parameter points: Points with unique ids.
    /// - Complexity: O(n log n).
    public init(_ points: some Sequence<IndexedPoint>) {
        for point in points { insert(point) }
    }

    /// Adds a point.
    ///
    /// - Precondition: The id is not in the tree; a second point with the same id is kept beside the
    ///   first and found beside it.
    /// - Complexity: O(log n).
    public mutating func insert(_ point: IndexedPoint) {
        var index = 0
        while true {
            nodes[index].extent.include(point.coordinate)
            nodes[index].greatestReach = max(nodes[index].greatestReach, point.reach.meters)
            if let child = nodes[index].firstChild {
                index = child + nodes[index].cell.quadrant(of: point.coordinate)
            } else if nodes[index].points.count >= Self.leafCapacity,
                nodes[index].level < Self.deepestLevel
            {
                split(index)
            } else {
                nodes[index].points.append(point)
                count += 1
                return
            }
        }
    }

    /// Removes a point.
    ///
    /// - Parameters:
    ///   - id: The point's id.
    ///   - place: Where it was inserted.
    /// - Returns: Whether it was there.
    /// - Complexity: O(log n).
    @discardableResult
    public mutating func remove(id: UInt32, at place: Coordinate) -> Bool {
        var index = 0
        while let child = nodes[index].firstChild {
            index = child + nodes[index].cell.quadrant(of: place)
        }
        guard
            let position = nodes[index].points.firstIndex(where: {
                $0.id == id && $0.coordinate == place
            })
        else { return false }
        nodes[index].points.swapAt(position, nodes[index].points.count - 1)
        nodes[index].points.removeLast()
        count -= 1
        return true
    }

    private mutating func split(_ index: Int) {
        let parent = nodes[index]
        let firstChild = nodes.count
        for quadrant in 0..<4 {
            nodes.append(
                Node(
                    cell: parent.cell.child(quadrant),
                    level: parent.level + 1,
                    extent: .empty,
                    greatestReach: 0,
                    firstChild: nil,
                    points: []
                )
            )
        }
        for point in parent.points {
            let child = firstChild + parent.cell.quadrant(of: point.coordinate)
            nodes[child].extent.include(point.coordinate)
            nodes[child].greatestReach = max(nodes[child].greatestReach, point.reach.meters)
            nodes[child].points.append(point)
        }
        nodes[index].points = []
        nodes[index].firstChild = firstChild
    }
}
