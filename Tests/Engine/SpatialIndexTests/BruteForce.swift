import CProj

@testable import Geodesy
@testable import SpatialIndex

/// Every point looked at, every distance by PROJ's `geod_inverse`: slow, and right by inspection.
struct BruteForce {
    /// How far Ambit's distances may lie from PROJ's, metres.
    static let tolerance = 1e-4

    private var ellipsoid = geod_geodesic()
    var points: [UInt32: IndexedPoint<UInt32>] = [:]

    init(_ points: [IndexedPoint<UInt32>] = []) {
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
        for point in points { self.points[point.id] = point }
    }

    func meters(_ start: Coordinate, _ end: Coordinate) -> Double {
        var meters = 0.0
        withUnsafePointer(to: ellipsoid) {
            geod_inverse(
                $0,
                start.latitude,
                start.longitude,
                end.latitude,
                end.longitude,
                &meters,
                nil,
                nil
            )
        }
        return meters
    }

    /// What is wrong with an answer to a radius query.
    func complaints(
        about found: [Neighbor<UInt32>],
        within radius: Distance,
        of center: Coordinate,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [String] {
        var complaints: [String] = []
        let distances = Dictionary(
            found.map { ($0.id, $0.distance.meters) },
            uniquingKeysWith: { first, _ in first }
        )
        if distances.count != found.count { complaints.append("a point was found twice") }
        for point in points.values {
            let meters = meters(center, point.coordinate)
            let bound = min(radius.meters, point.reach.meters)
            if let answered = distances[point.id] {
                if !include(point.id) { complaints.append("\(point.id) was to be left out") }
                if abs(answered - meters) > Self.tolerance {
                    complaints.append("\(point.id) lies \(meters) m away, not \(answered)")
                }
                if meters > bound + Self.tolerance {
                    complaints.append("\(point.id) at \(meters) is beyond \(bound)")
                }
            } else if include(point.id), meters <= bound - Self.tolerance {
                complaints.append("\(point.id) at \(meters) within \(bound) is missing")
            }
        }
        let strangers = distances.keys.filter { points[$0] == nil }
        if !strangers.isEmpty { complaints.append("not in the tree: \(strangers)") }
        return complaints
    }

    /// What is wrong with an answer to a nearest query: order, number, distances, omissions.
    func complaints(
        about found: [Neighbor<UInt32>],
        nearestTo center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil,
        where include: (UInt32) -> Bool = { _ in true }
    ) -> [String] {
        var complaints: [String] = []
        let limit = maxDistance?.meters ?? .infinity
        let visible = points.values.filter { include($0.id) }.map {
            (id: $0.id, meters: meters(center, $0.coordinate), reach: $0.reach.meters)
        }
        let surely = visible.filter { $0.meters <= min(limit, $0.reach) - Self.tolerance }
        let perhaps = visible.filter { $0.meters <= min(limit, $0.reach) + Self.tolerance }
        if found.count < min(k, surely.count) || found.count > min(k, perhaps.count) {
            complaints.append("\(found.count) found of \(surely.count)")
        }
        let byID = Dictionary(uniqueKeysWithValues: perhaps.map { ($0.id, $0.meters) })
        for neighbor in found {
            guard let meters = byID[neighbor.id] else {
                complaints.append("\(neighbor.id) does not belong here")
                continue
            }
            if abs(meters - neighbor.distance.meters) > Self.tolerance {
                complaints.append("\(neighbor.id): \(neighbor.distance.meters) for \(meters)")
            }
        }
        for (one, next) in zip(found, found.dropFirst()) where !one.precedes(next) {
            complaints.append("\(one) stands before \(next)")
        }
        if found.count == k, let last = found.last {
            let ids = Set(found.map(\.id))
            for nearer in surely
            where nearer.meters < last.distance.meters - Self.tolerance && !ids.contains(nearer.id)
            {
                complaints.append("\(nearer.id) at \(nearer.meters) is nearer than the last")
            }
        }
        return complaints
    }

    /// The answer by Ambit's own distance, which the tree must give to the last bit.
    func exactly(
        within radius: Distance,
        of center: Coordinate
    ) -> [Neighbor<UInt32>] {
        let origin = GeodesicOrigin(center)
        return points.values.compactMap { point in
            let distance = origin.distance(to: point.coordinate)
            return distance <= radius && distance.meters <= point.reach.meters
                ? Neighbor(id: point.id, distance: distance) : nil
        }.sorted { $0.precedes($1) }
    }
}
