internal import Geodesy
internal import HeapModule

/// Seeks the place of an area that is farthest from its nearest station.
///
/// Best first: a piece waits under a distance that none of its places exceeds, so that the search is
/// over as soon as that is no more than the best found, but for the tolerance.
struct FarthestPlace {
    private let measure: CoverageMeasure
    private let area: GridArea
    private let corners: [Area.LongLatitude]

    /// A piece, and how far its places can be from the nearest station.
    private struct Waiting: Comparable {
        let piece: AreaPiece
        let bound: Double

        static func < (left: Waiting, right: Waiting) -> Bool { left.bound < right.bound }
        static func == (left: Waiting, right: Waiting) -> Bool { left.bound == right.bound }
    }

    init(measure: CoverageMeasure, area: Area) {
        self.measure = measure
        self.area = GridArea(area)
        corners = area.outlines.flatMap { $0 }
    }

    /// - Parameter pieces: The polygons of the area.
    /// - Returns: nil without stations.
    func find(in pieces: [AreaPiece]) -> (place: Coordinate, distance: Distance)? {
        var best: (place: Coordinate, distance: Distance)?
        func consider(_ place: Coordinate) {
            guard let distance = measure.distance(from: place) else { return }
            if best.map({ distance > $0.distance }) ?? true { best = (place, distance) }
        }
        var waiting = Heap<Waiting>()
        /// A middle that lies in the area may be the best itself.
        func add(_ piece: AreaPiece) {
            let middle = piece.middle
            guard let meters = measure.distance(from: middle)?.meters else { return }
            if meters > best?.distance.meters ?? -1, area.holds(middle) { consider(middle) }
            waiting.insert(Waiting(piece: piece, bound: meters + piece.radiusMeters))
        }
        // The farthest place is often a corner; they also make a good bound to begin with.
        for corner in corners { consider(corner.place) }
        for piece in pieces { add(piece) }
        var toleranceMeters = Self.toleranceMeters
        var count = 0
        while let next = waiting.popMax() {
            count += 1
            if count.isMultiple(of: Self.patience) { toleranceMeters *= 2 }
            let reached = best?.distance.meters ?? 0
            let tolerance = max(toleranceMeters, reached * Self.relativeTolerance)
            guard next.bound > reached + tolerance else { break }
            guard next.piece.radiusMeters > tolerance / 4 else {
                // So small a piece is halved no more: any place of the area in it will do.
                if let place = somePlace(in: next.piece) { consider(place) }
                continue
            }
            for half in next.piece.halves { add(half) }
        }
        return best
    }

    /// A place that the area and a small piece have in common; nil for a piece of nothing but the ways
    /// to and fro along a cut.
    private func somePlace(in piece: AreaPiece) -> Coordinate? {
        let middle = piece.middle
        if area.holds(middle) { return middle }
        for corner in piece.corners {
            // Where an edge is cut, rounding may leave the place beside it.
            for (x, y) in Self.steps {
                let place = Area.LongLatitude(
                    longitude: corner.longitude + x * Self.stepDegrees,
                    latitude: min(max(corner.latitude + y * Self.stepDegrees, -90), 90)
                ).place
                if area.holds(place) { return place }
            }
        }
        return nil
    }

    private static let steps: [(Double, Double)] = [
        (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1),
    ]
    /// Some tenths of a millimetre.
    private static let stepDegrees = 3e-9
    private static let toleranceMeters = 0.5
    private static let relativeTolerance = 1e-6
    /// After so many pieces there are very many places about as far away, such as a whole rim, and
    /// the search is content with twice the tolerance.
    private static let patience = 5_000
}
