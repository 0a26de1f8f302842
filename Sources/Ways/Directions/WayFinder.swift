public import Geodesy
internal import Synchronization

/// The published roads in memory, and the ways along them.
///
/// A snapshot that ``load()`` replaces as a whole: a question sees all of one reading or all of the
/// next, and never waits for a reading.
public final class WayFinder: Sendable {
    private let store: (any RoadStore)?
    private let snapshot: Mutex<Snapshot?>
    private let lastLoad = Mutex<Task<Void, any Error>?>(nil)

    private struct Snapshot: Sendable {
        let network: RoadNetwork
        let map: RoadMap
    }

    /// How far a place may be from the nearest road: farther, a way along roads would say too little
    /// of how to get there.
    public static let roadLimit = Distance(uncheckedMeters: 1000)

    /// A finder that knows nothing until it is loaded.
    public init(store: any RoadStore) {
        self.store = store
        snapshot = Mutex(nil)
    }

    /// A finder of some roads, which it keeps; without any, all its ways are straight lines.
    public init(_ roads: [Road]) {
        store = nil
        let network = RoadNetwork(roads)
        snapshot = Mutex(Snapshot(network: network, map: RoadMap(network.roads)))
    }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { snapshot.withLock { $0 != nil } }

    /// How many roads there are.
    public var count: Int { network?.roads.count ?? 0 }

    /// The network of one reading; nil before the first.
    public var network: RoadNetwork? { snapshot.withLock { $0?.network } }

    /// The roads as a map shows them; empty before the first reading.
    public var map: RoadMap { snapshot.withLock { $0?.map } ?? RoadMap([]) }

    /// Reads all published roads and goes by them instead of those that were there.
    ///
    /// Loads that overlap run one after the other, so the reading begun last is the one that stays.
    ///
    /// - Throws: What the store throws; the finder is then as it was.
    public func load() async throws {
        guard let store else { return }
        let task = lastLoad.withLock { last in
            let task = Task { [last] in
                _ = await last?.result
                let read = Mutex<[Road]>([])
                try await store.forEachRoad { batch in read.withLock { $0 += batch } }
                let network = RoadNetwork(read.withLock { $0 })
                let fresh = Snapshot(network: network, map: RoadMap(network.roads))
                self.snapshot.withLock { $0 = fresh }
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

    /// The way from one place to another: the quickest along roads, else a straight line that says
    /// why it is one.
    ///
    /// Both ends are joined to the nearest road that the mode may use, at the place of it that is
    /// nearest. Where these roads are not connected with each other, they are joined to the nearest
    /// that belong to the largest part of the network.
    ///
    /// - Parameter name: What stands at the end, for the last step; nil for just a place.
    /// - Complexity: As ``RoadNetwork``'s search, twice at most.
    public func directions(
        from start: Coordinate,
        to end: Coordinate,
        mode: TravelMode,
        arrivingAt name: String? = nil
    ) -> Directions {
        func straight(_ code: Directions.Shortfall.Code, _ message: String) -> Directions {
            Directions(
                straightFrom: start,
                to: end,
                mode: mode,
                name: name,
                shortfall: Directions.Shortfall(code: code, message: message)
            )
        }
        guard let network, network.edgeCount > 0 else {
            return straight(
                .noNetwork,
                "No roads are loaded: this is a straight line, not a way to go."
            )
        }
        func far(_ what: String, _ place: Coordinate) -> String {
            let verb = mode == .walk ? "walk" : "drive"
            guard let distance = network.distanceToRoad(from: place, mode: mode) else {
                return "No road that is loaded is one to \(verb) on: this is a straight line, not "
                    + "a way to go."
            }
            return "The \(what) is \(LengthWords.text(distance.meters)) from the nearest road that "
                + "is loaded and that one may \(verb) on: this is a straight line, not a way to go."
        }
        for onlyMain in [false, true] {
            func snap(_ place: Coordinate) -> Snap? {
                network.snap(place, mode: mode, within: Self.roadLimit, onlyMain: onlyMain)
            }
            guard let first = snap(start) else {
                if onlyMain { break }
                return straight(.startOffRoads, far("start", start))
            }
            guard let last = snap(end) else {
                if onlyMain { break }
                return straight(.endOffRoads, far("end", end))
            }
            guard let path = network.path(from: first, to: last, mode: mode) else { continue }
            let route = RouteLine(network, path, from: first, to: last, mode: mode)
            return RouteWords(network, route, mode: mode, start: start, end: end, name: name)
                .directions()
        }
        return straight(
            .noWay,
            "No way along the roads that are loaded leads there: this is a straight line, not a "
                + "way to go."
        )
    }
}

extension Directions {
    /// A line from end to end.
    fileprivate init(
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
        let direction = Compass.normal(bearing)
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
                    instruction: "\(name ?? "The end") lies "
                        + "\(LengthWords.text(distance.meters)) to the \(Compass.word(direction)) "
                        + "in a straight line",
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
