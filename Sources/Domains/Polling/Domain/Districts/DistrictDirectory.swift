internal import Datasets
public import Geodesy
internal import SpatialIndex
internal import Synchronization

/// The published districts in memory, found by place, by id or by reference.
///
/// A snapshot that ``load()`` replaces as a whole, as ``StationDirectory`` does.
public final class DistrictDirectory: Sendable {
    private let store: any DistrictStore
    private let snapshot = Mutex<DistrictVintages?>(nil)
    private let loads = LoadQueue()

    /// An empty directory; ``load()`` fills it.
    public init(store: any DistrictStore) { self.store = store }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { snapshot.withLock { $0 != nil } }

    /// How many districts there are.
    public var count: Int { map.districts.count }

    /// The districts of one reading, whenever they are in force; empty before the first.
    public var map: DistrictMap { vintages.whole }

    /// The districts of one reading that are in force on a day; empty before the first.
    public func map(on day: CalendarDate) -> DistrictMap { vintages.map(on: day) }

    /// The districts of one reading by the day; empty before the first.
    var vintages: DistrictVintages {
        snapshot.withLock { $0 } ?? DistrictVintages(DistrictMap([]))
    }

    /// Reads all published districts and shows them in place of those that were there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the directory is then as it was.
    public func load() async throws {
        try await loads.run { try await self.replaceSnapshot() }
    }

    private func replaceSnapshot() async throws {
        let read = Mutex<[District]>([])
        try await store.forEachDistrict { batch in read.withLock { $0 += batch } }
        let fresh = DistrictVintages(DistrictMap(read.withLock { $0 }))
        snapshot.withLock { $0 = fresh }
    }
}

/// The districts of one reading, which never change.
public final class DistrictMap: Sendable {
    /// By type, then by id.
    public let districts: [District]
    let outlines: [DistrictOutline]
    private let boxes: BoxTree
    private let slotsByID: [District.ID: Int]
    private let slotsByKey: [DistrictKey: [Int]]
    private let typesByKey: Set<String>

    /// A map of some districts.
    ///
    /// - Complexity: O(n log n) for n corners.
    public init(_ unordered: [District]) {
        let districts = unordered.sorted {
            ($0.reference.type, $0.id) < ($1.reference.type, $1.id)
        }
        self.districts = districts
        outlines = districts.map { DistrictOutline($0.area) }
        boxes = BoxTree(districts.map { $0.area.boundingBox ?? .world })
        slotsByID = Dictionary(
            districts.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        slotsByKey = Dictionary(grouping: districts.indices) {
            DistrictKey(districts[$0].reference)
        }
        typesByKey = Set(slotsByKey.keys.map(\.type))
    }

    /// The districts that hold a place, by the rule of ``DistrictOutline`` for boundaries.
    ///
    /// - Returns: By type, then by id. Two of one type only where their areas overlap.
    /// - Complexity: O(log n + k) typical for n districts, k of whose boxes hold the place.
    public func districts(holding place: Coordinate) -> [District] {
        slots(holding: place).map { districts[$0] }
    }

    /// The district with an id; nil when there is none.
    public func district(_ id: District.ID) -> District? { slotsByID[id].map { districts[$0] } }

    /// The districts that a reference names, of all datasets.
    public func districts(named reference: DistrictReference) -> [District] {
        (slotsByKey[DistrictKey(reference)] ?? []).map { districts[$0] }
    }

    /// Whether a district of some type is there at all.
    public func hasDistricts(ofType type: String) -> Bool {
        typesByKey.contains(DistrictKey.canonicalType(type))
    }

    /// The number of a district in ``districts``; nil when there is none with the id.
    package func slot(of id: District.ID) -> Int? { slotsByID[id] }

    /// Whether a district holds a place; false for a district that is not in the map.
    public func holds(_ id: District.ID, _ place: Coordinate) -> Bool {
        slotsByID[id].map { outlines[$0].holds(place) } ?? false
    }

    /// How far a place is from a district's boundary; nil for a district that is not in the map.
    ///
    /// Accuracy: as ``DistrictOutline/boundaryDistance(from:)``.
    public func boundaryDistance(of id: District.ID, from place: Coordinate) -> Distance? {
        slotsByID[id].map { outlines[$0].boundaryDistance(from: place) }
    }

    /// The districts of some types that do not hold a place but whose boundary lies within a
    /// distance.
    ///
    /// - Returns: The nearest first; ties by id.
    public func districts(
        ofTypes types: Set<String>,
        near place: Coordinate,
        within distance: Distance
    ) -> [(district: District, distance: Distance)] {
        boundaries(ofTypes: types, near: place, within: distance)
            .filter { !holds($0.district.id, place) }
    }

    /// The districts of some types whose boundary lies within a distance of a place, on whichever side
    /// of it.
    ///
    /// - Returns: The nearest first; ties by id.
    /// - Complexity: O(log n + k) typical for n districts, k of whose boxes are so near, and O(m) for
    ///   the m corners of those whose boundary is.
    func boundaries(
        ofTypes types: Set<String>,
        near place: Coordinate,
        within distance: Distance
    ) -> [(district: District, distance: Distance)] {
        var found: [(district: District, distance: Distance)] = []
        for box in BoundingBox(around: place, radius: distance).unwrapped {
            boxes.forEach(touching: box) { slot in
                guard types.contains(DistrictKey.canonicalType(districts[slot].reference.type)),
                    !found.contains(where: { $0.district.id == districts[slot].id }),
                    outlines[slot].mayReach(box)
                else { return }
                let meters = outlines[slot].boundaryDistance(from: place)
                if meters <= distance { found.append((districts[slot], meters)) }
            }
        }
        return found.sorted { ($0.distance, $0.district.id) < ($1.distance, $1.district.id) }
    }

    /// The districts whose box shares a place with another that does not cross the antimeridian.
    package func slots(touching box: BoundingBox) -> [Int] {
        var found: [Int] = []
        boxes.forEach(touching: box) { found.append($0) }
        return found.sorted()
    }

    private func slots(holding place: Coordinate) -> [Int] {
        // Boxes are not rounded to the grid as the outlines are: half a step is 1e-12 degrees.
        let longitude = place.longitude == 180 ? -180 : place.longitude
        let box = BoundingBox(
            uncheckedWest: longitude - 1e-9,
            south: place.latitude - 1e-9,
            east: longitude + 1e-9,
            north: place.latitude + 1e-9
        )
        var found: [Int] = []
        boxes.forEach(touching: box) { slot in
            if outlines[slot].holds(place) { found.append(slot) }
        }
        return found.sorted()
    }
}
