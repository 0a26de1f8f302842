internal import Geodesy

/// A line that areas lie along: how far is an area from its nearest point?
public struct AreaCorridor: Sendable {
    /// A short stretch of the line.
    private struct Piece {
        let segment: GeodesicSegment
        let start: EarthCentered.Position
        let span: EarthCentered.Position
        /// On the grid; the end's longitude may go on past half a turn.
        let edge: GridArea.Edge
    }

    private let pieces: [Piece]
    private let runs: RunTree<PositionRun>

    /// So long a piece of a geodesic is a straight line in longitude and latitude to a fifth of a
    /// millimetre, at 45 degrees of latitude.
    private static let pieceMeters = 100.0

    /// The longest line that is cut into pieces, in metres: two and a half times around the Earth.
    public static let longestMeters = 100_000_000.0

    /// - Parameter route: Not longer than ``longestMeters``.
    /// - Complexity: O(n log n) for n pieces of 100 m.
    public init(_ route: CorridorLine) {
        let pieces = route.segments.flatMap { segment -> [Piece] in
            let count = max(1, Int((segment.lengthMeters / Self.pieceMeters).rounded(.up)))
            var start = segment.start
            return (1...count).map { index in
                let end = segment.point(
                    at: segment.lengthMeters * Double(index) / Double(count)
                )
                defer { start = end }
                return Self.piece(from: start, to: end)
            }
        }
        self.pieces = pieces
        runs = RunTree(rings: pieces.isEmpty ? [] : [pieces.indices]) { items, _ in
            var run = PositionRun()
            for piece in pieces[items] {
                run.add(from: piece.start, to: piece.start + piece.span, sag: Self.pieceSagMeters)
            }
            return run
        }
    }

    private static func piece(from start: Coordinate, to end: Coordinate) -> Piece {
        func position(_ place: Coordinate) -> EarthCentered.Position {
            EarthCentered.position(longitude: place.longitude, latitude: place.latitude)
        }
        func corner(_ place: Coordinate) -> GridArea.Corner {
            GridArea.Corner(
                x: Coordinate.gridSteps(degrees: place.longitude),
                y: Coordinate.gridSteps(degrees: place.latitude)
            )
        }
        let from = corner(start)
        var to = corner(end)
        if to.x - from.x > GridArea.turn / 2 { to.x -= GridArea.turn }
        if from.x - to.x > GridArea.turn / 2 { to.x += GridArea.turn }
        return Piece(
            segment: GeodesicSegment(from: start, to: end),
            start: position(start),
            span: position(end) - position(start),
            edge: GridArea.Edge(from: from, to: to)
        )
    }

    /// How far an area is from the line: 0 where the line touches or crosses it.
    ///
    /// Where they are apart, the nearest points of a piece and an edge are taken to include an end
    /// of one of them, as on a plane.
    ///
    /// - Parameter limit: What lies farther away is of no interest.
    /// - Returns: nil when it is more than `limit`.
    /// - Complexity: O(p log n) typical for the p pieces that are near and n edges, and O(log m) for
    ///   those m that are not.
    /// Accuracy: 1 mm between 75 degrees of latitude south and north.
    func distance(to grid: GridArea, _ edges: AreaEdges, limit: Distance) -> Distance? {
        guard let (center, radius) = edges.sphere else { return nil }
        // A geodesic is no shorter than its chord.
        let reach = limit.meters + radius + Self.pieceMeters
        var near: [Piece] = []
        runs.walk { run in
            run.square(from: center) > reach * reach
        } _: { index in
            let piece = pieces[index]
            let (square, _) = EarthCentered.nearest(center, start: piece.start, span: piece.span)
            if square <= reach * reach { near.append(piece) }
            return true
        }
        if near.contains(where: { grid.meets($0.edge) }) { return .zero }
        var nearest = NearestPair<(piece: GeodesicSegment, edge: LevelEdge)>(limit: limit)
        for piece in near {
            let half = EarthCentered.length(piece.span) / 2 + Self.pieceSagMeters
            let middle = piece.start + piece.span / 2
            edges.forEach(near: middle, reach: { nearest.reach + half }) { other in
                nearest.add(
                    (piece.segment, other.edge),
                    chord: EarthCentered.distance(
                        start: piece.start,
                        span: piece.span,
                        otherStart: other.start,
                        otherSpan: other.span
                    ),
                    slack: other.sag + Self.pieceSagMeters
                )
            }
        }
        return nearest.least { segment, edge in
            min(
                segment.nearest(to: edge.place(at: 0)).distance,
                segment.nearest(to: edge.place(at: 1)).distance,
                edge.distance(toEnd: segment.start),
                edge.distance(toEnd: segment.end)
            )
        }
    }

    /// More than a piece of a geodesic is from its chord.
    private static let pieceSagMeters = 0.001
}

extension GridArea {
    /// Whether an edge and the area have a place in common.
    fileprivate func meets(_ edge: Edge) -> Bool {
        let box = Box(edge)
        return parts.contains { part in
            part.turns(toward: box).contains { turn in
                let moved = edge.moved(by: -turn)
                guard part.box.touches(moved) else { return false }
                return part.holds(moved.from) || part.meets(moved)
            }
        }
    }
}
