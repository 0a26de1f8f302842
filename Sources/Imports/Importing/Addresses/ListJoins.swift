internal import Datasets
internal import Polling
internal import Synchronization

/// How published lists of addresses meet the stations of an import.
///
/// What the lists name is read before the import; of its stations that alone is remembered.
final class ListJoins: Sendable {
    private let store: any AddressStore & StationStore
    private let lists: [DatasetName: [AddressDestination: Int]]
    /// The stations of the file's last pass, and those that stay beside them.
    private let own: Mutex<KnownStations>

    /// - Returns: nil where there is no store, or no list in it that says where its people vote.
    init?(_ store: (any AddressStore & StationStore)?) async throws {
        guard let store else { return nil }
        let lists = try await CountedDestinations.published(in: store)
        guard !lists.isEmpty else { return nil }
        self.store = store
        self.lists = lists
        own = Mutex(KnownStations(wantedBy: lists.values))
    }

    /// Takes in stations of a pass; nil at its beginning.
    func observe(_ stations: [Station]?) {
        guard let stations else {
            return own.withLock { $0 = KnownStations(wantedBy: lists.values) }
        }
        own.withLock { own in for station in stations { own.add(station) } }
    }

    /// What the lists find once the file is published, by list.
    ///
    /// - Parameters:
    ///   - isPublished: Whether it is; else its stations stand for those that are published.
    ///   - idle: Stations to which nobody is sent.
    func uses(
        of dataset: DatasetName,
        isPublished: Bool,
        without idle: Set<Station.ID> = []
    ) async throws -> [AddressListUse] {
        var known = isPublished ? KnownStations(wantedBy: lists.values) : own.withLock { $0 }
        if !isPublished, !idle.isEmpty, idle.count >= known.count {
            known = KnownStations(wantedBy: lists.values)
        }
        try await known.add(publishedIn: store, except: isPublished ? nil : dataset) {
            !idle.contains($0.id)
        }
        return lists.sorted { $0.key.text < $1.key.text }
            .map { AddressListUse(list: $0.key.text, $0.value, known) }
            .filter { $0.addresses > 0 }
    }
}
