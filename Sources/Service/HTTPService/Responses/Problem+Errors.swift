internal import Datasets
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import Radar

extension Problem {
    /// What a client is told of an error: the one place where errors of the domains and of the
    /// server become statuses. Whatever is not listed is an internal error.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RadarError: self.init(error)
        case let error as DatasetError: self.init(error)
        case let error as WebhookError: self.init(error)
        case let error as RollbackRefusal: self.init(error.worded(as: .parameters))
        case let error as any HTTPResponseError: self.init(error)
        case let error as any StorageFailure:
            self = error.storageFault.map { .init(storage: $0) } ?? .internalError
        default: self = .internalError
        }
    }

    private init(_ error: RadarError) {
        switch error {
        case .refused(let violations): self = .invalid(violations.map(ParameterError.init))
        case .notFound, .notOwn: self.init(status: .notFound, detail: "\(error)")
        case .unknownDevice: self = .unauthorized(isTokenWrong: true)
        case .keyTaken:
            self = .refusedContent(
                ParameterError(
                    parameter: "Idempotency-Key",
                    fault: .keyTaken,
                    message: "\(error)"
                )
            )
        case .textRefused:
            self = .refusedContent(
                ParameterError(parameter: "text", fault: .refusedText, message: "\(error)")
            )
        case .tooManyMessages: self.init(status: .conflict, detail: "\(error)")
        case .noRoom:
            self.init(
                status: .serviceUnavailable,
                detail: "\(error)",
                headers: [.retryAfter: "60"]
            )
        case .tooManyBookmarks: self.init(status: .conflict, detail: "\(error)")
        case .tooManyReaders:
            self.init(
                status: .serviceUnavailable,
                detail: "\(error)",
                headers: [.retryAfter: "30"]
            )
        case .notReadable: self.init(status: .notFound, detail: "\(error)")
        case .groundUnsure:
            self.init(
                status: .serviceUnavailable,
                detail: "\(error)",
                headers: [.retryAfter: "5"]
            )
        case .elsewhere(let elsewhere):
            self.init(status: .misdirectedRequest, detail: "\(error)")
            member = ("ask_instead", elsewhere.json)
        }
    }

    private init(_ error: DatasetError) {
        switch error {
        case .invalidName: self.init(status: .badRequest, detail: "\(error)")
        case .unknownDataset:
            self.init(
                status: .notFound,
                detail: "\(error.fault); GET /v1/datasets lists those that exist"
            )
        case .unknownVersion: self.init(status: .notFound, detail: "\(error)")
        case .notPublished(let name):
            self.init(
                status: .conflict,
                detail: "\(error.fault); GET /v1/datasets/\(name)/versions lists its versions"
            )
        case .withdrawalNeedsForce:
            self.init(
                status: .conflict,
                detail: "\(error.fault). If that is meant, send \"force\": true"
            )
        case .wrongKind, .notVersioned, .publishedMeanwhile:
            self.init(status: .conflict, detail: "\(error)")
        }
    }

    /// What takes consent, in words and, as a report of an import has it, as values.
    private init(_ error: RollbackRefusal) {
        self.init(
            status: .conflict,
            detail: "\(error.fault). If that is meant, send \"force\": true",
            errors: error.findings.map {
                ParameterError(parameter: "force", fault: .beyondLimit, message: $0.text)
            }
        )
        member = (try? error.json()).map { ("force_needed", $0) }
    }

    /// What keeps the service from writing, in words that say nothing of where.
    init(storage fault: StorageFault) {
        switch fault {
        case .full:
            self.init(
                status: .insufficientStorage,
                detail:
                    "The service's disk is full: nothing was changed, and what is published can "
                    + "still be read; whoever runs the service has to make room"
            )
        case .noWorkingFolder:
            self.init(
                status: .serviceUnavailable,
                detail:
                    "The service has nowhere to put files while it works on them: its folder for "
                    + "temporary files is missing, or it may not write there. Nothing was changed; "
                    + "whoever runs the service has to make the folder, or name another in TMPDIR and "
                    + "start the service anew; then send this again"
            )
        case .busy:
            self.init(
                status: .serviceUnavailable,
                detail: "The database is in use by another program; nothing was changed, try again "
                    + "in a moment",
                headers: [.retryAfter: "10"]
            )
        case .tooManyOpenFiles:
            self.init(
                status: .serviceUnavailable,
                detail: "The service has as many files open as it may; nothing was changed, try "
                    + "again in a moment",
                headers: [.retryAfter: "2"]
            )
        case .failing:
            self.init(
                status: .serviceUnavailable,
                detail:
                    "The service's disk reports errors: whether this was kept is not known, look "
                    + "before sending it again; whoever runs the service has to look at the disk"
            )
        case .unreachable:
            self.init(
                status: .serviceUnavailable,
                detail:
                    "The service's database cannot be reached now: nothing was changed, try again in "
                    + "a moment; what is in memory can still be read",
                headers: [.retryAfter: "5"]
            )
        case .unknownOutcome:
            self.init(
                status: .serviceUnavailable,
                detail:
                    "The connection to the service's database broke: whether this was kept is not known, "
                    + "look before sending it again, or send it again under the same Idempotency-Key",
                headers: [.retryAfter: "5"]
            )
        case .lost:
            self.init(
                status: .serviceUnavailable,
                detail:
                    "Nothing can be kept: \(fault.reason). What is in memory can still be read; "
                    + "whoever runs the service has to stop it, put the file back or restore a backup, "
                    + "and start it again"
            )
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
    /// What is no cursor at all was refused where it was read: one that is refused here is another list's.
    init(_ violation: Violation) {
        self.init(violation, namesNothing: violation.parameter == "cursor")
    }

    init(_ violation: Violation, namesNothing: Bool) {
        let (fault, values): (ParameterFault, [String: Finding.Value]) =
            switch violation.kind {
            case .missing: (.missing, [:])
            case .outOfRange(let least, let most):
                (.outOfRange, ["least": .length(least), "most": .length(most)])
            case .notOneOf(let choices): (.notOneOf, ["choices": .texts(choices)])
            case .wrongLength(let most): (.wrongLength, ["most": .number(Int64(most))])
            case .hiddenCharacter: (.hiddenCharacter, [:])
            case .invisible: (.invisibleText, [:])
            case .unknownCursor: (.unknownCursor, [:])
            }
        self.init(
            parameter: violation.parameter,
            fault: fault,
            message: violation.message,
            values: values,
            namesNothing: namesNothing
        )
    }
}

extension HTTPResponse.Status {
    /// There is no room for what is to be written (RFC 4918, section 11.5).
    static let insufficientStorage = HTTPResponse.Status(
        code: 507,
        reasonPhrase: "Insufficient Storage"
    )
}
