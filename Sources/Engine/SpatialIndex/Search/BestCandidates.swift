internal import CIndexKernels
internal import Geodesy

/// The points that may be among the k nearest, ranked by the sweep's squared chords until few are
/// left.
///
/// A key has the chord's bits above and a reference to the point below, so that keys compare as whole
/// numbers and are all different.
struct BestCandidates {
    /// A group of at most 64 points of a leaf, from `start`.
    struct Group {
        let leaf: Leaf
        let start: Int
    }

    private let count: Int
    private var keys: Growing<UInt64>
    private var groups: Growing<Group>
    /// How many keys have to gather before a cut is worth its while.
    private var enough: Int

    init(
        count: Int,
        keys: UnsafeMutableBufferPointer<UInt64>,
        groups: UnsafeMutableBufferPointer<Group>
    ) {
        self.count = count
        self.keys = Growing(keys)
        self.groups = Growing(groups)
        enough = count
    }

    var isFull: Bool { keys.count >= enough }

    /// Takes the points of a group that are in a mask, with their squared chords.
    @inline(__always)
    mutating func insert(_ group: Group, _ mask: UInt64, _ squares: UnsafePointer<Float>) {
        keys.reserve(64)
        let reference = UInt64(groups.count) << 6
        groups.append(group)
        var mask = mask
        while mask != 0 {
            let lane = mask.trailingZeroBitCount
            mask &= mask &- 1
            keys.appendUnchecked(
                UInt64(squares[lane].bitPattern) << 32 | reference | UInt64(lane)
            )
        }
    }

    /// The k-th smallest squared chord; the keys up to it come first.
    ///
    /// - Precondition: ``isFull``.
    mutating func kthSquare() -> Float {
        Float(bitPattern: UInt32(select(count - 1, of: keys.base, keys.count) >> 32))
    }

    /// Leaves out the keys beyond a squared chord.
    mutating func cut(beyond square: Float) {
        // Chords are positive, so their bits compare as they do.
        let limit = UInt64(square.bitPattern) << 32 | 0xFFFF_FFFF
        let base = keys.base
        var kept = 0
        for index in 0..<keys.count {
            let key = base[index]
            base[kept] = key
            kept &+= key <= limit ? 1 : 0
        }
        keys.count = kept
        enough = kept + max(8, kept / 4)
    }

    var keptCount: Int { keys.count }

    /// The point of a key.
    @inline(__always)
    func point(_ index: Int) -> (leaf: Leaf, position: Int) {
        let reference = Int(truncatingIfNeeded: keys.base[index] & 0xFFFF_FFFF)
        let group = groups.base[reference >> 6]
        return (group.leaf, group.start &+ reference & 63)
    }

    func free() {
        keys.free()
        groups.free()
    }
}

/// A list in borrowed memory that moves to memory of its own when it needs more.
struct Growing<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    var count = 0
    private var capacity: Int
    private var isOwned = false

    /// - Parameter memory: Not empty; valid for as long as the list.
    init(_ memory: UnsafeMutableBufferPointer<Element>) {
        base = memory.baseAddress.unsafelyUnwrapped
        capacity = memory.count
    }

    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        reserve(1)
        appendUnchecked(element)
    }

    @inline(__always)
    mutating func appendUnchecked(_ element: Element) {
        base[count] = element
        count &+= 1
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(count + more, capacity * 4)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        free()
        (base, isOwned) = (larger, true)
    }

    func free() {
        if isOwned { base.deallocate() }
    }
}

/// The key that sorting would put at an index; none before that place is greater then.
///
/// - Parameter rounds: How often the range may be cut before the cuts are taken for unlucky ones
///   and the library's sort does the rest; nil for as often as they may need.
func select(
    _ index: Int,
    of keys: UnsafeMutablePointer<UInt64>,
    _ count: Int,
    rounds: Int? = nil
) -> UInt64 {
    var low = 0
    var high = count
    if index == 0 {
        var least = 0
        for other in 1..<max(1, count) where keys[other] < keys[least] { least = other }
        (keys[0], keys[least]) = (keys[least], keys[0])
        return keys[0]
    }
    var rounds = rounds ?? 4 * (Int.bitWidth - count.leadingZeroBitCount)
    while high - low > 8 {
        guard rounds > 0 else {
            var rest = UnsafeMutableBufferPointer(start: keys + low, count: high - low)
            rest.sort()
            return keys[index]
        }
        rounds -= 1
        // The median of three goes to the end of the range and divides the others.
        let last = high - 1
        let middle = low + (high - low) / 2
        if keys[middle] < keys[low] { (keys[low], keys[middle]) = (keys[middle], keys[low]) }
        if keys[last] < keys[low] { (keys[low], keys[last]) = (keys[last], keys[low]) }
        if keys[middle] < keys[last] { (keys[middle], keys[last]) = (keys[last], keys[middle]) }
        let pivot = keys[last]
        var place = low
        for other in low..<last {
            // Lomuto's partition without a branch.
            let key = keys[other]
            keys[other] = keys[place]
            keys[place] = key
            place &+= key < pivot ? 1 : 0
        }
        keys[last] = keys[place]
        keys[place] = pivot
        if place == index { return pivot }
        if index < place { high = place } else { low = place + 1 }
    }
    for next in low + 1..<max(low + 1, high) {
        let moving = keys[next]
        var place = next
        while place > low, moving < keys[place - 1] {
            keys[place] = keys[place - 1]
            place -= 1
        }
        keys[place] = moving
    }
    return keys[index]
}

// MARK: Order

extension Neighbor<UInt32> {
    /// Whether this stands before another in the order of answers: by distance, ties by id.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    public func precedes(_ other: Neighbor<UInt32>) -> Bool {
        distance.meters != other.distance.meters
            ? distance.meters < other.distance.meters : id < other.id
    }

    /// Sorts: by quicksort down to what ranks put in order at once.
    package static func sort(_ list: UnsafeMutableBufferPointer<Neighbor<UInt32>>) {
        sort(list, rounds: 2 * (Int.bitWidth - list.count.leadingZeroBitCount))
    }

    /// - Parameter rounds: How often a list may be cut, one within the other, before the cuts are
    ///   taken for unlucky ones and the library's sort does the rest.
    static func sort(_ list: UnsafeMutableBufferPointer<Neighbor<UInt32>>, rounds: Int) {
        var rest = list
        var rounds = rounds
        while rest.count > rankedCount {
            guard rounds > 0 else { return rest.sort { $0.precedes($1) } }
            rounds -= 1
            let cut = partition(rest)
            sort(UnsafeMutableBufferPointer(rebasing: rest[...cut]), rounds: rounds)
            rest = UnsafeMutableBufferPointer(rebasing: rest[(cut + 1)...])
        }
        if rest.count > 12 { sortByRanks(rest) }
        sortByInsertion(rest)
    }

    private static let rankedCount = 120

    /// Nearly sorts: by keys of the distance's first 25 bits, and the index below so that no two are
    /// alike.
    private static func sortByRanks(_ list: UnsafeMutableBufferPointer<Neighbor<UInt32>>) {
        let count = list.count
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { keys in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 128) { ranks in
                withUnsafeTemporaryAllocation(of: Neighbor<UInt32>.self, capacity: count) {
                    sorted in
                    for index in 0..<count {
                        let bits = Float(list[index].distance.meters).bitPattern
                        keys[index] = Int32(bitPattern: bits & ~127 | UInt32(index))
                    }
                    ambit_ranks(
                        keys.baseAddress.unsafelyUnwrapped,
                        UInt32(count),
                        ranks.baseAddress.unsafelyUnwrapped
                    )
                    for index in 0..<count { sorted[Int(ranks[index])] = list[index] }
                    _ = list.update(fromContentsOf: sorted[..<count])
                }
            }
        }
    }

    private static func sortByInsertion(_ list: UnsafeMutableBufferPointer<Neighbor<UInt32>>) {
        for next in 1..<max(1, list.count) {
            let moving = list[next]
            var place = next
            while place > 0, moving.precedes(list[place - 1]) {
                list[place] = list[place - 1]
                place -= 1
            }
            list[place] = moving
        }
    }

    /// Hoare's partition around the median of three.
    ///
    /// - Returns: A place before the last, up to which no element comes after one beyond it.
    private static func partition(_ list: UnsafeMutableBufferPointer<Neighbor<UInt32>>) -> Int {
        let high = list.count - 1
        let middle = high / 2
        if list[middle].precedes(list[0]) { list.swapAt(0, middle) }
        if list[high].precedes(list[0]) { list.swapAt(0, high) }
        if list[high].precedes(list[middle]) { list.swapAt(middle, high) }
        let pivot = list[middle]
        var left = 0
        var right = high
        while true {
            repeat { left += 1 } while list[left].precedes(pivot)
            repeat { right -= 1 } while pivot.precedes(list[right])
            if left >= right { return right }
            list.swapAt(left, right)
        }
    }
}
