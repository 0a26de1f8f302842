internal import Geodesy
internal import Polling
internal import Synchronization

/// The towns in the addresses of stations that stay, held against the published ones.
extension StationWitnesses {
    /// A station that is known again whatever its key: by its name and its place.
    private struct Stay: Hashable {
        let name: String
        let place: Coordinate
    }

    /// So many may have another town, and one in so many.
    private static let fewTowns = 2
    private static let townShare = 20
    private static let shownTowns = 3

    /// Stations that keep their names and places, and whose addresses have another town or none, or their
    /// parts in another order, as where a column was filled down or changed places with another.
    ///
    /// - Throws: What the store throws.
    /// - Complexity: O(n + m) for n stations and m published ones.
    func judgeKeptTowns(_ stations: [Station], _ judgment: inout Judgment) async throws {
        guard let published else { return }
        var addresses: [Stay: String] = [:]
        for station in stations {
            guard let place = station.coordinate, let address = station.address else { continue }
            addresses[Stay(name: station.name, place: place)] = address
        }
        guard !addresses.isEmpty else { return }
        let found = Mutex((judged: 0, others: [String]()))
        try await published.forEachStation { [dataset, addresses] batch in
            for station in batch where station.dataset == dataset {
                guard let place = station.coordinate, let before = station.address,
                    let after = addresses[Stay(name: station.name, place: place)]
                else { continue }
                found.withLock { found in
                    found.judged += 1
                    guard before != after, Self.losesTown(before, after) else { return }
                    found.others.append("\(station.name) (\(before) > \(after))")
                }
            }
        }
        let (judged, others) = found.withLock { ($0.judged, $0.others.sorted()) }
        guard others.count > Self.fewTowns, others.count * Self.townShare > judged else { return }
        let shown = Array(others.prefix(Self.shownTowns))
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .otherTowns,
                    [
                        "count": .count(others.count), "judged": .count(judged),
                        "examples": Finding.list(shown, more: others.count - shown.count),
                    ]
                )
            )
        )
    }

    /// Whether an address lost the town of another one, or has the same parts in another order.
    private static func losesTown(_ before: String, _ after: String) -> Bool {
        func parts(_ address: String) -> [NameWords] {
            address.split(separator: ",").map { NameWords(String($0)) }
        }
        let street =
            before.split(separator: ",")
            .lastIndex { $0.contains(where: \.isNumber) } ?? 0
        let (old, new) = (parts(before), parts(after))
        guard old.indices.contains(street + 1) else { return false }
        let places = old.map { part in
            new.firstIndex { NameLikeness.areSpellings(part, $0) }
        }
        if places[street + 1] == nil { return true }
        let kept = places.compactMap { $0 }
        return zip(kept, kept.dropFirst()).contains { $0 > $1 }
    }
}
