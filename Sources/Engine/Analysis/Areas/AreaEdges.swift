internal import Geodesy

/// An area's edges, made for one question: how far is the nearest of them?
///
/// Long edges are in pieces. Boxes about runs of pieces, and their chords, tell which can be the
/// nearest, and those are measured.
struct AreaEdges: Sendable {
    private struct Corner {
        let position: EarthCentered.Position
        let place: Area.LongLatitude
    }

    /// Those of each ring in turn; a ring's last is its first. A piece has the number of the corner
    /// where it begins.
    private let corners: [Corner]
    private let runs: RunTree<PositionRun>

    /// No piece is longer than this in longitude or latitude.
    static let pieceDegrees = 0.05

    /// - Complexity: O(n log n) for n pieces.
    init(_ area: Area) {
        var corners: [Corner] = []
        var rings: [Range<Int>] = []
        for ring in area.outlines {
            let start = corners.count
            Self.add(ring, to: &corners)
            if corners.count > start + 1 { rings.append(start..<(corners.count - 1)) }
        }
        self.corners = corners
        runs = RunTree(rings: rings) { pieces, _ in
            var run = PositionRun()
            for index in pieces {
                let (from, to) = (corners[index], corners[index + 1])
                run.add(
                    from: from.position,
                    to: to.position,
                    sag: Self.sagMeters(from: from, to: to)
                )
            }
            return run
        }
    }

    private static func add(_ ring: [Area.LongLatitude], to corners: inout [Corner]) {
        let start = corners.count
        corners += ring.inPieces(ofDegrees: pieceDegrees).map { place in
            Corner(
                position: EarthCentered.position(
                    longitude: place.longitude,
                    latitude: place.latitude
                ),
                place: place
            )
        }
        if corners.count > start { corners.append(corners[start]) }
    }

    private static func sagMeters(from: Corner, to: Corner) -> Double {
        EarthCentered.sagMeters(
            acrossDegrees: to.place.longitude - from.place.longitude,
            upDegrees: to.place.latitude - from.place.latitude
        )
    }

    /// A sphere that holds all edges.
    var sphere: (center: EarthCentered.Position, radius: Double)? {
        guard !corners.isEmpty else { return nil }
        let center = corners.reduce(.zero) { $0 + $1.position } / Double(corners.count)
        let radius = corners.reduce(0) { max($0, EarthCentered.length($1.position - center)) }
        // No place of a piece is farther from its ends than the piece is long; its sag is less.
        return (center, radius + 2 * 112_000 * Self.pieceDegrees)
    }

    /// A piece and its chord.
    struct Piece {
        let edge: LevelEdge
        let start: EarthCentered.Position
        let span: EarthCentered.Position
        /// How far the piece is from its chord at most.
        let sag: Double
    }

    private func piece(_ index: Int) -> Piece {
        let (from, to) = (corners[index], corners[index + 1])
        return Piece(
            edge: LevelEdge(from: from.place, to: to.place),
            start: from.position,
            span: to.position - from.position,
            sag: Self.sagMeters(from: from, to: to)
        )
    }

    /// Calls a closure with each piece that may be near a position.
    ///
    /// - Parameters:
    ///   - reach: How near, in metres of chord; asked again for each run, as it may shrink.
    /// - Complexity: O(log n + found) typical.
    @inline(__always)
    func forEach(
        near position: EarthCentered.Position,
        reach: () -> Double,
        _ body: (Piece) -> Void
    ) {
        runs.walk { run in
            let reach = reach() + run.sag
            return run.square(from: position) > reach * reach
        } _: { index in
            body(piece(index))
            return true
        }
    }

    /// How far a place is from the nearest edge.
    ///
    /// - Parameter limit: What lies farther away is of no interest; nil for no limit.
    /// - Returns: nil when it is more than `limit`, and for an area without edges.
    /// - Complexity: O(log n) typical for n pieces, and some 5 microseconds for those few that may
    ///   be the nearest.
    func distance(from place: Coordinate, limit: Distance? = nil) -> Distance? {
        let position = EarthCentered.position(
            longitude: place.longitude,
            latitude: place.latitude
        )
        var nearest = NearestPair<(share: Double, edge: LevelEdge)>(limit: limit)
        // A good guess first, so that few runs are looked into.
        for index in runs.likelyNearest(to: position) {
            let piece = piece(index)
            let (square, _) = EarthCentered.nearest(position, start: piece.start, span: piece.span)
            nearest.shorten(to: square.squareRoot() + piece.sag)
        }
        forEach(near: position, reach: { nearest.reach }) { piece in
            let (square, share) = EarthCentered.nearest(
                position,
                start: piece.start,
                span: piece.span
            )
            let bound = nearest.reach + piece.sag
            guard square <= bound * bound else { return }
            nearest.add((share, piece.edge), chord: square.squareRoot(), slack: piece.sag)
        }
        let origin = GeodesicOrigin(place)
        return nearest.least { $0.edge.distance(to: place, origin, guess: $0.share) }
    }

    /// How far the nearest points of the edges of two areas are apart, which neither touch nor cross.
    ///
    /// The nearest points of two pieces are taken to include an end of one of them, as on a plane.
    ///
    /// - Parameter limit: What lies farther away is of no interest.
    /// - Returns: nil when it is more than `limit`, and without edges.
    /// - Complexity: O(m log n) typical for the m pieces of one that are near the other.
    func distance(to other: AreaEdges, limit: Distance) -> Distance? {
        guard let whole = other.runs.nodes.first?.bound else { return nil }
        var nearest = NearestPair<(mine: LevelEdge, other: LevelEdge)>(limit: limit)
        runs.walk { run in
            let far = nearest.reach + run.sag + whole.sag
            return run.square(from: whole) > far * far
        } _: { index in
            let mine = piece(index)
            let half = EarthCentered.length(mine.span) / 2 + mine.sag
            let middle = mine.start + mine.span / 2
            other.forEach(near: middle, reach: { nearest.reach + half }) { theirs in
                nearest.add(
                    (mine.edge, theirs.edge),
                    chord: EarthCentered.distance(
                        start: mine.start,
                        span: mine.span,
                        otherStart: theirs.start,
                        otherSpan: theirs.span
                    ),
                    slack: mine.sag + theirs.sag
                )
            }
            return true
        }
        return nearest.least { pair in
            min(pair.mine.distance(toEndsOf: pair.other), pair.other.distance(toEndsOf: pair.mine))
        }
    }
}
