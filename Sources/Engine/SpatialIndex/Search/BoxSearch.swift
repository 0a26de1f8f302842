internal import CIndexKernels
internal import Geodesy

/// A box in cells: what the sweeps need, and the exact rule for cells on its edges.
struct CellBox {
    private let box: BoundingBox
    private(set) var cells: ambit_box

    init(_ box: BoundingBox) {
        self.box = box
        let southWest = Self.cell(box.west, box.south)
        let northEast = Self.cell(box.east, box.north)
        let turn: Int64 = 1 << 32
        let across = northEast.x - southWest.x + (box.crossesAntimeridian ? turn : 0)
        let west: Int32 = across >= turn - 1 ? .min : Int32(truncatingIfNeeded: southWest.x)
        let width = UInt32(min(across, turn - 1))
        let south = Int32(truncatingIfNeeded: southWest.y)
        let height = UInt32(northEast.y - southWest.y)
        cells = ambit_box(west: west, south: south, width: width, height: height)
    }

    /// The coordinates' bits that differ among the corners, and all below.
    var spread: UInt64 {
        let east = Int64(cells.west) + Int64(cells.width)
        guard east <= Int64(Int32.max) else { return .max }
        let north = Int64(cells.south) + Int64(cells.height)
        return UInt64(
            UInt32(truncatingIfNeeded: (Int64(cells.west) ^ east) | (Int64(cells.south) ^ north))
        )
    }

    /// The cell of a corner; 180 degrees east lies past the last cell.
    private static func cell(_ longitude: Double, _ latitude: Double) -> (x: Int64, y: Int64) {
        let place = GridPlace(Coordinate(uncheckedLatitude: latitude, longitude: longitude))
        return (longitude == 180 ? 1 << 31 : Int64(place.x), Int64(place.y))
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
        let capacity = 128
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { buffer in
            var count = 0
            visit(box) { leaf, start, mask in
                let ids = leaf.id + start
                if mask == .max {
                    found.append(contentsOf: UnsafeBufferPointer(start: ids, count: 64))
                    return
                }
                if count + 64 > capacity {
                    found.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
                    count = 0
                }
                var mask = mask
                if mask & (mask &+ 1) == 0 {
                    // All from the first to some last one.
                    let run = mask.nonzeroBitCount
                    for index in 0..<run { buffer[count &+ index] = ids[index] }
                    count &+= run
                    return
                }
                while mask != 0 {
                    buffer[count] = ids[mask.trailingZeroBitCount]
                    count &+= 1
                    mask &= mask &- 1
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

    /// Every group of at most 64 points with some in the box: its leaf, where it starts, which they
    /// are.
    @inline(__always)
    private func visit(_ bounds: BoundingBox, _ body: (Leaf, Int, UInt64) -> Void) {
        let box = CellBox(bounds)
        let spread = box.spread
        var top = root
        var shift = TreeStorage.rootShift
        withUnsafePointer(to: box.cells) { cells in
            // As long as the box lies in one cell of the tree, nothing else need be looked at.
            while spread &>> UInt64(shift) == 0 {
                let (x, y) = (cells.pointee.west, cells.pointee.south)
                let child = top.child(x: x, y: y, shift: shift)
                if let leaf = child.leaf {
                    leaf.prefetchCells()
                    return scan(leaf, box, cells, body)
                }
                guard let next = child.node else { return }
                shift &-= 2
                if spread &>> UInt64(shift) != 0 { next.prefetch() }
                top = next
            }
            prefetchCorners(of: box, below: top, shift)
            forEachLeaf(below: top) {
                ambit_sweep_lanes_box($0.columns, cells)
            } _: { leaf, isWithin in
                if isWithin {
                    all(leaf, body)
                } else {
                    scan(leaf, box, cells, body)
                }
            }
        }
    }

    /// Asks for what lies on the ways from a node to the corners of a box, before a sweep has told
    /// whether it meets the box: all that a box smaller than a leaf's cell needs.
    @inline(__always)
    private func prefetchCorners(of box: CellBox, below top: Node, _ shift: UInt32) {
        let cells = box.cells
        let (west, south) = (cells.west, cells.south)
        let east = west &+ Int32(truncatingIfNeeded: cells.width)
        let north = south &+ Int32(truncatingIfNeeded: cells.height)
        prefetchWay(x: west, y: south, below: top, shift)
        prefetchWay(x: east, y: north, below: top, shift)
        let differing = min(UInt32(bitPattern: west ^ east), UInt32(bitPattern: south ^ north))
        if differing &>> shift != 0 {
            prefetchWay(x: west, y: north, below: top, shift)
            prefetchWay(x: east, y: south, below: top, shift)
        }
    }

    @inline(__always)
    private func prefetchWay(x: Int32, y: Int32, below top: Node, _ shift: UInt32) {
        var shift = shift
        var child = top.child(x: x, y: y, shift: shift)
        while let node = child.node {
            node.prefetch()
            shift &-= 2
            child = node.child(x: x, y: y, shift: shift)
        }
        child.leaf?.prefetchCells()
    }

    @inline(__always)
    private func all(_ leaf: Leaf, _ body: (Leaf, Int, UInt64) -> Void) {
        let total = leaf.count
        var start = 0
        while start < total {
            let left = total &- start
            body(leaf, start, left >= 64 ? .max : 1 &<< UInt64(left) &- 1)
            start &+= 64
        }
    }

    @inline(__always)
    private func scan(
        _ leaf: Leaf,
        _ box: CellBox,
        _ cells: UnsafePointer<ambit_box>,
        _ body: (Leaf, Int, UInt64) -> Void
    ) {
        let total = leaf.count
        var start = 0
        while start < total {
            var sure: UInt64 = 0
            var possible = ambit_sweep_points_box(
                leaf.x + start,
                leaf.y + start,
                UInt32(truncatingIfNeeded: min(64, total &- start)),
                cells,
                &sure
            )
            var unsure = possible & ~sure
            while unsure != 0 {
                let lane = unsure.trailingZeroBitCount
                unsure &= unsure &- 1
                if !box.contains(leaf.place(start &+ lane)) { possible &= ~(1 &<< UInt64(lane)) }
            }
            if possible != 0 { body(leaf, start, possible) }
            start &+= 64
        }
    }
}
