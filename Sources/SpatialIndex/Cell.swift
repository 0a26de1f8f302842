internal import Geodesy

/// A quarter of a quarter ... of the map: south and west edges belong to it.
struct Cell: Sendable {
    var west: Double
    var south: Double
    var width: Double
    var height: Double

    static let world = Cell(west: -180, south: -90, width: 360, height: 180)

    /// Which of the four quarters holds the place: bit 0 for the east, bit 1 for the north.
    func quadrant(of place: Coordinate) -> Int {
        (place.longitude >= west + width / 2 ? 1 : 0)
            | (place.latitude >= south + height / 2 ? 2 : 0)
    }

    func child(_ quadrant: Int) -> Cell {
        Cell(
            west: quadrant & 1 == 0 ? west : west + width / 2,
            south: quadrant & 2 == 0 ? south : south + height / 2,
            width: width / 2,
            height: height / 2
        )
    }
}

/// The latitudes and longitudes that some points span; never across the antimeridian.
struct Extent: Sendable {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    static let empty = Extent(
        west: .infinity,
        south: .infinity,
        east: -.infinity,
        north: -.infinity
    )

    var isEmpty: Bool { west > east }

    mutating func include(_ place: Coordinate) {
        west = min(west, place.longitude)
        east = max(east, place.longitude)
        south = min(south, place.latitude)
        north = max(north, place.latitude)
    }

    func contains(_ place: Coordinate) -> Bool {
        place.longitude >= west && place.longitude <= east
            && place.latitude >= south && place.latitude <= north
    }

    func intersects(_ box: BoundingBox) -> Bool {
        guard south <= box.north, north >= box.south else { return false }
        return box.unwrapped.contains { meets($0.west, $0.east) }
            || (box.containsAntimeridian && (west == -180 || east == 180))
    }

    private func meets(_ otherWest: Double, _ otherEast: Double) -> Bool {
        west <= otherEast && east >= otherWest
    }
}

extension BoundingBox {
    /// Whether the meridian of 180 degrees lies in the box or on its edge.
    fileprivate var containsAntimeridian: Bool {
        crossesAntimeridian || east == 180 || west == -180
    }
}
