public import Geodesy

/// Lines along which things are looked for, such as roads to walk.
public struct CorridorLine: Sendable {
    /// The ways between neighbouring places of all lines.
    public let segments: [GeodesicSegment]
    /// The segments by their chords, which tell which of them can be the nearest.
    private let chords: [Chord]
    private let runs: RunTree<PositionRun>

    private struct Chord {
        let start: EarthCentered.Position
        let span: EarthCentered.Position
        /// How far the segment is from its chord at most.
        let sag: Double
    }

    /// - Parameter lines: Each of two places or more; neighbours are joined by geodesics.
    /// - Complexity: O(n log n) for n segments.
    public init(_ lines: [[Coordinate]]) {
        let segments = lines.flatMap { line in
            zip(line, line.dropFirst()).map { GeodesicSegment(from: $0, to: $1) }
        }
        let chords = segments.map(Self.chord)
        self.segments = segments
        self.chords = chords
        runs = RunTree(rings: segments.isEmpty ? [] : [segments.indices]) { items, _ in
            var run = PositionRun()
            for chord in chords[items] {
                run.add(from: chord.start, to: chord.start + chord.span, sag: chord.sag)
            }
            return run
        }
    }

    private static func chord(of segment: GeodesicSegment) -> Chord {
        func position(_ place: Coordinate) -> EarthCentered.Position {
            EarthCentered.position(longitude: place.longitude, latitude: place.latitude)
        }
        let start = position(segment.start)
        // A curve of length L that nowhere bends more than a circle of radius R is no farther from its
        // chord than L^2 / 8 R, and a geodesic bends as much as the ellipsoid below it.
        let length = segment.lengthMeters
        return Chord(
            start: start,
            span: position(segment.end) - start,
            sag: length * length / (8 * Geodesic.leastRadiusOfCurvatureMeters)
                + EarthCentered.roundingMeters
        )
    }

    /// The length of all lines in metres.
    public var lengthMeters: Double { segments.reduce(0) { $0 + $1.lengthMeters } }

    /// The distance from the nearest point of the lines.
    ///
    /// - Parameter limit: What lies farther away is of no interest.
    /// - Returns: nil when it is more than `limit`.
    /// - Complexity: O(log n) typical for n segments, and some 10 microseconds for those few that may be
    ///   the nearest.
    /// Accuracy: that of ``GeodesicSegment/nearest(to:)``.
    public func distance(to place: Coordinate, limit: Distance) -> Distance? {
        let position = EarthCentered.position(
            longitude: place.longitude,
            latitude: place.latitude
        )
        func meters(to chord: Chord) -> Double {
            EarthCentered.nearest(position, start: chord.start, span: chord.span).squareMeters
                .squareRoot()
        }
        var nearest = NearestPair<GeodesicSegment>(limit: limit)
        // A good guess first, so that few runs are looked into.
        for chord in chords[runs.likelyNearest(to: position)] {
            nearest.shorten(to: meters(to: chord) + chord.sag)
        }
        runs.walk { run in
            let reach = nearest.reach + run.sag
            return run.square(from: position) > reach * reach
        } _: { index in
            let chord = chords[index]
            nearest.add(segments[index], chord: meters(to: chord), slack: chord.sag)
            return true
        }
        return nearest.least { $0.nearest(to: place).distance }
    }

    /// Boxes that together hold every place within a distance of the lines, and little more.
    ///
    /// A long segment is taken in pieces; whatever lies within `width` of a piece lies within `width`
    /// and half the piece's length of its middle. Short ones that follow each other are taken together.
    ///
    /// - Complexity: O(length / width), and O(1) a segment; at most four times ``boxLimit`` boxes more
    ///   than there are lines.
    public func boxes(width: Distance) -> [BoundingBox] {
        let total = lengthMeters
        let pieceMeters = max(2 * width.meters, 200, total / Double(Self.boxLimit))
        var boxes: [BoundingBox] = []
        func add(_ middle: Coordinate, reaching meters: Double) {
            boxes.append(
                BoundingBox(
                    around: middle,
                    radius: Distance(uncheckedMeters: width.meters + meters + 0.001)
                )
            )
        }
        var index = 0
        while index < segments.count {
            let first = index
            var length = segments[first].lengthMeters
            index += 1
            while index < segments.count, segments[index].start == segments[index - 1].end,
                length + segments[index].lengthMeters <= pieceMeters
            {
                length += segments[index].lengthMeters
                index += 1
            }
            if index > first + 1 {
                add(middle(of: first..<index, length: length), reaching: length / 2)
                continue
            }
            let count = max(1, (length / pieceMeters).rounded(.up))
            let half = length / count / 2
            for piece in 0..<Int(count) {
                add(segments[first].point(at: (2 * Double(piece) + 1) * half), reaching: half)
            }
        }
        return boxes
    }

    /// The place half way along some segments that follow each other.
    private func middle(of run: Range<Int>, length: Double) -> Coordinate {
        var left = length / 2
        for segment in segments[run] {
            if left <= segment.lengthMeters { return segment.point(at: left) }
            left -= segment.lengthMeters
        }
        return segments[run.upperBound - 1].end
    }

    /// How many pieces the lines are cut into at most, in the order of magnitude.
    public static let boxLimit = 20_000
}
