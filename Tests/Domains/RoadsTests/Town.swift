import Datasets
import Geodesy

@testable import Roads

/// A made-up town on a grid: x counts 100 m eastward and y 100 m northward from (10, 20).
struct Town {
    var roads: [Road] = []
    static let dataset = try! DatasetName("town")

    static func place(_ x: Double, _ y: Double) -> Coordinate {
        let north = Geodesic.destination(
            from: try! Coordinate(latitude: 10, longitude: 20),
            bearingDegrees: y < 0 ? 180 : 0,
            distance: try! .meters(abs(y) * 100)
        )
        return Geodesic.destination(
            from: north,
            bearingDegrees: x < 0 ? 270 : 90,
            distance: try! .meters(abs(x) * 100)
        )
    }

    /// Lays a road through places of the grid.
    mutating func lay(
        _ name: String?,
        _ places: [(Double, Double)],
        kind: RoadKind = .street,
        driving: Passage? = nil,
        walking: Passage? = nil,
        speed: Double? = nil,
        isRoundabout: Bool = false,
        key: String? = nil,
        rules: [TurnRule] = [],
        isLimited: Bool = false,
        barriers: [((Double, Double), Set<TravelMode>)] = []
    ) {
        roads.append(
            Road(
                dataset: Self.dataset,
                key: key ?? "\(roads.count)",
                name: name,
                kind: kind,
                driving: driving,
                walking: walking,
                isDrivingLimited: isLimited,
                speedKilometersPerHour: speed,
                isRoundabout: isRoundabout,
                line: places.map { Self.place($0.0, $0.1) },
                turnRules: rules,
                barriers: barriers.map {
                    RoadBarrier(place: Self.place($0.0.0, $0.0.1), modes: $0.1)
                }
            )
        )
    }

    var finder: WayFinder { WayFinder(roads) }

    /// The way between two places of the grid.
    func way(
        _ start: (Double, Double),
        _ end: (Double, Double),
        _ mode: TravelMode = .drive,
        arrivingAt name: String? = nil
    ) -> Directions {
        finder.directions(
            from: Self.place(start.0, start.1),
            to: Self.place(end.0, end.1),
            mode: mode,
            arrivingAt: name
        )
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
