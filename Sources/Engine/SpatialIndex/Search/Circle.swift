internal import CIndexKernels
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#elseif os(Windows)
    internal import CRT
#endif

/// A place to search around, prepared: what the sweeps over lanes and points need, per query.
///
/// Two sweeps of floats decide what to look at and err only on the side of looking; the exact
/// distance of each point that is left decides alone. The article *Bounds* has
/// the proofs.
struct Circle {
    let origin: GeodesicOrigin
    /// The sine, without its sign, and the cosine of the centre's latitude.
    private let sine: Double
    private let cosine: Double

    /// What is searched, metres, inclusive; nearest lowers it.
    private(set) var radius = 0.0
    /// How many cells northward and eastward the circle reaches at most; -1 for all there are.
    private(set) var cellsNorthward: Int32 = -1
    private(set) var cellsEastward: Int32 = -1

    /// For queries that look into lanes in any order: lower bounds of squared angles.
    private(set) var lanes: ambit_lanes
    /// For those that look into the nearest first: squared angles with the centre's own cosine for
    /// every place, which mean the same while the radius shrinks. The limit makes up for it.
    private(set) var orderedLanes: ambit_lanes

    /// For points: the squared chord is about north dy^2 + (p0 + p1 dy + p2 dy^2) dx^2. The share is
    /// how far off its root is at most, for everything within the radius.
    private(set) var points: ambit_circle
    /// For points at any distance: squared chords on the unit sphere, which bracket the geodesic
    /// more loosely.
    private(set) var cap: ambit_cap
    /// Whether the former holds for the radius at all; otherwise everything is worth an exact look.
    private(set) var isSweepable = false
    /// Whether every place within the radius is measured by the near way.
    private(set) var isNear = false

    init(center: Coordinate, radius: Double) {
        origin = GeodesicOrigin(center)
        let place = origin.place
        sine = origin.sine.magnitude
        cosine = max(0, origin.cosine)
        // 4 sin^2(x / 2) >= x^2 (1 - x^2 / 12); here x^2 is in cells.
        let bend = Float(Self.radiansPerCell * Self.radiansPerCell / 12).nextUp
        lanes = ambit_lanes(x: place.x, y: place.y, east: 0, bend: bend, limit: 0, reach_scale: 1)
        orderedLanes = lanes
        orderedLanes.east = Float(cosine * cosine).nextDown
        let cell = Self.radiansPerCell
        let near = origin.prepared
        points = ambit_circle(
            x: place.x,
            y: place.y,
            to_middle_x: 0.5 - Float(place.rest & 0xFFFF) * 0x1p-16,
            to_middle_y: 0.5 - Float(place.rest >> 16) * 0x1p-16,
            north: Float(near.meridian0 * (cell * cell)),
            parallel0: Float(near.parallel0 * (cell * cell / 4)),
            parallel1: Float(near.parallel1 * (cell * cell * cell / 4)),
            parallel2: Float(near.parallel2 * (cell * cell * cell * cell / 4)),
            limit: .infinity,
            share: 0
        )
        cap = ambit_cap(
            x: place.x,
            y: place.y,
            to_middle_x: points.to_middle_x,
            to_middle_y: points.to_middle_y,
            cosine: Float(cosine),
            limit: .infinity
        )
        narrow(to: radius)
    }

    private static let radiansPerCell = AMBIT_RADIANS_PER_CELL
    /// Half a cell's diagonal and the rounding of differences, metres.
    private static let roundingMeters = 0.02
    /// Up to this angle, radians, the sweep over points holds.
    private static let sweepableAngle = 0.1

    /// Searches no farther than this from now on.
    mutating func narrow(to meters: Double) {
        radius = meters
        // The angle on the sphere that holds the circle: see Bounds.squaredCells.
        let angle = min(4, meters * (1 / Geodesic.leastRadiusOfCurvatureMeters))
        // The least cosine within that angle.
        let leastCosine = max(0, cosine * (1 - angle * angle / 2) - sine * angle)
        let isCap = angle < 1.5 && leastCosine > 0
        lanes.limit = Bounds.squaredCells(meters: min(meters, 2.6e7))
        lanes.east = isCap ? Float(cosine * leastCosine).nextDown : 0
        orderedLanes.reach_scale =
            isCap ? Float(cosine / leastCosine).nextUp * 1.000001 : .infinity
        orderedLanes.limit = lanes.limit * orderedLanes.reach_scale
        let widest = isCap ? Self.widestLongitude(angle, cosine) : .infinity
        cellsNorthward = Self.cells(angle)
        cellsEastward = Self.cells(widest)
        isSweepable = angle < Self.sweepableAngle && widest < 0.6
        isNear = angle < 0.0079 && widest < Double(origin.prepared.near_east) * Self.nearShare
        guard isSweepable else {
            points.limit = .infinity
            return
        }
        let share = Self.share(angle, widest, sine)
        let padded = Float(meters) * (1 + Float(share)) + Float(Self.roundingMeters)
        points.share = Float(share)
        points.limit = padded * padded
    }

    private static let nearShare = radiansPerCell * 0.999

    /// How far off the chord of the sweep over points is, as a share of its length.
    private static func share(_ angle: Double, _ widest: Double, _ sine: Double) -> Double {
        1e-5 + 0.012 * angle + widest * widest / 8 + 2 * sine * angle * angle * angle
    }

    /// No place within an angle lies farther in longitude; infinite where that is a radian or more.
    static func widestLongitude(_ angle: Double, _ cosine: Double) -> Double {
        // asin(sin angle / cosine), from above: asin q <= q + 0.19 q^3 up to a half, and q (1 + 0.6 q^2)
        // up to 1.
        let q = angle / cosine
        guard q < 1 else { return .infinity }
        return q * (1 + (q <= 0.5 ? 0.19 : 0.6) * q * q)
    }

    /// An angle in cells, with as much more as rounding may take; -1 for half a turn and more.
    private static func cells(_ radians: Double) -> Int32 {
        let cells = radians * (1.000001 / radiansPerCell) + 2
        return cells < 2_147_483_000 ? Int32(cells) : -1
    }

    /// Whether everything within the radius lies in the square cell of the tree that holds the
    /// centre and is cut from the coordinates at this bit.
    @inline(__always)
    func isWithinOwnCell(cutAt bit: UInt32) -> Bool { spread &>> UInt64(bit) == 0 }

    /// The coordinates' bits that differ among the corners of the circle's box, and all below.
    var spread: UInt64 {
        guard cellsNorthward >= 0, cellsEastward >= 0 else { return .max }
        let place = origin.place
        let differing =
            ((place.x &- cellsEastward) ^ (place.x &+ cellsEastward))
            | ((place.y &- cellsNorthward) ^ (place.y &+ cellsNorthward))
        return UInt64(UInt32(bitPattern: differing))
    }

    // MARK: Ranking

    /// By which squares the points are ranked before they are measured.
    enum Ranking {
        /// The squared chords of ``points``, in square metres.
        case chords
        /// Those of ``cap``, for places and distances where the others don't hold.
        case angles
    }

    /// Whether points may be ranked by chords, as long as the k-th lies within ``rankedMeters``:
    /// away from the poles a chord in that range is never taken for another's.
    var canRankByChords: Bool { cosine > 0.26 }

    /// How far ranking by chords holds, metres.
    static let rankedMeters = 300_000.0

    /// How far the sweeps' squared chords on the unit sphere may be off, as a share of their root,
    /// and for half a cell in an angle.
    private static let angleShare = 2e-6
    private static let angleRounding = 5e-9

    /// The longest geodesic that a square may stand for; infinity where it stands for any.
    func longestMeters(of square: Float, _ ranking: Ranking) -> Double {
        switch ranking {
        case .chords:
            let meters = Double(square).squareRoot()
            guard meters <= Self.rankedMeters else { return .infinity }
            let angle = meters * (1.1 / Geodesic.leastRadiusOfCurvatureMeters) + 1e-8
            let share = Self.share(angle, Self.widestLongitude(angle, cosine), sine)
            return meters * (1 + share) + Self.roundingMeters
        case .angles:
            let half = Double(square).squareRoot() * ((1 + Self.angleShare) / 2)
            guard half < 1 else { return .infinity }
            let angle = 2 * asin(half) + Self.angleRounding
            return Geodesic.greatestRadiusOfCurvatureMeters * angle
        }
    }

    /// The greatest square that a place within the radius may have.
    func limit(_ ranking: Ranking) -> Float {
        switch ranking {
        case .chords: points.limit
        case .angles: cap.limit
        }
    }

    /// Works out the limit of ``cap`` for the radius as it is now.
    mutating func limitAngles() {
        let angle = radius / Geodesic.leastRadiusOfCurvatureMeters + Self.angleRounding
        guard angle < .pi else {
            cap.limit = .infinity
            return
        }
        let chord = 2 * sin(angle / 2) * (1 + Self.angleShare)
        cap.limit = Float(chord * chord).nextUp
    }

    // MARK: Exact distances

    /// The exact distances of places.
    @inline(__always)
    func distances(of staged: Staged, count: Int) {
        withUnsafePointer(to: origin.prepared) {
            if isNear {
                ambit_near_all($0, staged.x, staged.y, staged.rest, UInt32(count), staged.meters)
            } else {
                ambit_measure_all($0, staged.x, staged.y, staged.rest, UInt32(count), staged.meters)
                measureFarOnes(of: staged, count: count)
            }
        }
    }

    @inline(never)
    private func measureFarOnes(of staged: Staged, count: Int) {
        for index in 0..<count where staged.meters[index] < 0 {
            let place = staged.place(index)
            staged.meters[index] = origin.farMeters(
                to: place.latitude,
                longitude: place.longitude
            )
        }
    }
}

/// Points on their way to an exact look, in columns.
struct Staged {
    static let capacity = 48
    let x: UnsafeMutablePointer<Int32>
    let y: UnsafeMutablePointer<Int32>
    let rest: UnsafeMutablePointer<UInt32>
    let id: UnsafeMutablePointer<UInt32>
    let reach: UnsafeMutablePointer<Float>
    let meters: UnsafeMutablePointer<Double>

    /// Lends the columns, which lie on the stack.
    @inline(__always)
    static func withColumns<Result>(_ body: (Staged) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: capacity * 20, alignment: 16) { words in
            withUnsafeTemporaryAllocation(
                of: Double.self,
                capacity: max(capacity, TreeStorage.leafCapacity)
            ) { meters in
                body(Staged(words: words, meters: meters))
            }
        }
    }

    /// Both buffers have their memory: they are not empty. Values are written before they are read,
    /// but for those that fill up the last group of a sweep, whose results nobody reads.
    private init(words: UnsafeMutableRawBufferPointer, meters: UnsafeMutableBufferPointer<Double>) {
        let base = words.baseAddress.unsafelyUnwrapped
        let column = Self.capacity * 4
        x = base.bindMemory(to: Int32.self, capacity: Self.capacity)
        y = (base + column).bindMemory(to: Int32.self, capacity: Self.capacity)
        rest = (base + 2 * column).bindMemory(to: UInt32.self, capacity: Self.capacity)
        id = (base + 3 * column).bindMemory(to: UInt32.self, capacity: Self.capacity)
        reach = (base + 4 * column).bindMemory(to: Float.self, capacity: Self.capacity)
        self.meters = meters.baseAddress.unsafelyUnwrapped
    }

    /// A leaf's own columns as they are, with the distances of these.
    @inline(__always)
    init(_ leaf: Leaf, distances: Staged) {
        (x, y, rest, id, reach) = (leaf.x, leaf.y, leaf.rest, leaf.id, leaf.reach)
        meters = distances.meters
    }

    @inline(__always)
    func set(_ index: Int, _ leaf: Leaf, _ position: Int) {
        x[index] = leaf.x[position]
        y[index] = leaf.y[position]
        rest[index] = leaf.rest[position]
        id[index] = leaf.id[position]
    }

    func place(_ index: Int) -> GridPlace {
        GridPlace(x: x[index], y: y[index], rest: rest[index])
    }
}
