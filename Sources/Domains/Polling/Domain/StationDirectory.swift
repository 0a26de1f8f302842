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
    /// The reading that was begun last: the next one waits for it.
    private let lastLoad = Mutex<Task<Void, any Error>?>(nil)

    /// An empty directory; ``load()`` fills it.
    public init(store: any StationStore) { self.store = store }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { current != nil }

    /// How many stations there are, with a place or without.
    public var count: Int { current?.stations.count ?? 0 }

    /// Reads all published stations and shows them in place of those that were there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the directory is then as it was.
    /// - Complexity: O(n log n).
    public func load() async throws {
        let task = lastLoad.withLock { last in
            let task = Task { [last] in
                _ = await last?.result
                try await self.replaceSnapshot()
            }
            last = task
            return task
        }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
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
        guard count > 0 else { return [] }
        return current?.nearest(to: center, count: count, within: maxDistance, after: cursor) ?? []
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

    /// The stations that say that they serve a district, by id.
    ///
    /// - Complexity: O(1).
    public func stations(serving district: DistrictReference) -> [Station] {
        current?.stations(serving: district) ?? []
    }

    /// The stations whose key within their dataset is this one, by id: `7136` of `exeter.7136`.
    ///
    /// - Complexity: O(1).
    public func stations(withKey key: String) -> [Station] {
        current?.stations(withKey: key) ?? []
    }

    /// The stations whose own address has a postcode, by id, with a place or without.
    ///
    /// - Parameter postcode: As ``Postcode/normal(_:)`` has it.
    /// - Complexity: O(n) the first time after a reading, O(1) else.
    func stations(inPostcode postcode: String) -> [Station] {
        current?.stations(inPostcode: postcode) ?? []
    }

    /// All stations, by id.
    public var all: [Station] { current?.stations ?? [] }

    /// The stations that serve anybody of their county, and those where people vote or hand in their
    /// ballots before the day.
    var sites: StationSites { current?.sites ?? StationSites([]) }

    /// Where a map of the stations opens: a box around the middle of the dataset with the most, as wide
    /// and as high as half of its stations need; nil while none has a place.
    ///
    /// A few that are remote do not widen it, and it may lie across the antimeridian.
    ///
    /// - Complexity: O(1); it is found when the stations are loaded.
    public var heartland: BoundingBox? { current?.heartland }

    /// The stations of the present reading, by which it can be told from the next one.
    var reading: (any StationReading)? { current }

    private var current: StationSnapshot? { snapshot.withLock { $0 } }

    private func replaceSnapshot() async throws {
        let read = Mutex<[Station]>([])
        try await store.forEachStation { batch in read.withLock { $0 += batch } }
        let fresh = StationSnapshot(read.withLock { $0 })
        snapshot.withLock { $0 = fresh }
    }
}

/// The stations that are no polling places, by id.
struct StationSites: Sendable {
    /// They serve anybody of their county.
    let centers: [Station]
    /// They are open before the day, or take ballots, and nobody votes there on the day.
    let others: [Station]

    init(_ stations: [Station]) {
        var centers: [Station] = []
        var others: [Station] = []
        for station in stations {
            let kinds = station.kinds
            if kinds.contains(.voteCenter) {
                centers.append(station)
            } else if !Station.isOpenOnElectionDay(kinds) {
                others.append(station)
            }
        }
        self.centers = centers
        self.others = others
    }

    var isEmpty: Bool { centers.isEmpty && others.isEmpty }
}

/// The stations of one reading.
protocol StationReading: AnyObject, Sendable {
    /// By id.
    var stations: [Station] { get }
}

/// The stations of one reading, which never change.
private final class StationSnapshot: StationReading {
    /// By id, so that a slot's number orders as the station's id does.
    let stations: [Station]
    /// The stations that have a place, under their slot in `stations`.
    private let index: QuadTree
    private let slotsByDistrict: [DistrictKey: [Int]]
    private let keys: StationKeys
    let sites: StationSites
    let heartland: BoundingBox?
    /// Made when it is first asked for: most questions are not by postcode.
    private let slotsByPostcode = Mutex<[String: [Int]]?>(nil)

    init(_ unordered: [Station]) {
        let stations = unordered.sorted { $0.id < $1.id }
        self.stations = stations
        var slots: [DistrictKey: [Int]] = [:]
        for (slot, station) in stations.enumerated() {
            for key in Set(station.districts.map(DistrictKey.init)) {
                slots[key, default: []].append(slot)
            }
        }
        slotsByDistrict = slots
        var keys = StationKeys()
        for station in stations { keys.add(station) }
        self.keys = keys
        sites = StationSites(stations)
        heartland = BoundingBox.heartland(of: stations)
        index = QuadTree(
            stations.indices.lazy.compactMap { slot in
                stations[slot].coordinate.map {
                    IndexedPoint(id: UInt32(slot), coordinate: $0, reach: .unlimited)
                }
            }
        )
    }

    func nearest(
        to center: Coordinate,
        count: Int,
        within maxDistance: Distance?,
        after cursor: StationCursor?
    ) -> [FoundStation] {
        guard let cursor else {
            return index.nearest(to: center, count: count, within: maxDistance).map(found)
        }
        // All that come before the cursor, and `count` more, are the nearest of that number.
        let before = index.within(cursor.distance, of: center)
            .count { !cursor.precedes(found($0)) }
        let asked = min(before + min(count, stations.count), stations.count)
        return index.nearest(to: center, count: asked, within: maxDistance)
            .map(found)
            .filter(cursor.precedes)
    }

    func within(_ radius: Distance, of center: Coordinate) -> [FoundStation] {
        index.within(radius, of: center)
            .sorted {
                $0.distance != $1.distance ? $0.distance < $1.distance : $0.id < $1.id
            }
            .map(found)
    }

    func stations(serving district: DistrictReference) -> [Station] {
        (slotsByDistrict[DistrictKey(district)] ?? []).map { stations[$0] }
    }

    func stations(inPostcode postcode: String) -> [Station] {
        slotsByPostcode.withLock { slots in
            let known =
                slots
                ?? stations.indices.reduce(into: [:]) { slots, slot in
                    if let code = stations[slot].ownPostcode {
                        slots[code, default: []].append(slot)
                    }
                }
            slots = known
            return (known[postcode] ?? []).map { stations[$0] }
        }
    }

    func stations(withKey key: String) -> [Station] {
        keys.slots(withKey: key).map { stations[$0] }
    }

    func station(_ id: Station.ID) -> Station? {
        var range = stations.startIndex..<stations.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if stations[middle].id < id {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < stations.endIndex, stations[range.lowerBound].id == id else {
            return nil
        }
        return stations[range.lowerBound]
    }

    private func found(_ neighbor: Neighbor) -> FoundStation {
        FoundStation(station: stations[Int(neighbor.id)], distance: neighbor.distance)
    }
}
