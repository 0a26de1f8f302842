/// Where an area's name is best written: in the middle of the longest level line within it, of some
/// that are tried; of lines that are about as long, the one nearest to the middle of its box.
struct AreaMiddle: Sendable, Hashable {
    let point: PlanePoint
    /// How long that line is, on the plane.
    let width: Double

    private static let lineCount = 11
    /// What share of a line's length counts less at the edge of the box.
    private static let edgeLoss = 0.4

    /// - Returns: nil where the area has no inside.
    init?(_ polygons: [[Outline]]) {
        let largest = polygons.max { ($0.first?.area ?? 0) < ($1.first?.area ?? 0) }
        guard let rings = largest, let box = rings.first?.box, box.height > 0 else { return nil }
        var best: (from: Double, to: Double, y: Double, score: Double) = (0, 0, 0, 0)
        for number in 1...Self.lineCount {
            let height = Double(number) / Double(Self.lineCount + 1)
            let y = box.north + box.height * height
            let central = 1 - Self.edgeLoss * (2 * height - 1).magnitude
            let crossings = rings.flatMap { Self.crossings(of: $0.points, y: y) }.sorted()
            for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                let (from, to) = (crossings[index], crossings[index + 1])
                let score = (to - from) * central
                if score > best.score { best = (from, to, y, score) }
            }
        }
        guard best.to > best.from else { return nil }
        point = PlanePoint(x: (best.from + best.to) / 2, y: best.y)
        width = best.to - best.from
    }

    private static func crossings(of ring: [PlanePoint], y: Double) -> [Double] {
        zip(ring, ring.dropFirst()).compactMap { start, end in
            guard (start.y <= y) != (end.y <= y) else { return nil }
            return start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
        }
    }
}
