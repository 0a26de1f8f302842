internal import Datasets
internal import Geodesy

/// Tells a person how to go along a path.
struct RouteWords {
    let network: RoadNetwork
    let route: RouteLine
    let mode: TravelMode
    let start: Coordinate
    let end: Coordinate
    let name: String?
    /// What is to be said of the roads at the ends.
    private let cautions: [Directions.Caution]

    /// Ways off the roads that are shorter are not spoken of, in metres.
    static let offRoadMeters = 10.0
    /// Up to this angle one goes straight on, in degrees.
    private static let straightDegrees = 25.0
    /// Up to this angle one bears to a side.
    private static let bearDegrees = 50.0
    /// From this angle on one turns sharply.
    private static let sharpDegrees = 120.0
    /// From this angle on one turns back.
    private static let backDegrees = 165.0

    init(
        _ network: RoadNetwork,
        _ route: RouteLine,
        mode: TravelMode,
        start: Coordinate,
        end: Coordinate,
        name: String?,
        cautions: [Directions.Caution] = []
    ) {
        self.network = network
        self.route = route
        self.mode = mode
        self.start = start
        self.end = end
        self.name = name
        self.cautions = cautions
    }

    /// A stretch that one is told of once.
    struct Stretch {
        let maneuver: RouteStep.Maneuver
        let road: Road
        /// Whether the road is the one that one comes from, and turns.
        let staysOn: Bool
        /// Which exit of a roundabout is taken.
        var exit: Int?
        /// The road behind the roundabout.
        var roadBehind: Road?
        let bearing: Double
        let place: Coordinate
        var meters: Double
        var seconds: Double
    }

    func directions() -> Directions {
        let first = route.pieces.first?.places.first ?? route.first
        let last = route.pieces.last?.places.last ?? route.last
        let toRoad = Geodesic.distance(from: start, to: first).meters
        let fromRoad = Geodesic.distance(from: last, to: end).meters
        var line: [Coordinate] = []
        for place in [start, first] + route.pieces.flatMap(\.places) + [end]
        where place != line.last {
            line.append(place)
        }
        if line.count == 1 { line.append(end) }
        var steps: [RouteStep] = []
        let pace = 1 / TravelMode.walkingMetersPerSecond
        if toRoad >= Self.offRoadMeters { steps.append(stepToRoad(first, toRoad, toRoad * pace)) }
        let extra = toRoad < Self.offRoadMeters ? toRoad : 0
        let stretches = withoutGaps(Self.withoutShortEnds(stretches()))
        for (index, stretch) in stretches.enumerated() {
            steps.append(step(stretch, extra: index == 0 ? extra : 0))
        }
        let rest = fromRoad + (stretches.isEmpty ? extra : 0)
        steps.append(arrival(at: last, rest, rest * pace))
        let meters = zip(line, line.dropFirst()).reduce(0.0) {
            $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
        }
        return Directions(
            method: .road,
            mode: mode,
            start: start,
            end: end,
            line: line,
            distance: Distance(uncheckedMeters: meters),
            seconds: steps.reduce(0) { $0 + $1.seconds },
            steps: steps,
            shortfall: nil,
            cautions: cautions + oneWayCautions()
        )
    }

    /// What is not known of the roads on the way.
    private func oneWayCautions() -> [Directions.Caution] {
        guard mode == .drive else { return [] }
        var datasets: [DatasetName] = []
        for piece in route.pieces {
            let dataset = network.road(ofEdge: piece.arc >> 1).dataset
            if network.withoutOneWays.contains(dataset), !datasets.contains(dataset) {
                datasets.append(dataset)
            }
        }
        guard !datasets.isEmpty else { return [] }
        let names = datasets.map(\.text).joined(separator: " and ")
        return [
            Directions.Caution(
                code: .oneWayUnknown,
                message:
                    "No road of \(names) is marked as one-way, as in files that do not tell: the "
                    + "way may lead against a one-way street. Follow the signs."
            )
        ]
    }

    // MARK: Stretches

    private func stretches() -> [Stretch] {
        var stretches: [Stretch] = []
        var previous: RouteLine.Piece?
        for piece in route.pieces {
            defer { previous = piece }
            // A piece that is a place only says nothing of a turn.
            let isEmpty = piece.meters < 0.01 && route.pieces.count > 1
            let road = network.road(ofEdge: piece.arc >> 1)
            guard let before = previous, var current = stretches.last else {
                stretches.append(begin(.depart, piece, road))
                continue
            }
            let turn = network.turnSeconds(from: before.arc, to: piece.arc, mode)
            if isRoundabout(road) {
                if current.maneuver == .roundabout, current.roadBehind == nil {
                    current.exit = (current.exit ?? 0) + (leaves(before.arc) ? 1 : 0)
                    current.meters += piece.meters
                    current.seconds += piece.seconds + turn
                    stretches[stretches.count - 1] = current
                } else {
                    stretches.append(begin(.roundabout, piece, road, turn))
                }
                continue
            }
            if current.maneuver == .roundabout, current.roadBehind == nil {
                current.exit = (current.exit ?? 0) + 1
                current.roadBehind = road
                current.meters += piece.meters
                current.seconds += piece.seconds + turn
                stretches[stretches.count - 1] = current
                continue
            }
            let roadBefore = current.roadBehind ?? network.road(ofEdge: before.arc >> 1)
            let maneuver = self.maneuver(before, piece)
            if isEmpty || goesOn(roadBefore, road, maneuver, at: before.arc) {
                stretches[stretches.count - 1].meters += piece.meters
                stretches[stretches.count - 1].seconds += piece.seconds + turn
            } else {
                stretches.append(
                    begin(maneuver, piece, road, turn, staysOn: isSame(roadBefore, road))
                )
            }
        }
        return stretches
    }

    /// A goal that is one place with a junction is reached there: nobody turns for it.
    private static func withoutShortEnds(_ stretches: [Stretch]) -> [Stretch] {
        var rest = withoutShortStart(stretches)
        while rest.count > 1, let last = rest.last, last.meters < Directions.sameMeters,
            last.maneuver != .roundabout
        {
            rest.removeLast()
            rest[rest.count - 1].meters += last.meters
            rest[rest.count - 1].seconds += last.seconds
        }
        return rest
    }

    /// A start a few steps beside a junction is one at the junction.
    private static func withoutShortStart(_ stretches: [Stretch]) -> [Stretch] {
        guard stretches.count > 1, stretches[0].meters < 7, stretches[1].maneuver != .roundabout
        else { return stretches }
        var rest = Array(stretches.dropFirst())
        let next = rest[0]
        rest[0] = Stretch(
            maneuver: .depart,
            road: next.road,
            staysOn: false,
            bearing: next.bearing,
            place: stretches[0].place,
            meters: next.meters + stretches[0].meters,
            seconds: next.seconds + stretches[0].seconds
        )
        return withoutShortStart(rest)
    }

    /// How long a stretch without a name may be in the middle of a street that goes straight on: files
    /// leave out the names where streets cross squares.
    private static let gapMeters = 150.0

    /// A street goes on over a short stretch without a name.
    private func withoutGaps(_ stretches: [Stretch]) -> [Stretch] {
        var result: [Stretch] = []
        var index = 0
        while index < stretches.count {
            let stretch = stretches[index]
            if let before = result.last, stretch.maneuver == .proceed, stretch.road.title == nil,
                stretch.meters < Self.gapMeters, index + 1 < stretches.count
            {
                let behind = stretches[index + 1]
                let street = (before.roadBehind ?? before.road).title
                if behind.maneuver == .proceed, street != nil, behind.road.title == street {
                    result[result.count - 1].meters += stretch.meters + behind.meters
                    result[result.count - 1].seconds += stretch.seconds + behind.seconds
                    index += 2
                    continue
                }
            }
            result.append(stretch)
            index += 1
        }
        return result
    }

    private func begin(
        _ maneuver: RouteStep.Maneuver,
        _ piece: RouteLine.Piece,
        _ road: Road,
        _ turnSeconds: Double = 0,
        staysOn: Bool = false
    ) -> Stretch {
        Stretch(
            maneuver: maneuver,
            road: road,
            staysOn: staysOn,
            bearing: Self.bearing(of: piece.places) ?? network.bearings(ofArc: piece.arc).leaving,
            place: piece.places.first ?? start,
            meters: piece.meters,
            seconds: piece.seconds + turnSeconds
        )
    }

    private func isRoundabout(_ road: Road) -> Bool { road.isRoundabout && mode == .drive }

    /// Whether a driver could leave a roundabout at the end of an arc of it.
    private func leaves(_ arc: Int) -> Bool {
        let graph = network.turns
        let node = graph.head(arc)
        let seconds = network.passages(mode).seconds
        return (Int(network.arcsStart[node])..<Int(network.arcsStart[node + 1])).contains { slot in
            let next = Int(network.arcsLeaving[slot])
            return seconds[next] < .infinity && !network.road(ofEdge: next >> 1).isRoundabout
        }
    }

    private func maneuver(
        _ before: RouteLine.Piece,
        _ piece: RouteLine.Piece
    ) -> RouteStep.Maneuver {
        let angle = turnAngle(
            from: network.bearings(ofArc: before.arc).arriving,
            to: network.bearings(ofArc: piece.arc).leaving
        )
        let isRight = angle > 0
        switch angle.magnitude {
        case ..<Self.straightDegrees: return .proceed
        case ..<Self.bearDegrees: return isRight ? .bearRight : .bearLeft
        case ..<Self.sharpDegrees: return isRight ? .turnRight : .turnLeft
        case ..<Self.backDegrees: return isRight ? .sharpRight : .sharpLeft
        default: return .turnBack
        }
    }

    /// Whether a person need not be told: the road goes on, or bends where nothing else begins.
    private func goesOn(
        _ before: Road,
        _ road: Road,
        _ maneuver: RouteStep.Maneuver,
        at arc: Int
    ) -> Bool {
        guard isSame(before, road) else { return false }
        let node = network.turns.head(arc)
        let isJunction = network.arcsStart[node + 1] - network.arcsStart[node] > 2
        switch maneuver {
        case .proceed, .bearLeft, .bearRight: return true
        case .turnBack: return false
        default: return !isJunction
        }
    }

    private func isSame(_ one: Road, _ other: Road) -> Bool {
        switch (one.title, other.title) {
        case (nil, nil): one.kind.noun == other.kind.noun
        case (let first, let second): first == second
        }
    }

    /// The direction in which places leave the first; nil where they are one.
    static func bearing(of places: [Coordinate]) -> Double? {
        guard let first = places.first else { return nil }
        var goal: Coordinate?
        for place in places.dropFirst() where place != first {
            goal = place
            if Geodesic.distance(from: first, to: place).meters >= 12 { break }
        }
        return goal.map { Geodesic.inverse(from: first, to: $0).initialBearing.degrees }
    }
}
