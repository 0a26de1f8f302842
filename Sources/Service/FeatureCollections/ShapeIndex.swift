package import Geodesy
internal import SpatialIndex

/// Finds shapes by their boxes.
package struct ShapeIndex: Sendable {
    private let boxes: BoxTree
    private let numbers: [Int32]
    /// The narrowest box that holds all shapes; nil without any.
    package let extent: BoundingBox?

    /// An index of shapes under their numbers, 0 and up; those that are nil are never found.
    ///
    /// - Complexity: O(n log n).
    package init(_ shapes: some Sequence<FeatureShape?>) {
        var boxes: [BoundingBox] = []
        var numbers: [Int32] = []
        for (number, shape) in shapes.enumerated() {
            for box in shape?.boxes ?? [] {
                boxes.append(box)
                numbers.append(Int32(truncatingIfNeeded: number))
            }
        }
        self.boxes = BoxTree(boxes)
        self.numbers = numbers
        extent = BoundingBox.extent(of: boxes)
    }

    /// The numbers of the shapes that have a part whose box shares a place with another, each once.
    ///
    /// - Parameter box: `west <= east`.
    package func numbers(near box: BoundingBox) -> [Int] {
        var found: Set<Int32> = []
        boxes.forEach(touching: box) { found.insert(numbers[$0]) }
        return found.map(Int.init)
    }
}

extension FeatureShape {
    /// The boxes of its parts, none of which crosses the antimeridian.
    package var boxes: [BoundingBox] {
        switch self {
        case .point(let place): [BoundingBox(holding: [place])]
        case .lines(let lines): lines.filter { !$0.isEmpty }.map { BoundingBox(holding: $0) }
        case .area(let area): area.polygons.map(\.boundingBox)
        }
    }
}
