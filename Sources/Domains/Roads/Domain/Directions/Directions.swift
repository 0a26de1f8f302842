public import Geodesy

/// The way from one place to another, and how it is known.
public struct Directions: Sendable {
    /// How the way was found.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Along roads.
        case road
        /// Not at all: a line from end to end, which nobody can walk along.
        case straightLine = "straight_line"
    }

    /// Why there is no more than a straight line.
    public struct Shortfall: Sendable, Hashable {
        /// What is missing.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// No roads are loaded.
            case noNetwork = "no_network"
            /// The start is too far from any road.
            case startOffRoads = "start_off_roads"
            /// The end is too far from any road.
            case endOffRoads = "end_off_roads"
            /// The roads at both ends are not connected.
            case noWay = "no_way"
        }

        /// What is missing.
        public let code: Code
        /// The same in words, for the person who asked.
        public let message: String
    }

    /// Something about a way along roads that is not known.
    public struct Caution: Sendable, Hashable {
        /// What is not known.
        public enum Code: String, Sendable, Hashable, CaseIterable {
            /// Which streets are one-way: nothing that is loaded says so of any.
            case oneWayUnknown = "one_way_unknown"
            /// How one gets from an end to the road: the nearest one is connected with no other.
            case unconnectedRoad = "unconnected_road"
        }

        /// What is not known.
        public let code: Code
        /// The same in words, for the person who asked.
        public let message: String
    }

    /// How the way was found.
    public let method: Method
    /// How one goes.
    public let mode: TravelMode
    /// Where it begins.
    public let start: Coordinate
    /// Where it ends.
    public let end: Coordinate
    /// The places that it passes, both ends included.
    public let line: [Coordinate]
    /// The length of the line.
    public let distance: Distance
    /// How long it takes, in seconds; of a straight line the least that it can take.
    public let seconds: Double
    /// What to do, in order; their lengths and times add up to those of the whole.
    public let steps: [RouteStep]
    /// Why it is a straight line; nil for a way along roads.
    public let shortfall: Shortfall?
    /// What to bear in mind on the way; none for a straight line.
    public let cautions: [Caution]
}

/// One thing to do on the way.
public struct RouteStep: Sendable, Hashable {
    /// What to do.
    public enum Maneuver: String, Sendable, Hashable, CaseIterable {
        /// Set out.
        case depart
        /// Go on, on what is called something else from here.
        case proceed = "continue"
        /// Keep a little to the left.
        case bearLeft = "bear_left"
        /// Keep a little to the right.
        case bearRight = "bear_right"
        /// Turn left.
        case turnLeft = "turn_left"
        /// Turn right.
        case turnRight = "turn_right"
        /// Turn left, back in part.
        case sharpLeft = "sharp_left"
        /// Turn right, back in part.
        case sharpRight = "sharp_right"
        /// Turn round.
        case turnBack = "turn_back"
        /// Go round an island.
        case roundabout
        /// Be there.
        case arrive
    }

    /// What to do.
    public let maneuver: Maneuver
    /// The same in plain words: `Turn left onto K St NW, 400 m`.
    public let instruction: String
    /// What the road is called that one then goes along; nil where it has no name.
    public let street: String?
    /// How far one goes until the next step.
    public let distance: Distance
    /// How long that takes, in seconds.
    public let seconds: Double
    /// In which direction one goes first, degrees clockwise from north, 0 to 360.
    public let bearing: Double
    /// Where it is to be done.
    public let place: Coordinate

    /// The direction in one of eight words: `north`, `northeast`, ...
    public var direction: String { Compass.word(bearing) }
}

/// Directions in words.
package enum Compass {
    private static let words = [
        "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]

    /// The nearest of eight words for a bearing in degrees.
    package static func word(_ bearing: Double) -> String {
        words[Int((normal(bearing) / 45).rounded()) % 8]
    }

    /// A bearing from 0 to less than 360 degrees.
    static func normal(_ bearing: Double) -> Double {
        guard bearing.isFinite else { return 0 }
        let rest = bearing.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}

/// Lengths in words.
enum LengthWords {
    /// `5 m`, `240 m`, `1.2 km`, `34 km`: as exact as a person needs it.
    static func text(_ meters: Double) -> String {
        let tens = (meters / 10).rounded() * 10
        if meters < 97.5 { return "\(Int((meters / 5).rounded() * 5)) m" }
        if tens < 1000 { return "\(Int(tens)) m" }
        let hundreds = (meters / 100).rounded()
        if hundreds < 100 {
            let (kilometers, rest) = Int(hundreds).quotientAndRemainder(dividingBy: 10)
            return rest == 0 ? "\(kilometers) km" : "\(kilometers).\(rest) km"
        }
        return "\(Int((meters / 1000).rounded())) km"
    }
}
