package import Importing

/// Reads the typed parameters of a query and keeps account of everything that is wrong with it.
///
/// Each reading method names a parameter that the route knows and notes what is wrong with it;
/// ``checked(_:)`` then hands over the values, or refuses the request with the whole account:
/// unknown names and names that come twice included.
///
/// ```swift
/// var query = QueryReader(request.uri.query)
/// let (center, limit) = try query.checked(query.place(), query.limit())
/// ```
package struct QueryReader {
    private struct Parameter {
        let name: String
        /// nil when it cannot be decoded.
        let value: String?
        /// As it stood in the URL.
        let raw: Substring
    }

    private let parameters: [Parameter]
    private var knownNames: [String] = []
    private var errors: [ParameterError] = []

    /// - Parameter query: What follows the `?`, still encoded; nil where there is none.
    package init(_ query: String?) {
        parameters = Substring(query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { piece in
            let mark = piece.firstIndex(of: UInt8(ascii: "="))
            let name = Substring(piece[..<(mark ?? piece.endIndex)])
            let value = Substring(mark.map { piece[piece.index(after: $0)...] } ?? piece.suffix(0))
            return Parameter(
                name: percentDecoded(name, plusIsSpace: true) ?? String(name),
                value: percentDecoded(value, plusIsSpace: true),
                raw: Substring(piece)
            )
        }
        knownNames.reserveCapacity(8)
    }

    /// A parameter's text; nil when it is absent, or wrong and noted as such.
    package mutating func text(_ name: String) -> String? {
        knownNames.append(name)
        guard let index = parameters.firstIndex(where: { $0.name == name }) else { return nil }
        let first = parameters[index]
        let more = parameters[(index + 1)...].count { $0.name == name }
        guard more == 0 else {
            note(name, .repeated, "is given \(more + 1) times; give it once")
            return nil
        }
        guard let value = first.value else {
            note(name, .notEncoded, "is not percent-encoded UTF-8")
            return nil
        }
        guard !value.isEmpty else {
            note(name, .empty, "is empty; leave it out or give it a value")
            return nil
        }
        return value
    }

    /// Whether a parameter is given, rightly or wrongly.
    package func has(_ name: String) -> Bool { parameters.contains { $0.name == name } }

    /// Notes that a required parameter is missing, unless something else is noted of it.
    package mutating func require(_ name: String, _ hint: String) {
        guard !errors.contains(where: { $0.parameter == name }) else { return }
        note(name, .missing, "is missing; \(hint)")
    }

    /// Notes something that is wrong with a parameter, once however often it is read.
    ///
    /// - Parameter values: What the fault speaks of, by name.
    package mutating func note(
        _ name: String,
        _ fault: ParameterFault,
        _ message: String,
        _ values: [String: Finding.Value] = [:]
    ) {
        note(ParameterError(parameter: name, fault: fault, message: message, values: values))
    }

    /// Notes something that is wrong with a parameter, once however often it is read.
    package mutating func note(_ error: ParameterError) {
        guard
            !errors.contains(where: {
                $0.parameter == error.parameter && $0.message == error.message
            })
        else { return }
        errors.append(error)
    }

    /// Refuses the request when anything was noted or a name in it is not known.
    ///
    /// - Throws: ``Problem`` of status 400 that lists all errors, the unknown names last.
    package func check() throws(Problem) {
        var errors = errors
        var unknown: Set<String> = []
        var told: Set<String> = []
        let known = knownNames.filter { told.insert($0).inserted }
        for parameter in parameters
        where !knownNames.contains(parameter.name) && unknown.insert(parameter.name).inserted {
            let hint =
                known.isEmpty
                ? "this address takes no parameters" : "known are " + known.joined(separator: ", ")
            errors.append(
                ParameterError(
                    parameter: parameter.name,
                    fault: .unknownName,
                    message: "is not known here; \(hint)"
                )
            )
        }
        if !errors.isEmpty { throw .invalid(errors) }
    }

    /// The query with another cursor, for the link to the next page.
    package func replacingCursor(with cursor: String) -> String {
        replacing("cursor", with: cursor)
    }

    /// The query with another value of one parameter.
    ///
    /// - Parameter value: As it stands in a URL.
    package func replacing(_ name: String, with value: String) -> String {
        let others = parameters.filter { $0.name != name }.map(\.raw)
        return (others + ["\(name)=\(value)"]).joined(separator: "&")
    }
}
