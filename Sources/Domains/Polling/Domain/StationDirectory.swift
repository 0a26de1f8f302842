internal import Datasets
public import Geodesy
internal import SpatialIndex
internal import Synchronization

/// The published stations in memory, found by place or by id.
///
/// A snapshot that ``load()`` replaces as a whole: a query sees all of one reading of the store or
/// all of the next, and never waits for a reading.
///
/// What it finds is *near*, which does not make it the station where somebody votes.
public final class StationDirectory: Sendable {
    private let store: any StationStore
    /// Held only while the reference is fetched or replaced.
    private let snapshot = Mutex<StationSnapshot?>(nil)
    private let loads = LoadQueue()

    /// An empty directory; ``load()`` fills it.
    public init(store: any StationStore) { self.store = store }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { current != nil }

    /// How many stations there are, with a place or without.
    public var count: Int { current?.all.count ?? 0 }

    /// Reads all published stations and shows them in place of those that were there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the directory is then as it was.
    /// - Complexity: O(n log n).
    public func load() async throws {
        try await loads.run { try await self.replaceSnapshot() }
    }

    /// The stations nearest to a place.
    ///
    /// - Parameters:
    ///   - center: Where to look from.
    ///   - count: How many; 0 or less finds none.
    ///   - maxDistance: Inclusive bound; nil for the whole Earth.
    ///   - cursor: Only what comes after it, for a next page; nil for the first.
    /// - Returns: At most `count` stations that have a place, nearest first; ties by id.
    /// - Complexity: O(count log n) typical; with a cursor, O(log n + m) for the m stations that are
    ///   no farther than what is found.
    /// Accuracy: distances to 1 mm.
    public func nearest(
        to center: Coordinate,
        count: Int,
        within maxDistance: Distance? = nil,
        after cursor: StationCursor? = nil
    ) -> [FoundStation] {
        current?.nearest(to: center, count: count, within: maxDistance, after: cursor) ?? []
    }

    /// The stations within a radius of a place.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - center: Where to look from.
    /// - Returns: All stations that have a place within the radius, nearest first; ties by id.
    /// - Complexity: O(log n + m log m) typical for m found.
    /// Accuracy: distances to 1 mm.
    public func within(_ radius: Distance, of center: Coordinate) -> [FoundStation] {
        current?.within(radius, of: center) ?? []
    }

    /// The station with an id, with a place or without; nil when there is none.
    ///
    /// - Complexity: O(log n).
    public func station(_ id: Station.ID) -> Station? { current?.station(id) }

    /// The stations whose key within their dataset is this one, by id: `7136` of `exeter.7136`.
    ///
    /// - Complexity: O(1).
    public func stations(withKey key: String) -> [Station] {
        current?.stations(withKey: key) ?? []
    }

    /// All stations, by id.
    public var all: [Station] { current?.all ?? [] }

    /// Where a map of the stations opens: a box around the middle of the dataset with the most, as wide
    /// and as high as half of its stations need; nil while none has a place.
    ///
    /// A few that are remote do not widen it, and it may lie across the antimeridian.
    ///
    /// - Complexity: O(1); it is found when the stations are loaded.
    public var heartland: BoundingBox? { current?.heartland }

    /// The stations of the present reading; nil before the first.
    var current: StationSnapshot? { snapshot.withLock { $0 } }

    private func replaceSnapshot() async throws {
        let read = Mutex<[Station]>([])
        try await store.forEachStation { batch in read.withLock { $0 += batch } }
        let fresh = StationSnapshot(read.withLock { $0 })
        snapshot.withLock { $0 = fresh }
    }
}
