internal import Polling
internal import Synchronization

/// Stations that are added to a dataset, held against those that it has and keeps.
extension StationWitnesses {
    /// So many published stations are looked at.
    private static let keptLimit = 25_000

    /// The published stations of the dataset that stay beside those of the file.
    ///
    /// - Throws: What the store throws.
    func keptStations(beside stations: [Station]) async throws -> [Station] {
        guard keepsOthers, let published else { return [] }
        let ids = Set(stations.map(\.id))
        let kept = Mutex<[Station]>([])
        try await published.forEachStation { [dataset] batch in
            let others = batch.filter { $0.dataset == dataset && !ids.contains($0.id) }
            kept.withLock { kept in
                kept += others.prefix(max(0, Self.keptLimit - kept.count))
            }
        }
        return kept.withLock { $0 }
    }

    /// Stations that serve what one that stays serves too: voters would be sent to both.
    static func judgeAdded(
        _ stations: [Station],
        beside kept: [Station],
        _ judgment: inout Judgment
    ) {
        guard !kept.isEmpty else { return }
        var own: [DistrictKey: [Station]] = [:]
        for station in stations where station.kind == .pollingPlace {
            for key in votingKeys(station) { own[key, default: []].append(station) }
        }
        var doubled: [DistrictKey: [String]] = [:]
        for other in kept where other.kind == .pollingPlace {
            for key in votingKeys(other) where doubled[key] == nil {
                let rival = own[key]?.first { station in
                    // One that the file has under another id is the same.
                    station.likeness != other.likeness && isNear(station, other)
                        && OpenDays(station).mayMeet(OpenDays(other))
                }
                if let rival { doubled[key] = [rival.name, other.name] }
            }
        }
        guard let example = doubled.min(by: { precedes($0.key, $1.key) }) else { return }
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    .servedTwice,
                    [
                        "count": .count(doubled.count), "named": .count(own.count),
                        "type": .text(example.key.type.replacing("_", with: " ")),
                        "code": .text(example.key.code), "stations": .texts(example.value),
                    ]
                )
            )
        )
    }

    private static func votingKeys(_ station: Station) -> Set<DistrictKey> {
        Set(
            station.districts.map(DistrictKey.init).filter {
                DistrictKey.assigningTypes.contains($0.type)
            }
        )
    }
}
