internal import Geodesy

/// The best of many candidates, kept a little longer than asked so that cutting is rare.
struct BestCandidates {
    private let count: Int
    private var kept: [Neighbor] = []
    private var isBounded = false

    init(count: Int) {
        self.count = count
        kept.reserveCapacity(min(count, 1024) + 48)
    }

    /// Whether there are enough to cut: at first as soon as there are enough, later when some more
    /// have gathered.
    var isFull: Bool { kept.count >= count + (isBounded ? 24 + count / 4 : 0) }

    /// The distance that a candidate has to keep to, after a cut.
    private(set) var farthest = Double.infinity

    @inline(__always)
    mutating func insert(_ id: UInt32, _ meters: Double) {
        kept.append(Neighbor(id: id, distance: Distance(laneMeters: meters)))
    }

    /// Keeps the best `count`, in no order but for the last, the farthest.
    mutating func cut() {
        isBounded = true
        let count = count
        kept.withUnsafeMutableBufferPointer { select(count - 1, of: $0) }
        kept.removeLast(kept.count - count)
        farthest = kept[count - 1].distance.meters
    }

    /// The best, in order.
    mutating func sorted() -> [Neighbor] {
        if kept.count > count { cut() }
        kept.withUnsafeMutableBufferPointer { order($0) }
        return kept
    }
}

/// Moves elements so that the one at `index` is where sorting would put it, and none before it
/// comes after it.
private func select(_ index: Int, of list: UnsafeMutableBufferPointer<Neighbor>) {
    var low = 0
    var high = list.count - 1
    while high - low > 12 {
        let cut = partition(list, low, high)
        if index <= cut { high = cut } else { low = cut + 1 }
    }
    order(UnsafeMutableBufferPointer(rebasing: list[low...high]))
}

/// Sorts: by quicksort down to a dozen, then by insertion.
private func order(_ list: UnsafeMutableBufferPointer<Neighbor>) {
    var rest = list
    while rest.count > 12 {
        let cut = partition(rest, 0, rest.count - 1)
        order(UnsafeMutableBufferPointer(rebasing: rest[...cut]))
        rest = UnsafeMutableBufferPointer(rebasing: rest[(cut + 1)...])
    }
    guard rest.count > 1 else { return }
    for next in 1..<rest.count {
        let moving = rest[next]
        var place = next
        while place > 0, moving.precedes(rest[place - 1]) {
            rest[place] = rest[place - 1]
            place -= 1
        }
        rest[place] = moving
    }
}

/// Hoare's partition around the median of three.
///
/// - Returns: A place before `high`, up to which no element comes after one beyond it.
private func partition(
    _ list: UnsafeMutableBufferPointer<Neighbor>,
    _ low: Int,
    _ high: Int
) -> Int {
    let middle = low + (high - low) / 2
    if list[middle].precedes(list[low]) { list.swapAt(low, middle) }
    if list[high].precedes(list[low]) { list.swapAt(low, high) }
    if list[high].precedes(list[middle]) { list.swapAt(middle, high) }
    let pivot = list[middle]
    var left = low
    var right = high
    while true {
        repeat { left += 1 } while list[left].precedes(pivot)
        repeat { right -= 1 } while pivot.precedes(list[right])
        if left >= right { return right }
        list.swapAt(left, right)
    }
}

extension Neighbor {
    /// The order of answers: by distance, ties by id.
    @inline(__always)
    public func precedes(_ other: Neighbor) -> Bool {
        distance.meters != other.distance.meters
            ? distance.meters < other.distance.meters : id < other.id
    }
}
