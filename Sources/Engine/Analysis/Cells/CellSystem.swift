public import Geodesy

/// Which cells points are counted in.
public enum CellSystem: Sendable {
    /// Cells of one area, laid out about the middle of what is looked at.
    case equalArea(CellGrid)
    /// The cells of H3, which lie where they lie.
    case h3(H3Grid)

    /// No point of a cell lies farther from its middle on the Earth.
    var reach: Distance {
        switch self {
        // Twice the cell's radius makes up for the map's scale, which is 2 at most where it is used.
        case .equalArea(let grid): Distance(uncheckedMeters: 2 * grid.cellRadiusMeters)
        case .h3(let grid): Distance(uncheckedMeters: grid.cellRadiusMeters)
        }
    }

    /// A box that holds every cell whose middle lies in a box.
    public func catchment(of box: BoundingBox) -> BoundingBox {
        let corners = [
            (box.south, box.west), (box.north, box.west), (box.south, box.east),
            (box.north, box.east),
        ]
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

/// The name of a cell among those of its system.
public enum CellID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// By column and row of a map.
    case equalArea(CellGrid.ID)
    /// By the number that H3 gives it.
    case h3(UInt64)

    /// The name as a text without white space: `3:-2`, or H3's fifteen hexadecimal digits.
    public var description: String {
        switch self {
        case .equalArea(let id): id.description
        case .h3(let number): String(number, radix: 16)
        }
    }
}
