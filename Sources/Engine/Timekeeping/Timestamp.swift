/// A moment of wall-clock time in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let millisecondsSince1970: Int64

    /// - Parameter millisecondsSince1970: Any value; negative before 1970.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// The earlier moment first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// The moment that many milliseconds later (earlier, when negative), or nil past the range of
    /// 64 bits.
    public func adding(milliseconds: Int64) -> Timestamp? {
        let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(milliseconds)
        return overflow ? nil : Timestamp(millisecondsSince1970: sum)
    }

    /// How many milliseconds have passed since another moment, negative when it is later; the most or
    /// the least that 64 bits hold where they are more: a clock may show any time.
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = millisecondsSince1970.subtractingReportingOverflow(
            earlier.millisecondsSince1970
        )
        guard overflow else { return difference }
        return earlier < self ? .max : .min
    }
}
