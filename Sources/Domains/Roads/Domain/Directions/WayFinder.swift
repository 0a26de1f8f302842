public import Datasets
public import Geodesy
internal import Synchronization

/// The published roads in memory, and the ways along them.
///
/// A snapshot that ``load()`` replaces as a whole: a question sees all of one reading or all of the
/// next, and never waits for a reading.
public final class WayFinder: Sendable {
    private let store: (any RoadStore)?
    private let ledger: (any DatasetLedger)?
    private let snapshot: Mutex<Snapshot?>
    private let loads = LoadQueue()

    private struct Snapshot: Sendable {
        let network: RoadNetwork
        let map: RoadMap
        /// See ``published``.
        var revision: String?
        let matchers = Matchers()
    }

    /// The matchers of one reading, each made when it is first asked for.
    private final class Matchers: Sendable {
        let made = Mutex<[TravelMode: MapMatcher]>([:])
    }

    /// How far a place may be from the nearest road: farther, a way along roads would say too little
    /// of how to get there.
    public static let roadLimit = Distance(uncheckedMeters: 1000)

    /// A finder that knows nothing until it is loaded.
    ///
    /// - Parameter ledger: Tells what is published; without it there is nothing ``published``.
    public init(store: any RoadStore, ledger: (any DatasetLedger)? = nil) {
        self.store = store
        self.ledger = ledger
        snapshot = Mutex(nil)
    }

    /// A finder of some roads, which it keeps; without any, all its ways are straight lines.
    public init(_ roads: [Road]) {
        store = nil
        ledger = nil
        let network = RoadNetwork(roads)
        snapshot = Mutex(Snapshot(network: network, map: RoadMap(network.roads)))
    }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { snapshot.withLock { $0 != nil } }

    /// How many roads there are.
    public var count: Int { network?.roads.count ?? 0 }

    /// The network of one reading; nil before the first.
    public var network: RoadNetwork? { snapshot.withLock { $0?.network } }

    /// Matches tracks on the roads of one reading; nil before the first.
    ///
    /// - Complexity: O(n) for n places on all roads the first time, O(1) from then on.
    public func matcher(for mode: TravelMode) -> MapMatcher? {
        guard let snapshot = snapshot.withLock({ $0 }) else { return nil }
        return snapshot.matchers.made.withLock { made in
            if let matcher = made[mode] { return matcher }
            let matcher = MapMatcher(snapshot.network, mode: mode)
            made[mode] = matcher
            return matcher
        }
    }

    /// The roads as a map shows them; empty before the first reading.
    public var map: RoadMap { snapshot.withLock { $0?.map } ?? RoadMap([]) }

    /// The roads as a map shows them, by dataset and key, and a name for this reading of them; nil before the
    /// first, and without a ledger.
    package var published: (map: RoadMap, revision: String)? {
        snapshot.withLock { $0 }.flatMap { known in known.revision.map { (known.map, $0) } }
    }

    /// Reads all published roads and goes by them instead of those that were there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the finder is then as it was.
    public func load() async throws {
        guard let store else { return }
        try await loads.run {
            // Before the content: what is published meanwhile is read again under another name.
            let versions = try await self.ledger?.publishedVersions()
            let read = Mutex<[Road]>([])
            try await store.forEachRoad { batch in read.withLock { $0 += batch } }
            let network = RoadNetwork(read.withLock { $0 })
            let fresh = Snapshot(
                network: network,
                map: RoadMap(network.roads),
                revision: versions.map {
                    DatasetRevision.text(of: $0.filter { $0.kind == .roads })
                }
            )
            self.snapshot.withLock { $0 = fresh }
        }
    }

    /// The way from one place to another: the quickest along roads, else a straight line that says
    /// why it is one.
    ///
    /// Both ends are joined to the nearest road that the mode may use, at the place of it that is
    /// nearest. Where these roads are not connected with each other, and the one at an end is of a few
    /// that lie apart, such as a courtyard's, that end is joined to the nearest road of the longest
    /// part of the network that has roads near both ends. Between two places that are one, or lie side
    /// by side on one road, there is no way to the road and back.
    ///
    /// - Parameter name: What stands at the end, for the last step; nil for just a place.
    /// - Complexity: As ``RoadNetwork``'s search, twice at most.
    public func directions(
        from start: Coordinate,
        to end: Coordinate,
        mode: TravelMode,
        arrivingAt name: String? = nil
    ) -> Directions {
        guard let network, network.edgeCount > 0 else {
            return Directions(
                straightFrom: start,
                to: end,
                mode: mode,
                name: name,
                shortfall: Directions.Shortfall(
                    code: .noNetwork,
                    message: "No roads are loaded: this is a straight line, not a way to go."
                )
            )
        }
        return Journey(network: network, start: start, end: end, mode: mode, name: name)
            .directions()
    }
}

extension RoadNetwork {
    /// Roads that lie apart from all others count as a courtyard's, not as an island's, up to this
    /// length of all of them together, in metres.
    static let islandMeters = 2_000.0
    /// How much farther than the nearest road one that leads on may be, in metres.
    static let detourMeters = 250.0

    /// Places on roads at both ends between which there is a way, where there is none between the
    /// nearest ones: the nearest on the longest part of the network that has roads near both ends.
    ///
    /// - Returns: nil where an end lies on roads of an island, or no part has roads near both ends.
    func joint(
        _ start: Coordinate,
        _ first: Snap,
        _ end: Coordinate,
        _ last: Snap,
        mode: TravelMode
    ) -> (first: Snap, last: Snap)? {
        joint(
            candidates(start, first, mode: mode),
            candidates(end, last, mode: mode),
            mode: mode
        )
    }

    /// The places on roads that an end may be joined to, each the nearest on its part of the network: on the part
    /// of the nearest road alone, if that is an island.
    func candidates(_ place: Coordinate, _ nearest: Snap, mode: TravelMode) -> [Int32: Snap] {
        let parts = passages(mode).parts
        let own = [2 * nearest.edge, 2 * nearest.edge + 1].map { parts.ofArc[$0] }
            .filter { $0 >= 0 }
        if own.contains(where: { parts.meters[Int($0)] > Self.islandMeters }) {
            return Dictionary(own.map { ($0, nearest) }, uniquingKeysWith: { first, _ in first })
        }
        let reach = min(
            nearest.distance.meters + Self.detourMeters,
            WayFinder.roadLimit.meters
        )
        return snaps(place, mode: mode, within: Distance(uncheckedMeters: reach))
    }

    /// The candidates of both ends on the longest part that both have; nil where they have none in common.
    func joint(
        _ starts: [Int32: Snap],
        _ ends: [Int32: Snap],
        mode: TravelMode
    ) -> (first: Snap, last: Snap)? {
        let meters = passages(mode).parts.meters
        let shared = starts.keys.filter { ends[$0] != nil }
            .max { (meters[Int($0)], $1) < (meters[Int($1)], $0) }
        guard let shared, let from = starts[shared], let to = ends[shared] else { return nil }
        return (from, to)
    }
}

extension Directions {
    /// A line from end to end.
    init(
        straightFrom start: Coordinate,
        to end: Coordinate,
        mode: TravelMode,
        name: String?,
        shortfall: Shortfall
    ) {
        let (distance, bearing, _) = Geodesic.inverse(from: start, to: end)
        let pace =
            mode == .walk
            ? TravelMode.walkingMetersPerSecond
            : RoadKind.motorway.usualKilometersPerHour / 3.6
        let meters = Geodesic.distance(from: start, to: end)
        let seconds = distance.meters / pace
        let direction = Compass.normal(bearing.degrees)
        self.init(
            method: .straightLine,
            mode: mode,
            start: start,
            end: end,
            line: [start, end],
            distance: meters,
            seconds: seconds,
            steps: [
                RouteStep(
                    maneuver: .depart,
                    instruction: distance.meters < Self.sameMeters
                        ? Self.there(name)
                        : "\(name ?? "The end") lies \(LengthWords.text(distance.meters)) to the "
                            + "\(Compass.word(direction)) in a straight line",
                    street: nil,
                    distance: meters,
                    seconds: seconds,
                    bearing: direction,
                    place: start
                )
            ],
            shortfall: shortfall,
            cautions: []
        )
    }
}
