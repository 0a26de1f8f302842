/// Room for what is to come: a change, many points, a copy.
extension TreeStorage {
    /// Makes sure that one insertion, removal or move finds the memory that it needs.
    ///
    /// Nothing else of a change can fail, so that none is left half made.
    ///
    /// - Throws: ``SpatialIndexError``, with nothing changed.
    @inline(__always)
    func prepareChange() throws(SpatialIndexError) {
        do throws(SpatialIndexError) {
            try arena.prepareChange()
        } catch {
            guard error == .full else { throw error }
            try moveToLargerArena()
        }
    }

    /// Makes sure that a tree of so many points need not be moved while it grows to that.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    func reserveCapacity(_ count: Int) throws(SpatialIndexError) {
        let size = BlockRegion.Size.expecting(count / 2)
        if size.bytes > arena.size.bytes { try moveToArena(atLeast: size) }
    }

    @inline(never)
    private func moveToLargerArena() throws(SpatialIndexError) {
        guard let larger = arena.size.next else { throw .full }
        try moveToArena(atLeast: larger)
    }

    /// Copies all blocks into a larger arena: seldom, as each but the last is 16 times as large as the one before.
    private func moveToArena(atLeast size: BlockRegion.Size) throws(SpatialIndexError) {
        let larger = try arena.makeRoomForCopy(atLeast: size, expecting: count)
        move(to: larger, root: copyDeeply(root, into: larger))
        try larger.prepareChange()
    }

    /// A tree of its own with the same points.
    ///
    /// - Throws: ``SpatialIndexError``.
    func clone() throws(SpatialIndexError) -> TreeStorage {
        let room = try arena.makeRoomForCopy(
            atLeast: .expecting(count),
            expecting: count
        )
        let clone = try TreeStorage(room)
        clone.adopt(
            room,
            root: clone.copyDeeply(root, into: room),
            count: count,
            reaches: (leastReach, mostReach)
        )
        clone.reviewReach()
        return clone
    }

    private func copyDeeply(_ node: Node, into room: Arena) -> Node {
        let copied = room.makeNode(copying: node, stamp: batch)
        node.forEachChild { lane, child in
            if let below = child.node {
                copied.setChild(lane, Child(copyDeeply(below, into: room)))
            } else if let leaf = child.leaf {
                let twin = room.makeLeaf(capacity: leaf.capacity, stamp: batch)
                twin.take(leaf)
                copied.setChild(lane, Child(twin))
            }
        }
        return copied
    }
}
