internal import GeoJSON
internal import Geodesy
internal import Roads
internal import Timekeeping
internal import Trajectories

/// What `POST /v1/match` and its live form are asked: fixes in the order of their times, and how one went.
struct TrackBody {
    let fixes: [Fix]
    let mode: TravelMode
    /// How many fixes follow before one is settled; of the live form alone.
    let lag: Int

    /// How many fixes are matched at once.
    static let fixLimit = 10_000
    /// A body of so many fixes with all their members is no longer, in bytes.
    static let byteLimit = 4 << 20
    /// What a lag may be, and what it is unless told.
    static let lags = 1...100
    static let standardLag = 15
    /// So many faults are told at once.
    private static let faultLimit = 20

    private static let members = [
        "at", "lat", "lon", "accuracy_m", "altitude_m", "speed_mps", "heading_deg",
    ]

    /// - Parameters:
    ///   - now: What is later is in the future.
    ///   - isLive: Whether a lag may be told.
    /// - Throws: ``Problem`` of status 400 with what is wrong, by the number of the fix.
    init(parsing bytes: [UInt8], now: Timestamp, isLive: Bool = false) throws(Problem) {
        var reader = try JSONObjectReader(parsing: bytes)
        let list = reader.array("fixes")
        let word = reader.string("mode")
        let lag = isLive ? reader.wholeNumber("lag") : nil
        let known = reader.errors()
        func isFine(_ name: String) -> Bool { !known.contains { $0.parameter == name } }
        let mode = word.flatMap(TravelMode.init)
        var errors = known
        if mode == nil, isFine("mode") { errors.append(Self.fault(ofMode: word)) }
        if list == nil, isFine("fixes") {
            errors.append(
                ParameterError(parameter: "fixes", fault: .missing, message: "is missing")
            )
        }
        if let list, !(2...Self.fixLimit).contains(list.count) {
            errors.append(
                ParameterError(
                    parameter: "fixes",
                    fault: .wrongLength,
                    message: "has \(list.count); a track has 2 to \(Self.fixLimit) fixes",
                    values: .range(String(list.count), 2, Self.fixLimit)
                )
            )
        }
        if let lag, !Self.lags.contains(Int(clamping: lag)) {
            errors.append(
                ParameterError(
                    parameter: "lag",
                    fault: .outOfRange,
                    message: "is \(lag); it lies between \(Self.lags.lowerBound) and "
                        + "\(Self.lags.upperBound)",
                    values: .range(String(lag), Self.lags.lowerBound, Self.lags.upperBound)
                )
            )
        }
        guard errors.isEmpty, let list, let mode else { throw .invalid(errors) }
        self.lag = lag.map(Int.init(clamping:)) ?? Self.standardLag
        self.mode = mode
        fixes = try Self.fixes(list, now)
    }

    private static func fault(ofMode word: String?) -> ParameterError {
        let modes = TravelMode.allCases.map(\.rawValue)
        guard let word else {
            return ParameterError(parameter: "mode", fault: .missing, message: "is missing")
        }
        return ParameterError(
            parameter: "mode",
            fault: .notOneOf,
            message: "is \(quoted(word)); it is one of \(modes.joined(separator: ", "))",
            values: .choices(word, modes)
        )
    }

    private static func fixes(_ list: [JSONValue], _ now: Timestamp) throws(Problem) -> [Fix] {
        var errors: [ParameterError] = []
        var fixes: [Fix] = []
        fixes.reserveCapacity(list.count)
        for (index, value) in list.enumerated() {
            let outcome = fix(value, index, now)
            if let fix = outcome.fix {
                if let last = fixes.last, fix.at < last.at, errors.isEmpty {
                    errors.append(
                        fault(index, "at", "is earlier than the fix before; sort them by time")
                    )
                }
                fixes.append(fix)
            }
            errors += outcome.errors
            if errors.count >= faultLimit { break }
        }
        guard errors.isEmpty else { throw .invalid(Array(errors.prefix(faultLimit))) }
        return fixes
    }

    private static func fault(
        _ index: Int,
        _ name: String?,
        _ message: String,
        _ fault: ParameterFault = .outOfRange
    ) -> ParameterError {
        ParameterError(
            parameter: "fixes[\(index)]" + (name.map { ".\($0)" } ?? ""),
            fault: fault,
            message: message
        )
    }

    private static func fix(
        _ value: JSONValue,
        _ index: Int,
        _ now: Timestamp
    ) -> (fix: Fix?, errors: [ParameterError]) {
        guard case .object(let given) = value else {
            return (nil, [fault(index, nil, "is \(value.kind); it must be an object", .wrongType)])
        }
        var reader = JSONObjectReader(given)
        let text = reader.string("at")
        let numbers = members.dropFirst().map { reader.number($0) }
        var errors = reader.errors().map {
            fault(index, $0.parameter, $0.message, $0.fault)
        }
        for (name, isGiven) in [
            ("at", text != nil), ("lat", numbers[0] != nil), ("lon", numbers[1] != nil),
        ] where !isGiven && !errors.contains(where: { $0.parameter == "fixes[\(index)].\(name)" }) {
            errors.append(fault(index, name, "is missing", .missing))
        }
        guard errors.isEmpty, let text, let latitude = numbers[0], let longitude = numbers[1] else {
            return (nil, errors)
        }
        guard let at = Timestamp(rfc3339: text) else {
            let words = "is \(quoted(text)); it is a moment such as 2026-11-03T08:15:00Z"
            return (nil, [fault(index, "at", words, .wrongType)])
        }
        do {
            let fix = Fix(
                at: at,
                place: try Coordinate(latitude: latitude, longitude: longitude),
                accuracyMeters: numbers[2],
                altitudeMeters: numbers[3],
                speedMetersPerSecond: numbers[4],
                headingDegrees: numbers[5]
            )
            guard let found = fix.fault(now: now) else { return (fix, []) }
            return (nil, [fault(index, member(of: found), "\(found)")])
        } catch {
            let name = if case .invalidLatitude = error { "lat" } else { "lon" }
            let isSwapped = name == "lat" && latitude.magnitude <= 180 && longitude.magnitude <= 90
            return (
                nil,
                [fault(index, name, "\(error)" + (isSwapped ? "; lat and lon look swapped" : ""))]
            )
        }
    }

    private static func member(of fault: FixFault) -> String {
        switch fault {
        case .place: "lat"
        case .beforeEarliest, .future: "at"
        case .outOfRange(let name, _, _, _): members.first { $0.hasPrefix(name) } ?? name
        }
    }
}
