internal import Foundation
package import Geodesy
package import Timekeeping
package import Trajectories

/// A place that tells when its owner comes and goes.
package struct Geofence: Sendable, Hashable {
    /// What it encloses.
    package enum Shape: Sendable, Hashable {
        /// All that is no farther from a place.
        case circle(center: Coordinate, reach: Distance)
        /// An area with straight edges in longitude and latitude.
        case area(Polygon)
    }

    /// Its id among those of its owner.
    package let id: String
    package var name: String
    package var shape: Shape

    /// A fence with all its members.
    package init(id: String, name: String, shape: Shape) {
        (self.id, self.name, self.shape) = (id, name, shape)
    }

    /// How far a circle may reach, in metres.
    package static let reaches = 25.0...100_000
    /// How many positions the ring of an area has at most, the first counted twice.
    package static let positionLimit = 200
    /// How far apart two corners of an area may be, in metres: as far as two places of the largest circle.
    package static let extentMeters = 200_000.0
    /// How many fences one may have.
    package static let limit = 100
    /// So much farther than its edge one has to be to have left, in metres; more where a fix is less accurate.
    package static let slackMeters = 25.0

    /// How far a place is from the edge, in metres: less than 0 within.
    ///
    /// - Complexity: O(1) for a circle, O(n) for an area of n corners.
    /// Accuracy: 1 mm for a circle; 0.1 % for an area.
    package func metersOutside(_ place: Coordinate) -> Double {
        switch shape {
        case .circle(let center, let reach):
            return Geodesic.distance(from: center, to: place).meters - reach.meters
        case .area(let polygon):
            let meters = Self.meters(from: place, toRing: polygon.exterior)
            return polygon.contains(place) ? -meters : meters
        }
    }

    /// Whether an area is one that may be a fence: its edges do not cross, and its corners lie near enough.
    ///
    /// - Complexity: O(n log n) expected for n corners.
    package static func isSound(_ area: Polygon) -> Bool {
        guard area.exterior.count <= positionLimit, MultiPolygon([area]).isSurelySound else {
            return false
        }
        let box = area.boundingBox
        let west = Coordinate(uncheckedLatitude: box.south, longitude: box.west)
        let east = Coordinate(uncheckedLatitude: box.north, longitude: box.east)
        return Geodesic.distance(from: west, to: east).meters <= extentMeters
    }

    /// How far a place is from the nearest edge of a ring, in metres.
    ///
    /// The nearest place of each edge is found on a plane of degrees around the place, on which edges are
    /// straight as they are meant, and its distance is measured on the Earth.
    private static func meters(from place: Coordinate, toRing ring: [Coordinate]) -> Double {
        let shrink = cos(place.latitude * .pi / 180)
        func offset(_ corner: Coordinate) -> (x: Double, y: Double) {
            let turned = (corner.longitude - place.longitude).remainder(dividingBy: 360)
            return (turned * shrink, corner.latitude - place.latitude)
        }
        var nearest = (square: Double.infinity, place: place)
        for (start, end) in zip(ring, ring.dropFirst()) {
            let (from, to) = (offset(start), offset(end))
            let (x, y) = (to.x - from.x, to.y - from.y)
            let length = x * x + y * y
            let share =
                length > 0 ? max(0, min(1, -(from.x * x + from.y * y) / length)) : 0
            let (offX, offY) = (from.x + share * x, from.y + share * y)
            let square = offX * offX + offY * offY
            guard square < nearest.square else { continue }
            let foot = Coordinate(
                uncheckedLatitude: start.latitude + share * (end.latitude - start.latitude),
                longitude: start.longitude + share * (end.longitude - start.longitude)
            )
            nearest = (square, foot)
        }
        return Geodesic.distance(from: place, to: nearest.place).meters
    }
}

/// Whether somebody is in a fence, as far as their fixes tell, without a storm at its edge.
///
/// One enters when a fix lies inside with the whole circle of its accuracy, or when two fixes in a row lie
/// inside. One leaves when a fix lies beyond the edge by more than 25 m and by more than its accuracy.
package struct FenceState: Sendable, Hashable {
    package enum Passage: String, Sendable, Hashable {
        case entered, left
    }

    package private(set) var isInside: Bool
    /// Whether the last fix lay inside, not surely enough by itself.
    package private(set) var wasInside: Bool
    /// The last fix that counted; earlier ones come too late.
    package private(set) var seenAt: Timestamp?
    /// When one entered or left last; nil for never.
    package private(set) var passedAt: Timestamp?

    /// Outside, and nothing seen.
    package init(
        isInside: Bool = false,
        wasInside: Bool = false,
        seenAt: Timestamp? = nil,
        passedAt: Timestamp? = nil
    ) {
        (self.isInside, self.wasInside) = (isInside, wasInside)
        (self.seenAt, self.passedAt) = (seenAt, passedAt)
    }

    /// What the last passage was; nil for none.
    package var lastPassage: (passage: Passage, at: Timestamp)? {
        passedAt.map { (isInside ? .entered : .left, $0) }
    }

    /// Takes the next fix.
    ///
    /// - Returns: What it tells; nil for nothing new.
    package mutating func take(_ fix: Fix, of fence: Geofence) -> Passage? {
        if let seenAt, fix.at <= seenAt { return nil }
        seenAt = fix.at
        let outside = fence.metersOutside(fix.place)
        let accuracy = fix.accuracyMeters ?? 0
        if isInside {
            guard outside > max(Geofence.slackMeters, accuracy) else { return nil }
            (isInside, wasInside, passedAt) = (false, false, fix.at)
            return .left
        }
        guard outside <= 0 else {
            wasInside = false
            return nil
        }
        guard outside + accuracy <= 0 || wasInside else {
            wasInside = true
            return nil
        }
        (isInside, wasInside, passedAt) = (true, false, fix.at)
        return .entered
    }
}
