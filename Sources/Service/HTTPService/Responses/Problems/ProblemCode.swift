internal import GeoJSON
internal import HTTPTypes
internal import Importing

/// Why a request was not answered, as one word, by which whoever shows it words it in another language.
enum ProblemCode: Sendable, Hashable {
    /// What has nothing to do with files.
    enum General: String, Sendable, Hashable, CaseIterable {
        case invalidParameters = "invalid_parameters"
        case unauthorized
        case forbidden
        case notFound = "not_found"
        case unknownAddress = "unknown_address"
        case unknownPostcode = "unknown_postcode"
        case methodNotAllowed = "method_not_allowed"
        case conflict
        case tooLarge = "too_large"
        case unsupported
        case refusedContent = "refused_content"
        case tooManyRequests = "too_many_requests"
        case proofNeeded = "proof_needed"
        case internalError = "internal_error"
        case notReady = "not_ready"
        case noRoom = "no_room"
        case elsewhere
    }

    case general(General)
    /// A file could not be imported.
    case importing(ImportError.Code)

    /// The code as it stands in JSON.
    var text: String {
        switch self {
        case .general(let code): code.rawValue
        case .importing(let code): "import.\(code.rawValue)"
        }
    }

    /// All that there are.
    static var all: [ProblemCode] {
        General.allCases.map(ProblemCode.general)
            + ImportError.Code.allCases.map(ProblemCode.importing)
    }

    /// What a status says, where nothing says more.
    init(_ status: HTTPResponse.Status) {
        let code: General =
            switch status.code {
            case 400: .invalidParameters
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 405: .methodNotAllowed
            case 409, 410: .conflict
            case 413, 431: .tooLarge
            case 415: .unsupported
            case 421: .elsewhere
            case 422: .refusedContent
            case 429: .tooManyRequests
            case 503: .notReady
            case 507: .noRoom
            default: status.code < 500 ? .invalidParameters : .internalError
            }
        self = .general(code)
    }
}

extension [String: Finding.Value] {
    /// The values as members of an object.
    func writeMembers(to json: inout JSONWriter) {
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text): json.member(name, text)
            case .number(let number), .count(let number): json.member(name, Int(clamping: number))
            case .length(let meters): json.member(name, meters)
            case .texts(let texts):
                json.member(name, array: { list in for text in texts { list.string(text) } })
            case .finding(let finding):
                json.member(name, object: { finding.writeMembers(to: &$0) })
            case .findings(let findings), .clauses(let findings):
                json.member(
                    name,
                    array: { list in
                        for finding in findings { list.object { finding.writeMembers(to: &$0) } }
                    }
                )
            }
        }
    }
}

extension Finding {
    /// The code and the values as members of an object.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("code", code)
        json.member("values", object: { values.writeMembers(to: &$0) })
    }
}
