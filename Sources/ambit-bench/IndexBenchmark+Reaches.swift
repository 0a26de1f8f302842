import Geodesy
import SpatialIndex

extension IndexBenchmark {
    /// A wide scan of points with reaches, beside the same scan with the reach ignored and looked
    /// at afterwards, and beside a plain radius query that finds as many.
    func measureReaches(_ plain: NumberedQuadTree) throws {
        guard rows.isWanted("reach") else { return }
        let reaches = try (0..<points.count).map {
            Reach.upTo(try .meters(50 + 4950 * Self.fraction(UInt64($0))))
        }
        let before = residentBytes()
        let start = now()
        let tree = NumberedQuadTree((0..<points.count).lazy.map { point($0, reach: reaches[$0]) })
        let seconds = now() - start
        // An expiry slot for each, as beside the plain tree, is counted in.
        let bytes = (residentBytes() - before) / Double(points.count) + 4
        rows.report("reach_load", [seconds], "s")
        rows.report("reach_memory", [bytes], "B/point")
        try check(tree, "with reaches", reaches: reaches)
        let wide = try Distance.meters(50_000)
        measureRadius(tree, "reach_scan50km", wide)

        var found: [Neighbor<UInt32>] = []
        func filtered(_ center: Coordinate) -> (count: Int, checksum: Double) {
            found.removeAll(keepingCapacity: true)
            plain.collect(within: wide, of: center, into: &found)
            found.removeAll { $0.distance.meters > reaches[Int($0.id)].meters }
            return (found.count, found.reduce(0) { $0 + $1.distance.meters })
        }
        rows.measure("reach_ignored_filtered", centers) { filtered($0) }

        let wanted = centers.reduce(0) { $0 + tree.within(wide, of: $1).count }
        let same = try radius(finding: wanted, in: plain)
        measureRadius(plain, "reach_radius_same_found", same)
    }

    /// The radius at which all queries together find as many points.
    private func radius(finding wanted: Int, in tree: NumberedQuadTree) throws -> Distance {
        var (low, high) = (0.0, 5000.0)
        for _ in 0..<20 {
            let middle = try Distance.meters((low + high) / 2)
            let found = centers.reduce(0) { $0 + tree.within(middle, of: $1).count }
            if found < wanted { low = middle.meters } else { high = middle.meters }
        }
        return try .meters(high)
    }

    /// A number from 0 up to 1 for each id, the same on every machine: splitmix64 of it.
    private static func fraction(_ id: UInt64) -> Double {
        var bits = (id &+ 1) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }
}
