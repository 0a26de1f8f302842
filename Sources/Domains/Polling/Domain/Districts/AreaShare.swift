internal import Foundation
package import Geodesy

/// How much of an area others have, measured along parallels that lie evenly across it.
///
/// A parallel runs through an area in stretches; what two areas have in common is where their
/// stretches overlap, weighted by how long a degree of longitude is there.
///
/// Accuracy: half a percent of the area for boundaries of any usual shape, which is as much as is
/// told.
package struct AreaShare {
    private static let parallelCount = 400

    private let south: Double
    private let step: Double
    /// Where the area's boundary crosses each parallel, from west to east.
    private let crossings: [[Double]]
    /// The length of the area's stretches, in degrees of the equator.
    private let total: Double

    /// - Returns: nil for an area without an inside.
    /// - Complexity: O(n log n) for n corners.
    package init?(_ area: MultiPolygon) {
        guard let box = area.boundingBox, box.north > box.south else { return nil }
        south = box.south
        step = (box.north - box.south) / Double(Self.parallelCount)
        crossings = Self.crossings(area, from: south, step)
        let (south, step) = (south, step)
        total = crossings.enumerated().reduce(0) { sum, row in
            sum
                + Self.common(row.element, row.element)
                * Self.weight(Self.latitude(row.offset, south, step))
        }
        guard total > 0 else { return nil }
    }

    /// How much of the area another has, 0 to 1.
    ///
    /// - Complexity: O(n log n) for the other's n corners.
    package func fraction(in other: MultiPolygon) -> Double {
        let others = Self.crossings(other, from: south, step)
        var sum = 0.0
        for index in crossings.indices {
            sum +=
                Self.common(crossings[index], others[index])
                * Self.weight(Self.latitude(index, south, step))
        }
        return min(1, max(0, sum / total))
    }

    /// Parallels off the middle of their bands, so that a corner on one of them is chance.
    private static func latitude(_ index: Int, _ south: Double, _ step: Double) -> Double {
        south + (Double(index) + 0.5003) * step
    }

    /// How long a degree of longitude is, in degrees of the equator.
    private static func weight(_ latitude: Double) -> Double {
        max(0, cos(latitude * .pi / 180))
    }

    private static func crossings(
        _ area: MultiPolygon,
        from south: Double,
        _ step: Double
    ) -> [[Double]] {
        var crossings = [[Double]](repeating: [], count: parallelCount)
        for ring in area.polygons.flatMap({ [$0.exterior] + $0.holes }) {
            for (start, end) in zip(ring, ring.dropFirst()) where start.latitude != end.latitude {
                let low = min(start.latitude, end.latitude)
                let high = max(start.latitude, end.latitude)
                let first = ((low - south) / step - 1.6).rounded(.down)
                guard first < Double(parallelCount) else { continue }
                var index = Int(max(0, first))
                while index < parallelCount {
                    let latitude = latitude(index, south, step)
                    if latitude >= high { break }
                    if latitude >= low {
                        let along = (latitude - start.latitude) / (end.latitude - start.latitude)
                        crossings[index].append(
                            start.longitude + along * (end.longitude - start.longitude)
                        )
                    }
                    index += 1
                }
            }
        }
        return crossings.map { $0.sorted() }
    }

    /// How long the stretches between every other crossing overlap, in degrees.
    private static func common(_ left: [Double], _ right: [Double]) -> Double {
        var sum = 0.0
        var (one, other) = (0, 0)
        while one + 1 < left.count, other + 1 < right.count {
            let west = max(left[one], right[other])
            let east = min(left[one + 1], right[other + 1])
            if east > west { sum += east - west }
            if left[one + 1] < right[other + 1] { one += 2 } else { other += 2 }
        }
        return sum
    }
}
