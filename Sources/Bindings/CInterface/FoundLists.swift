internal import SpatialIndex

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What was found for each part of the places, in memory of `malloc`: more than there is memory for is a
/// refusal, and not the end of the caller's process.
///
/// Sendable: a list is touched by the thread that has its part, and by no other meanwhile.
final class FoundLists: @unchecked Sendable {
    /// A list that grows; nothing in it takes memory of its own.
    private struct List {
        var base: UnsafeMutablePointer<Neighbor<UInt32>>?
        var count = 0
        var capacity = 0

        mutating func reserve(_ wanted: Int) throws(Refusal) {
            guard wanted > capacity else { return }
            let (bytes, isTooMuch) = wanted.multipliedReportingOverflow(
                by: MemoryLayout<Neighbor<UInt32>>.stride
            )
            guard !isTooMuch, let block = realloc(base, bytes) else { throw .noMemory }
            base = block.bindMemory(to: Neighbor<UInt32>.self, capacity: wanted)
            capacity = wanted
        }
    }

    private let lists: UnsafeMutablePointer<List>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        lists = .allocate(capacity: max(1, count))
        lists.initialize(repeating: List(), count: count)
    }

    deinit {
        for part in 0..<count { free(lists[part].base) }
        lists.deallocate()
    }

    /// - Throws: ``Refusal/noMemory``.
    func reserve(_ wanted: Int, _ part: Int) throws(Refusal) { try lists[part].reserve(wanted) }

    /// Adds points to the list of a part.
    ///
    /// - Throws: ``Refusal/noMemory``.
    func append(_ found: [Neighbor<UInt32>], _ part: Int) throws(Refusal) {
        let after = lists[part].count + found.count
        if after > lists[part].capacity {
            try lists[part].reserve(max(after, 2 * lists[part].capacity))
        }
        guard let base = lists[part].base else { return }
        let start = base + lists[part].count
        found.withUnsafeBufferPointer { points in
            if let first = points.baseAddress { start.initialize(from: first, count: points.count) }
        }
        lists[part].count = after
    }

    /// Hands over the points of a part, in their order, and gives their memory back.
    func drain(_ part: Int, _ body: (Neighbor<UInt32>) -> Void) {
        guard let base = lists[part].base else { return }
        for index in 0..<lists[part].count { body(base[index]) }
        free(base)
        lists[part] = List()
    }
}
