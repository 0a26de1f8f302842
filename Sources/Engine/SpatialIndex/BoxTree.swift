package import Geodesy

/// Boxes that never change, found by a place: each node holds up to eight boxes that lie near each
/// other.
///
/// Source: S. Leutenegger, M. Lopez, J. Edgington, "STR: a simple and efficient algorithm for R-tree
/// packing", ICDE (1997).
package struct BoxTree: Sendable {
    private struct Node {
        var west: Double
        var south: Double
        var east: Double
        var north: Double
        /// The nodes below, or the item where the node is a leaf.
        let children: Range<Int>
        let item: Int
    }

    private static let fanout = 8
    private var nodes: [Node] = []
    private var roots: Range<Int> = 0..<0

    /// - Parameter boxes: Each with `west <= east`; an item's number is its index.
    package init(_ boxes: [BoundingBox]) {
        let slices = max(
            1,
            Int((Double(boxes.count) / Double(Self.fanout)).squareRoot().rounded(.up))
        )
        let perSlice = max(1, (boxes.count + slices - 1) / slices)
        let byLongitude = boxes.indices.sorted {
            (boxes[$0].west + boxes[$0].east, $0) < (boxes[$1].west + boxes[$1].east, $1)
        }
        for start in stride(from: 0, to: byLongitude.count, by: perSlice) {
            let slice = byLongitude[start..<min(start + perSlice, byLongitude.count)].sorted {
                (boxes[$0].south + boxes[$0].north, $0) < (boxes[$1].south + boxes[$1].north, $1)
            }
            for item in slice {
                let box = boxes[item]
                nodes.append(
                    Node(
                        west: box.west,
                        south: box.south,
                        east: box.east,
                        north: box.north,
                        children: 0..<0,
                        item: item
                    )
                )
            }
        }
        var level = 0..<nodes.count
        while level.count > Self.fanout {
            let first = nodes.count
            for start in stride(from: level.lowerBound, to: level.upperBound, by: Self.fanout) {
                let children = start..<min(start + Self.fanout, level.upperBound)
                var node = nodes[start]
                for child in nodes[children] {
                    node.west = min(node.west, child.west)
                    node.south = min(node.south, child.south)
                    node.east = max(node.east, child.east)
                    node.north = max(node.north, child.north)
                }
                nodes.append(
                    Node(
                        west: node.west,
                        south: node.south,
                        east: node.east,
                        north: node.north,
                        children: children,
                        item: -1
                    )
                )
            }
            level = first..<nodes.count
        }
        roots = level
    }

    /// Calls `visit` with every item whose box shares a point with another.
    ///
    /// - Parameter box: `west <= east`.
    /// - Complexity: O(log n + found) typical.
    package func forEach(touching box: BoundingBox, _ visit: (Int) -> Void) {
        var waiting = [roots]
        while let range = waiting.popLast() {
            for node in nodes[range]
            where node.south <= box.north && node.north >= box.south && node.west <= box.east
                && node.east >= box.west
            {
                if node.item >= 0 { visit(node.item) } else { waiting.append(node.children) }
            }
        }
    }
}
