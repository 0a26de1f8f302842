public import Geodesy
public import SpatialIndex

/// How well an area is served by points such as polling stations: how far the farthest place in it
/// is from the nearest one, and how much of it lies within given distances.
///
/// The distance to the nearest station changes by no more than one walks. So a square of the map
/// about a place is settled as a whole when the distance there is clear of every limit by more than
/// the square's radius; otherwise it is quartered, down to 1/1024 of the area's breadth. The
/// farthest place is sought in the same way, by bounds, to half a metre. Parts of an area that
/// overlap count as holes: an area's polygons lie side by side.
public struct CoverageMeasure: Sendable {
    /// What is found of an area.
    public struct Result: Sendable {
        /// The area's size in square metres.
        public let squareMeters: Double
        /// The place in the area that is farthest from its nearest station.
        public let farthestPlace: Coordinate
        /// How far that is.
        public let farthest: Distance
        /// The share of the area within each limit, 0 to 1, in the order of the limits.
        public let shares: [Double]
    }

    /// The stations.
    public let stations: QuadTree
    /// The distances that are asked about.
    public let limits: [Distance]

    /// - Parameters:
    ///   - stations: One or more.
    ///   - limits: In any order.
    public init(stations: QuadTree, limits: [Distance]) {
        self.stations = stations
        self.limits = limits
    }

    /// The distance from a place to the nearest station; nil without stations.
    public func distance(from place: Coordinate) -> Distance? {
        stations.nearest(to: place, count: 1).first?.distance
    }

    /// Measures an area.
    ///
    /// - Returns: nil when there are no stations, or the area has no extent.
    /// - Throws: ``AnalysisError/badCell(reason:)`` when PROJ cannot map the area.
    /// - Complexity: O(perimeter and contours / finest square), some 10 ms.
    /// Accuracy: the farthest distance to 0.5 m, the shares to about 0.001.
    public func measure(_ area: Area) throws(AnalysisError) -> Result? {
        guard stations.count > 0, let box = area.boundingBox else { return nil }
        let map = try EqualAreaMap(center: box.middle)
        let plane = PlaneArea(area, on: map)
        guard let square = plane.square else { return nil }
        var run = Run(measure: self, map: map, plane: plane, square: square)
        run.measureShares()
        guard run.insideSquareMeters > 0, let farthest = run.farthest() else { return nil }
        return Result(
            squareMeters: run.insideSquareMeters,
            farthestPlace: farthest.place,
            farthest: farthest.distance,
            shares: run.withinSquareMeters.map { $0 / run.insideSquareMeters }
        )
    }
}

/// The measuring of one area.
private struct Run {
    let measure: CoverageMeasure
    let map: EqualAreaMap
    let plane: PlaneArea
    let square: PlaneSquare
    let limits: [Double]
    /// How much longer a way on the Earth can be than on the map.
    let stretch: Double
    var insideSquareMeters = 0.0
    var withinSquareMeters: [Double]
    private let finest: Double

    init(measure: CoverageMeasure, map: EqualAreaMap, plane: PlaneArea, square: PlaneSquare) {
        self.measure = measure
        self.map = map
        self.plane = plane
        self.square = square
        limits = measure.limits.map(\.meters)
        withinSquareMeters = limits.map { _ in 0 }
        finest = square.half / 1024
        // The scale outward is cos(c / 2) at the angular distance c; the ellipsoid adds 0.4 %.
        let reach = (square.x * square.x + square.y * square.y).squareRoot() + 2 * square.half
        let squaredSine = min(0.5, reach * reach / (4 * 6_356_752 * 6_356_752))
        stretch = 1.005 / (1 - squaredSine).squareRoot()
    }

    private func distance(at point: EqualAreaMap.Point) -> (Coordinate, Double)? {
        guard let place = map.place(point), let distance = measure.distance(from: place) else {
            return nil
        }
        return (place, distance.meters)
    }

    /// A square's farthest corner from its middle, in metres on the Earth.
    private func radius(of square: PlaneSquare) -> Double {
        square.half * 2.0.squareRoot() * stretch
    }

    // MARK: Shares

    mutating func measureShares() {
        // The lower left corner lies outside: the square is a little larger than the area.
        let outside = EqualAreaMap.Point(x: square.x - square.half, y: square.y - square.half)
        let isInside = plane.edges.count(where: { $0.crosses(outside, square.center) }) & 1 == 1
        visit(square, edges: plane.edges, isInside: isInside)
    }

    /// - Parameter isInside: Whether the square's middle lies in the area.
    private mutating func visit(_ square: PlaneSquare, edges: [PlaneArea.Edge], isInside: Bool) {
        if edges.isEmpty, !isInside { return }
        guard let (_, meters) = distance(at: square.center) else { return }
        let radius = radius(of: square)
        let isSettled = limits.allSatisfy { (meters - $0).magnitude > radius }
        if square.half <= finest || edges.isEmpty && isSettled {
            guard isInside else { return }
            insideSquareMeters += square.squareMeters
            for (index, limit) in limits.enumerated() where meters <= limit {
                withinSquareMeters[index] += square.squareMeters
            }
            return
        }
        for quarter in square.quarters {
            // The way from middle to middle stays in the square, and so crosses only its edges.
            let crossings = edges.count(where: { $0.crosses(square.center, quarter.center) })
            visit(
                quarter,
                edges: edges.filter(quarter.meets),
                isInside: crossings & 1 == 0 ? isInside : !isInside
            )
        }
    }

    // MARK: The farthest place

    func farthest() -> (place: Coordinate, distance: Distance)? {
        var best: (place: Coordinate, meters: Double)?
        // The farthest place is often a corner; they also make a good bound to begin with.
        for corner in plane.corners {
            if let (place, meters) = distance(at: corner), meters > best?.meters ?? -1 {
                best = (place, meters)
            }
        }
        let outside = EqualAreaMap.Point(x: square.x - square.half, y: square.y - square.half)
        let isInside = plane.edges.count(where: { $0.crosses(outside, square.center) }) & 1 == 1
        seek(square, edges: plane.edges, isInside: isInside, best: &best)
        guard let best, let distance = try? Distance.meters(best.meters) else { return nil }
        return (best.place, distance)
    }

    private func seek(
        _ square: PlaneSquare,
        edges: [PlaneArea.Edge],
        isInside: Bool,
        best: inout (place: Coordinate, meters: Double)?
    ) {
        if edges.isEmpty, !isInside { return }
        guard let (place, meters) = distance(at: square.center) else { return }
        if isInside, meters > best?.meters ?? -1 { best = (place, meters) }
        // No place in the square is farther than this.
        let radius = radius(of: square)
        guard meters + radius > (best?.meters ?? -1) + Self.toleranceMeters else { return }
        guard radius > Self.toleranceMeters / 4 else {
            // So small a square is quartered no more: where its middle lies outside the area, the
            // edges that run through it speak for the part of it that lies inside.
            for edge in isInside ? [] : edges {
                guard let (place, meters) = distance(near: edge.nearest(to: square.center)),
                    meters > best?.meters ?? -1
                else { continue }
                best = (place, meters)
            }
            return
        }
        for quarter in square.quarters {
            let crossings = edges.count(where: { $0.crosses(square.center, quarter.center) })
            seek(
                quarter,
                edges: edges.filter(quarter.meets),
                isInside: crossings & 1 == 0 ? isInside : !isInside,
                best: &best
            )
        }
    }

    /// The distance at a point of an edge. The edge on the map and the one in degrees differ by
    /// centimetres: if a place so close by lies in the area, it is taken instead.
    private func distance(near point: EqualAreaMap.Point) -> (Coordinate, Double)? {
        let step = 0.05
        for (dx, dy) in [(0, 0), (step, 0), (-step, 0), (0, step), (0, -step)] {
            let moved = EqualAreaMap.Point(x: point.x + dx, y: point.y + dy)
            if let found = distance(at: moved), plane.area.contains(found.0) { return found }
        }
        return distance(at: point)
    }

    private static let toleranceMeters = 0.5
}
