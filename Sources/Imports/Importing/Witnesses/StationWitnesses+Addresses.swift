internal import Geodesy
internal import Polling

/// Where stations stand, held against where published lists of addresses have their addresses.
extension StationWitnesses {
    /// So many stations are looked up; more are no list of one county.
    private static let lookedUpLimit = 5_000
    /// So far from its address's place a station may stand, in metres: lists put houses on the street.
    private static let addressMeters = 1_000.0
    private static let shownAddresses = 5

    /// Stations that stand far from where a list has the house, the street and the town that they name.
    ///
    /// - Throws: What the store throws.
    /// - Complexity: O(n + m) for n stations and m addresses.
    func judgeAddresses(_ stations: [Station], _ judgment: inout Judgment) async throws {
        guard let lists else { return }
        let addressed = stations.filter { $0.coordinate != nil && $0.address != nil }
        guard !addressed.isEmpty, addressed.count <= Self.lookedUpLimit else { return }
        let numbers = Set(
            addressed.flatMap { station in
                (station.address ?? "").split { !$0.isNumber }.compactMap { Int($0) }
            }
        )
        let asked = Set(
            addressed.map { PlacelessStation(address: $0.address, postcode: $0.postcode) }
        )
        let book = try await PlaceEvidence.book(of: asked, lists) { entry in
            entry.houses.contains { range in
                range.numbers.lowerBound == range.numbers.upperBound
                    && numbers.contains(range.numbers.lowerBound.number)
            }
        }
        var judged = 0
        var strays: [(text: String, meters: Double)] = []
        for station in addressed {
            guard let place = station.coordinate, let address = station.address,
                let found = book.place(
                    of: [address, station.postcode].compactMap { $0 }.joined(separator: ", ")
                ), found.isTownNamed
            else { continue }
            judged += 1
            let meters = Geodesic.distance(from: found.coordinate, to: place).meters
            guard meters > Self.addressMeters else { continue }
            strays.append(("\(station.id.rawValue) (\(address): \(lengthText(meters)))", meters))
        }
        guard !strays.isEmpty else { return }
        strays.sort { ($1.meters, $0.text) < ($0.meters, $1.text) }
        let examples = strays.prefix(Self.shownAddresses).map(\.text)
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .farFromTheirAddress,
                    [
                        "count": .count(strays.count), "judged": .count(judged),
                        "examples": Finding.list(examples, more: strays.count - examples.count),
                    ]
                )
            )
        )
    }
}
