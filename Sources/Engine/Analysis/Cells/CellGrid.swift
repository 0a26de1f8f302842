public import Geodesy

/// Cells of equal area that cover the Earth about a place: squares or hexagons.
public struct CellGrid: Sendable {
    /// What the cells look like.
    public enum Shape: String, Sendable, CaseIterable {
        /// Squares, whose side is the width.
        case square
        /// Regular hexagons, whose flat sides lie the width apart, as the centres of neighbours do.
        case hexagon
    }

    /// A cell, by its column and row from the one in the middle.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// Eastward; odd rows of hexagons lie half a cell farther east.
        public let column: Int
        /// Northward.
        public let row: Int

        /// A cell by its column and row.
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }

        /// The cell as a text without white space: `3:-2`.
        public var description: String { "\(column):\(row)" }

        /// From south to north, and in a row from west to east.
        public static func < (left: ID, right: ID) -> Bool {
            (left.row, left.column) < (right.row, right.column)
        }
    }

    /// What the cells look like.
    public let shape: Shape
    /// The cells' width in metres, 1 or more.
    public let widthMeters: Double

    /// - Throws: ``AnalysisError/badCell(reason:)`` for a width of less than a metre or more than
    ///   1,000 km.
    public init(_ shape: Shape, width: Distance) throws(AnalysisError) {
        guard width.meters >= 1, width.meters <= 1_000_000 else {
            throw .badCell(reason: "a cell is \(width.meters) m wide; 1m to 1000km is allowed")
        }
        self.shape = shape
        widthMeters = width.meters
    }

    /// The area of each cell, in square metres.
    public var cellSquareMeters: Double {
        let square = widthMeters * widthMeters
        return shape == .square ? square : square * Self.root3 / 2
    }

    /// No point of a cell lies farther from its middle.
    public var cellRadiusMeters: Double {
        shape == .square ? widthMeters / 2.0.squareRoot() : widthMeters / Self.root3
    }

    /// The cell that a point of the map lies in; on an edge, one of the two.
    public func cell(at point: EqualAreaMap.Point) -> ID {
        let x = point.x / widthMeters
        let y = point.y / widthMeters
        switch shape {
        case .square:
            return ID(column: Int(x.rounded()), row: Int(y.rounded()))
        case .hexagon:
            // Axial coordinates, rounded in the plane q + r + s = 0; the one that was rounded
            // farthest follows from the other two.
            let r = y * 2 / Self.root3
            let q = x - r / 2
            let s = -q - r
            var (column, row) = (q.rounded(), r.rounded())
            let third = s.rounded()
            let (dq, dr, ds) = (
                (column - q).magnitude, (row - r).magnitude, (third - s).magnitude
            )
            if dq > dr, dq > ds { column = -row - third } else if dr > ds { row = -column - third }
            let (axial, line) = (Int(column), Int(row))
            return ID(column: axial + (line >> 1), row: line)
        }
    }

    /// The middle of a cell.
    public func center(of cell: ID) -> EqualAreaMap.Point {
        switch shape {
        case .square:
            return .init(x: Double(cell.column) * widthMeters, y: Double(cell.row) * widthMeters)
        case .hexagon:
            let shift = cell.row & 1 == 0 ? 0 : 0.5
            return .init(
                x: (Double(cell.column) + shift) * widthMeters,
                y: Double(cell.row) * widthMeters * Self.root3 / 2
            )
        }
    }

    /// The corners of a cell, counterclockwise, each once.
    public func corners(of cell: ID) -> [EqualAreaMap.Point] {
        let middle = center(of: cell)
        let half = widthMeters / 2
        switch shape {
        case .square:
            return [(-half, -half), (half, -half), (half, half), (-half, half)].map {
                .init(x: middle.x + $0.0, y: middle.y + $0.1)
            }
        case .hexagon:
            let (side, rise) = (widthMeters / Self.root3, widthMeters / Self.root3 / 2)
            return [
                (0, -side), (half, -rise), (half, rise), (0, side), (-half, rise), (-half, -rise),
            ].map { .init(x: middle.x + $0.0, y: middle.y + $0.1) }
        }
    }

    private static let root3 = 3.0.squareRoot()
}
