internal import Geodesy
internal import ReferenceSystems

/// Whether a file's places may lie where they do.
extension PlacePlan {
    /// So far outside the land that a file speaks of, a place is no town beside its border, in metres.
    private static let farMeters = 200_000.0
    /// A file that speaks of more lands is of a country, or of several.
    private static let mostLands = 2

    /// Looks whether most places lie where nobody votes, which is told.
    ///
    /// - Parameter numbers: Those of the first rows.
    mutating func lookForPoles(_ numbers: [(x: Double, y: Double)]) {
        let places = numbers.filter { $0.x != 0 || $0.y != 0 }.compactMap { place($0) }
        let polar = places.count { $0.latitude < RowWitnesses.leastLatitude }
        guard polar * 2 > places.count else { return }
        warnings.append(Finding(.nobodyInAntarctica))
    }

    /// Looks whether most places lie far outside the land that the file speaks of, which is told.
    ///
    /// - Parameters:
    ///   - numbers: Those of the first rows.
    ///   - regions: The lands.
    ///   - isMended: Whether rows are told by themselves whose numbers lie in the land when they are read
    ///     otherwise.
    mutating func lookOutside(
        _ regions: [GridRegion],
        _ numbers: [(x: Double, y: Double)],
        isMended: Bool
    ) {
        guard let land = regions.first, regions.count <= Self.mostLands else { return }
        func isFar(_ place: Coordinate) -> Bool {
            regions.allSatisfy { $0.box.meters(to: place) > Self.farMeters }
        }
        func isElsewhereInLand(_ number: (x: Double, y: Double)) -> Bool {
            RepairProposal.Reading.allCases.contains { reading in
                guard system.isGeographic || !reading.needsDegrees else { return false }
                let numbers = reading.applied(to: .init(x: number.x, y: number.y))
                return place((numbers.x, numbers.y)).map { !isFar($0) } ?? false
            }
        }
        let placed = numbers.filter { $0.x != 0 || $0.y != 0 }
            .compactMap { number in place(number).map { (number, $0) } }
        let outside = placed.filter { isFar($0.1) && !(isMended && isElsewhereInLand($0.0)) }
        guard outside.count * 2 > placed.count, let example = outside.first?.1 else { return }
        warnings.append(
            Finding(
                .placesOutsideLand,
                [
                    "count": .count(outside.count), "rows": .count(placed.count),
                    "land": .text(land.name), "evidence": .text(land.evidence),
                    "place": .text(example.shortText),
                ]
            )
        )
    }

    private func place(_ number: (x: Double, y: Double)) -> Coordinate? {
        guard let transform else {
            return try? Coordinate(latitude: number.y, longitude: number.x)
        }
        return transform.place(x: number.x, y: number.y)
    }
}
