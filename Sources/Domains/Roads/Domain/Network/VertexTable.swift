internal import Geodesy

/// Numbers places, so that places that are meant to be one have one number.
///
/// Files that were computed give one junction in numbers that differ in the last bit. Places are one
/// here when they are equal to 1e-7 degrees (11 mm), the resolution of OpenStreetMap: each is rounded
/// to that grid, and one that lies at the border of two cells looks into both.
struct VertexTable {
    private struct Cell: Hashable {
        let east: Int64
        let north: Int64
    }

    private var numbers: [Cell: Int32] = [:]
    private static let perDegree = 1e7
    /// How close to the border of its cell a place looks into the next one, in cells.
    private static let border = 0.499

    mutating func number(of place: Coordinate) -> Int32 {
        let (easts, norths) = Self.cells(place)
        for east in easts {
            for north in norths {
                if let number = numbers[Cell(east: east, north: north)] { return number }
            }
        }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[Cell(east: easts[0], north: norths[0])] = number
        return number
    }

    /// The number of a place, if it has one.
    func find(_ place: Coordinate) -> Int32? {
        let (easts, norths) = Self.cells(place)
        for east in easts {
            for north in norths {
                if let number = numbers[Cell(east: east, north: north)] { return number }
            }
        }
        return nil
    }

    private static func cells(_ place: Coordinate) -> ([Int64], [Int64]) {
        // Both poles' longitudes, and both names of the antimeridian, are one.
        let longitude =
            place.latitude.magnitude == 90 ? 0 : place.longitude == 180 ? -180 : place.longitude
        return (cells(longitude * perDegree), cells(place.latitude * perDegree))
    }

    private static func cells(_ steps: Double) -> [Int64] {
        let nearest = steps.rounded()
        let rest = steps - nearest
        guard rest.magnitude > border else { return [Int64(nearest)] }
        return [Int64(nearest), Int64(nearest) + (rest > 0 ? 1 : -1)]
    }
}
