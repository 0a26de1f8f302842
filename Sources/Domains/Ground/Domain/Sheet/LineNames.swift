internal import Foundation

/// Where along a line its name is to be written.
package struct NameAnchor: Sendable, Hashable {
    /// The middle of the name.
    package let point: PlanePoint
    /// How the name is turned, clockwise from level, in radians, so that it is never upside down.
    package let angle: Double
}

/// Finds places for the names of lines: straight stretches, far enough from each other.
///
/// They follow from the whole line and the zoom alone, so that two tiles into which the same name
/// reaches write it at the same place.
package enum LineNames {
    /// How wide a letter is drawn, about, in pixels.
    package static let letterPixels = 6.2
    /// How far apart the same name is written, in pixels.
    private static let spacingPixels = 420.0
    /// How far the line may stray from under its name, in pixels.
    private static let strayPixels = 3.5

    /// - Parameters:
    ///   - line: As it is drawn, before it is clipped.
    ///   - letters: How long the name is.
    /// - Returns: In the order of the line.
    package static func anchors(
        along line: [PlanePoint],
        letters: Int,
        zoom: Int
    ) -> [NameAnchor] {
        let pixel = WebMercator.pixel(atZoom: zoom)
        let half = (Double(letters) * letterPixels / 2 + 6) * pixel
        var ends: [Double] = [0]
        for (start, end) in zip(line, line.dropFirst()) {
            ends.append((ends.last ?? 0) + start.distance(to: end))
        }
        guard let length = ends.last, length >= 2 * half else { return [] }
        let spacing = max(spacingPixels * pixel, 4 * half)
        let count = max(1, Int(min(length / spacing, 200)))
        var anchors: [NameAnchor] = []
        for number in 0..<count {
            let middle = length * (Double(number) + 0.5) / Double(count)
            // Where the line bends too much, a little further along may do.
            for shift in [0, 0.12, -0.12, 0.24, -0.24] {
                let at = middle + shift * length / Double(count)
                guard at >= half, at <= length - half,
                    let anchor = anchor(line, ends, at: at, half: half, stray: strayPixels * pixel)
                else { continue }
                anchors.append(anchor)
                break
            }
        }
        return anchors
    }

    private static func anchor(
        _ line: [PlanePoint],
        _ ends: [Double],
        at middle: Double,
        half: Double,
        stray: Double
    ) -> NameAnchor? {
        let start = point(line, ends, at: middle - half)
        let end = point(line, ends, at: middle + half)
        for (index, point) in line.enumerated()
        where ends[index] > middle - half && ends[index] < middle + half {
            if point.distance(fromLine: start, end) > stray { return nil }
        }
        var angle = atan2(end.y - start.y, end.x - start.x)
        if angle > .pi / 2 { angle -= .pi }
        if angle <= -.pi / 2 { angle += .pi }
        return NameAnchor(
            point: PlanePoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2),
            angle: angle
        )
    }

    private static func point(
        _ line: [PlanePoint],
        _ ends: [Double],
        at distance: Double
    ) -> PlanePoint {
        // The first place that lies farther along.
        var (low, high) = (1, line.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < distance { low = middle + 1 } else { high = middle }
        }
        let length = ends[low] - ends[low - 1]
        let share = length > 0 ? (distance - ends[low - 1]) / length : 0
        let (start, end) = (line[low - 1], line[low])
        return PlanePoint(
            x: start.x + share * (end.x - start.x),
            y: start.y + share * (end.y - start.y)
        )
    }
}
