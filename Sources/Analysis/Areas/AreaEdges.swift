internal import Geodesy

/// An area's edges, made for one question: how far is the nearest of them?
///
/// Long edges are in pieces. Chords tell which pieces can be the nearest, and those are measured.
struct AreaEdges: Sendable {
    private struct Corner {
        let position: EarthCentered.Position
        let place: Area.LongLatitude
    }

    private let rings: [[Corner]]

    /// No piece is longer than this in longitude or latitude.
    static let pieceDegrees = 0.05

    init(_ area: Area) {
        rings = area.outlines.map { ring in
            var corners: [Corner] = []
            func add(_ place: Area.LongLatitude) {
                corners.append(
                    Corner(
                        position: EarthCentered.position(
                            longitude: place.longitude,
                            latitude: place.latitude
                        ),
                        place: place
                    )
                )
            }
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) where start != end {
                let across = end.longitude - start.longitude
                let up = end.latitude - start.latitude
                let breadth = max(across.magnitude, up.magnitude)
                let count = max(1, Int((breadth / Self.pieceDegrees).rounded(.up)))
                for index in 0..<count {
                    let share = Double(index) / Double(count)
                    add(
                        Area.LongLatitude(
                            longitude: start.longitude + share * across,
                            latitude: start.latitude + share * up
                        )
                    )
                }
            }
            if let first = ring.first { add(first) }
            return corners
        }
    }

    /// A sphere that holds all edges.
    var sphere: (center: EarthCentered.Position, radius: Double)? {
        let corners = rings.joined()
        let count = rings.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let center = corners.reduce(.zero) { $0 + $1.position } / Double(count)
        let radius = corners.reduce(0) { max($0, EarthCentered.length($1.position - center)) }
        // No place of a piece is farther from its ends than the piece is long; its sag is less.
        return (center, radius + 2 * 112_000 * Self.pieceDegrees)
    }

    /// Calls a closure for each piece, with its chord and how far it is from that at most.
    @inline(__always)
    func forEach(
        _ body: (
            _ edge: () -> LevelEdge, _ start: EarthCentered.Position,
            _ span: EarthCentered.Position,
            _ sag: Double
        ) -> Void
    ) {
        for ring in rings where !ring.isEmpty {
            for index in 0..<(ring.count - 1) {
                let (from, to) = (ring[index], ring[index + 1])
                body(
                    { LevelEdge(from: from.place, to: to.place) },
                    from.position,
                    to.position - from.position,
                    EarthCentered.sagMeters(
                        acrossDegrees: to.place.longitude - from.place.longitude,
                        upDegrees: to.place.latitude - from.place.latitude
                    )
                )
            }
        }
    }

    /// How far a place is from the nearest edge; nil for an area without edges.
    ///
    /// - Complexity: O(number of pieces), 10 ns each, and some 5 microseconds for those few that may
    ///   be the nearest.
    func distance(from place: Coordinate) -> Distance? {
        let position = EarthCentered.position(
            longitude: place.longitude,
            latitude: place.latitude
        )
        var waiting: [(chord: Double, share: Double, edge: LevelEdge)] = []
        var nearest = Double.infinity
        var limit = Double.infinity
        forEach { edge, start, span, sag in
            let (square, share) = EarthCentered.nearest(position, start: start, span: span)
            let reach = limit + sag
            guard square <= reach * reach else { return }
            let chord = square.squareRoot()
            waiting.append((chord - sag, share, edge()))
            if chord + sag < nearest {
                nearest = chord + sag
                limit = EarthCentered.chordLimit(nearest)
            }
        }
        let origin = GeodesicOrigin(place)
        var best: Distance?
        for candidate in waiting.sorted(by: { $0.chord < $1.chord }) {
            // A geodesic is no shorter than its chord.
            guard candidate.chord <= min(limit, best?.meters ?? .infinity) else { break }
            let found = candidate.edge.distance(to: place, origin, guess: candidate.share)
            if best.map({ found < $0 }) ?? true { best = found }
        }
        return best
    }
}
