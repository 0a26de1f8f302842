import CProj
import Geodesy
import SpatialIndex

/// Compares answers with every distance by `geod_inverse`, on a sample of the benchmark's own
/// queries.
struct BruteForceCheck {
    /// A millimetre: distances must agree to it, and only points that near to a bound may differ.
    private static let tolerance = 0.001

    private let points: PointFile
    private var ellipsoid = geod_geodesic()

    init(_ points: PointFile) {
        self.points = points
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    }

    /// - Throws: ``BenchmarkError`` with the first answer that is wrong.
    func run(_ tree: QuadTree, centers: some Sequence<Coordinate>) throws {
        for center in centers {
            let all = distances(from: center)
            for meters in [1000.0, 5000] {
                let found = tree.within(try .meters(meters), of: center)
                try compare(found, all, bound: meters, count: .max)
            }
            for count in [1, 10, 100] {
                let found = tree.nearest(to: center, count: count)
                try compare(found, all, bound: .infinity, count: count)
            }
        }
    }

    private func distances(from center: Coordinate) -> [Double] {
        withUnsafePointer(to: ellipsoid) { ellipsoid in
            (0..<points.count).map { index in
                var meters = 0.0
                geod_inverse(
                    ellipsoid,
                    center.latitude,
                    center.longitude,
                    points.latitudes[index],
                    points.longitudes[index],
                    &meters,
                    nil,
                    nil
                )
                return meters
            }
        }
    }

    private func compare(
        _ found: [Neighbor],
        _ all: [Double],
        bound: Double,
        count: Int
    ) throws {
        for neighbor in found
        where abs(neighbor.distance.meters - all[Int(neighbor.id)]) > Self.tolerance {
            throw BenchmarkError("point \(neighbor.id) is not \(neighbor.distance.meters) m away")
        }
        if count != .max {
            let nearest = all.sorted().prefix(count)
            let isSame = zip(found, nearest).allSatisfy {
                abs($0.distance.meters - $1) <= Self.tolerance
            }
            guard found.count == nearest.count, isSame else {
                throw BenchmarkError("the nearest \(count) are wrong")
            }
            return
        }
        let ids = Set(found.map(\.id))
        guard ids.count == found.count else { throw BenchmarkError("a point was found twice") }
        for (id, meters) in all.enumerated() {
            let isFound = ids.contains(UInt32(id))
            if isFound != (meters <= bound), abs(meters - bound) > Self.tolerance {
                throw BenchmarkError("point \(id) at \(meters) m is wrong within \(bound) m")
            }
        }
    }
}
