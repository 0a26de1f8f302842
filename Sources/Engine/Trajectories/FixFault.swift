public import Geodesy
public import Timekeeping

/// What is wrong with a fix that no device can have taken.
public enum FixFault: Error, Sendable, Hashable {
    /// A latitude or a longitude out of its range.
    case place(GeodesyError)
    /// Before ``Fix/earliest``: satellites told nobody where they were.
    case beforeEarliest(Timestamp)
    /// Later than now.
    case future(Timestamp)
    /// A member that is not finite or lies outside what devices tell; its name, its value, and the ends
    /// of what is allowed.
    case outOfRange(name: String, value: Double, least: Double, most: Double)
}

extension FixFault: CustomStringConvertible {
    /// What was wrong, with the member, its value and what is allowed.
    public var description: String {
        switch self {
        case .place(let error): "\(error)"
        case .beforeEarliest(let time):
            "time is \(time.rfc3339), before 1990; a fix is from 1990-01-01T00:00:00Z on"
        case .future(let time):
            "time is \(time.rfc3339), in the future; a fix is at most "
                + "\(Fix.clockSkewMilliseconds / 60_000) minutes ahead of the clock here"
        case .outOfRange(let name, let value, let least, let most):
            "\(name) is \(value); it lies between \(Self.text(least)) and \(Self.text(most))"
        }
    }

    private static func text(_ bound: Double) -> String {
        Int64(exactly: bound).map(String.init) ?? String(bound)
    }
}

extension Fix {
    /// The first moment of 1990, before which there are no fixes.
    public static let earliest = Timestamp(millisecondsSince1970: 631_152_000_000)
    /// How far a device's clock may be ahead of that of who reads its fixes.
    public static let clockSkewMilliseconds: Int64 = 600_000
    /// What devices tell as an accuracy, in metres: no more than from here to the other side of the Earth.
    public static let accuracies = 0.0...20_100_000
    /// What devices tell as a height, in metres: from the deepest sea to a low orbit.
    public static let altitudes = -12_000.0...2_000_000
    /// What devices tell as a speed, in metres a second: up to that of an orbit.
    public static let speeds = 0.0...12_000
    /// What devices tell as a heading, in degrees.
    public static let headings = 0.0...360

    /// What is wrong with the fix, if anything is.
    ///
    /// - Parameter now: The moment at which it is read.
    /// - Complexity: O(1)
    public func fault(now: Timestamp) -> FixFault? {
        if at < Self.earliest { return .beforeEarliest(at) }
        if at.milliseconds(since: now) > Self.clockSkewMilliseconds { return .future(at) }
        for (name, value, range) in [
            ("accuracy", accuracyMeters, Self.accuracies),
            ("altitude", altitudeMeters, Self.altitudes),
            ("speed", speedMetersPerSecond, Self.speeds),
            ("heading", headingDegrees, Self.headings),
        ] {
            guard let value, !range.contains(value) else { continue }
            return .outOfRange(
                name: name,
                value: value,
                least: range.lowerBound,
                most: range.upperBound
            )
        }
        return nil
    }
}
