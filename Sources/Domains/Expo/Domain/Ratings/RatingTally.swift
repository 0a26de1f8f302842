/// How an exhibitor was rated, in sum.
package struct RatingTally: Sendable, Hashable {
    /// From how many ratings on an average says something about the exhibitor, and nothing about a visitor.
    package static let leastCount = 5

    /// How many visitors gave one star, two, three, four and five.
    package private(set) var counts: [Int]

    /// A tally without ratings.
    package init() { counts = Array(repeating: 0, count: Stars.range.count) }

    /// - Parameter counts: Five numbers, none below 0.
    /// - Returns: nil for anything else.
    package init?(counts: [Int]) {
        guard counts.count == Stars.range.count, counts.allSatisfy({ $0 >= 0 }) else { return nil }
        self.counts = counts
    }

    /// How many visitors have rated it.
    package var count: Int { counts.reduce(0, +) }

    /// Counts a rating.
    package mutating func add(_ stars: Stars) { counts[stars.number - 1] += 1 }

    /// Takes a rating back that was counted.
    package mutating func remove(_ stars: Stars) {
        counts[stars.number - 1] = max(0, counts[stars.number - 1] - 1)
    }

    /// The average, 1 to 5; nil below ``leastCount`` ratings.
    package var average: Double? { count >= Self.leastCount ? mean : nil }

    private var mean: Double {
        Double(zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 }) / Double(count)
    }

    /// Where the average would lie if everybody had rated, with 95 % certainty; nil below ``leastCount``
    /// ratings.
    ///
    /// The share of the possible stars is taken for a proportion and its interval is Wilson's: it never leaves
    /// 1 to 5 and is wider than need be, for no ratings vary more than ones and fives alone.
    /// Source: E. B. Wilson, "Probable inference", J. Am. Stat. Assoc. 22 (1927).
    package var interval: ClosedRange<Double>? {
        guard count >= Self.leastCount else { return nil }
        let (n, share) = (Double(count), (mean - 1) / 4)
        let z = Self.normalQuantile
        let middle = share + z * z / (2 * n)
        let reach = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let whole = 1 + z * z / n
        let (low, high) = (max(0, (middle - reach) / whole), min(1, (middle + reach) / whole))
        return (1 + 4 * low)...(1 + 4 * high)
    }

    /// Of the normal distribution, for 95 % between both sides.
    private static let normalQuantile = 1.959963984540054
}

/// One to five stars.
package struct Stars: Sendable, Hashable {
    /// What may be given.
    package static let range = 1...5
    /// 1 to 5.
    package let number: Int

    /// - Returns: nil for any other number.
    package init?(_ number: Int) {
        guard Self.range.contains(number) else { return nil }
        self.number = number
    }
}
