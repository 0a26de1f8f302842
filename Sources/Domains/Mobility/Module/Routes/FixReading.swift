internal import Foundation
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Timekeeping
internal import Trajectories

/// Reads fixes as devices and tracking programs write them.
enum FixReading {
    /// How many fixes one call may have.
    static let fixLimit = 10_000
    /// So many faults are told at once.
    private static let faultLimit = 20
    /// The device of fixes of which none is told.
    private static let unnamedDevice = ""

    /// What a program sent that repeats whatever is refused: what is wrong is left out, and counted.
    struct Found {
        var batches: [FixBatch]
        var refused: Int
    }

    /// `{device?, fixes: [{at, lat, lon, accuracy_m?, altitude_m?, speed_mps?, heading_deg?}]}`, in any order.
    ///
    /// - Throws: ``Problem`` of status 400 with what is wrong, by the number of the fix; all or nothing.
    static func native(_ bytes: [UInt8], now: Timestamp) throws(Problem) -> FixBatch {
        var reader = try JSONObjectReader(parsing: bytes)
        let device = reader.string("device") ?? unnamedDevice
        let list = reader.array("fixes")
        var errors = reader.errors()
        if list == nil, !errors.contains(where: { $0.parameter == "fixes" }) {
            errors.append(
                ParameterError(parameter: "fixes", fault: .missing, message: "is missing")
            )
        }
        errors += faults(ofCount: list?.count) + faults(ofDevice: device)
        guard errors.isEmpty, let list else { throw .invalid(errors) }
        return FixBatch(device: device, fixes: try fixes(list, now))
    }

    private static func faults(ofCount count: Int?) -> [ParameterError] {
        guard let count, !(1...fixLimit).contains(count) else { return [] }
        return [
            ParameterError(
                parameter: "fixes",
                fault: .wrongLength,
                message: "has \(count); one call has 1 to \(fixLimit) fixes"
            )
        ]
    }

    private static func faults(ofDevice device: String) -> [ParameterError] {
        var errors: [ParameterError] = []
        if device.utf8.count > FixStore.deviceLimit {
            errors.append(
                ParameterError(
                    parameter: "device",
                    fault: .wrongLength,
                    message:
                        "has \(device.utf8.count) bytes; it has at most \(FixStore.deviceLimit)"
                )
            )
        }
        if device.hasPrefix(FixBatch.importPrefix) {
            errors.append(
                ParameterError(
                    parameter: "device",
                    fault: .notOneOf,
                    message:
                        "is \(quoted(device)); what begins with \"\(FixBatch.importPrefix)\" is an import"
                )
            )
        }
        return errors
    }

    /// The fixes of a list.
    ///
    /// - Throws: ``Problem`` with the first faults, by the numbers of the fixes.
    private static func fixes(
        _ list: [JSONValue],
        _ now: Timestamp
    ) throws(Problem) -> [Fix] {
        var fixes: [Fix] = []
        var errors: [ParameterError] = []
        fixes.reserveCapacity(list.count)
        for (index, value) in list.enumerated() {
            switch fix(value, now) {
            case .success(let fix): fixes.append(fix)
            case .failure(let fault):
                for error in fault.errors {
                    let name = error.parameter.isEmpty ? "" : ".\(error.parameter)"
                    errors.append(
                        ParameterError(
                            parameter: "fixes[\(index)]\(name)",
                            fault: error.fault,
                            message: error.message
                        )
                    )
                }
            }
            if errors.count >= faultLimit { break }
        }
        guard errors.isEmpty else { throw .invalid(Array(errors.prefix(faultLimit))) }
        return fixes
    }

    private struct Fault: Error {
        let errors: [ParameterError]

        init(_ name: String, _ fault: ParameterFault, _ message: String) {
            errors = [ParameterError(parameter: name, fault: fault, message: message)]
        }

        init(_ errors: [ParameterError]) { self.errors = errors }
    }

    private static func fix(_ value: JSONValue, _ now: Timestamp) -> Result<Fix, Fault> {
        guard case .object(let given) = value else {
            return .failure(Fault("", .wrongType, "is \(value.kind); it must be an object"))
        }
        var reader = JSONObjectReader(given)
        let text = reader.string("at")
        let latitude = reader.number("lat")
        let longitude = reader.number("lon")
        let accuracy = reader.number("accuracy_m")
        let altitude = reader.number("altitude_m")
        let speed = reader.number("speed_mps")
        let heading = reader.number("heading_deg")
        var errors = reader.errors()
        for (name, isGiven) in [
            ("at", text != nil), ("lat", latitude != nil), ("lon", longitude != nil),
        ] where !isGiven && !errors.contains(where: { $0.parameter == name }) {
            errors.append(ParameterError(parameter: name, fault: .missing, message: "is missing"))
        }
        guard errors.isEmpty, let text, let latitude, let longitude else {
            return .failure(Fault(errors))
        }
        guard let at = Timestamp(rfc3339: text) else {
            return .failure(
                Fault(
                    "at",
                    .wrongType,
                    "is \(quoted(text)); it is a moment such as 2026-11-03T08:15:00Z"
                )
            )
        }
        return checked(at, latitude, longitude, (accuracy, altitude, speed, heading), now)
    }

    private static func checked(
        _ at: Timestamp,
        _ latitude: Double,
        _ longitude: Double,
        _ others: (accuracy: Double?, altitude: Double?, speed: Double?, heading: Double?),
        _ now: Timestamp
    ) -> Result<Fix, Fault> {
        do throws(GeodesyError) {
            let fix = Fix(
                at: at,
                place: try Coordinate(latitude: latitude, longitude: longitude),
                accuracyMeters: others.accuracy,
                altitudeMeters: others.altitude,
                speedMetersPerSecond: others.speed,
                headingDegrees: others.heading
            )
            if let fault = fix.fault(now: now) {
                return .failure(Fault(member(of: fault), .outOfRange, "\(fault)"))
            }
            return .success(fix)
        } catch {
            // Whose degrees these are is not repeated: what is wrong is that it is none.
            let isLatitude = if case .invalidLatitude = error { true } else { false }
            return .failure(
                Fault(
                    isLatitude ? "lat" : "lon",
                    .outOfRange,
                    isLatitude
                        ? "is no latitude; it lies between -90 and 90 (are latitude and longitude swapped?)"
                        : "is no longitude; it lies between -180 and 180"
                )
            )
        }
    }

    private static func member(of fault: FixFault) -> String {
        switch fault {
        case .place: "lat"
        case .beforeEarliest, .future: "at"
        case .outOfRange(let name, _, _, _):
            ["accuracy": "accuracy_m", "altitude": "altitude_m", "speed": "speed_mps"][name]
                ?? "heading_deg"
        }
    }

    // MARK: Programs

    /// One message of OwnTracks, or several; those that are no locations are passed over.
    ///
    /// Source: OwnTracks Booklet, "JSON messages", `_type=location`.
    /// - Throws: ``Problem`` of status 400 for what is no message.
    static func ownTracks(
        _ bytes: [UInt8],
        device: String?,
        now: Timestamp
    ) throws(Problem) -> Found {
        let value = try document(bytes)
        let messages: [JSONValue]
        switch value {
        case .object: messages = [value]
        case .array(let many): messages = many
        default: throw Problem(status: .badRequest, detail: "The body is no message of OwnTracks")
        }
        guard messages.count <= fixLimit else { throw tooMany(messages.count) }
        var (fixes, refused): ([String: [Fix]], Int) = ([:], 0)
        for message in messages {
            // What is encrypted may be a place, and nobody here can read it.
            if message.travelText("_type") == "encrypted" { refused += 1 }
            guard message.travelText("_type") == "location" else { continue }
            guard let seconds = message.travelNumber("tst"),
                let latitude = message.travelNumber("lat"),
                let longitude = message.travelNumber("lon"), let at = moment(seconds)
            else {
                refused += 1
                continue
            }
            let others = (
                known(message.travelNumber("acc")), message.travelNumber("alt"),
                // Kilometres an hour.
                known(message.travelNumber("vel")).map { $0 / 3.6 },
                known(message.travelNumber("cog"))
            )
            guard case .success(let fix) = checked(at, latitude, longitude, others, now) else {
                refused += 1
                continue
            }
            let name = device ?? message.travelText("topic") ?? message.travelText("tid")
            fixes[cut(name ?? unnamedDevice), default: []].append(fix)
        }
        return Found(batches: batches(fixes), refused: refused)
    }

    /// A batch of Overland: `{locations: [Feature]}`.
    ///
    /// Source: github.com/aaronpk/Overland-iOS, "API".
    /// - Throws: ``Problem`` of status 400 for what is no batch.
    static func overland(_ bytes: [UInt8], now: Timestamp) throws(Problem) -> Found {
        let value = try document(bytes)
        guard case .object = value, case .array(let features)? = value.travelMember("locations")
        else {
            throw Problem(
                status: .badRequest,
                detail: "The body has no \"locations\"; it is no batch of Overland"
            )
        }
        guard features.count <= fixLimit else { throw tooMany(features.count) }
        var (fixes, refused): ([String: [Fix]], Int) = ([:], 0)
        for feature in features {
            let properties = feature.travelMember("properties")
            guard
                case .array(let position)? = feature.travelMember("geometry")?
                    .travelMember("coordinates"), position.count >= 2,
                case .number(let longitude) = position[0],
                case .number(let latitude) = position[1],
                let text = properties?.travelText("timestamp"), let at = overlandMoment(text)
            else {
                refused += 1
                continue
            }
            let others = (
                known(properties?.travelNumber("horizontal_accuracy")),
                properties?.travelNumber("altitude"), known(properties?.travelNumber("speed")),
                known(properties?.travelNumber("course"))
            )
            guard case .success(let fix) = checked(at, latitude, longitude, others, now) else {
                refused += 1
                continue
            }
            let name = cut(properties?.travelText("device_id") ?? unnamedDevice)
            fixes[name, default: []].append(fix)
        }
        return Found(batches: batches(fixes), refused: refused)
    }

    private static func document(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw Problem(status: .badRequest, detail: "The body is not JSON: \(error)")
        }
    }

    private static func tooMany(_ count: Int) -> Problem {
        Problem(
            status: .badRequest,
            detail: "There are \(count) places; one call has at most \(fixLimit)"
        )
    }

    private static func batches(_ fixes: [String: [Fix]]) -> [FixBatch] {
        fixes.sorted { $0.key < $1.key }.map { FixBatch(device: $0.key, fixes: $0.value) }
    }

    /// Devices write less than 0 where they do not know.
    private static func known(_ value: Double?) -> Double? { value.flatMap { $0 < 0 ? nil : $0 } }

    private static func moment(_ seconds: Double) -> Timestamp? {
        Int64(exactly: (seconds * 1000).rounded()).map { Timestamp(millisecondsSince1970: $0) }
    }

    /// A moment as Overland's own documents write it: RFC 3339, or with an offset such as `-0700`, without its
    /// colon.
    private static func overlandMoment(_ text: String) -> Timestamp? {
        if let moment = Timestamp(rfc3339: text) { return moment }
        guard let sign = text.dropLast(4).last, sign == "+" || sign == "-" else { return nil }
        return Timestamp(rfc3339: "\(text.dropLast(2)):\(text.suffix(2))")
    }

    /// The name of a device, as long as one may be and none of an import.
    private static func cut(_ name: String) -> String {
        guard !name.hasPrefix(FixBatch.importPrefix) else { return cut("_" + name) }
        return String(decoding: name.utf8.prefix(FixStore.deviceLimit), as: UTF8.self)
    }
}

extension JSONValue {
    fileprivate func travelMember(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    fileprivate func travelText(_ name: String) -> String? {
        if case .string(let text)? = travelMember(name) { text } else { nil }
    }

    fileprivate func travelNumber(_ name: String) -> Double? {
        if case .number(let number)? = travelMember(name) { number } else { nil }
    }
}
