internal import CIndexKernels
internal import Geodesy

/// Bulk loading: points in Morton order, cut into leaves from the top.
extension TreeStorage {
    private typealias Keys = UnsafeMutableBufferPointer<BulkLoader.Key>

    /// How many points a leaf has room for beside those that are loaded, so that the first that come
    /// need no larger one: 1.5 bytes a point.
    private static let spareRoom = 2

    /// Fills an empty tree.
    ///
    /// - Throws: ``SpatialIndexError``, with nothing changed.
    /// - Complexity: O(n) for the sort, O(n log n) where points lie closer than 10 m.
    func build(_ loader: BulkLoader) throws(SpatialIndexError) {
        guard loader.count > 0 else { return }
        try loader.sort()
        let keys = Keys(start: loader.keys.base, count: loader.count)
        var room = arena
        while true {
            do throws(SpatialIndexError) {
                let root = try node(
                    keys,
                    0..<keys.count,
                    loader.entries.base,
                    shift: Self.rootShift,
                    room
                )
                let reaches = (loader.leastReach, loader.mostReach)
                adopt(room, root: root, count: keys.count, reaches: reaches)
                return reviewReach()
            } catch {
                // Points so far apart, or so crowded, that they take more than most do.
                guard error == .full, let larger = room.size.next else { throw error }
                room = try Arena(larger, expecting: keys.count)
            }
        }
    }

    private func node(
        _ keys: Keys,
        _ range: Range<Int>,
        _ entries: UnsafeMutablePointer<Entry>,
        shift: UInt32,
        _ arena: Arena
    ) throws(SpatialIndexError) -> Node {
        try arena.prepare(nodes: 1, leafOf: 0)
        let node = makeNode(
            around: entries[Int(keys[range.lowerBound].index)].place,
            shift: shift,
            in: arena
        )
        if 2 * shift < BulkLoader.sortedFromBit {
            keys[range].sort { $0.code < $1.code }
        }
        var start = range.lowerBound
        for quarter in 0..<4 {
            let part = Self.cut(keys, start..<range.upperBound, quarter, bit: 2 * shift + 2)
            start = part.upperBound
            if part.isEmpty { continue }
            if part.count <= Self.leafCapacity {
                try fill(quarter * 4, of: node, keys, part, entries, arena)
                continue
            }
            node.split(quarterOf: 4 * quarter)
            var start = part.lowerBound
            for finer in 0..<4 {
                let piece = Self.cut(keys, start..<part.upperBound, finer, bit: 2 * shift)
                start = piece.upperBound
                if piece.isEmpty { continue }
                let lane = quarter * 4 + finer
                if piece.count <= Self.leafCapacity || shift < 2 {
                    try fill(lane, of: node, keys, piece, entries, arena)
                } else {
                    let below = try self.node(keys, piece, entries, shift: shift - 2, arena)
                    node.setChild(lane, Child(below))
                    node.set(lane, below.union)
                }
            }
        }
        return node
    }

    private func fill(
        _ lane: Int,
        of node: Node,
        _ keys: Keys,
        _ range: Range<Int>,
        _ entries: UnsafeMutablePointer<Entry>,
        _ arena: Arena
    ) throws(SpatialIndexError) {
        // Entries lie in no order; those of the leaves to come are on their way meanwhile.
        let ahead = 32
        let room =
            range.count < Self.leafCapacity
            ? min(range.count + Self.spareRoom, Self.leafCapacity) : range.count
        try arena.prepare(nodes: 0, leafOf: room)
        let leaf = arena.makeLeaf(capacity: room, stamp: batch)
        for (position, index) in range.enumerated() {
            let coming = keys[min(index &+ ahead, keys.count &- 1)].index
            ambit_prefetch(entries + Int(coming))
            leaf[position] = entries[Int(keys[index].index)]
        }
        leaf.count = range.count
        node.setChild(lane, Child(leaf))
        node.set(lane, leaf.bounds)
    }

    /// The first part of a sorted range, up to the end of those whose two bits from `bit` up are
    /// `quarter`.
    private static func cut(
        _ keys: Keys,
        _ range: Range<Int>,
        _ quarter: Int,
        bit: UInt32
    ) -> Range<Int> {
        guard quarter < 3 else { return range }
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if Int(keys[middle].code >> bit & 3) <= quarter {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return range.lowerBound..<low
    }
}
