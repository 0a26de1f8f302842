public import Geodesy
public import Timekeeping

/// Where a device was at a moment, as it says itself.
public struct Fix: Sendable, Hashable {
    /// The moment.
    public var at: Timestamp
    /// The place, WGS84.
    public var place: Coordinate
    /// The radius around the place within which the device believes itself to be, in metres; nil
    /// where it does not tell.
    public var accuracyMeters: Double?
    /// The height, in metres.
    public var altitudeMeters: Double?
    /// The speed over ground, in metres a second.
    public var speedMetersPerSecond: Double?
    /// The direction of travel, in degrees clockwise from north.
    public var headingDegrees: Double?

    /// A fix with all its members.
    public init(
        at: Timestamp,
        place: Coordinate,
        accuracyMeters: Double? = nil,
        altitudeMeters: Double? = nil,
        speedMetersPerSecond: Double? = nil,
        headingDegrees: Double? = nil
    ) {
        self.at = at
        self.place = place
        self.accuracyMeters = accuracyMeters
        self.altitudeMeters = altitudeMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.headingDegrees = headingDegrees
    }
}
