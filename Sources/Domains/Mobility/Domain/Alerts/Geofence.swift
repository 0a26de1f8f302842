package import Geodesy
package import Timekeeping
package import Trajectories

/// A place that tells when its owner comes and goes.
package struct Geofence: Sendable, Hashable {
    /// Its id among those of its owner.
    package let id: String
    package var name: String
    package var center: Coordinate
    /// How far it reaches.
    package var reach: Distance

    /// A fence with all its members.
    package init(id: String, name: String, center: Coordinate, reach: Distance) {
        (self.id, self.name, self.center, self.reach) = (id, name, center, reach)
    }

    /// How far a fence may reach, in metres.
    package static let reaches = 25.0...100_000
    /// How many fences one may have.
    package static let limit = 100
    /// So much farther than its reach one has to be to have left, in metres; more where a fix is less accurate.
    package static let slackMeters = 25.0
}

/// Whether somebody is in a fence, as far as their fixes tell, without a storm at its edge.
///
/// One enters when a fix lies inside with the whole circle of its accuracy, or when two fixes in a row lie
/// inside. One leaves when a fix lies beyond the reach by more than 25 m and by more than its accuracy.
package struct FenceState: Sendable, Hashable {
    package enum Passage: String, Sendable, Hashable {
        case entered, left
    }

    package private(set) var isInside: Bool
    /// Whether the last fix lay inside, not surely enough by itself.
    private var wasInside = false
    /// The last fix that counted; earlier ones come too late.
    package private(set) var seenAt: Timestamp?

    /// Outside, and nothing seen.
    package init(isInside: Bool = false, seenAt: Timestamp? = nil) {
        (self.isInside, self.seenAt) = (isInside, seenAt)
    }

    /// Takes the next fix.
    ///
    /// - Returns: What it tells; nil for nothing new.
    package mutating func take(_ fix: Fix, of fence: Geofence) -> Passage? {
        if let seenAt, fix.at <= seenAt { return nil }
        seenAt = fix.at
        let meters = Geodesic.distance(from: fence.center, to: fix.place).meters
        let accuracy = fix.accuracyMeters ?? 0
        let reach = fence.reach.meters
        if isInside {
            guard meters > reach + max(Geofence.slackMeters, accuracy) else { return nil }
            (isInside, wasInside) = (false, false)
            return .left
        }
        guard meters <= reach else {
            wasInside = false
            return nil
        }
        guard meters + accuracy <= reach || wasInside else {
            wasInside = true
            return nil
        }
        (isInside, wasInside) = (true, false)
        return .entered
    }
}
