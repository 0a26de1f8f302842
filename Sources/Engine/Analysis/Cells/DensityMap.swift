public import Geodesy

/// How many points lie in each cell of a part of the Earth.
public struct DensityMap: Sendable {
    /// A cell with its count.
    public struct Cell: Sendable {
        /// Which cell.
        public let id: CellGrid.ID
        /// Its middle.
        public let center: Coordinate
        /// Its corners, counterclockwise, each once.
        public let corners: [Coordinate]
        /// Its corners, and places between them where meridians lie close together, so that lines which are
        /// straight in longitude and latitude follow its edges.
        let outline: [Coordinate]
        /// How many points lie in it.
        public let count: Int
    }

    /// The cells' shape and width.
    public let grid: CellGrid
    /// The cells that may be shown, from south to north and from west to east. Empty cells and
    /// withheld ones are not among them.
    public let cells: [Cell]
    /// How many cells have points, but fewer than may be shown.
    public let withheldCellCount: Int
    /// How many points are in no cell, as they lie opposite the middle of the box on the Earth: a map
    /// of so much has no cells there.
    public let unplacedCount: Int

    /// Counts points.
    ///
    /// A cell counts when its middle lies in the box, and then with all its points, also those
    /// outside the box: no cell is counted in part. So hand over the points of
    /// ``catchment(of:grid:)``.
    ///
    /// - Parameters:
    ///   - places: The points.
    ///   - grid: The cells.
    ///   - box: The part of the Earth that is looked at.
    ///   - minimumCount: Cells with fewer points are withheld; 1 or less withholds none.
    /// - Throws: ``AnalysisError/badCell(reason:)``.
    /// - Complexity: O(points + cells log cells).
    public init(
        of places: some Sequence<Coordinate>,
        grid: CellGrid,
        in box: BoundingBox,
        minimumCount: Int = 1
    ) throws(AnalysisError) {
        self.grid = grid
        let map = try EqualAreaMap(center: box.middle)
        var counts: [CellGrid.ID: Int] = [:]
        var unplaced = 0
        for place in places {
            if let point = map.point(place) {
                counts[grid.cell(at: point), default: 0] += 1
            } else {
                unplaced += 1
            }
        }
        var cells: [Cell] = []
        var withheld = 0
        for id in counts.keys.sorted() {
            guard let count = counts[id] else { continue }
            guard let center = map.place(grid.center(of: id)) else {
                unplaced += count
                continue
            }
            guard box.contains(center) else { continue }
            guard count >= minimumCount else {
                withheld += 1
                continue
            }
            let outline = map.outline(grid.corners(of: id))
            cells.append(
                Cell(
                    id: id,
                    center: center,
                    corners: outline.corners,
                    outline: outline.all,
                    count: count
                )
            )
        }
        self.cells = cells
        withheldCellCount = withheld
        unplacedCount = unplaced
    }

    /// A box that holds every cell whose middle lies in a box.
    public static func catchment(of box: BoundingBox, grid: CellGrid) -> BoundingBox {
        let corners = [
            (box.south, box.west), (box.north, box.west), (box.south, box.east),
            (box.north, box.east),
        ]
        // Twice the cell's radius makes up for the map's scale, which is 2 at most where it is used.
        let reach = Distance(uncheckedMeters: 2 * grid.cellRadiusMeters)
        let around = corners.map {
            BoundingBox(
                around: Coordinate(uncheckedLatitude: $0.0, longitude: $0.1),
                radius: reach
            )
        }
        let south = around.reduce(90) { min($0, $1.south) }
        let north = around.reduce(-90) { max($0, $1.north) }
        let margin = around.reduce(0) { max($0, $1.widthDegrees / 2) }
        guard box.widthDegrees + 2 * margin < 360 else {
            return BoundingBox(uncheckedWest: -180, south: south, east: 180, north: north)
        }
        let west = box.west - margin
        let east = box.east + margin
        return BoundingBox(
            uncheckedWest: west < -180 ? west + 360 : west,
            south: south,
            east: east > 180 ? east - 360 : east,
            north: north
        )
    }
}

extension BoundingBox {
    /// How many degrees of longitude the box spans.
    public var widthDegrees: Double { crossesAntimeridian ? east - west + 360 : east - west }

    /// The place halfway between the edges.
    public var middle: Coordinate {
        let longitude = west + widthDegrees / 2
        return Coordinate(
            uncheckedLatitude: (south + north) / 2,
            longitude: longitude > 180 ? longitude - 360 : longitude
        )
    }
}
