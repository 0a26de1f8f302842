internal import Geodesy

/// A path as places, cut off at both ends.
struct RouteLine {
    /// One arc of the path, or the part of it that is gone.
    struct Piece {
        let arc: Int
        let places: [Coordinate]
        let meters: Double
        let seconds: Double
    }

    let pieces: [Piece]
    /// The places on roads where it begins and ends.
    let first: Coordinate
    let last: Coordinate

    init(
        _ network: RoadNetwork,
        _ path: NetworkPath,
        from start: Snap,
        to goal: Snap,
        mode: TravelMode
    ) {
        let passages = network.passages(mode)
        first = start.place
        last = goal.place
        var pieces: [Piece] = []
        for (index, arc) in path.arcs.enumerated() {
            let isFirst = index == 0
            let isLast = index == path.arcs.count - 1
            let places = Self.places(
                network,
                arc,
                from: isFirst && start.node == nil ? start : nil,
                to: isLast && goal.node == nil ? goal : nil
            )
            let meters = zip(places, places.dropFirst()).reduce(0.0) {
                $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
            }
            let whole = network.edges[arc >> 1].meters
            pieces.append(
                Piece(
                    arc: arc,
                    places: places,
                    meters: meters,
                    seconds: whole > 0 ? Double(passages.seconds[arc]) * meters / whole : 0
                )
            )
        }
        self.pieces = pieces
    }

    /// The places of an arc, from one place on it or to one.
    private static func places(
        _ network: RoadNetwork,
        _ arc: Int,
        from start: Snap?,
        to goal: Snap?
    ) -> [Coordinate] {
        var places = network.places(ofArc: arc)
        let isAgainst = arc & 1 == 1
        let segments = places.count - 1
        // The end first, so that the indices of the start hold.
        if let goal {
            let segment = isAgainst ? segments - 1 - goal.segment : goal.segment
            places.removeSubrange((segment + 1)...)
            places.append(goal.place)
        }
        if let start {
            let segment = isAgainst ? segments - 1 - start.segment : start.segment
            places.removeSubrange(...min(segment, places.count - 2))
            places.insert(start.place, at: 0)
        }
        return places
    }
}
