internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization

/// Stations of a file beside those of another published dataset for the same districts: last election's
/// list that was not withdrawn.
enum ServedTwice {
    /// So many stations at the same places are no chance.
    private static let least = 3
    private static let samePlaceMeters = 100.0

    /// What is to be said of the other datasets.
    static func notes(
        _ stations: [Station],
        of dataset: DatasetName,
        among store: any StationStore
    ) async throws -> [ImportNote] {
        var serving: [DistrictKey: [Coordinate]] = [:]
        for station in stations {
            guard let place = station.coordinate else { continue }
            for district in station.districts {
                let key = DistrictKey(district)
                guard ["precinct", "polling_district"].contains(key.type) else { continue }
                serving[key, default: []].append(place)
            }
        }
        guard !serving.isEmpty else { return [] }
        let places = serving
        let others = Mutex<[DatasetName: (all: Int, same: Int)]>([:])
        try await store.forEachStation { batch in
            for station in batch where station.dataset != dataset {
                let own = station.districts.flatMap { places[DistrictKey($0)] ?? [] }
                guard !own.isEmpty else { continue }
                let isSame = station.coordinate.map { place in
                    own.contains {
                        Geodesic.distance(from: $0, to: place).meters <= samePlaceMeters
                    }
                }
                others.withLock { others in
                    others[station.dataset, default: (0, 0)].all += 1
                    if isSame == true { others[station.dataset, default: (0, 0)].same += 1 }
                }
            }
        }
        return others.withLock { $0 }.filter { $0.value.same >= least }
            .sorted { $0.key.text < $1.key.text }
            .map { name, count in
                ImportNote(
                    .warning,
                    Finding(
                        .servedTwice,
                        [
                            "stations": .count(count.all), "same": .count(count.same),
                            "dataset": .text(name.text),
                        ]
                    )
                )
            }
    }
}
