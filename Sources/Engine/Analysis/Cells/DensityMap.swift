public import Geodesy

/// How many points lie in each cell of a part of the Earth.
public struct DensityMap: Sendable {
    /// A cell with its count.
    public struct Cell: Sendable {
        /// Which cell.
        public let id: CellID
        /// Its area in square metres, more than 0.
        public let squareMeters: Double
        /// How many points lie in it.
        public let count: Int
        let outline: CellOutline

        /// Its middle.
        public var center: Coordinate { outline.center }
        /// Its corners, counterclockwise, each once.
        public var corners: [Coordinate] { outline.corners }
        /// The cell as an area whose edges are straight in longitude and latitude; in two parts where
        /// it spans the antimeridian (RFC 7946, section 3.1.9).
        ///
        /// - Returns: nil for a cell that lies half around the Earth.
        /// - Complexity: O(corners), and what stands between them.
        public var area: MultiPolygon? { outline.area }
    }

    /// Which cells there are.
    public let system: CellSystem
    /// The cells that may be shown: from south to north and from west to east, those of H3 by their
    /// numbers. Empty cells and withheld ones are not among them.
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
    /// ``CellSystem/catchment(of:)``.
    ///
    /// - Parameters:
    ///   - places: The points.
    ///   - system: Which cells.
    ///   - box: The part of the Earth that is looked at.
    ///   - minimumCount: Cells with fewer points are withheld; 1 or less withholds none.
    /// - Throws: ``AnalysisError/badCell(reason:)``.
    /// - Complexity: O(points + cells log cells).
    public init(
        of places: some Sequence<Coordinate>,
        cells system: CellSystem,
        in box: BoundingBox,
        minimumCount: Int = 1
    ) throws(AnalysisError) {
        self.system = system
        let map = try CellMap(system, about: box)
        var counts: [CellID: Int] = [:]
        var unplaced = 0
        for place in places {
            if let cell = map.cell(at: place) {
                counts[cell, default: 0] += 1
            } else {
                unplaced += 1
            }
        }
        var cells: [Cell] = []
        var withheld = 0
        for (id, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard let outline = map.outline(of: id),
                let squareMeters = map.squareMeters(of: outline)
            else {
                unplaced += count
                continue
            }
            guard box.contains(outline.center) else { continue }
            guard count >= minimumCount else {
                withheld += 1
                continue
            }
            cells.append(
                Cell(id: id, squareMeters: squareMeters, count: count, outline: outline)
            )
        }
        self.cells = cells
        withheldCellCount = withheld
        unplacedCount = unplaced
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
