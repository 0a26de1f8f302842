internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Roads

/// Why there is no way, as programs hear it that ask an Open Source Routing Machine.
///
/// Source: Project OSRM, HTTP API v1, "Responses": a body with `code` and `message`, and status 400 for what was asked
/// wrongly.
struct RouterRefusal: Error, Sendable {
    /// The words of that service.
    enum Code: String, Sendable, CaseIterable {
        /// The places cannot be read.
        case invalidQuery = "InvalidQuery"
        /// An option cannot be read, or is not there.
        case invalidOptions = "InvalidOptions"
        /// There is no such profile.
        case invalidValue = "InvalidValue"
        /// There are more places than may be asked for.
        case tooBig = "TooBig"
        /// A place is too far from any road.
        case noSegment = "NoSegment"
        /// The roads at two places are not connected.
        case noRoute = "NoRoute"
    }

    let code: Code
    /// What is wrong, in a sentence.
    let message: String
    /// Which parameters are wrong.
    let errors: [ParameterError]

    init(_ code: Code, _ message: String, errors: [ParameterError] = []) {
        self.code = code
        self.message = message
        self.errors = errors
    }

    /// No more than a straight line is known.
    init(_ shortfall: Directions.Shortfall) {
        switch shortfall.code {
        case .startOffRoads, .endOffRoads: self.init(.noSegment, shortfall.message)
        case .noWay, .noNetwork: self.init(.noRoute, shortfall.message)
        }
    }

    /// Parameters are wrong; nil for any other problem.
    init?(_ problem: Problem) {
        guard problem.status == .badRequest, let first = problem.errors.first else { return nil }
        let code: Code =
            switch first.parameter {
            case "profile": .invalidValue
            case "coordinates": .invalidQuery
            default: .invalidOptions
            }
        let sentences = problem.errors.map { "\($0.parameter) \($0.message)" }
        self.init(code, sentences.joined(separator: "; "), errors: problem.errors)
    }

    var response: Response {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("code", code.rawValue)
            json.member("message", message)
            json.member(
                "errors",
                array: { list in
                    for error in errors {
                        list.object { json in
                            json.member("parameter", error.parameter)
                            json.member("message", error.message)
                        }
                    }
                }
            )
        }
        return Response(status: .badRequest, type: .json, bytes: json.takeBytes())
    }
}
