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
    /// - Parameter limit: Roads farther away are not looked at.
    /// - Returns: nil when no such road lies within the limit; of several as near the first.
    /// Accuracy: roads that are equally far to within 2 cm on stretches up to 1 km, and 0.5 m up to
    /// 5 km, may be taken for each other; the place and its distance are exact.
    func snap(_ place: Coordinate, mode: TravelMode, within limit: Distance) -> Snap? {
        // Most places lie close to a road: look around them before looking far.
        var meters = min(100, limit.meters)
        while true {
            let radius = Distance(uncheckedMeters: meters)
            var best: Foot?
            let point = EarthVector(place)
            forEachEdge(around: place, mode, within: radius) { edge in
                let reach = best.map(\.square) ?? Self.square(of: radius)
                if let foot = foot(of: point, onEdge: edge, within: reach) { best = foot }
            }
            if let found = best.map({ snap(place, to: $0) }), found.distance <= radius {
                return found
            }
            guard meters < limit.meters else { return nil }
            meters = min(meters * 4, limit.meters)
        }
    }

    /// The nearest place on each connected part of the network.
    ///
    /// - Parameter limit: Roads farther away are not looked at.
    /// - Returns: The nearest places by part.
    func snaps(
        _ place: Coordinate,
        mode: TravelMode,
        within limit: Distance
    ) -> [Int32: Snap] {
        let parts = passages(mode).parts.ofArc
        let point = EarthVector(place)
        var best: [Int32: Foot] = [:]
        forEachEdge(around: place, mode, within: limit) { edge in
            let own = Set([parts[2 * edge], parts[2 * edge + 1]]).filter { $0 >= 0 }
            let farthest = own.map { best[$0]?.square ?? Self.square(of: limit) }.max() ?? 0
            guard let foot = foot(of: point, onEdge: edge, within: farthest) else { return }
            for part in own where foot.square < best[part]?.square ?? .infinity {
                best[part] = foot
            }
        }
        return best.mapValues { snap(place, to: $0) }.filter { $0.value.distance <= limit }
    }

    /// How far the nearest road is that a mode may use, to about 1 %, however far; nil when there
    /// is none.
    func distanceToRoad(from place: Coordinate, mode: TravelMode) -> Distance? {
        snap(place, mode: mode, within: Distance(uncheckedMeters: 20_100_000))?.distance
    }

    /// The place of an edge that is nearest, as far as straight lines tell.
    private struct Foot {
        let edge: Int
        let segment: Int
        let share: Double
        /// The square of the distance, in square metres.
        let square: Double
    }

    /// The square of a radius, for straight lines: they are shorter than ways on the ellipsoid, and
    /// lie below it.
    private static func square(of radius: Distance) -> Double {
        (radius.meters + 1) * (radius.meters + 1) * 1.0001
    }

    /// Calls `visit` with each edge that a mode may use whose box is near a place; with one across the
    /// antimeridian perhaps twice.
    private func forEachEdge(
        around place: Coordinate,
        _ mode: TravelMode,
        within radius: Distance,
        _ visit: (Int) -> Void
    ) {
        let seconds = passages(mode).seconds
        for box in BoundingBox(around: place, radius: radius).unwrapped {
            boxes.forEach(touching: box) { item in
                let edge = Int(edgeOfBox[item])
                guard seconds[2 * edge] < .infinity || seconds[2 * edge + 1] < .infinity else {
                    return
                }
                visit(edge)
            }
        }
    }

    private func foot(of point: EarthVector, onEdge index: Int, within square: Double) -> Foot? {
        let edge = edges[index]
        let line = roads[Int(edge.road)].line
        var best: Foot?
        var bestSquare = square
        var start = EarthVector(line[Int(edge.first)])
        for position in Int(edge.first)..<Int(edge.last) {
            let end = EarthVector(line[position + 1])
            let way = end - start
            let length = way.dot(way)
            let share = length > 0 ? min(1, max(0, (point - start).dot(way) / length)) : 0
            let off = point - (start + way * share)
            let distance = off.dot(off)
            if distance < bestSquare {
                bestSquare = distance
                best = Foot(
                    edge: index,
                    segment: position - Int(edge.first),
                    share: share,
                    square: distance
                )
            }
            start = end
        }
        return best
    }

    private func snap(_ place: Coordinate, to best: Foot) -> Snap {
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
