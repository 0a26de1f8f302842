internal import Geodesy

/// Bulk loading: points in Morton order, cut into leaves from the top.
extension TreeStorage {
    /// A point's place along the Morton curve and in the list of points.
    private struct Key {
        var code: UInt64
        var index: UInt32
    }

    /// Fills an empty tree.
    ///
    /// - Complexity: O(n) for the sort, O(n log n) where points lie closer than 10 m.
    func build(_ points: [IndexedPoint]) {
        let entries = points.map(Entry.init)
        guard entries.count > 0, entries.count <= Int(UInt32.max) else {
            precondition(entries.isEmpty, "a tree holds at most 2^32 - 1 points")
            return
        }
        var keys = entries.indices.map { index in
            let place = entries[index].place
            return Key(code: Self.mortonCode(place), index: UInt32(index))
        }
        Self.sort(&keys)
        var reaches = (least: Float.infinity, most: Float(0))
        for entry in entries {
            reaches = (min(reaches.least, entry.reach), max(reaches.most, entry.reach))
        }
        let root = keys.withUnsafeMutableBufferPointer { keys in
            entries.withUnsafeBufferPointer { entries in
                node(keys, 0..<keys.count, entries, shift: Self.rootShift)
            }
        }
        adopt(root: root, count: entries.count, reaches: reaches)
    }

    private func node(
        _ keys: UnsafeMutableBufferPointer<Key>,
        _ range: Range<Int>,
        _ entries: UnsafeBufferPointer<Entry>,
        shift: UInt32
    ) -> Node {
        let node = arena.makeNode(stamp: batch)
        if 2 * shift < Self.sortedFromBit {
            keys[range].sort { $0.code < $1.code }
        }
        for quarter in 0..<4 {
            let part = Self.cut(keys, range, quarter, bit: 2 * shift + 2)
            if part.isEmpty { continue }
            if part.count <= Self.leafCapacity {
                fill(quarter * 4, of: node, keys, part, entries)
                continue
            }
            node.split |= 1 << quarter
            for finer in 0..<4 {
                let piece = Self.cut(keys, part, finer, bit: 2 * shift)
                if piece.isEmpty { continue }
                let lane = quarter * 4 + finer
                if piece.count <= Self.leafCapacity || shift < 2 {
                    fill(lane, of: node, keys, piece, entries)
                } else {
                    let below = self.node(keys, piece, entries, shift: shift - 2)
                    node.child[lane] = Child(below)
                    node.set(lane, below.union)
                }
            }
        }
        return node
    }

    private func fill(
        _ lane: Int,
        of node: Node,
        _ keys: UnsafeMutableBufferPointer<Key>,
        _ range: Range<Int>,
        _ entries: UnsafeBufferPointer<Entry>
    ) {
        let leaf = arena.makeLeaf(capacity: range.count, stamp: batch)
        for (position, key) in keys[range].enumerated() {
            leaf[position] = entries[Int(key.index)]
        }
        leaf.count = range.count
        node.child[lane] = Child(leaf)
        node.set(lane, leaf.bounds)
    }

    /// The part of a sorted range whose two bits from `bit` up are `quarter`.
    private static func cut(
        _ keys: UnsafeMutableBufferPointer<Key>,
        _ range: Range<Int>,
        _ quarter: Int,
        bit: UInt32
    ) -> Range<Int> {
        func first(atLeast wanted: Int) -> Int {
            var low = range.lowerBound
            var high = range.upperBound
            while low < high {
                let middle = low + (high - low) / 2
                if Int(keys[middle].code >> bit & 3) < wanted {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low
        }
        return first(
            atLeast: quarter
        )..<(quarter == 3 ? range.upperBound : first(atLeast: quarter + 1))
    }

    // MARK: Order

    /// The radix sort leaves points in no order that differ only below this bit: 10 m and less.
    private static let sortedFromBit: UInt32 = 20

    private static func sort(_ keys: inout [Key]) {
        guard keys.count > 4096 else {
            keys.sort { $0.code < $1.code }
            return
        }
        var spare = [Key](repeating: Key(code: 0, index: 0), count: keys.count)
        for bit in stride(from: UInt64(sortedFromBit), to: 64, by: 11) {
            keys.withUnsafeBufferPointer { from in
                spare.withUnsafeMutableBufferPointer { to in
                    scatter(from, to, bit: bit)
                }
            }
            swap(&keys, &spare)
        }
    }

    /// One stable pass of a radix sort by eleven bits.
    private static func scatter(
        _ from: UnsafeBufferPointer<Key>,
        _ to: UnsafeMutableBufferPointer<Key>,
        bit: UInt64
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2048) { starts in
            starts.initialize(repeating: 0)
            for key in from { starts[Int(key.code >> bit & 2047)] &+= 1 }
            var sum: UInt32 = 0
            for digit in 0..<2048 { (starts[digit], sum) = (sum, sum &+ starts[digit]) }
            for key in from {
                let digit = Int(key.code >> bit & 2047)
                to[Int(starts[digit])] = key
                starts[digit] &+= 1
            }
        }
    }

    /// The bits of both cells in turn, northward above eastward.
    private static func mortonCode(_ place: GridPlace) -> UInt64 {
        spread(UInt32(bitPattern: place.x) ^ 0x8000_0000)
            | spread(UInt32(bitPattern: place.y) ^ 0x8000_0000) << 1
    }

    private static func spread(_ bits: UInt32) -> UInt64 {
        var spread = UInt64(bits)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        spread = (spread | spread << 2) & 0x3333_3333_3333_3333
        return (spread | spread << 1) & 0x5555_5555_5555_5555
    }
}
