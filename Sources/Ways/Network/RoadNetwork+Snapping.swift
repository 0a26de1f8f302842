internal import Geodesy
internal import SpatialIndex

/// The place on a road that is nearest to some place.
struct Snap: Sendable {
    let edge: Int
    /// The place of the edge, counted from its first, behind which it lies.
    let segment: Int
    /// The place on the road.
    let place: Coordinate
    /// How far the road is from the place that was asked for.
    let distance: Distance
    /// How far along the edge it lies, in metres.
    let metersAlong: Double
    /// The junction or the end of the road that it is, where it is one: all roads that meet there
    /// begin and end at it.
    let node: Int?

    /// A place this close to a junction, in metres, is the junction.
    static let nodeMeters = 0.5
}

extension RoadNetwork {
    /// The nearest place on any road that a mode may use.
    ///
    /// - Parameters:
    ///   - limit: Roads farther away are not looked at.
    ///   - onlyMain: Only roads from which one gets to most others.
    /// - Returns: nil when no such road lies within the limit; of several as near the first.
    /// Accuracy: roads that are equally far to within 2 cm on stretches up to 1 km, and 0.5 m up to
    /// 5 km, may be taken for each other; the place and its distance are exact.
    func snap(
        _ place: Coordinate,
        mode: TravelMode,
        within limit: Distance,
        onlyMain: Bool = false
    ) -> Snap? {
        // Most places lie close to a road: look around them before looking far.
        var meters = min(100, limit.meters)
        while true {
            let radius = Distance(uncheckedMeters: meters)
            if let found = nearest(place, mode, within: radius, onlyMain), found.distance <= radius
            {
                return found
            }
            guard meters < limit.meters else { return nil }
            meters = min(meters * 4, limit.meters)
        }
    }

    /// How far the nearest road is that a mode may use, to about 1 %, however far; nil when there
    /// is none.
    func distanceToRoad(from place: Coordinate, mode: TravelMode) -> Distance? {
        snap(place, mode: mode, within: Distance(uncheckedMeters: 20_100_000))?.distance
    }

    private func nearest(
        _ place: Coordinate,
        _ mode: TravelMode,
        within radius: Distance,
        _ onlyMain: Bool
    ) -> Snap? {
        let passages = passages(mode)
        let point = EarthVector(place)
        var best: (edge: Int, segment: Int, share: Double)?
        // Straight lines are shorter than ways on the ellipsoid, and lie below it.
        var bestSquare = (radius.meters + 1) * (radius.meters + 1) * 1.0001
        for box in BoundingBox(around: place, radius: radius).unwrapped {
            boxes.forEach(touching: box) { item in
                let index = Int(edgeOfBox[item])
                let isOpen = [2 * index, 2 * index + 1].contains { arc in
                    passages.seconds[arc] < .infinity && (!onlyMain || passages.isMain[arc])
                }
                guard isOpen else { return }
                let edge = edges[index]
                let line = roads[Int(edge.road)].line
                var start = EarthVector(line[Int(edge.first)])
                for position in Int(edge.first)..<Int(edge.last) {
                    let end = EarthVector(line[position + 1])
                    let way = end - start
                    let square = way.dot(way)
                    let share =
                        square > 0 ? min(1, max(0, (point - start).dot(way) / square)) : 0
                    let off = point - (start + way * share)
                    let distance = off.dot(off)
                    if distance < bestSquare {
                        bestSquare = distance
                        best = (index, position - Int(edge.first), share)
                    }
                    start = end
                }
            }
        }
        guard let best else { return nil }
        let edge = edges[best.edge]
        let line = roads[Int(edge.road)].line
        let first = Int(edge.first)
        let foot = line[first + best.segment].toward(
            line[first + best.segment + 1],
            share: best.share
        )
        var along = 0.0
        for position in first..<first + best.segment {
            along += Geodesic.distance(from: line[position], to: line[position + 1]).meters
        }
        along += Geodesic.distance(from: line[first + best.segment], to: foot).meters
        return Snap(
            edge: best.edge,
            segment: best.segment,
            place: foot,
            distance: Geodesic.distance(from: place, to: foot),
            metersAlong: min(along, edge.meters),
            node: along <= Snap.nodeMeters
                ? Int(edge.tail) : along >= edge.meters - Snap.nodeMeters ? Int(edge.head) : nil
        )
    }
}
