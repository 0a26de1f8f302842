internal import CIndexKernels
internal import Geodesy

/// Moves: one at a time, and many whose ways through the tree are asked for together.
extension TreeStorage {
    /// So many moves are prepared together: enough to wait for memory once for all of them, and few
    /// enough for what they ask for to stay in the second cache.
    private static let groupCount = 16

    /// A move, and what it leads to as far as that has been followed.
    private struct Prepared {
        let entry: Entry
        let place: GridPlace
        var from: Child
        var to: Child
    }

    /// Puts points elsewhere, one after another.
    ///
    /// - Returns: Which of the moves changed nothing, because no such point was at their origin.
    /// - Throws: ``SpatialIndexError``, with the moves before one made.
    func move(_ moves: [PointMove]) throws(SpatialIndexError) -> [Int] {
        var missing: [Int] = []
        var refusal: SpatialIndexError?
        withUnsafeTemporaryAllocation(of: Prepared.self, capacity: Self.groupCount) { group in
            for first in stride(from: 0, to: moves.count, by: Self.groupCount) {
                let count = min(Self.groupCount, moves.count - first)
                for index in 0..<count {
                    let move = moves[first + index]
                    let prepared = Prepared(
                        entry: Entry(move.point),
                        place: GridPlace(move.origin),
                        from: Child(root),
                        to: Child(root)
                    )
                    group.initializeElement(at: index, to: prepared)
                }
                prefetchWays(UnsafeMutableBufferPointer(rebasing: group[..<count]))
                for index in 0..<count {
                    do throws(SpatialIndexError) {
                        try prepareChange()
                    } catch {
                        refusal = error
                        return
                    }
                    if !carryOut(group[index].entry, from: group[index].place) {
                        missing.append(first + index)
                    }
                }
            }
        }
        if let refusal { throw refusal }
        return missing
    }

    /// Follows the ways of some moves level by level side by side, so that the next block of each is on
    /// its way from memory while the others are looked at.
    private func prefetchWays(_ group: UnsafeMutableBufferPointer<Prepared>) {
        var shift = Self.rootShift
        var isGoingOn = true
        while isGoingOn {
            isGoingOn = false
            for index in group.indices {
                if let node = group[index].from.node {
                    let place = group[index].place
                    group[index].from = node.child(x: place.x, y: place.y, shift: shift)
                    group[index].from.prefetchWhole()
                    isGoingOn = true
                }
                if let node = group[index].to.node {
                    let place = group[index].entry.place
                    group[index].to = node.child(x: place.x, y: place.y, shift: shift)
                    group[index].to.prefetchWhole()
                    isGoingOn = true
                }
            }
            shift &-= 2
        }
    }

    /// Puts a point elsewhere, with another reach if need be.
    ///
    /// - Returns: False, with nothing changed, when no such point is at `place`.
    func move(_ entry: Entry, from place: GridPlace) -> Bool {
        prefetchWay(to: entry.place)
        return carryOut(entry, from: place)
    }

    private func carryOut(_ entry: Entry, from place: GridPlace) -> Bool {
        withPath { path in
            guard let position = find(id: entry.id, at: place, path) else { return false }
            let (node, lane) = (path[position.depth].node, path[position.depth].lane)
            let shift = Self.rootShift - 2 * UInt32(position.depth)
            let differing =
                UInt32(bitPattern: place.x ^ entry.place.x)
                | UInt32(bitPattern: place.y ^ entry.place.y)
            if differing >> (node.isSplit(lane) ? shift : shift + 1) == 0 {
                replace(position, path, with: entry)
            } else {
                remove(position, path)
                insert(entry)
            }
            return true
        }
    }

    /// Writes an entry over one of the same leaf.
    private func replace(_ position: Position, _ path: Path, with entry: Entry) {
        include(entry.reach)
        let (depth, leaf, index) = position
        makeWritable(path, depth: depth)
        let (node, lane) = (path[depth].node, path[depth].lane)
        let own = writable(leaf)
        if own != leaf { node.setChild(lane, Child(own)) }
        let before = node.bounds(lane)
        let gone = own[index]
        own[index] = entry
        if node.isTight(lane, around: gone) {
            node.set(lane, own.bounds)
        } else {
            node.widen(
                lane,
                around: entry.place,
                limit: Bounds.limit(reach: entry.reach)
            )
        }
        refit(path, depth: depth, from: before)
        mark(entry)
    }

    /// Asks for the leaf that a place falls into, so that it is on its way while the point is looked
    /// for where it was.
    ///
    /// The way there does not depend on where the point was, which often has to be waited for itself.
    /// An insertion will read and write the nodes whole.
    private func prefetchWay(to target: GridPlace) {
        var child = Child(root)
        var shift = Self.rootShift
        while let node = child.node {
            node.prefetch()
            child = node.child(x: target.x, y: target.y, shift: shift)
            shift &-= 2
        }
        child.leaf?.prefetch()
    }
}
