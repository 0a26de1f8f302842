internal import Geodesy
internal import Ground
internal import Polling
internal import Synchronization

/// The published water and districts around a file's places, to tell which places lie in the water
/// and which lie where nobody votes.
struct Surroundings: Sendable {
    private let waters: AreaGrid
    private let districts: AreaGrid

    /// So many corners are kept of either, some 60 MB; more would cost an import its bound on memory.
    static let cornerLimit = 1_000_000
    /// How far outside the box of a file's places areas count, in degrees.
    static let marginDegrees = 0.5

    init(waters: [Area], districts: [Area]) {
        self.waters = AreaGrid(waters)
        self.districts = AreaGrid(districts)
    }

    /// Reads what is published around some places.
    ///
    /// - Parameters:
    ///   - extent: What holds the places.
    ///   - cornerLimit: How many corners are kept. Water beyond it is left out, and so hides a few
    ///     places that lie in it; too many districts are left out all together, for a place outside
    ///     some of them need not be outside all.
    /// - Throws: What the stores throw.
    static func around(
        _ extent: BoundingBox,
        ground: (any GroundStore)?,
        districts: (any DistrictStore)?,
        cornerLimit: Int = cornerLimit
    ) async throws -> Surroundings {
        let box = extent.widened(byDegrees: marginDegrees)
        let waters = Mutex(Collection(limit: cornerLimit))
        try await ground?.forEachGroundFeature { features in
            for feature in features where feature.groundClass == .water {
                guard case .area(let area) = feature.shape else { continue }
                waters.withLock { $0.add(area, named: feature.name ?? feature.detail, in: box) }
            }
        }
        let found = Mutex(Collection(limit: cornerLimit))
        try await districts?.forEachDistrict { batch in
            for district in batch {
                found.withLock { $0.add(district.area, named: nil, in: box) }
            }
        }
        return Surroundings(
            waters: waters.withLock { $0.areas },
            districts: found.withLock { $0.isFull ? [] : $0.areas }
        )
    }

    /// An area and what it is called.
    struct Area: Sendable {
        let outline: DistrictOutline
        let box: BoundingBox
        let name: String?
    }

    private struct Collection {
        let limit: Int
        private(set) var areas: [Area] = []
        private(set) var isFull = false
        private var corners = 0

        init(limit: Int) { self.limit = limit }

        mutating func add(_ area: MultiPolygon, named name: String?, in box: BoundingBox) {
            guard !isFull, let own = area.boundingBox, own.south <= box.north,
                own.north >= box.south,
                box.unwrapped.contains(where: { own.west <= $0.east && own.east >= $0.west })
            else { return }
            corners += area.polygons.reduce(0) { sum, polygon in
                polygon.holes.reduce(sum + polygon.exterior.count) { $0 + $1.count }
            }
            guard corners <= limit else {
                isFull = true
                return
            }
            areas.append(Area(outline: DistrictOutline(area), box: own, name: name))
        }
    }

    /// Whether nothing is known.
    var isEmpty: Bool { waters.isEmpty && districts.isEmpty }

    // MARK: Water

    /// Where a place lies in the water.
    struct Water {
        /// What the water is called, as far as is known.
        let name: String?
        /// How far the nearest shore is.
        let shore: Distance
    }

    /// How well shores are drawn and places measured, in metres.
    private static let shoreErrorMeters = 10.0
    /// A place nearer to the shore than this may as well lie on land.
    private static let leastShoreMeters = 2 * shoreErrorMeters

    /// How sure it is that a place in the water is wrong: one less the share that the error of a shore
    /// has in the distance to it; a half at 20 m, 0.9 at 100 m.
    static func confidence(_ water: Water) -> Double {
        min(0.99, ((1 - shoreErrorMeters / water.shore.meters) * 100).rounded(.down) / 100)
    }

    /// The water that a place lies in; nil on land, within 20 m of the shore, and where nothing is
    /// known.
    ///
    /// - Complexity: O(1) on land, typical; O(n) in water of n corners.
    func water(at place: Coordinate) -> Water? {
        guard waters.holds(place) else { return nil }
        let holding = waters.areas(holding: place)
        // Where one piece of water lies over another, or ends in it, that is no shore: the widest
        // counts, and a place is on no shore whose surroundings are water.
        let widest = holding.map { (area: $0, shore: $0.outline.boundaryDistance(from: place)) }
            .max { $0.shore < $1.shore }
        guard let widest else { return nil }
        var shore = widest.shore
        if shore.meters < Self.farthestSeamMeters {
            shore = max(shore, openWater(around: place, atLeast: shore))
        }
        guard shore.meters >= Self.leastShoreMeters else { return nil }
        return Water(name: holding.lazy.compactMap(\.name).first, shore: shore)
    }

    /// Rivers are drawn piece by piece: up to here it is looked whether a boundary is but a seam.
    private static let farthestSeamMeters = 100.0

    /// How far one can go from a place in each of sixteen directions and still be in water, at least,
    /// in steps that double.
    private func openWater(around place: Coordinate, atLeast known: Distance) -> Distance {
        var open = known
        var radius = Self.leastShoreMeters
        while radius <= Self.farthestSeamMeters {
            guard let distance = try? Distance.meters(radius) else { break }
            let isOpen = (0..<16).allSatisfy { direction in
                let other = Geodesic.destination(
                    from: place,
                    bearingDegrees: Double(direction) * 22.5,
                    distance: distance
                )
                return waters.holds(other)
            }
            guard isOpen else { break }
            open = max(open, distance)
            radius *= 2
        }
        return open
    }

    // MARK: Districts

    /// A place this far outside all districts is worth a look, in metres: a station may stand across
    /// the road from those that it serves.
    private static let leastOutsideMeters = 500.0

    /// Whether the districts are those of a file's places: all but one in ten lie in them.
    func hasDistricts(of places: [Coordinate]) -> Bool {
        guard !districts.isEmpty, places.count >= Neighborhood.leastPlaces else { return false }
        let outside = places.count { !districts.holds($0) }
        return outside <= max(1, places.count / 10)
    }

    /// Whether a district holds a place.
    func isInDistrict(_ place: Coordinate) -> Bool { districts.holds(place) }

    /// How far a place lies from the nearest of the districts; nil in one of them, and within 500 m.
    ///
    /// - Complexity: O(1) in a district, typical; O(n) outside, for n corners.
    func distanceOutsideDistricts(_ place: Coordinate) -> Distance? {
        guard !districts.isEmpty, !isInDistrict(place) else { return nil }
        let nearest = districts.all.lazy.map { $0.outline.boundaryDistance(from: place) }.min()
        guard let nearest, nearest.meters >= Self.leastOutsideMeters else { return nil }
        return nearest
    }

    /// At most the share of the Earth that the districts take up.
    var districtShare: Double {
        districts.all.reduce(0) { sum, area in
            let band = sin(area.box.north) - sin(area.box.south)
            return sum + band / 2 * (area.box.east - area.box.west) / 360
        }
    }

    private func sin(_ degrees: Double) -> Double { Neighborhood.sine(degrees) }
}

/// Areas by the cells that their boxes touch.
private struct AreaGrid: Sendable {
    let all: [Surroundings.Area]
    private let box: BoundingBox
    private let cells: [[Int32]]

    /// Cells along each side.
    private static let side = 64

    init(_ areas: [Surroundings.Area]) {
        all = areas
        let box = BoundingBox(
            uncheckedWest: areas.map(\.box.west).min() ?? 0,
            south: areas.map(\.box.south).min() ?? 0,
            east: areas.map(\.box.east).max() ?? 0,
            north: areas.map(\.box.north).max() ?? 0
        )
        var cells = Array(repeating: [Int32](), count: areas.isEmpty ? 0 : Self.side * Self.side)
        for (number, area) in areas.enumerated() {
            let columns =
                Self.cell(
                    area.box.west,
                    box.west,
                    box.east
                )...Self.cell(
                    area.box.east,
                    box.west,
                    box.east
                )
            let rows =
                Self.cell(
                    area.box.south,
                    box.south,
                    box.north
                )...Self.cell(
                    area.box.north,
                    box.south,
                    box.north
                )
            for row in rows {
                for column in columns { cells[row * Self.side + column].append(Int32(number)) }
            }
        }
        self.box = box
        self.cells = cells
    }

    /// Whether there is none.
    var isEmpty: Bool { all.isEmpty }

    private static func cell(_ degrees: Double, _ from: Double, _ to: Double) -> Int {
        guard to > from else { return 0 }
        return max(0, min(side - 1, Int((degrees - from) / (to - from) * Double(side))))
    }

    /// Whether an area holds a place; of two that meet at a place, one does.
    func holds(_ place: Coordinate) -> Bool {
        candidates(at: place).contains { all[Int($0)].outline.holds(place) }
    }

    /// The areas that hold a place.
    func areas(holding place: Coordinate) -> [Surroundings.Area] {
        candidates(at: place).map { all[Int($0)] }.filter { $0.outline.holds(place) }
    }

    private func candidates(at place: Coordinate) -> [Int32] {
        guard !isEmpty, box.contains(place) else { return [] }
        let row = Self.cell(place.latitude, box.south, box.north)
        let column = Self.cell(place.longitude, box.west, box.east)
        return cells[row * Self.side + column]
    }
}
