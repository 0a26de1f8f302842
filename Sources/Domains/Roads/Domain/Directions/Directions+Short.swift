internal import Geodesy

extension Directions {
    /// Two places this close to each other are one, in metres: no position is better than that.
    static let sameMeters = 2.5
    /// Up to this far, in metres, one goes across from one place to the other beside a road, and not
    /// to the road and back.
    static let acrossMeters = 10.0

    /// The few steps, or none, from a place beside a road to another beside the same one.
    init(
        acrossFrom start: Coordinate,
        to end: Coordinate,
        mode: TravelMode,
        name: String?
    ) {
        let (_, initial, _) = Geodesic.inverse(from: start, to: end)
        let distance = Geodesic.distance(from: start, to: end)
        let bearing = Compass.normal(initial.degrees)
        let seconds = distance.meters / TravelMode.walkingMetersPerSecond
        self.init(
            method: .road,
            mode: mode,
            start: start,
            end: end,
            line: [start, end],
            distance: distance,
            seconds: seconds,
            steps: [
                RouteStep(
                    maneuver: .arrive,
                    instruction: distance.meters < Self.sameMeters
                        ? Self.there(name)
                        : "\(name ?? "Your destination") is \(LengthWords.text(distance.meters)) to "
                            + "the \(Compass.word(bearing))",
                    street: nil,
                    distance: distance,
                    seconds: seconds,
                    bearing: bearing,
                    place: start
                )
            ],
            shortfall: nil,
            cautions: []
        )
    }

    /// What is said to whoever need not go.
    static func there(_ name: String?) -> String {
        name.map { "You are there: \($0)" } ?? "You are there"
    }
}
