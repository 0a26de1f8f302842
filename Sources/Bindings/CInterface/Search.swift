internal import CAmbit
internal import Geodesy
internal import SpatialIndex

/// A question at many places, and its answers in columns.
struct Search {
    let points: PointTree
    let centers: Places
    let threads: Int32

    /// The points within a radius of each place.
    ///
    /// - Throws: What is wrong with a place or a radius; no memory.
    func within(_ radii: Lengths) throws(Refusal) -> ambit_matches {
        try centers.check()
        try radii.check(centers.count, allowingInfinity: false)
        return try gather(expecting: 1) { [points] center, number, found throws(Refusal) in
            let before = found.count
            let radius = try radii.distance(number)
            points.tree.collect(within: radius, of: center, into: &found)
            Self.sort(&found, from: before)
        }
    }

    /// The nearest points of each place.
    ///
    /// - Parameters:
    ///   - k: How many, 1 or more.
    ///   - withTies: Whether all that are as far as the last count too.
    ///   - limits: Greatest distances.
    /// - Throws: What is wrong with a place or a limit; no memory.
    func nearest(_ k: Int, withTies: Bool, limits: Lengths) throws(Refusal) -> ambit_matches {
        try centers.check()
        try limits.check(centers.count, allowingInfinity: true)
        let k = min(k, points.count)
        return try gather(expecting: k) { [points] center, number, found throws(Refusal) in
            let limit = try limits.limit(number)
            guard withTies else {
                points.tree.collectNearest(to: center, count: k, within: limit, into: &found)
                return
            }
            let before = found.count
            points.tree.collectNearest(to: center, count: k + 1, within: limit, into: &found)
            guard k > 0, found.count - before > k else { return }
            let farthest = found[before + k - 1].distance
            let hasTie = found[before + k].distance == farthest
            found.removeLast()
            guard hasTie else { return }
            found.removeLast(k)
            points.tree.collect(within: farthest, of: center, into: &found)
            Self.sort(&found, from: before)
        }
    }

    private static func sort(_ found: inout [Neighbor<UInt32>], from start: Int) {
        guard found.count - start > 1 else { return }
        found.withUnsafeMutableBufferPointer {
            Neighbor.sort(UnsafeMutableBufferPointer(rebasing: $0[start...]))
        }
    }

    /// Finds, for a place and its number, points and adds them to a list.
    private typealias Finder =
        @Sendable (Coordinate, Int, inout [Neighbor<UInt32>]) throws(Refusal) -> Void

    /// Up to so many points for a place there is room from the start.
    private static let mostExpected = 64

    /// Asks at all places, then puts the answers side by side.
    ///
    /// - Parameter expected: About how many points a place finds.
    private func gather(
        expecting expected: Int,
        _ find: Finder
    ) throws(Refusal) -> ambit_matches {
        let expected = min(expected, Self.mostExpected)
        let parts = Parts(centers.count, threads: threads)
        let offsets = try Column<Int64>(centers.count + 1)
        let lists = FoundLists(parts.partCount)
        do throws(Refusal) {
            try parts.run { [centers] part throws(Refusal) in
                var found: [Neighbor<UInt32>] = []
                try lists.reserve(parts.range(part).count * expected, part)
                for number in parts.range(part) {
                    found.removeAll(keepingCapacity: true)
                    try find(centers.coordinate(number), number, &found)
                    offsets[number + 1] = Int64(found.count)
                    try lists.append(found, part)
                }
            }
            offsets[0] = 0
            for number in 0..<centers.count { offsets[number + 1] += offsets[number] }
            return try joined(lists, parts, offsets)
        } catch {
            offsets.deallocate()
            throw error
        }
    }

    /// - Throws: ``Refusal/noMemory``, with the offsets still to be freed.
    private func joined(
        _ lists: FoundLists,
        _ parts: Parts,
        _ offsets: Column<Int64>
    ) throws(Refusal) -> ambit_matches {
        let total = Int(offsets[centers.count])
        let ids = try Column<Int64>(total)
        let meters: Column<Double>
        do throws(Refusal) {
            meters = try Column<Double>(total)
        } catch {
            ids.deallocate()
            throw error
        }
        try parts.run { [points] part throws(Refusal) in
            var place = Int(offsets[parts.range(part).lowerBound])
            lists.drain(part) { neighbor in
                ids[place] = points.id(neighbor.id)
                meters[place] = neighbor.distance.meters
                place &+= 1
            }
        }
        return ambit_matches(offsets: offsets.base, ids: ids.base, meters: meters.base)
    }
}
