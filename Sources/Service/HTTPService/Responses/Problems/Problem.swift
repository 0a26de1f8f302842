package import HTTPTypes
internal import Importing

/// Why a request was not answered: an RFC 9457 problem document, thrown by routes.
///
/// `type` is always `about:blank`: the status says what kind of problem it is, `detail` what
/// happened, and `errors` which parameters are at fault.
package struct Problem: Error, Sendable {
    /// The status, whose phrase is the document's title.
    package let status: HTTPResponse.Status
    /// What went wrong and how to mend it, in a sentence.
    package let detail: String
    /// Why, as one word.
    var code: ProblemCode
    /// What the sentence of an import's failure speaks of, by name.
    var values: [String: ImportError.Value] = [:]
    /// What is wrong with which parameter or member.
    package var errors: [ParameterError] = []
    /// Fields that belong to the status, such as `Allow`.
    package var headers: HTTPFields = [:]
    /// A further member of the document (RFC 9457, 3.2): its name, and its value as JSON.
    var member: (name: String, json: [UInt8])?

    package init(
        status: HTTPResponse.Status,
        detail: String,
        errors: [ParameterError] = [],
        headers: HTTPFields = [:]
    ) {
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers
        code = ProblemCode(status)
    }

    /// A problem whose detail ends in what the client can do.
    package init(
        status: HTTPResponse.Status,
        detail: String,
        hint: String,
        headers: HTTPFields = [:]
    ) {
        self.init(status: status, detail: "\(detail); \(hint)", headers: headers)
    }
}

/// The problems that have nothing to do with any domain.
extension Problem {
    /// Parameters or members are wrong: 404 where each is written as it must be and names what is not
    /// here, else 400.
    package static func invalid(_ errors: [ParameterError]) -> Problem {
        let names = errors.count == 1 ? "1 parameter is" : "\(errors.count) parameters are"
        return Problem(
            status: errors.allSatisfy(\.namesNothing) ? .notFound : .badRequest,
            detail: "\(names) wrong; see errors",
            errors: errors
        )
    }

    /// The request is well formed, and what it says is not taken.
    package static func refusedContent(_ error: ParameterError) -> Problem {
        Problem(status: .unprocessableContent, detail: error.message, errors: [error])
    }

    /// The token is missing or not known.
    static func unauthorized(isTokenWrong: Bool) -> Problem {
        let challenge = "Bearer realm=\"ambit\""
        return Problem(
            status: .unauthorized,
            detail: isTokenWrong
                ? "The token is not known; POST /v1/devices gives a new one"
                : "A token is needed: Authorization: Bearer TOKEN; POST /v1/devices gives one",
            headers: [
                .wwwAuthenticate: isTokenWrong ? challenge + ", error=\"invalid_token\"" : challenge
            ]
        )
    }

    /// Nothing is here.
    package static let unknownAddress = Problem(
        status: .notFound,
        detail: "Nothing is at this address; GET /openapi.json lists what there is"
    )

    /// The address exists, the method does not.
    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(
            status: .methodNotAllowed,
            detail: "This address takes \(list)",
            headers: [.allow: list]
        )
    }

    /// The body is not read.
    static func tooLong(limitBytes: Int) -> Problem {
        Problem(
            status: .contentTooLarge,
            detail: "The body is longer than \(limitBytes) bytes, which is the most that is read"
        )
    }

    /// The head is not read, nor what comes behind it.
    static func longHead(limitBytes: Int, limitFields: Int) -> Problem {
        Problem(
            status: .requestHeaderFieldsTooLarge,
            detail: "The address and the fields of a request are read up to \(limitBytes) bytes "
                + "and \(limitFields) fields; this one has more",
            hint: "leave out cookies, or ask in parts",
            headers: [.connection: "close"]
        )
    }

    /// No list has an address like the one that was asked for.
    package static func unknownAddress(_ detail: String) -> Problem {
        var problem = Problem(status: .notFound, detail: detail)
        problem.code = .general(.unknownAddress)
        return problem
    }

    /// Nothing knows the postcode that was asked for.
    package static func unknownPostcode(_ detail: String) -> Problem {
        var problem = Problem(status: .notFound, detail: detail)
        problem.code = .general(.unknownPostcode)
        return problem
    }

    /// The data are not in memory yet.
    package static let notReady = Problem(
        status: .serviceUnavailable,
        detail: "The data are still being loaded; try again in a moment",
        headers: [.retryAfter: "1"]
    )

    /// As many connections are open as may be.
    static let noMoreConnections = Problem(
        status: .serviceUnavailable,
        detail: "As many connections are open as there is room for; try again in a moment",
        headers: [.connection: "close", .retryAfter: "2"]
    )

    /// Something broke that the client can do nothing about; says nothing of what it was.
    static let internalError = Problem(
        status: .internalServerError,
        detail: "Something went wrong here; the request may be right"
    )
}
