/// A length on the Earth's surface.
///
/// Stored in metres; made and read through a named unit, so that a call site says what its number
/// means.
public struct Distance: Sendable, Hashable, Comparable {
    /// The length in metres, finite and not negative.
    public let meters: Double

    /// No length at all.
    public static let zero = Distance(uncheckedMeters: 0)

    /// - Throws: ``GeodesyError/invalidDistance(_:)`` when `meters` is negative, infinite or not a
    ///   number.
    /// - Complexity: O(1).
    public static func meters(_ meters: Double) throws(GeodesyError) -> Distance {
        guard meters >= 0, meters.isFinite else { throw .invalidDistance(meters) }
        return Distance(uncheckedMeters: meters)
    }

    /// - Throws: ``GeodesyError/invalidDistance(_:)``, in metres, as ``meters(_:)`` does.
    /// - Complexity: O(1).
    public static func kilometers(_ kilometers: Double) throws(GeodesyError) -> Distance {
        try .meters(kilometers * 1000)
    }

    /// A length that the caller has proved finite and not negative.
    package init(uncheckedMeters meters: Double) {
        assert(meters >= 0 && meters.isFinite)
        self.meters = meters
    }

    /// A length out of a SIMD lane, which its caller throws away unless it is one.
    @inlinable
    package init(laneMeters: Double) { meters = laneMeters }

    /// The shorter length first.
    ///
    /// - Complexity: O(1).
    public static func < (left: Distance, right: Distance) -> Bool { left.meters < right.meters }
}
