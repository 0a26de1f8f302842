package import Timekeeping

/// The moments of the fixes that are kept of somebody, by which it is known whether those that made a trip are
/// all still there.
///
/// Fixes that were told apart before only ever become fewer: they go after their days, by their owner's hand, and
/// with the consent. So long as there are as many of them around a trip as there were when it was found, they are
/// the same ones.
package struct KeptMoments: Sendable, Hashable {
    /// In their order; those of several devices may be equal.
    private let all: [Timestamp]
    /// Those of fixes that were there when fixes were told apart last; in their order.
    private let known: [Timestamp]

    /// - Parameters:
    ///   - all: The moments of all fixes, in any order.
    ///   - known: Those of fixes that were told apart before, in any order.
    /// - Complexity: O(n log n)
    package init(all: [Timestamp], known: [Timestamp]) {
        (self.all, self.known) = (all.sorted(), known.sorted())
    }

    /// So long before and after a trip fixes have a say in where it begins and ends, in milliseconds: three times
    /// the least time of a stay.
    private static let marginMilliseconds: Int64 = 900_000

    /// How many fixes there are from a while before a time to a while after it.
    ///
    /// - Complexity: O(log n)
    func count(around from: Timestamp, _ to: Timestamp) -> Int { Self.count(all, from, to) }

    /// Whether the fixes that told a time before are all still there.
    ///
    /// - Parameter count: How many there were; nil where nobody counted, which tells nothing.
    /// - Complexity: O(log n)
    func areWhole(_ count: Int?, around from: Timestamp, _ to: Timestamp) -> Bool {
        guard let count else { return false }
        return Self.count(known, from, to) >= count
    }

    private static func count(_ moments: [Timestamp], _ from: Timestamp, _ to: Timestamp) -> Int {
        let begin = from.adding(milliseconds: -marginMilliseconds) ?? from
        let end = to.adding(milliseconds: marginMilliseconds) ?? to
        return max(0, first(moments) { $0 > end } - first(moments) { $0 >= begin })
    }

    /// The index of the first moment for which something holds, which then holds for all later ones.
    private static func first(_ moments: [Timestamp], _ holds: (Timestamp) -> Bool) -> Int {
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(moments[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
