internal import CIndexKernels
internal import Geodesy

/// A box in cells: what the sweeps need, and the exact rule for cells on its edges.
struct CellBox {
    private let box: BoundingBox
    private let west: Int32
    private let south: Int32
    private let width: UInt32
    private let height: UInt32
    private let centerX: Int32
    private let centerY: Int32
    private let halfX: Float
    private let halfY: Float

    init(_ box: BoundingBox) {
        self.box = box
        let southWest = Self.cell(box.west, box.south)
        let northEast = Self.cell(box.east, box.north)
        let turn: Int64 = 1 << 32
        let across = northEast.x - southWest.x + (box.crossesAntimeridian ? turn : 0)
        west = across >= turn - 1 ? .min : Int32(truncatingIfNeeded: southWest.x)
        width = UInt32(min(across, turn - 1))
        south = Int32(truncatingIfNeeded: southWest.y)
        height = UInt32(northEast.y - southWest.y)
        centerX = west &+ Int32(truncatingIfNeeded: width / 2)
        centerY = south &+ Int32(truncatingIfNeeded: height / 2)
        halfX = Float(width / 2 + 1) * 1.000001 + Float(Bounds.slackCells)
        halfY = Float(height / 2 + 1) * 1.000001 + Float(Bounds.slackCells)
    }

    /// The cell of a corner; 180 degrees east lies past the last cell.
    private static func cell(_ longitude: Double, _ latitude: Double) -> (x: Int64, y: Int64) {
        let place = GridPlace(Coordinate(uncheckedLatitude: latitude, longitude: longitude))
        return (longitude == 180 ? 1 << 31 : Int64(place.x), Int64(place.y))
    }

    /// The lanes of a node that may hold something.
    @inline(__always)
    func sweep(_ node: Node) -> UInt32 {
        ambit_sweep_lanes_box(node.base, centerX, centerY, halfX, halfY)
    }

    /// Of eight points from `start`, those whose cell is in the box, and those whose cell is off
    /// its edges as well.
    @inline(__always)
    func sweep(_ leaf: Leaf, from start: Int) -> (possible: UInt32, sure: UInt32) {
        let bits = ambit_sweep_points_box(
            leaf.x + start,
            leaf.y + start,
            west,
            south,
            width,
            height
        )
        return (bits & 0xFF, bits >> 8)
    }

    /// The exact rule.
    @inline(never)
    func contains(_ place: GridPlace) -> Bool {
        box.contains(
            Coordinate(uncheckedLatitude: place.latitude, longitude: place.longitude)
        )
    }
}

extension TreeReader {
    func collect(within box: BoundingBox, into found: inout [UInt32]) {
        let capacity = 256
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { buffer in
            var count = 0
            visit(box) { leaf, start, mask in
                if count + 8 > capacity {
                    found.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
                    count = 0
                }
                let ids = leaf.id + start
                for lane in 0..<8 {
                    buffer[count] = ids[lane]
                    count += Int(mask >> UInt32(lane) & 1)
                }
            }
            found.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    func forEach(within box: BoundingBox, _ body: (Leaf, Int) -> Void) {
        visit(box) { leaf, start, mask in
            var mask = mask
            while mask != 0 {
                body(leaf, start + mask.trailingZeroBitCount)
                mask &= mask &- 1
            }
        }
    }

    /// Every group of eight points with some in the box: its leaf, where it starts, which they are.
    @inline(__always)
    private func visit(_ box: BoundingBox, _ body: (Leaf, Int, UInt32) -> Void) {
        let box = CellBox(box)
        withUnsafeTemporaryAllocation(of: Node.self, capacity: 241) { pending in
            pending[0] = root
            var depth = 1
            while depth > 0 {
                depth -= 1
                let node = pending[depth]
                var lanes = box.sweep(node)
                while lanes != 0 {
                    let child = node.child[lanes.trailingZeroBitCount]
                    lanes &= lanes &- 1
                    if let below = child.node {
                        pending[depth] = below
                        depth += 1
                    } else if let leaf = child.leaf {
                        scan(leaf, box, body)
                    }
                }
            }
        }
    }

    @inline(__always)
    private func scan(_ leaf: Leaf, _ box: CellBox, _ body: (Leaf, Int, UInt32) -> Void) {
        let count = leaf.count
        var start = 0
        while start < count {
            defer { start += 8 }
            let filled: UInt32 = count - start >= 8 ? 0xFF : 1 << UInt32(count - start) &- 1
            var (possible, sure) = box.sweep(leaf, from: start)
            possible &= filled
            var unsure = possible & ~sure
            while unsure != 0 {
                let lane = unsure.trailingZeroBitCount
                unsure &= unsure &- 1
                if !box.contains(leaf[start + lane].place) { possible &= ~(1 << UInt32(lane)) }
            }
            if possible != 0 { body(leaf, start, possible) }
        }
    }
}
