internal import Datasets
internal import Polling
internal import Synchronization

/// What lists of addresses find stations by: keys and the districts that are served.
struct KnownStations: Sendable {
    private(set) var keys: StationKeys
    private(set) var served: Set<DistrictKey> = []
    /// How many stations there are, of whatever keys.
    private(set) var count = 0
    private let districts: Set<DistrictKey>

    /// - Parameter lists: What the lists name; of other stations nothing is kept.
    init(wantedBy lists: some Sequence<[AddressDestination: Int]>) {
        var wanted: Set<String> = []
        var districts: Set<DistrictKey> = []
        for destination in lists.lazy.flatMap(\.keys) {
            if let key = destination.stationKey { wanted.insert(key) }
            if let district = destination.votingDistrict { districts.insert(DistrictKey(district)) }
        }
        keys = StationKeys(wanted: wanted)
        self.districts = districts
    }

    mutating func add(_ station: Station) {
        count += 1
        keys.add(station)
        for reference in station.districts {
            let key = DistrictKey(reference)
            if districts.contains(key) { served.insert(key) }
        }
    }

    /// Adds all that are published.
    ///
    /// - Parameters:
    ///   - other: The dataset to leave out.
    ///   - isMeant: Whether a station goes with the lists.
    mutating func add(
        publishedIn store: any StationStore,
        except other: DatasetName? = nil,
        where isMeant: @Sendable (Station) -> Bool = { _ in true }
    ) async throws {
        let known = Mutex(self)
        try await store.forEachStation { batch in
            let meant = batch.filter { $0.dataset != other && isMeant($0) }
            known.withLock { known in for station in meant { known.add(station) } }
        }
        self = known.withLock { $0 }
    }
}

/// Where the addresses of a file, or of published lists, vote, and how many say so.
final class CountedDestinations: Sendable {
    private let state = Mutex<(passed: [AddressDestination: Int], kept: [AddressDestination: Int])>(
        ([:], [:])
    )

    /// Of the file's last pass, and of what stays beside it.
    var counts: [AddressDestination: Int] {
        state.withLock { $0.passed.merging($0.kept, uniquingKeysWith: +) }
    }

    /// Counts a batch of a pass; nil at its beginning.
    func observe(_ entries: [AddressEntry]?) {
        state.withLock { state in
            guard let entries else { return state.passed = [:] }
            for entry in entries { Self.add(AddressDestination(entry), 1, to: &state.passed) }
        }
    }

    /// Counts published entries that stay beside those of the file.
    func keep(_ entries: [AddressEntry]) {
        state.withLock { state in
            for entry in entries { Self.add(AddressDestination(entry), 1, to: &state.kept) }
        }
    }

    /// Those of all published lists.
    static func published(
        in store: any AddressStore
    ) async throws -> [DatasetName: [AddressDestination: Int]] {
        let lists = Mutex<[DatasetName: [AddressDestination: Int]]>([:])
        try await store.forEachDestination { list, destination, count in
            lists.withLock { add(destination, count, to: &$0[list, default: [:]]) }
        }
        return lists.withLock { $0 }
    }

    private static func add(
        _ destination: AddressDestination,
        _ count: Int,
        to counts: inout [AddressDestination: Int]
    ) {
        // A column of other ids names a new one in each row.
        if counts.count < NamedDistricts.limit || counts[destination] != nil {
            counts[destination, default: 0] += count
        }
    }
}
