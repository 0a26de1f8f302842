import ArgumentParser
import Geodesy
import Roads

/// How one goes, on the command line.
enum WayMode: String, CaseIterable, ExpressibleByArgument {
    case walk, drive

    var travelMode: TravelMode {
        switch self {
        case .walk: .walk
        case .drive: .drive
        }
    }
}

/// The option that measures along roads.
struct WayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "By the quickest ways along the roads that are loaded (default: by geodesics).",
            discussion: """
                distance_m is then how long the quickest way from the place is, and duration_s how long it \
                takes; the order is by time. Limits are lengths (800m) or times (10min, 90s, 1h). What no way \
                leads to is in no answer, and that is told.
                """,
            valueName: WayMode.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var by: WayMode?

    /// Too far from the roads, in words.
    static func offRoads(_ mode: WayMode) -> String {
        "farther than \(Int(WayFinder.roadLimit.meters)) m from every road that one may \(mode.rawValue) on"
    }

    /// - Throws: `ValidationError` for messages: who may read one is told by the straight line between them.
    func require(_ layer: LayerOptions) throws {
        guard by != nil, try Layer(parsing: layer.layer) == .messages else { return }
        throw ValidationError(
            "--by: how far a message is seen is measured in a straight line; ask for messages without"
        )
    }
}

/// How far, along roads or by time.
enum WayLimit: Sendable {
    case length(Distance)
    case time(seconds: Double)

    /// Reads a length, or a time.
    ///
    /// - Parameter by: Without it, times are refused.
    /// - Throws: `ValidationError` that names the option, the value and what is allowed.
    static func parse(_ text: String, option: String, by: WayMode?) throws -> WayLimit {
        if let length = try? Distance.parse(text, option: option) { return .length(length) }
        guard let seconds = try? Duration.parse(text, option: option) else {
            // Says what lengths are.
            return .length(try Distance.parse(text, option: option))
        }
        guard by != nil else {
            throw ValidationError(
                "\(option) is \"\(text)\", a time, which goes with --by walk or --by drive; without, write "
                    + "a length: 500m"
            )
        }
        return .time(seconds: seconds)
    }

    /// Whether a way is no longer, inclusive.
    func holds(_ hit: WaySearch.Hit) -> Bool {
        switch self {
        case .length(let length): Double(hit.meters) <= length.meters
        case .time(let most): Double(hit.seconds) <= most
        }
    }

    /// The length; nil for a time.
    var length: Distance? {
        if case .length(let length) = self { length } else { nil }
    }
}
