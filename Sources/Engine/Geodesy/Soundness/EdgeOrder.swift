/// Which edges a sweep line meets, from south to north.
///
/// A treap whose nodes are the edges themselves: a binary tree in their order, balanced by priorities
/// that are as good as random and the same each time.
/// Source: R. Seidel, C. Aragon, "Randomized Search Trees", Algorithmica 16 (1996).
struct EdgeOrder {
    private var lower: [Int32]
    private var upper: [Int32]
    private var parent: [Int32]
    private var priorities: [UInt64]
    private var root: Int32 = none

    private static let none: Int32 = -1

    /// - Parameter count: How many edges there are, numbered from 0.
    init(count: Int) {
        lower = Array(repeating: Self.none, count: count)
        upper = lower
        parent = lower
        priorities = (0..<count).map(Self.priority)
    }

    /// Adds an edge.
    ///
    /// - Parameter isAbove: Whether it lies above another; nil where they touch.
    /// - Returns: Whether it could be added, as it touches none that was asked for.
    /// - Complexity: O(log n) expected.
    mutating func insert(_ edge: Int, isAbove: (Int) -> Bool?) -> Bool {
        let edge = Int32(edge)
        var place = root
        var last = Self.none
        var isUpper = false
        while place != Self.none {
            guard let answer = isAbove(Int(place)) else { return false }
            last = place
            isUpper = answer
            place = answer ? upper[Int(place)] : lower[Int(place)]
        }
        lower[Int(edge)] = Self.none
        upper[Int(edge)] = Self.none
        parent[Int(edge)] = last
        if last == Self.none {
            root = edge
        } else if isUpper {
            upper[Int(last)] = edge
        } else {
            lower[Int(last)] = edge
        }
        while case let above = parent[Int(edge)], above != Self.none,
            priorities[Int(above)] < priorities[Int(edge)]
        { rotateUp(edge) }
        return true
    }

    /// Removes an edge that is in it.
    mutating func remove(_ edge: Int) {
        let edge = Int32(edge)
        while true {
            let (low, high) = (lower[Int(edge)], upper[Int(edge)])
            if low == Self.none || high == Self.none {
                hang(low == Self.none ? high : low, insteadOf: edge)
                return
            }
            rotateUp(priorities[Int(low)] > priorities[Int(high)] ? low : high)
        }
    }

    /// Puts an edge where another is that ends where it begins.
    mutating func replace(_ old: Int, with new: Int) {
        priorities[new] = priorities[old]
        lower[new] = lower[old]
        upper[new] = upper[old]
        if lower[new] != Self.none { parent[Int(lower[new])] = Int32(new) }
        if upper[new] != Self.none { parent[Int(upper[new])] = Int32(new) }
        hang(Int32(new), insteadOf: Int32(old))
    }

    /// The edge right below another.
    func below(_ edge: Int) -> Int? { neighbor(edge, towards: lower, away: upper) }

    /// The edge right above another.
    func above(_ edge: Int) -> Int? { neighbor(edge, towards: upper, away: lower) }

    private func neighbor(_ edge: Int, towards: [Int32], away: [Int32]) -> Int? {
        var place = towards[edge]
        if place != Self.none {
            while away[Int(place)] != Self.none { place = away[Int(place)] }
            return Int(place)
        }
        var child = Int32(edge)
        place = parent[edge]
        while place != Self.none, towards[Int(place)] == child {
            child = place
            place = parent[Int(place)]
        }
        return place == Self.none ? nil : Int(place)
    }

    /// Hangs a subtree, perhaps an empty one, where an edge was.
    private mutating func hang(_ subtree: Int32, insteadOf edge: Int32) {
        let above = parent[Int(edge)]
        if subtree != Self.none { parent[Int(subtree)] = above }
        if above == Self.none {
            root = subtree
        } else if lower[Int(above)] == edge {
            lower[Int(above)] = subtree
        } else {
            upper[Int(above)] = subtree
        }
    }

    /// Changes places with the parent, the order kept.
    private mutating func rotateUp(_ edge: Int32) {
        let above = parent[Int(edge)]
        hang(edge, insteadOf: above)
        if lower[Int(above)] == edge {
            lower[Int(above)] = upper[Int(edge)]
            if upper[Int(edge)] != Self.none { parent[Int(upper[Int(edge)])] = above }
            upper[Int(edge)] = above
        } else {
            upper[Int(above)] = lower[Int(edge)]
            if lower[Int(edge)] != Self.none { parent[Int(lower[Int(edge)])] = above }
            lower[Int(edge)] = above
        }
        parent[Int(above)] = edge
    }

    /// Source: SplitMix64's mixing function (S. Vigna).
    private static func priority(_ edge: Int) -> UInt64 {
        var value = UInt64(edge) &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
