internal import Geodesy
internal import Roads

/// What the tags of a way of OpenStreetMap say of who may go there, and which way.
///
/// A key for fewer counts before one for more (`motorcar`, `motor_vehicle`, `vehicle`, `access`; `foot`,
/// `access`), and one for a direction before one for both.
///
/// Source: OpenStreetMap wiki, "Key:access", "Key:oneway", "Key:motorroad", "Key:conveying".
struct WaySigns {
    let tags: [String: String]

    /// Who drives: a common car.
    static let drivingKeys = ["motorcar", "motor_vehicle", "vehicle", "access"]
    static let walkingKeys = ["foot", "access"]

    /// The tags that say something of how one may go.
    static let keys: Set<String> = {
        let modes = drivingKeys + walkingKeys
        let sizes = CarSize.keys
        return Set(
            modes + modes.flatMap { ["\($0):forward", "\($0):backward"] } + oneWayKeys + sizes + [
                "highway", "name", "ref", "maxspeed", "junction", "route", "railway", "man_made",
                "tracktype", "motorroad", "hiking", "oneway:foot", "conveying", "area", "service",
                "smoothness", "duration", "sidewalk",
            ] + RoadState.keys + DatedClosure.drivingKeys + DatedClosure.walkingKeys
        )
    }()
    private static let oneWayKeys = [
        "oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway",
    ]

    // MARK: What it is

    /// Values of `highway` of what cannot be gone, whoever may.
    static let unbuilt: Set<String> = [
        "construction", "proposed", "planned", "abandoned", "razed", "disused", "no", "rest_area",
        "services", "bus_stop", "elevator",
    ]

    /// What it is, as ``RoadText/kind(_:)`` reads it; nil for what is no road.
    var kindWord: String? {
        if let highway = tags["highway"] {
            if RoadText.openStreetMap[highway] != nil { return highway }
            // Any way may be opened by its own sign.
            guard !Self.unbuilt.contains(highway) else { return nil }
            if Self.drivingKeys.contains(where: { RoadText.driving(tags[$0]) == .open }) {
                return "service"
            }
            return Self.walkingKeys.contains { RoadText.walking(tags[$0]) == .open } ? "path" : nil
        }
        if ["ferry", "shuttle_train"].contains(tags["route"]) { return "ferry" }
        return tags["man_made"] == "pier" || tags["railway"] == "platform" ? "path" : nil
    }

    private var kind: RoadKind? { kindWord.flatMap(RoadText.kind) }

    // MARK: In a car

    /// Which way one may drive, and whether those alone who begin or end there.
    var driving: (passage: Passage, isLimited: Bool) {
        guard let kind, !isBlockedForCars, CarSize.fits(tags) else { return (.closed, false) }
        let isUsual = kind.isForDriving && (kind != .track || isGraded) && tags["area"] != "yes"
        let ahead = drives("forward", isUsual)
        let back = drives("backward", isUsual)
        let passage = Passage(
            ahead: ahead != .closed && oneWay != .against && oneWay != .closed,
            back: back != .closed && oneWay != .along && oneWay != .closed
        )
        let isLimited =
            ahead == .limited && passage != .against || back == .limited && passage != .along
        return (passage, passage != .closed && isLimited)
    }

    private func drives(_ direction: String, _ isUsual: Bool) -> RoadAccess {
        let written = Self.drivingKeys.lazy.compactMap { tags["\($0):\(direction)"] ?? tags[$0] }
            .first
        switch RoadText.driving(written) {
        case .open: return .open
        // A path is not a street for its residents' cars.
        case .limited: return isUsual ? .limited : .closed
        case .closed: return .closed
        case nil: return isUsual ? .open : .closed
        }
    }

    private var isGraded: Bool { tags["tracktype"]?.hasPrefix("grade") == true }

    private var isBlockedForCars: Bool {
        RoadState.closure(tags) != nil || tags["smoothness"] == "impassable"
            || tags["service"] == "emergency_access" || tags["highway"] == "steps"
    }

    /// The text of a one-way street that says nothing that is known.
    var unknownOneWay: String? {
        guard let text = writtenOneWay, RoadText.oneWay(text) == nil else { return nil }
        return text
    }

    private var writtenOneWay: String? { Self.oneWayKeys.lazy.compactMap { tags[$0] }.first }

    private var oneWay: Passage {
        // One waits for an alternating lane, and goes on as everywhere of the kind.
        if let text = writtenOneWay, text != "alternating" {
            return RoadText.oneWay(text) ?? .closed
        }
        let isImplied = RoadText.isRoundabout(tags["junction"]) || tags["highway"] == "motorway"
        return isImplied ? .along : .both
    }

    // MARK: On foot

    /// Which way one may walk.
    var walking: Passage {
        guard let kind, RoadState.closure(tags) == nil else { return .closed }
        let isUsual = kind.isForWalking && !isForVehiclesAlone
        let moving: Passage =
            switch tags["conveying"] {
            case "forward": .along
            case "backward": .against
            default:
                tags["foot"].flatMap(RoadText.direction)
                    ?? tags["oneway:foot"].flatMap(RoadText.oneWay) ?? .both
            }
        return Passage(
            ahead: walks("forward", isUsual) && moving != .against && moving != .closed,
            back: walks("backward", isUsual) && moving != .along && moving != .closed
        )
    }

    private func walks(_ direction: String, _ isUsual: Bool) -> Bool {
        let own = tags["foot:\(direction)"] ?? tags["foot"]
        if own == nil, RoadText.walking(tags["hiking"]) == .open { return true }
        let written = own ?? tags["access:\(direction)"] ?? tags["access"]
        return RoadText.walking(written).map { $0 == .open } ?? isUsual
    }

    /// Whether it is a road for fast vehicles, or for riders.
    private var isForVehiclesAlone: Bool {
        switch tags["highway"] {
        case "trunk", "trunk_link":
            isMotorroad
                || !["yes", "true", "1", "both", "left", "right"].contains(tags["sidewalk"])
        case "bridleway": true
        default: isMotorroad
        }
    }

    private var isMotorroad: Bool { RoadState.flag(tags["motorroad"]) == true }

    // MARK: On board

    /// How long a ferry takes in minutes, as `01:30`, `90` or `PT1H30M` say.
    ///
    /// Source: OpenStreetMap wiki, "Key:duration"; ISO 8601.
    var minutesOnBoard: Double? {
        guard let text = tags["duration"] else { return nil }
        if text.hasPrefix("PT") {
            var minutes = 0.0
            var rest = text.dropFirst(2)
            while !rest.isEmpty {
                let digits = rest.prefix { $0.isNumber || $0 == "." }
                rest = rest.dropFirst(digits.count)
                let units: [Character: Double] = ["H": 60, "M": 1, "S": 1 / 60]
                guard let number = PlainNumber.read(digits), let unit = rest.popFirst(),
                    let share = units[unit]
                else { return nil }
                minutes += number * share
            }
            return minutes > 0 ? minutes : nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { PlainNumber.read($0) }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        let minutes: Double
        switch numbers.count {
        case 1: minutes = numbers[0]
        case 2: minutes = numbers[0] * 60 + numbers[1]
        case 3: minutes = numbers[0] * 60 + numbers[1] + numbers[2] / 60
        default: return nil
        }
        return minutes > 0 ? minutes : nil
    }
}

extension Passage {
    /// A way that is open ahead or back.
    init(ahead: Bool, back: Bool) {
        self = ahead ? (back ? .both : .along) : back ? .against : .closed
    }
}
