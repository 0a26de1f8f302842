/// What can be said of many numbers in a few.
public struct Summary: Sendable, Hashable {
    /// How many.
    public let count: Int
    /// The least.
    public let minimum: Double
    /// The greatest.
    public let maximum: Double
    /// The arithmetic mean.
    public let mean: Double
    private let sorted: [Double]

    /// - Parameter values: Finite numbers in any order.
    /// - Returns: nil when there are none.
    /// - Complexity: O(n log n).
    public init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        sorted = values.sorted()
        count = sorted.count
        minimum = sorted[0]
        maximum = sorted[sorted.count - 1]
        mean = sorted.reduce(0, +) / Double(sorted.count)
    }

    /// The value that a share of the numbers does not exceed, between the two nearest in a straight
    /// line: method 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages",
    /// Am. Stat. 50 (1996).
    ///
    /// - Parameter share: 0 to 1; 0.5 is the median.
    public func quantile(_ share: Double) -> Double {
        let rank = min(max(share, 0), 1) * Double(count - 1)
        let below = Int(rank)
        let above = min(below + 1, count - 1)
        return sorted[below] + (rank - Double(below)) * (sorted[above] - sorted[below])
    }
}

/// How many numbers lie between limits of 1, 2, 5, 10, 20, 50, ...: each bar is as wide as people
/// count.
public struct Histogram: Sendable, Hashable {
    /// One bar.
    public struct Bar: Sendable, Hashable {
        /// The lower limit, inclusive.
        public let from: Double
        /// The upper limit, exclusive.
        public let to: Double
        /// How many numbers lie between.
        public let count: Int

        /// A bar with all its members.
        public init(from: Double, to: Double, count: Int) {
            self.from = from
            self.to = to
            self.count = count
        }
    }

    /// From the least number to the greatest, without a gap; the first may begin at zero.
    public let bars: [Bar]

    /// - Parameter values: Finite numbers that are not negative, in any order.
    /// - Complexity: O(n).
    public init(_ values: [Double]) {
        var counts: [Int: Int] = [:]
        for value in values { counts[Self.step(of: value), default: 0] += 1 }
        // Zeros, and what lies below a millimetre, make up the first bar.
        guard let last = counts.keys.max(), let first = counts.keys.min() else {
            bars = []
            return
        }
        let zeros = counts[Int.min] ?? 0
        let lowest = first > Int.min ? first : counts.keys.filter { $0 > Int.min }.min()
        var bars: [Bar] = []
        guard let lowest else {
            self.bars = [Bar(from: 0, to: Self.limit(Self.lowestStep), count: zeros)]
            return
        }
        if zeros > 0 { bars.append(Bar(from: 0, to: Self.limit(lowest), count: zeros)) }
        for step in lowest...last {
            bars.append(
                Bar(from: Self.limit(step), to: Self.limit(step + 1), count: counts[step] ?? 0)
            )
        }
        self.bars = bars
    }

    private static let lowestStep = -9

    /// The bar that a value belongs to: step 0 begins at 1, 1 at 2, 2 at 5, 3 at 10.
    private static func step(of value: Double) -> Int {
        guard value >= limit(lowestStep) else { return Int.min }
        var step = lowestStep
        while value >= limit(step + 1), step < 60 { step += 1 }
        return step
    }

    private static func limit(_ step: Int) -> Double {
        let (power, digit) = (step + 9).quotientAndRemainder(dividingBy: 3)
        // Powers of ten to 10^22 are exact, so that a limit is the number people write.
        var scale = 1.0
        for _ in 0..<max(0, power - 3) { scale *= 10 }
        for _ in 0..<max(0, 3 - power) { scale *= 10 }
        let leading = [1.0, 2, 5][digit]
        return power >= 3 ? leading * scale : leading / scale
    }
}
