internal import Geodesy
internal import Polling

/// Places at which stations of different addresses lie, as geocoders put all that they do not find in the
/// middle of a town.
struct SharedPlaces {
    private var stations: [[Int]: Place] = [:]

    private struct Place {
        var addresses: Set<String> = []
        var lines = StationRemarks.Lines()
        let coordinate: Coordinate
    }

    /// So many addresses at one place are no large building's.
    private static let least = 4
    /// More places are not remembered.
    private static let limit = 20_000

    /// Looks at a station that lies close to another.
    mutating func add(_ station: Station, line: Int) {
        guard let place = station.coordinate, let address = station.address else { return }
        let spot = StationRowReader.spot(place)
        guard stations[spot] != nil || stations.count < Self.limit else { return }
        stations[spot, default: Place(coordinate: place)].lines.add(line)
        // A station's rooms have one house.
        let house = address.prefix { $0 != "," }.lowercased()
        stations[spot, default: Place(coordinate: place)].addresses.insert(house)
    }

    var notes: [ImportNote] {
        let shared = stations.values.filter { $0.addresses.count >= Self.least }
            .sorted {
                ($1.addresses.count, $0.lines.first[0]) < ($0.addresses.count, $1.lines.first[0])
            }
        guard let first = shared.first else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .onePlace,
                    [
                        "stations": .count(shared.reduce(0) { $0 + $1.lines.count }),
                        "places": .count(shared.count),
                        "example": .text(first.coordinate.shortText),
                    ]
                ),
                lines: first.lines.first
            )
        ]
    }
}
