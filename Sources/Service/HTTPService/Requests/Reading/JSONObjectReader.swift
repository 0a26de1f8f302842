package import GeoJSON
package import Geodesy
internal import HTTPTypes

/// Reads the typed members of a JSON object and keeps account of everything that is wrong with it.
///
/// Each reading method names a member that the route knows; ``errors()`` gives the account, with
/// unknown members and members that come twice.
package struct JSONObjectReader {
    private let members: [JSONValue.Member]
    private var knownNames: [String] = []
    private var noted: [ParameterError] = []

    /// - Throws: ``Problem`` of status 400 when the bytes are no JSON object.
    package init(parsing bytes: [UInt8]) throws(Problem) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw Problem(status: .badRequest, detail: "The body is not JSON: \(error)")
        }
        guard case .object(let members) = value else {
            throw Problem(
                status: .badRequest,
                detail: "The body is \(value.kind); it must be a JSON object"
            )
        }
        self.members = members
    }

    /// A reader of an object within another.
    package init(_ members: [JSONValue.Member]) { self.members = members }

    /// An array of anything; nil when it is absent, or wrong and noted as such.
    package mutating func array(_ name: String) -> [JSONValue]? {
        switch value(name) {
        case .array(let values): return values
        case let other?: note(name, .wrongType, "is \(other.kind); it must be an array")
        case nil: break
        }
        return nil
    }

    /// Whether a member is there, and is `null`.
    package mutating func isNull(_ name: String) -> Bool { value(name) == .null }

    /// Whether a member is there, rightly or wrongly.
    package func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// A text; nil when it is absent, or wrong and noted as such.
    package mutating func string(_ name: String) -> String? {
        switch value(name) {
        case .string(let text): return text
        case let other?: note(name, .wrongType, "is \(other.kind); it must be a string")
        case nil: break
        }
        return nil
    }

    /// A number; nil when it is absent, or wrong and noted as such.
    package mutating func number(_ name: String) -> Double? {
        switch value(name) {
        case .number(let number): return number
        case let other?: note(name, .wrongType, "is \(other.kind); it must be a number")
        case nil: break
        }
        return nil
    }

    /// A whole number; nil when it is absent, or wrong and noted as such.
    package mutating func wholeNumber(_ name: String) -> Int64? {
        guard let number = number(name) else { return nil }
        guard let whole = Int64(exactly: number) else {
            note(name, .wrongType, "is \(number); it must be a whole number")
            return nil
        }
        return whole
    }

    /// True or false; nil when it is absent, or wrong and noted as such.
    package mutating func boolean(_ name: String) -> Bool? {
        switch value(name) {
        case .boolean(let flag): return flag
        case let other?: note(name, .wrongType, "is \(other.kind); it must be true or false")
        case nil: break
        }
        return nil
    }

    /// An array of texts; nil when it is absent, or wrong and noted as such.
    package mutating func strings(_ name: String) -> [String]? {
        guard let value = value(name) else { return nil }
        if case .array(let values) = value {
            let texts = values.compactMap { value -> String? in
                if case .string(let text) = value { text } else { nil }
            }
            if texts.count == values.count { return texts }
        }
        note(name, .wrongType, "is no array of strings; it must be one")
        return nil
    }

    /// A polygon of one ring, as GeoJSON has it (RFC 7946, section 3.1.6); nil when it is absent, or wrong
    /// and noted as such.
    ///
    /// - Parameter most: How many positions it may have.
    package mutating func polygon(_ name: String, positions most: Int) -> Polygon? {
        guard let value = value(name) else { return nil }
        if case .object(let members) = value, members.count == 2,
            members.contains(where: { $0.name == "type" && $0.value == .string("Polygon") }),
            case .array(let rings)? = members.first(where: { $0.name == "coordinates" })?.value,
            rings.count == 1, case .array(let positions) = rings[0],
            Polygon.leastRingPositions...most ~= positions.count
        {
            let places = positions.compactMap { position -> Coordinate? in
                guard case .array(let numbers) = position, numbers.count == 2,
                    case .number(let longitude) = numbers[0],
                    case .number(let latitude) = numbers[1]
                else { return nil }
                return try? Coordinate(latitude: latitude, longitude: longitude)
            }
            if places.count == positions.count, let polygon = try? Polygon(exterior: places) {
                return polygon
            }
        }
        note(
            name,
            .wrongType,
            "is no such polygon; it is a GeoJSON Polygon of one ring of "
                + "\(Polygon.leastRingPositions) to \(most) positions, each a longitude and a latitude"
        )
        return nil
    }

    /// Everything that is wrong: values of a wrong type, then names that come twice, then unknown
    /// names.
    package func errors() -> [ParameterError] {
        if noted.isEmpty, members.count <= knownNames.count, isEachKnownAndOnce { return [] }
        var errors = noted
        var seen: Set<String> = []
        var reported: Set<String> = []
        for member in members where !seen.insert(member.name).inserted {
            guard reported.insert(member.name).inserted else { continue }
            errors.append(
                ParameterError(
                    parameter: member.name,
                    fault: .repeated,
                    message: "is given twice; give it once"
                )
            )
        }
        for member in members
        where !knownNames.contains(member.name) && reported.insert(member.name).inserted {
            let known =
                knownNames.isEmpty
                ? "the object has no members" : "known are " + knownNames.joined(separator: ", ")
            errors.append(
                ParameterError(
                    parameter: member.name,
                    fault: .unknownName,
                    message: "is not known here; \(known)"
                )
            )
        }
        return errors
    }

    /// There are few members, and comparing them all is faster than hashing them.
    private var isEachKnownAndOnce: Bool {
        members.indices.allSatisfy { index in
            let name = members[index].name
            return knownNames.contains(name)
                && !members[..<index].contains { $0.name == name }
        }
    }

    private mutating func value(_ name: String) -> JSONValue? {
        // Asked for by several readers, it is told once.
        if !knownNames.contains(name) { knownNames.append(name) }
        return members.first { $0.name == name }?.value
    }

    private mutating func note(_ name: String, _ fault: ParameterFault, _ message: String) {
        noted.append(ParameterError(parameter: name, fault: fault, message: message))
    }
}
