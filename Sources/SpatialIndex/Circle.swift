internal import CIndexKernels
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A place to search around, prepared: what the sweeps over lanes and points need, per query.
///
/// Two sweeps of floats decide what to look at and err only on the side of looking; the exact
/// distance of each point that is left decides alone. The article *Why it is fast, and exact* has the proofs.
struct Circle {
    let origin: GeodesicOrigin
    /// The centre's cell.
    private let x: Int32
    private let y: Int32

    /// The sine and the cosine of the centre's latitude.
    private let sine: Double
    private let cosine: Double

    /// What is searched, metres, inclusive; nearest lowers it.
    private(set) var radius: Double

    // Lanes: the squared angle in cells is at least eastScale dx^2 (1 - bend dx^2) + dy^2 (1 - bend dy^2).
    private(set) var eastScale: Float
    /// The same with the centre's own cosine for every place.
    private let ownScale: Float
    /// The greatest squared angle, in cells, that may hold anything.
    private(set) var laneLimit: Float
    /// The same for angles that take the centre's own cosine instead of the least one.
    private(set) var orderLimit: Float
    /// How much greater those angles are than the lower bounds, at most; lanes' reaches grow by it.
    private var orderScale: Float
    static let bend = Float(pow(GridPlace.cellDegrees * .pi / 180, 2) / 12)

    // Points: the squared chord in square metres is about north dy^2 + (p0 + p1 dy + p2 dy^2) dx^2.
    // The share is how far off that is at most, of the length, for everything within the radius.
    private var points = ambit_circle()
    /// Whether the sweep over points holds for the radius at all.
    private(set) var isSweepable: Bool
    /// Whether every place within the radius is near enough for SIMD lanes.
    private(set) var isNear: Bool
    /// Whether a near place may lie beyond the antimeridian; its difference of longitude then shows
    /// it as far, and the exact look takes points one by one.
    let mayWrap: Bool

    init(center: Coordinate, radius: Double) {
        origin = GeodesicOrigin(center)
        let place = GridPlace(center)
        x = place.x
        y = place.y
        points.x = x
        points.y = y
        points.to_middle_x = 0.5 - Float(place.rest & 0xFF_FFFF) / Self.stepsPerCell
        points.to_middle_y = 0.5 - Float(place.rest >> 24) / Self.stepsPerCell
        sine = sin(origin.latitude.magnitude * .pi / 180)
        cosine = max(0, cos(origin.latitude * .pi / 180))
        ownScale = Float(cosine * cosine).nextDown
        let cell = GridPlace.cellDegrees * .pi / 180
        points.north = Float(origin.meridian.x * cell * cell)
        points.parallel0 = Float(origin.parallel0 / 4 * cell * cell)
        points.parallel1 = Float(origin.parallel.x / 4 * cell * cell * cell)
        points.parallel2 = Float(origin.parallel.y / 4 * cell * cell * cell * cell)
        mayWrap = origin.longitude.magnitude > 175
        (self.radius, eastScale, laneLimit, orderLimit, orderScale) = (radius, 0, 0, 0, 1)
        (isSweepable, isNear) = (false, false)
        narrow(to: radius)
    }

    private static let stepsPerCell = Float(45 * (1 << 18))

    /// Searches no farther than this from now on.
    mutating func narrow(to meters: Double) {
        radius = meters
        // The angle on the sphere that holds the circle: see Bounds.squaredCells.
        let angle = min(4, meters / Geodesic.leastRadiusOfCurvatureMeters)
        laneLimit = Bounds.squaredCells(meters: min(meters, 2.6e7))
        // The least cosine within that angle.
        let leastCosine = max(0, cosine * (1 - angle * angle / 2) - sine * angle)
        orderScale =
            angle < 1.5 && leastCosine > 0
            ? Float(cosine / leastCosine).nextUp * 1.000001 : .infinity
        orderLimit = laneLimit * orderScale
        eastScale = Float(cosine * leastCosine * (angle < 1.5 ? 1 : 0)).nextDown
        let widest = leastCosine > angle ? asin(min(1, sin(min(angle, 1.5)) / cosine)) : .infinity
        isSweepable = angle < 0.1 && widest < 0.6
        isNear =
            angle < 0.0079 && !mayWrap && widest * 180 / .pi < origin.nearLongitudeDegrees * 0.999
        guard isSweepable else { return }
        points.share = Float(
            1e-5 + 0.012 * angle + widest * widest / 8 + 2 * sine * angle * angle * angle
        )
        // 20 mm: half a cell's diagonal and the rounding of differences.
        let padded = Float(meters) * (1 + points.share) + 0.02
        points.limit = padded * padded
    }

    /// The lanes of a node that may hold something.
    @inline(__always)
    func sweep(_ node: Node) -> UInt32 {
        ambit_sweep_lanes(node.base, x, y, eastScale, laneLimit, 1, Self.bend, nil)
    }

    /// The lanes of a node that may hold something, and squared angles to look at them in order.
    ///
    /// The angles take the centre's own cosine, so that they mean the same while the radius
    /// shrinks; ``orderLimit`` makes up for it.
    @inline(__always)
    func order(_ node: Node) -> (mask: UInt32, squaredAngles: SIMD16<Float>) {
        var angles = SIMD16<Float>()
        let mask = withUnsafeMutableBytes(of: &angles) {
            ambit_sweep_lanes(
                node.base,
                x,
                y,
                ownScale,
                orderLimit,
                orderScale,
                Self.bend,
                $0.baseAddress?.assumingMemoryBound(to: Float.self)
            )
        }
        return (mask, angles)
    }

    /// The points of eight from `start` that may lie within the radius and reach.
    @inline(__always)
    func sweep(_ leaf: Leaf, from start: Int, usingReach: Bool) -> UInt32 {
        withUnsafePointer(to: points) {
            ambit_sweep_points(
                leaf.x + start,
                leaf.y + start,
                usingReach ? leaf.reach + start : nil,
                $0
            )
        }
    }

    /// The exact distances of those of eight points from `start` that are in the mask; of the
    /// others, anything.
    @inline(__always)
    func exactDistances(_ leaf: Leaf, from start: Int, _ mask: UInt32) -> SIMD8<Double> {
        var differences = (up: SIMD8<Double>(), across: SIMD8<Double>())
        let isNear = withUnsafeMutableBytes(of: &differences) { bytes in
            let up = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
            let across = up.map { $0 + 8 }
            ambit_differences(
                leaf.x + start,
                leaf.y + start,
                leaf.restLow + start,
                leaf.restHigh + start,
                origin.latitude,
                origin.longitude,
                up,
                across
            )
            if self.isNear { return true }
            return mask
                & ~(ambit_magnitude_at_most(up, GeodesicOrigin.nearLatitudeDegrees)
                & ambit_magnitude_at_most(across, origin.nearLongitudeDegrees)) == 0
        }
        guard isNear else { return distancesOneByOne(leaf, from: start, mask) }
        return origin.nearMeters(up: differences.up, across: differences.across)
    }

    /// Of eight points from `start` with their distances, those within the radius and reach.
    @inline(__always)
    func within(
        _ distances: SIMD8<Double>,
        _ leaf: Leaf,
        from start: Int,
        usingReach: Bool
    ) -> UInt32 {
        withUnsafeBytes(of: distances) {
            ambit_at_most(
                $0.baseAddress?.assumingMemoryBound(to: Double.self),
                radius,
                usingReach ? leaf.reach + start : nil
            )
        }
    }

    /// Which of eight points from `start` are worth an exact look.
    @inline(__always)
    func candidates(_ leaf: Leaf, from start: Int, count: Int, usesReach: Bool) -> UInt32 {
        let swept = isSweepable ? sweep(leaf, from: start, usingReach: usesReach) : 0xFF
        return count - start >= 8 ? swept : swept & (1 << UInt32(count - start) &- 1)
    }

    @inline(never)
    private func distancesOneByOne(_ leaf: Leaf, from start: Int, _ mask: UInt32) -> SIMD8<Double> {
        var distances = SIMD8<Double>(repeating: .infinity)
        for lane in 0..<8 where mask >> UInt32(lane) & 1 == 1 {
            distances[lane] = distance(leaf[start + lane].place)
        }
        return distances
    }

    /// The exact distance of any place, metres.
    func distance(_ place: GridPlace) -> Double {
        origin.meters(toGridLatitude: place.latitude, longitude: place.longitude)
    }
}
