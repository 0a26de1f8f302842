internal import Geodesy

/// How many places lie in each cell of ten degrees, of all rows of a file.
///
/// Tells a file that spans the globe, such as one of embassies, from one in which places have lost their
/// signs: of those the mirror images lie where the others are. Where places lie in lands that are no
/// mirror image of the others', a place that happens to be one has probably lost nothing.
struct GlobeCells {
    private var counts: [Int: Int] = [:]

    private static let cellDegrees = 10.0
    private static let columns = 36
    /// Fewer cells with places that no sign explains are slips.
    private static let leastCells = 3

    /// Adds a place.
    mutating func add(_ place: Coordinate) { counts[Self.cell(place), default: 0] += 1 }

    private static func cell(_ place: Coordinate) -> Int {
        cell(latitude: place.latitude, longitude: place.longitude)
    }

    private static func cell(latitude: Double, longitude: Double) -> Int {
        let row = min(17, Int((latitude + 90) / cellDegrees))
        let column = min(columns - 1, Int((longitude + 180) / cellDegrees))
        return row * columns + column
    }

    /// Whether the places far from most lie all over the Earth, more than lost signs and swapped axes
    /// explain.
    ///
    /// - Complexity: O(cells), 648 at most.
    func spansGlobe(_ neighborhood: Neighborhood) -> Bool {
        let near = Set(neighborhood.members.map(Self.cell))
        var explained = 0
        var unexplained = (cells: 0, places: 0)
        for (cell, count) in counts where !near.contains(cell) {
            let (row, column) = cell.quotientAndRemainder(dividingBy: Self.columns)
            // In the middle of the cell.
            let latitude = (Double(row) + 0.5) * Self.cellDegrees - 90
            let longitude = (Double(column) + 0.5) * Self.cellDegrees - 180
            guard let middle = try? Coordinate(latitude: latitude, longitude: longitude),
                neighborhood.isFar(middle)
            else { continue }
            if Self.images(latitude, longitude).contains(where: near.contains) {
                explained += count
            } else {
                unexplained = (unexplained.cells + 1, unexplained.places + count)
            }
        }
        return unexplained.cells >= Self.leastCells && unexplained.places * 2 >= explained
    }

    /// The cells in which a place would lie by another reading of its numbers.
    private static func images(_ latitude: Double, _ longitude: Double) -> [Int] {
        var images = [(latitude, -longitude), (-latitude, longitude), (-latitude, -longitude)]
        if longitude.magnitude < 90 {
            images += [(longitude, latitude), (longitude, -latitude), (-longitude, latitude)]
        }
        return images.map { cell(latitude: $0.0, longitude: $0.1) }
    }
}
