internal import Polling
internal import Synchronization

/// The places of a file's addresses, held against the districts that they name.
final class AddressWitnesses: Sendable {
    private let state = Mutex<[PlaceTestimony]>([])

    /// So many are heard.
    private static let limit = 25_000

    /// Takes in addresses of a pass; nil at its beginning.
    func observe(_ entries: [AddressEntry]?) {
        state.withLock { state in
            guard let entries else { return state = [] }
            for entry in entries {
                guard state.count < Self.limit else { return }
                guard let place = entry.coordinate, !entry.districts.isEmpty else { continue }
                state.append(
                    PlaceTestimony(name: entry.line, place: place, named: entry.districts)
                )
            }
        }
    }

    /// What is to be said of them.
    func judgment(
        _ districts: any DistrictStore
    ) async throws -> (notes: [ImportNote], consents: [GuardFinding]) {
        let testimonies = state.withLock { $0 }
        guard !testimonies.isEmpty else { return ([], []) }
        let distances = Mutex(
            DistrictDistances(testimonies, limit: ListWitnesses.addressMeters)
        )
        try await districts.forEachDistrict { batch in distances.withLock { $0.add(batch) } }
        return distances.withLock { $0.judgment(of: Finding(.theseAddresses), percent: 10) }
    }
}
