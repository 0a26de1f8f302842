internal import Geodesy

/// What is said at each step.
extension RouteWords {
    func stepToRoad(
        _ place: Coordinate,
        _ meters: Double,
        _ seconds: Double
    ) -> RouteStep {
        let leaving = Geodesic.inverse(from: start, to: place).initialBearing
        let bearing = Compass.normal(leaving.degrees)
        let road = route.pieces.first.map { network.road(ofEdge: $0.arc >> 1) }
        let goal = road.map { $0.title ?? $0.kind.unnamed } ?? "the road"
        return RouteStep(
            maneuver: .depart,
            instruction: "Go \(Compass.word(bearing)) to \(goal), \(LengthWords.text(meters))",
            street: nil,
            distance: Distance(uncheckedMeters: meters),
            seconds: seconds,
            bearing: bearing,
            place: start
        )
    }

    func step(_ stretch: Stretch, extra: Double) -> RouteStep {
        let road = stretch.roadBehind ?? stretch.road
        let street = road.title ?? (stretch.staysOn ? road.kind.noun : road.kind.unnamed)
        let meters = stretch.meters + extra
        // What is one place with the next turn has no length that is worth a word.
        let length =
            meters < Directions.sameMeters ? "" : ", \(LengthWords.text(meters))"
        let text: String
        if stretch.staysOn, stretch.maneuver != .proceed, stretch.maneuver != .turnBack {
            text = "\(Self.verb(stretch.maneuver)) to stay on \(street)\(length)"
        } else {
            switch stretch.maneuver {
            case .depart:
                text = "Head \(Compass.word(stretch.bearing)) on \(street)\(length)"
            case .roundabout:
                if stretch.roadBehind != nil, let exit = stretch.exit {
                    text =
                        "At the roundabout, take the \(Self.ordinal(exit)) exit onto "
                        + "\(street)\(length)"
                } else {
                    text = "Enter the roundabout\(length)"
                }
            case .proceed: text = "Continue on \(street)\(length)"
            case .turnBack: text = "Turn round on \(street)\(length)"
            default: text = "\(Self.verb(stretch.maneuver)) onto \(street)\(length)"
            }
        }
        return RouteStep(
            maneuver: stretch.maneuver,
            instruction: text,
            street: road.title,
            distance: Distance(uncheckedMeters: meters),
            seconds: stretch.seconds + extra / TravelMode.walkingMetersPerSecond,
            bearing: Compass.normal(stretch.bearing),
            place: stretch.place
        )
    }

    private static func verb(_ maneuver: RouteStep.Maneuver) -> String {
        switch maneuver {
        case .bearLeft: "Bear left"
        case .bearRight: "Bear right"
        case .turnLeft: "Turn left"
        case .turnRight: "Turn right"
        case .sharpLeft: "Turn sharply left"
        case .sharpRight: "Turn sharply right"
        default: "Continue"
        }
    }

    private static func ordinal(_ number: Int) -> String {
        let ending =
            (11...13).contains(number % 100)
            ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
        return "\(number)\(ending)"
    }

    func arrival(
        at place: Coordinate,
        _ meters: Double,
        _ seconds: Double
    ) -> RouteStep {
        let came =
            route.pieces.reversed().lazy.compactMap { Self.bearing(of: $0.places.reversed()) }
            .first.map { $0 + 180 }
        let toEnd = Geodesic.inverse(from: place, to: end).initialBearing.degrees
        let what = name ?? "your destination"
        var side: String?
        // On the road itself there are no sides.
        if let came, meters >= 2 {
            let angle = turnAngle(from: came, to: toEnd)
            switch angle.magnitude {
            case ..<30: side = "straight ahead"
            case ..<150: side = angle > 0 ? "on the right" : "on the left"
            default: side = nil
            }
        }
        var text = "Arrive: \(what) is " + (side ?? "here")
        if meters >= Self.offRoadMeters {
            text += ", \(LengthWords.text(meters)) from the road"
        }
        return RouteStep(
            maneuver: .arrive,
            instruction: text,
            street: nil,
            distance: Distance(uncheckedMeters: meters),
            seconds: seconds,
            bearing: Compass.normal(meters >= 2 ? toEnd : came ?? 0),
            place: place
        )
    }
}
