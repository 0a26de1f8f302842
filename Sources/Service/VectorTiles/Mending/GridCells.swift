/// An area by the cells of a coarse grid: a cell belongs to it whose middle does.
///
/// This is how an area is drawn whose edges cross each other too often to be followed: at its scale they
/// cannot be told apart.
struct GridCells {
    /// How wide a cell is, in units of the tile's grid: four pixels where tiles are shown 512 pixels wide.
    static let units = 32
    private static let perSide = TileFrame.span.count / units

    /// Whether each cell belongs to the area, by rows.
    private var isCovered: [Bool]

    /// - Parameter edges: In any order, whatever they have in common.
    /// - Complexity: O(n) for n edges, and O(1) for the cells.
    init(_ edges: [TileArea.Edge]) {
        let width = Self.perSide + 1
        /// How often is gone round a cell, less how often round the one to its west.
        var steps = Array(repeating: Int32(0), count: width * Self.perSide)
        for edge in edges {
            let (low, high) = (min(edge.left.y, edge.right.y), max(edge.left.y, edge.right.y))
            guard low < high else { continue }
            // Those that run to lesser y have what lies to the east on their left.
            let count = edge.right.y < edge.left.y ? edge.count : -edge.count
            let slope =
                Double(edge.right.x - edge.left.x) / Double(edge.right.y - edge.left.y)
            for row in Self.first(from: Double(low))..<Self.first(from: Double(high)) {
                let x = Double(edge.left.x) + slope * (Self.middle(row) - Double(edge.left.y))
                steps[row * width + Self.first(from: x)] += count
            }
        }
        isCovered = []
        isCovered.reserveCapacity(Self.perSide * Self.perSide)
        for row in 0..<Self.perSide {
            var count: Int32 = 0
            for column in 0..<Self.perSide {
                count += steps[row * width + column]
                isCovered.append(count > 0)
            }
        }
    }

    /// The middle of a cell on one of the axes.
    private static func middle(_ index: Int) -> Double {
        Double(index * units + units / 2 + TileFrame.span.lowerBound)
    }

    /// The first cell whose middle lies at a place of an axis or beyond it; one more than the last for none.
    private static func first(from place: Double) -> Int {
        let cell = ((place - middle(0)) / Double(units)).rounded(.up)
        return Int(min(max(cell, 0), Double(perSide)))
    }

    /// The edges between what belongs to the area and what does not, with the area on their left.
    var bounds: [GridSweep.Bound] {
        func isCovered(_ column: Int, _ row: Int) -> Bool {
            let range = 0..<Self.perSide
            return range.contains(column) && range.contains(row)
                && self.isCovered[row * Self.perSide + column]
        }
        func corner(_ column: Int, _ row: Int) -> GridPoint {
            let start = TileFrame.span.lowerBound
            return GridPoint(
                Int32(start + column * Self.units),
                Int32(start + row * Self.units)
            )
        }
        var bounds: [GridSweep.Bound] = []
        for row in 0..<Self.perSide {
            for column in 0..<Self.perSide where isCovered(column, row) {
                let (southWest, southEast) = (corner(column, row), corner(column + 1, row))
                let (northWest, northEast) = (corner(column, row + 1), corner(column + 1, row + 1))
                let sides = [
                    (isCovered(column, row - 1), southWest, southEast),
                    (isCovered(column + 1, row), southEast, northEast),
                    (isCovered(column, row + 1), northEast, northWest),
                    (isCovered(column - 1, row), northWest, southWest),
                ]
                for (isInside, start, end) in sides where !isInside {
                    bounds.append(GridSweep.Bound(start: start, end: end))
                }
            }
        }
        return bounds
    }
}
