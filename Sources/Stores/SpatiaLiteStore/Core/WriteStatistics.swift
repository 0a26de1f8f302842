/// How a store's group commits have gone since it was opened.
public struct WriteStatistics: Sendable, Hashable {
    /// Upper bounds of ``sizes``, inclusive: how many changes went into one commit.
    public static let sizeBounds = [1.0, 2, 5, 10, 20, 50, 100, 200, 500]
    /// Upper bounds of ``durations``, inclusive: seconds from a commit's begin to its being on disk.
    public static let durationBounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
    ]

    /// How many changes were committed.
    public private(set) var changes = 0
    /// How long all commits took, in seconds.
    public private(set) var seconds = 0.0
    /// How many commits had how many changes; the last counts those above all bounds.
    public private(set) var sizes = [Int](repeating: 0, count: sizeBounds.count + 1)
    /// How many commits took how long; the last counts those above all bounds.
    public private(set) var durations = [Int](repeating: 0, count: durationBounds.count + 1)

    mutating func record(changes: Int, seconds: Double) {
        self.changes += changes
        self.seconds += seconds
        sizes[Self.place(of: Double(changes), in: Self.sizeBounds)] += 1
        durations[Self.place(of: seconds, in: Self.durationBounds)] += 1
    }

    private static func place(of value: Double, in bounds: [Double]) -> Int {
        bounds.firstIndex { value <= $0 } ?? bounds.count
    }
}
