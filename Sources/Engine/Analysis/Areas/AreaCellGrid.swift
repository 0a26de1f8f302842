internal import Geodesy

/// Cells of equal size in longitude and latitude, and where the edges of an area run in them.
struct AreaCellGrid: Sendable {
    /// Degrees.
    private let west: Double
    private let south: Double
    private let columnCount: Int
    private let rowCount: Int
    private let columnsPerDegree: Double
    private let rowsPerDegree: Double

    /// How many cells there are.
    var count: Int { columnCount * rowCount }

    /// An edge is near a cell when it comes as close as this to it: 10 mm and more short of
    /// ``AreaCells/polarLatitude``, where a place that is not on an edge is never measured to be.
    static let marginDegrees = 1e-6

    /// A grid over some boxes; nil for none.
    ///
    /// - Parameter cellCount: About how many cells there shall be.
    init?(of boxes: [BoundingBox], cellCount: Int) {
        guard let first = boxes.first else { return nil }
        let sides = boxes.reduce((first.west, first.south, first.east, first.north)) {
            (
                min($0.0, $1.west), min($0.1, $1.south), max($0.2, $1.east),
                max($0.3, $1.north)
            )
        }
        let margin = 2 * Self.marginDegrees
        west = sides.0 - margin
        south = sides.1 - margin
        let (width, height) = (sides.2 - sides.0 + 2 * margin, sides.3 - sides.1 + 2 * margin)
        let columns = (Double(cellCount) * width / height).squareRoot().rounded(.up)
        columnCount = max(1, min(cellCount, Int(min(columns, 1e9))))
        rowCount = max(1, cellCount / columnCount)
        columnsPerDegree = Double(columnCount) / width
        rowsPerDegree = Double(rowCount) / height
    }

    /// The cell of a place; nil for one that is near none of the boxes.
    @inline(__always)
    func cell(of place: Coordinate) -> Int? {
        let column = (place.longitude - west) * columnsPerDegree
        let row = (place.latitude - south) * rowsPerDegree
        guard column >= 0, row >= 0, column < Double(columnCount), row < Double(rowCount) else {
            return nil
        }
        return Int(row) * columnCount + Int(column)
    }

    /// What is known of an area, row by row.
    ///
    /// - Complexity: O(n log n + r log n) for n edges and r runs of cells.
    func runs(of area: MeasuredArea, number: Int) -> [AreaCells.Run] {
        var near: [Int: [ClosedRange<Int>]] = [:]
        for part in area.grid.parts {
            for edge in part.edges { addCells(near: edge, to: &near) }
        }
        let (columns, rows) = extent(of: area.boxes.flatMap(\.unwrapped))
        var runs: [AreaCells.Run] = []
        for row in rows {
            let first = row * columnCount
            func add(_ columns: Range<Int>, isNearEdge: Bool) {
                guard !columns.isEmpty, isNearEdge || area.grid.holds(middle(columns, row)) else {
                    return
                }
                let cells = first + columns.lowerBound..<first + columns.upperBound
                runs.append(AreaCells.Run(area: number, cells: cells, isNearEdge: isNearEdge))
            }
            var start = columns.lowerBound
            let sorted = (near[row] ?? []).sorted { $0.lowerBound < $1.lowerBound }
            for piece in sorted {
                add(start..<max(start, piece.lowerBound), isNearEdge: false)
                start = max(start, piece.lowerBound)
                add(start..<max(start, piece.upperBound + 1), isNearEdge: true)
                start = max(start, piece.upperBound + 1)
            }
            add(start..<max(start, columns.upperBound + 1), isNearEdge: false)
        }
        return runs
    }

    /// A place in the first of some cells of a row.
    private func middle(_ columns: Range<Int>, _ row: Int) -> Coordinate {
        let longitude = west + (Double(columns.lowerBound) + 0.5) / columnsPerDegree
        let latitude = south + (Double(row) + 0.5) / rowsPerDegree
        return Coordinate(
            uncheckedLatitude: min(90, max(-90, latitude)),
            longitude: min(180, max(-180, longitude))
        )
    }

    /// The cells that some boxes and their margin touch.
    private func extent(
        of boxes: [BoundingBox]
    ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let (wests, easts) = (boxes.map(\.west).min() ?? 0, boxes.map(\.east).max() ?? 0)
        let (souths, norths) = (boxes.map(\.south).min() ?? 0, boxes.map(\.north).max() ?? 0)
        return (columns(from: wests, to: easts), rows(from: souths, to: norths))
    }

    private func columns(from west: Double, to east: Double) -> ClosedRange<Int> {
        let first = column(west - Self.marginDegrees)
        return first...max(first, column(east + Self.marginDegrees))
    }

    private func rows(from south: Double, to north: Double) -> ClosedRange<Int> {
        let first = row(south - Self.marginDegrees)
        return first...max(first, row(north + Self.marginDegrees))
    }

    private func column(_ longitude: Double) -> Int {
        min(columnCount - 1, max(0, Int((longitude - west) * columnsPerDegree)))
    }

    private func row(_ latitude: Double) -> Int {
        min(rowCount - 1, max(0, Int((latitude - south) * rowsPerDegree)))
    }

    /// Adds the columns, row by row, of the cells that an edge comes near, whatever whole turn it is
    /// written in.
    private func addCells(near edge: GridArea.Edge, to near: inout [Int: [ClosedRange<Int>]]) {
        let (from, to) = (Self.degrees(edge.from), Self.degrees(edge.to))
        let east = west + Double(columnCount) / columnsPerDegree
        for turn in [-720.0, -360, 0, 360, 720] {
            let (one, other) = (from.longitude + turn, to.longitude + turn)
            guard min(one, other) <= east + Self.marginDegrees,
                max(one, other) >= west - Self.marginDegrees
            else { continue }
            let (low, high) = (min(from.latitude, to.latitude), max(from.latitude, to.latitude))
            for row in rows(from: low, to: high) {
                // What of the edge lies in the row and its margin.
                let bottom = south + Double(row) / rowsPerDegree - 2 * Self.marginDegrees
                let top = south + Double(row + 1) / rowsPerDegree + 2 * Self.marginDegrees
                func longitude(at latitude: Double) -> Double {
                    let share = (latitude - from.latitude) / (to.latitude - from.latitude)
                    return one + (other - one) * min(1, max(0, share))
                }
                let isLevel = high - low <= Self.marginDegrees
                let ends =
                    isLevel
                    ? (one, other)
                    : (longitude(at: max(low, bottom)), longitude(at: min(high, top)))
                let columns = columns(
                    from: min(ends.0, ends.1) - Self.marginDegrees,
                    to: max(ends.0, ends.1) + Self.marginDegrees
                )
                near[row, default: []].append(columns)
            }
        }
    }

    private static func degrees(
        _ corner: GridArea.Corner
    ) -> (longitude: Double, latitude: Double) {
        (
            Double(corner.x) * Coordinate.gridStepDegrees,
            Double(corner.y) * Coordinate.gridStepDegrees
        )
    }
}
