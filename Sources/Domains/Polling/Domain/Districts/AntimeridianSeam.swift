internal import Geodesy

/// Where the antimeridian cuts an area in two, as RFC 7946 (section 3.1.9) asks for: edges on both of
/// its sides that lie on each other and bound nothing. Neither do edges along a pole.
struct AntimeridianSeam {
    /// Degrees of latitude of which both sides have edges, from the south to the north; they touch nowhere.
    private let ranges: [ClosedRange<Double>]

    init(_ rings: [[Coordinate]]) {
        var (west, east) = ([ClosedRange<Double>](), [ClosedRange<Double>]())
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst())
            where from.longitude.magnitude == 180 && from.longitude == to.longitude {
                let range =
                    min(from.latitude, to.latitude)...max(from.latitude, to.latitude)
                if from.longitude > 0 { east.append(range) } else { west.append(range) }
            }
        }
        let (merged, other) = (Self.merged(west), Self.merged(east))
        ranges = merged.flatMap { range in
            other.filter { range.overlaps($0) }.map { range.clamped(to: $0) }
        }.filter { $0.lowerBound < $0.upperBound }
    }

    private static func merged(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, next in
            if let last = merged.last, next.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, next.upperBound)
            } else {
                merged.append(next)
            }
        }
    }

    /// Whether an edge bounds nothing.
    func covers(_ from: Coordinate, _ to: Coordinate) -> Bool {
        if from.latitude.magnitude == 90, from.latitude == to.latitude { return true }
        guard from.longitude.magnitude == 180, from.longitude == to.longitude else { return false }
        let (south, north) = (min(from.latitude, to.latitude), max(from.latitude, to.latitude))
        return ranges.contains { $0.lowerBound <= south && north <= $0.upperBound }
    }
}
