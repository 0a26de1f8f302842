public import Geodesy

/// The way along roads that a track of fixes tells, as far as it tells one.
public struct TrackMatch: Sendable {
    /// A stretch of a road, gone one way from end to end unless it is the first or last of its part.
    public struct Arc: Sendable, Hashable {
        /// The road, by its index in ``RoadNetwork/roads``.
        public let road: Int
        /// The index of its first place in the road's line, as it is gone.
        public let first: Int
        /// The index of its last place, which is the smaller one where it is gone against the line.
        public let last: Int
        /// How long it is, in metres, from end to end.
        public let meters: Double
        /// From where on it is gone, in metres from its start.
        public var from: Double
        /// Up to where it is gone, in metres from its start.
        public var to: Double
    }

    /// What was gone without a break.
    public struct Part: Sendable {
        /// The arcs in their order.
        public let arcs: [Arc]
        /// The way from its first place to its last.
        public let line: [Coordinate]
        /// How long it is, in metres.
        public let meters: Double
        /// The numbers of the first and the last fix on it.
        public let fixes: ClosedRange<Int>
    }

    /// Why a way does not go on.
    public enum BreakReason: String, Sendable, Hashable, CaseIterable {
        /// The fixes between lie off all roads that the mode may use.
        case offRoad = "off_road"
        /// The next fix is so far that the way to it is not known.
        case gap
        /// No way that the mode may use leads from one fix to the next.
        case noWay = "no_way"
    }

    /// Where a way does not go on.
    public struct Break: Sendable, Hashable {
        /// The last fix before it.
        public let after: Int
        /// The first fix after it.
        public let before: Int
        /// Why it is.
        public let reason: BreakReason
    }

    /// Why a fix is on no road.
    public enum UnmatchedReason: String, Sendable, Hashable, CaseIterable {
        /// No road that the mode may use is near.
        case offRoad = "off_road"
        /// Nobody gets there from the fixes around in the time between them.
        case outlier
        /// The device says itself that it hardly knows where it is.
        case inaccurate
    }

    /// Where on a road a fix was taken.
    public struct Position: Sendable, Hashable {
        /// The place on the road.
        public let place: Coordinate
        /// How far it is from the fix.
        public let distance: Distance
        /// The part of the way, by its index.
        public let part: Int
        /// The arc of that part, by its index.
        public let arc: Int
        /// How far along the arc it lies, in metres.
        public let along: Double
    }

    /// What became of a fix.
    public enum FixMatch: Sendable, Hashable {
        /// It was taken there.
        case matched(Position)
        case unmatched(UnmatchedReason)
    }

    /// What was gone, in its order.
    public let parts: [Part]
    /// What lies between the parts: one fewer than there are.
    public let breaks: [Break]
    /// What became of each fix, in the fixes' order.
    public let fixes: [FixMatch]
    /// How long all parts are, in metres.
    public let meters: Double
    /// Which share of the fixes is matched, 0 to 1.
    public let fractionMatched: Double
    /// How sure the arcs are: the mean, over the fixes that were weighed, of how likely the chosen
    /// road is beside the others, by the model's own measure; 0 to 1.
    public let confidence: Double
    /// The standard deviation of a fix's place that was reckoned with where the fixes tell none.
    public let sigmaMeters: Double
}
