public import Geodesy

/// Lines along which things are looked for, such as roads to walk.
public struct Route: Sendable {
    /// The ways between neighbouring places of all lines.
    public let segments: [GeodesicSegment]

    /// - Parameter lines: Each of two places or more; neighbours are joined by geodesics.
    public init(_ lines: [[Coordinate]]) {
        segments = lines.flatMap { line in
            zip(line, line.dropFirst()).map { GeodesicSegment(from: $0, to: $1) }
        }
    }

    /// The length of all lines in metres.
    public var lengthMeters: Double { segments.reduce(0) { $0 + $1.lengthMeters } }

    /// The distance from the nearest point of the lines.
    ///
    /// - Parameter limit: What lies farther away is of no interest.
    /// - Returns: nil when it is more than `limit`.
    /// - Complexity: O(segments) short looks and a few long ones.
    /// Accuracy: that of ``GeodesicSegment/nearest(to:)``.
    public func distance(to place: Coordinate, limit: Distance) -> Distance? {
        let origin = GeodesicOrigin(place)
        var best: Distance?
        for segment in segments {
            // No point of the segment is nearer than its start less its length.
            let bound = origin.distance(to: segment.start).meters - segment.lengthMeters - 0.001
            guard bound <= min(limit.meters, best?.meters ?? .infinity) else { continue }
            let found = segment.nearest(to: place).distance
            if found <= limit, found < best ?? Distance(uncheckedMeters: .greatestFiniteMagnitude) {
                best = found
            }
        }
        return best
    }

    /// Boxes that together hold every place within a distance of the lines, and little more.
    ///
    /// A segment is taken in pieces; whatever lies within `width` of a piece lies within `width`
    /// and half the piece's length of its middle.
    ///
    /// - Complexity: O(length / width), at most ``boxLimit`` boxes more than there are segments.
    public func boxes(width: Distance) -> [BoundingBox] {
        let total = lengthMeters
        let pieceMeters = max(2 * width.meters, 200, total / Double(Self.boxLimit))
        var boxes: [BoundingBox] = []
        for segment in segments {
            let count = max(1, (segment.lengthMeters / pieceMeters).rounded(.up))
            let half = segment.lengthMeters / count / 2
            for index in 0..<Int(count) {
                boxes.append(
                    BoundingBox(
                        around: segment.point(at: (2 * Double(index) + 1) * half),
                        radius: Distance(uncheckedMeters: width.meters + half + 0.001)
                    )
                )
            }
        }
        return boxes
    }

    /// How many pieces the lines are cut into at most, but for one a segment.
    public static let boxLimit = 20_000
}
