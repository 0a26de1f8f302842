/// An angle, such as a bearing.
///
/// Made and read through a named unit, so that a call site says what its number means. Kept in degrees, in
/// which the angles that people write are exact.
public struct Angle: Sendable, Hashable, Comparable {
    /// The angle in degrees, finite.
    public let degrees: Double

    /// No angle at all.
    public static let zero = Angle(uncheckedDegrees: 0)

    /// An angle in degrees, 360 to a turn.
    ///
    /// - Throws: ``GeodesyError/invalidAngle(_:)`` when `degrees` is infinite or not a number.
    /// - Complexity: O(1).
    public static func degrees(_ degrees: Double) throws(GeodesyError) -> Angle {
        guard degrees.isFinite else { throw .invalidAngle(degrees) }
        return Angle(uncheckedDegrees: degrees)
    }

    /// An angle in radians, 2 pi to a turn.
    ///
    /// - Throws: ``GeodesyError/invalidAngle(_:)`` when `radians` is infinite, not a number or more than
    ///   fits in degrees.
    /// - Complexity: O(1).
    public static func radians(_ radians: Double) throws(GeodesyError) -> Angle {
        try .degrees(radians * (180 / .pi))
    }

    /// An angle that the caller has proved finite.
    package init(uncheckedDegrees degrees: Double) {
        assert(degrees.isFinite)
        self.degrees = degrees
    }

    /// The angle in radians.
    ///
    /// - Complexity: O(1).
    public var radians: Double { degrees * (.pi / 180) }

    /// The same direction as a compass shows it: from 0 to less than 360 degrees.
    ///
    /// - Complexity: O(1).
    public var normalized: Angle {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest
        // A hair less than 0 is a whole turn once 360 is added.
        return Angle(uncheckedDegrees: turned < 360 ? turned : 0)
    }

    /// Whether one angle is less than another; angles a turn apart differ.
    ///
    /// - Complexity: O(1).
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
}
