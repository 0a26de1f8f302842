internal import Foundation
package import Geodesy

/// The straight way from where somebody stands to a booth: on the ground, on the plan, or on both.
package struct FairWay: Sendable, Hashable {
    /// One of its ends.
    package struct End: Sendable, Hashable {
        /// What is there, such as the label of a booth; nil for just a place.
        package let name: String?
        /// Where it is; nil where nobody knows.
        package let place: Coordinate?
        /// Where its file puts it on the plan; nil where the file does not say.
        package let spot: PlanSpot?
        /// On which floor it is; nil where nobody says.
        package let level: String?

        /// A place where somebody stands.
        package init(_ place: Coordinate) {
            (name, self.place, spot, level) = (nil, place, nil, nil)
        }

        /// What visitors look for besides booths.
        package init(_ place: FairPlace) {
            (name, self.place, spot, level) = (place.name, place.place, nil, place.level)
        }

        fileprivate init(_ booth: Booth, at place: Coordinate?) {
            (name, self.place, spot, level) = (booth.label, place, booth.spot, booth.level)
        }
    }

    /// Both ends on a plan.
    package struct Drawing: Sendable, Hashable {
        /// The plan.
        package let map: SiteMap
        /// Where the way begins.
        package let from: PlanSpot
        /// Where it ends.
        package let to: PlanSpot

        /// The length in pixels of the picture.
        package var pixels: Double {
            let (across, down) = (to.x - from.x, to.y - from.y)
            return (across * across + down * down).squareRoot()
        }

        /// The direction, clockwise from the upper edge of the picture, 0 to less than 360 degrees.
        package var degrees: Double {
            let degrees = atan2(to.x - from.x, from.y - to.y) * (180 / .pi)
            // A hair less than 0 is a whole turn once 360 is added.
            let turned = degrees < 0 ? degrees + 360 : degrees
            return turned < 360 ? turned : 0
        }
    }

    /// Where it begins.
    package let from: End
    /// Where it ends.
    package let to: End
    /// How long it is; nil where nobody knows the place of an end.
    package let distance: Distance?
    /// In which direction one leaves, from north; nil as ``distance``, and for no way at all.
    package let bearing: Angle?
    /// The same on the plan of the floor where it ends; nil where no plan has both ends.
    package let drawing: Drawing?

    /// Whether both ends are known to be on different floors.
    package var changesFloor: Bool {
        guard let own = from.level, let other = to.level else { return false }
        return own != other
    }
}

extension FairSnapshot.Fair {
    /// A booth as the end of a way.
    package func end(at booth: Booth) -> FairWay.End { FairWay.End(booth, at: place(of: booth)) }

    /// The straight way between two ends.
    ///
    /// - Complexity: O(n) for n plans.
    package func way(from start: FairWay.End, to end: FairWay.End) -> FairWay {
        var distance: Distance?
        var bearing: Angle?
        if let here = start.place, let there = end.place {
            let line = Geodesic.inverse(from: here, to: there)
            distance = line.distance
            bearing = line.distance.meters > 0 ? line.initialBearing : nil
        }
        return FairWay(
            from: start,
            to: end,
            distance: distance,
            bearing: bearing,
            drawing: drawing(from: start, to: end)
        )
    }

    private func drawing(from start: FairWay.End, to end: FairWay.End) -> FairWay.Drawing? {
        // The floor where it ends goes before others that have both.
        let sorted = maps.filter { $0.level == end.level } + maps.filter { $0.level != end.level }
        for map in sorted {
            guard let from = spot(of: start, on: map), let to = spot(of: end, on: map) else {
                continue
            }
            return FairWay.Drawing(map: map, from: from, to: to)
        }
        return nil
    }

    /// Where an end is on a plan; nil where it is on another floor, beyond the picture, or nobody knows.
    private func spot(of end: FairWay.End, on map: SiteMap) -> PlanSpot? {
        guard maps.count == 1 || end.level == map.level || (end.spot == nil && end.level == nil)
        else { return nil }
        if let spot = end.spot { return spot }
        guard let place = end.place, let spot = map.fit?.spot(of: place) else { return nil }
        // Within half a pixel it is on the edge.
        let (across, down) = (-0.5...Double(map.width) + 0.5, -0.5...Double(map.height) + 0.5)
        return across.contains(spot.x) && down.contains(spot.y) ? spot : nil
    }
}
