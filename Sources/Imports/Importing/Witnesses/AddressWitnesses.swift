internal import Polling
internal import Synchronization

/// The places of a file's addresses, held against the districts that they name.
final class AddressWitnesses: Sendable {
    typealias Judgment = (notes: [ImportNote], consents: [GuardFinding])

    private let state = Mutex((testimonies: [PlaceTestimony](), judgment: Judgment?.none))

    /// So many are heard.
    private static let limit = 25_000

    /// Takes in addresses of a pass; nil at its beginning.
    func observe(_ entries: [AddressEntry]?) {
        state.withLock { state in
            guard let entries else { return state = ([], nil) }
            for entry in entries {
                guard state.testimonies.count < Self.limit else { return }
                guard let place = entry.coordinate, !entry.districts.isEmpty else { continue }
                state.testimonies.append(
                    PlaceTestimony(name: entry.line, place: place, named: entry.districts)
                )
            }
        }
    }

    /// What is to be said of them, judged once.
    func judgment(_ districts: any DistrictStore) async throws -> Judgment {
        let (testimonies, known) = state.withLock { $0 }
        if let known { return known }
        guard !testimonies.isEmpty else { return ([], []) }
        let distances = Mutex(
            DistrictDistances(testimonies, limit: ListWitnesses.addressMeters)
        )
        try await districts.forEachDistrict { batch in distances.withLock { $0.add(batch) } }
        let judgment = distances.withLock {
            $0.judgment(of: Finding(.theseAddresses), percent: 10)
        }
        state.withLock { $0.judgment = judgment }
        return judgment
    }
}
