public import Datasets
internal import Synchronization

/// The published ground in memory: what the base map is drawn from.
///
/// A snapshot that ``load()`` replaces as a whole.
public final class GroundDirectory: Sendable {
    /// What the directory needs of a store.
    public typealias Store = GroundStore & DatasetLedger

    /// What was read at once.
    package struct Snapshot: Sendable {
        package let map: GroundMap
        /// Differs from the one before when a dataset of which the map is drawn was published.
        package let revision: String
    }

    private let store: (any Store)?
    private let kinds: Set<DatasetKind>
    private let snapshot: Mutex<Snapshot?>
    private let loads = LoadQueue()

    /// An empty directory; ``load()`` fills it.
    ///
    /// - Parameter kinds: The kinds of dataset that the base map is drawn from, here and by others:
    ///   when one of them is published, ``load()`` it.
    public init(store: any Store, kinds: Set<DatasetKind>) {
        self.store = store
        self.kinds = kinds
        snapshot = Mutex(nil)
    }

    /// A directory that is loaded and holds nothing.
    public init() {
        store = nil
        kinds = []
        snapshot = Mutex(Snapshot(map: GroundMap([]), revision: "none"))
    }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { snapshot.withLock { $0 != nil } }

    /// How many pieces of ground there are.
    public var count: Int { current?.map.featureCount ?? 0 }

    /// What was read last; nil before the first time.
    package var current: Snapshot? { snapshot.withLock { $0 } }

    /// Reads all published ground and shows it in place of what was there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the directory is then as it was.
    public func load() async throws {
        guard let store else { return }
        try await loads.run { try await self.replaceSnapshot(from: store) }
    }

    private func replaceSnapshot(from store: any Store) async throws {
        // Before the content: what is published meanwhile is read again under a name of its own.
        let revision = DatasetRevision.text(
            of: try await store.publishedVersions().filter { kinds.contains($0.kind) }
        )
        let features = Mutex<[GroundFeature]>([])
        let districts = Mutex<[GroundDistrict]>([])
        try await store.forEachGroundFeature { batch in features.withLock { $0 += batch } }
        try await store.forEachGroundDistrict { batch in districts.withLock { $0 += batch } }
        let fresh = Snapshot(
            map: GroundMap(features.withLock { $0 }, districts: districts.withLock { $0 }),
            revision: revision
        )
        snapshot.withLock { $0 = fresh }
    }
}
