internal import Datasets
internal import HTTPTypes
internal import Hummingbird
internal import Radar

extension Problem {
    /// What a client is told of an error: the one place where errors of the domains and of the
    /// server become statuses. Whatever is not listed is an internal error.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RadarError: self.init(error)
        case let error as DatasetError: self.init(error)
        case let error as any HTTPResponseError: self.init(error)
        default: self = .internalError
        }
    }

    private init(_ error: RadarError) {
        switch error {
        case .refused(let violations): self = .invalid(violations.map(ParameterError.init))
        case .notFound: self.init(status: .notFound, detail: "\(error)")
        case .notAuthor: self.init(status: .forbidden, detail: "\(error)")
        case .unknownDevice: self = .unauthorized(isTokenWrong: true)
        case .keyTaken:
            self = .refusedContent(
                ParameterError(parameter: "Idempotency-Key", message: "\(error)")
            )
        case .textRefused:
            self = .refusedContent(ParameterError(parameter: "text", message: "\(error)"))
        case .tooManyBookmarks: self.init(status: .conflict, detail: "\(error)")
        case .tooManyReaders:
            self.init(
                status: .serviceUnavailable,
                detail: "\(error)",
                headers: [.retryAfter: "30"]
            )
        case .notReadable: self.init(status: .notFound, detail: "\(error)")
        }
    }

    private init(_ error: DatasetError) {
        switch error {
        case .invalidName: self.init(status: .badRequest, detail: "\(error)")
        case .unknownDataset, .unknownVersion: self.init(status: .notFound, detail: "\(error)")
        case .wrongKind, .notVersioned, .publishedMeanwhile, .notPublished,
            .withdrawalNeedsForce:
            self.init(status: .conflict, detail: "\(error)")
        }
    }

    private init(_ error: any HTTPResponseError) {
        switch error.status {
        case .notFound: self = .unknownAddress
        case .internalServerError: self = .internalError
        default: self.init(status: error.status, detail: error.status.reasonPhrase)
        }
    }
}

extension ParameterError {
    init(_ violation: Violation) {
        self.init(parameter: violation.parameter, message: violation.message)
    }
}
