public import Geodesy
public import SpatialIndex

/// How well an area is served by points such as polling stations: how far the farthest place in it
/// is from the nearest one, and how much of it lies within given distances.
///
/// The distance to the nearest station changes by no more than one walks. So a piece of the area is
/// settled as a whole when the distance in the middle of its box is clear of every limit by more than
/// the box's radius; otherwise it is halved, the largest first. The farthest place is sought in the
/// same way, by bounds. Pieces are cut along meridians and parallels, on which the area's edges stay
/// straight, so that their sizes are exact, anywhere on the Earth.
///
/// The area is to be sound: no ring crosses another or itself.
public struct CoverageMeasure: Sendable {
    /// What is found of an area.
    public struct Result: Sendable {
        /// The area's size in square metres, ``Area/squareMeters``.
        public let squareMeters: Double
        /// The place in the area that is farthest from its nearest station.
        public let farthestPlace: Coordinate
        /// How far that is.
        public let farthest: Distance
        /// The share of the area within each limit, 0 to 1, in the order of the limits.
        public let shares: [Double]
    }

    /// The stations.
    public let stations: NumberedQuadTree
    /// The distances that are asked about.
    public let limits: [Distance]

    /// - Parameters:
    ///   - stations: One or more.
    ///   - limits: In any order.
    public init(stations: NumberedQuadTree, limits: [Distance]) {
        self.stations = stations
        self.limits = limits
    }

    /// The distance from a place to the nearest station; nil without stations.
    public func distance(from place: Coordinate) -> Distance? {
        stations.nearest(to: place, count: 1).first?.distance
    }

    /// Measures an area.
    ///
    /// - Returns: nil when there are no stations.
    /// - Throws: ``AnalysisError/noExtent`` for an area of no size, which nothing is a share of.
    /// - Complexity: O(corners log corners) and some thousand pieces, some 10 ms; a million pieces
    ///   where the limits run everywhere.
    /// Accuracy: the size as ``Area/squareMeters``; the farthest distance to 0.5 m, beyond 500 km to a
    /// millionth, and less where a whole rim is as far away; the shares to 0.001, mostly to 0.0002.
    public func measure(_ area: Area) throws(AnalysisError) -> Result? {
        guard stations.count > 0 else { return nil }
        let pieces = area.polygons.compactMap(AreaPiece.init)
        let squareMeters = pieces.reduce(0) { $0 + $1.squareMeters }
        // Of corners on one line rounding leaves a little.
        let boxes = pieces.reduce(0) { $0 + $1.boxSquareMeters }
        guard squareMeters > 1e-14 * boxes else { throw .noExtent }
        var shares = CoverageShares(measure: self, pieces: pieces)
        shares.settle(untilBelow: 0.001 * squareMeters)
        guard let farthest = FarthestPlace(measure: self, area: area).find(in: pieces) else {
            throw .noExtent
        }
        return Result(
            squareMeters: squareMeters,
            farthestPlace: farthest.place,
            farthest: farthest.distance,
            shares: shares.shares
        )
    }
}
