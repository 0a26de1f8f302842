internal import GeoJSON
internal import Geodesy
internal import Roads

/// A way as an Open Source Routing Machine writes it.
struct RouterAnswer {
    let legs: [Directions]
    let options: RouterOptions

    func writeMembers(to json: inout JSONWriter) {
        json.member("code", "Ok")
        json.member("routes", array: { list in list.object { writeRoute(to: &$0) } })
        json.member(
            "waypoints",
            array: { list in
                for waypoint in waypoints { list.object { waypoint.write(to: &$0) } }
            }
        )
    }

    private func writeRoute(to json: inout JSONWriter) {
        if options.overview != .none {
            var line: [Coordinate] = []
            for place in legs.flatMap(\.line) where place != line.last { line.append(place) }
            json.name("geometry")
            json.way(line, as: options.geometries)
        }
        json.member(
            "legs",
            array: { list in for leg in legs { list.object { write(leg, to: &$0) } } }
        )
        json.member("weight_name", "duration")
        json.amounts(
            meters: legs.reduce(0) { $0 + $1.distance.meters },
            seconds: legs.reduce(0) { $0 + $1.seconds }
        )
    }

    private func write(_ leg: Directions, to json: inout JSONWriter) {
        json.member(
            "steps",
            array: { list in
                guard options.hasSteps else { return }
                for step in Self.steps(of: leg) {
                    list.object { step.write(to: &$0, mode: leg.mode, as: options.geometries) }
                }
            }
        )
        json.member("summary", options.hasSteps ? Self.summary(of: leg) : "")
        json.amounts(meters: leg.distance.meters, seconds: leg.seconds)
    }

    /// The two streets along which one goes farthest, in their order.
    private static func summary(of leg: Directions) -> String {
        let named = leg.steps.filter { $0.street != nil }
        let longest = Set(
            named.sorted { $0.distance > $1.distance }.prefix(2).compactMap(\.street)
        )
        var streets: [String] = []
        for street in named.compactMap(\.street)
        where longest.contains(street) && !streets.contains(street) {
            streets.append(street)
        }
        return streets.joined(separator: ", ")
    }

    // MARK: Steps

    private struct Step {
        let step: RouteStep
        let line: [Coordinate]
        /// The direction in which one arrives, degrees clockwise from north.
        let bearingBefore: Double

        func write(
            to json: inout JSONWriter,
            mode: TravelMode,
            as geometries: RouterOptions.Geometries
        ) {
            json.name("geometry")
            json.way(line, as: geometries)
            json.member("mode", mode == .walk ? "walking" : "driving")
            json.member("driving_side", "right")
            json.member("name", step.street ?? "")
            json.amounts(meters: step.distance.meters, seconds: step.seconds)
            json.member(
                "maneuver",
                object: { json in
                    json.name("location")
                    json.place(step.place)
                    json.member("bearing_before", bearingBefore.rounded())
                    json.member(
                        "bearing_after",
                        step.maneuver == .arrive ? 0 : step.bearing.rounded()
                    )
                    let (type, modifier) = step.maneuver.router
                    json.member("type", type)
                    if let modifier { json.member("modifier", modifier) }
                    json.member("instruction", step.instruction)
                }
            )
            json.member(
                "intersections",
                array: { list in
                    list.object { json in
                        json.name("location")
                        json.place(step.place)
                        json.member("bearings", array: { $0.number(step.bearing.rounded()) })
                        json.member("entry", array: { $0.boolean(true) })
                        json.member(step.maneuver == .arrive ? "in" : "out", 0)
                    }
                }
            )
        }
    }

    /// The steps of a leg, each with its part of the line.
    private static func steps(of leg: Directions) -> [Step] {
        var starts: [Int] = []
        for step in leg.steps {
            let from = starts.last ?? 0
            let found = leg.line[from...].firstIndex(of: step.place)
            starts.append(starts.isEmpty ? 0 : found ?? from)
        }
        return leg.steps.enumerated().map { index, step in
            let start = starts[index]
            let isLast = index == leg.steps.count - 1
            let end = isLast ? leg.line.count - 1 : starts[index + 1]
            var line = Array(leg.line[start...max(start, end)])
            // What has no length is a line of one place all the same.
            if line.count == 1 { line.append(line[0]) }
            let before = start > 0 ? leg.line[start - 1] : nil
            let bearing = before.map {
                Geodesic.inverse(from: $0, to: leg.line[start]).initialBearing.degrees
            }
            return Step(
                step: step,
                line: line,
                bearingBefore: bearing.map { $0 < 0 ? $0 + 360 : $0 } ?? 0
            )
        }
    }

    // MARK: Waypoints

    private struct Waypoint {
        let asked: Coordinate
        let place: Coordinate
        let name: String

        func write(to json: inout JSONWriter) {
            json.name("location")
            json.place(place)
            json.member("name", name)
            let meters = Geodesic.distance(from: asked, to: place).meters
            json.member("distance", (meters * 10).rounded() / 10)
        }
    }

    /// Where the way meets the roads for each place that was asked for.
    private var waypoints: [Waypoint] {
        guard let first = legs.first else { return [] }
        let start = Waypoint(
            asked: first.start,
            place: first.line.count > 2 ? first.line[1] : first.start,
            name: first.steps.lazy.compactMap(\.street).first ?? ""
        )
        return [start]
            + legs.map { leg in
                Waypoint(
                    asked: leg.end,
                    place: leg.line.count > 2 ? leg.line[leg.line.count - 2] : leg.end,
                    name: leg.steps.reversed().lazy.compactMap(\.street).first ?? ""
                )
            }
    }
}

extension RouteStep.Maneuver {
    /// What the interface calls it.
    fileprivate var router: (type: String, modifier: String?) {
        switch self {
        case .depart: ("depart", nil)
        case .proceed: ("new name", "straight")
        case .bearLeft: ("turn", "slight left")
        case .bearRight: ("turn", "slight right")
        case .turnLeft: ("turn", "left")
        case .turnRight: ("turn", "right")
        case .sharpLeft: ("turn", "sharp left")
        case .sharpRight: ("turn", "sharp right")
        case .turnBack: ("continue", "uturn")
        case .roundabout: ("roundabout", nil)
        case .arrive: ("arrive", nil)
        }
    }
}

extension JSONWriter {
    /// Metres and seconds, to a tenth; what is least of all ways is how long it takes.
    fileprivate mutating func amounts(meters: Double, seconds: Double) {
        let tenths = (seconds * 10).rounded() / 10
        member("distance", (meters * 10).rounded() / 10)
        member("duration", tenths)
        member("weight", tenths)
    }

    /// A place as a longitude and a latitude.
    fileprivate mutating func place(_ place: Coordinate) {
        array { list in
            list.number(Polyline.rounded(place.longitude, 1e6))
            list.number(Polyline.rounded(place.latitude, 1e6))
        }
    }

    fileprivate mutating func way(
        _ line: [Coordinate],
        as geometries: RouterOptions.Geometries
    ) {
        switch geometries {
        case .polyline: string(Polyline.text(line, factor: 1e5))
        case .polyline6: string(Polyline.text(line, factor: 1e6))
        case .geojson: geometry(.line(line))
        }
    }
}

/// Lines as texts.
///
/// Source: Google Maps Platform, "Encoded Polyline Algorithm Format".
enum Polyline {
    /// A line's places as differences of whole numbers, five bits to a letter.
    ///
    /// - Parameter factor: What degrees are multiplied by, 1e5 or 1e6.
    /// - Complexity: O(n) for n places.
    static func text(_ line: [Coordinate], factor: Double) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count * 8)
        var last = (latitude: 0, longitude: 0)
        for place in line {
            let latitude = Int((place.latitude * factor).rounded())
            let longitude = Int((place.longitude * factor).rounded())
            append(latitude - last.latitude, to: &bytes)
            append(longitude - last.longitude, to: &bytes)
            last = (latitude, longitude)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number < 0 ? ~(number << 1) : number << 1
        while rest >= 0x20 {
            bytes.append(UInt8((0x20 | (rest & 0x1F)) + 63))
            rest >>= 5
        }
        bytes.append(UInt8(rest + 63))
    }

    static func rounded(_ degrees: Double, _ factor: Double) -> Double {
        (degrees * factor).rounded() / factor
    }
}
