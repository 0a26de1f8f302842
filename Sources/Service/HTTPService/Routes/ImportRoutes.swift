internal import Access
internal import Datasets
internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import NIOCore
internal import RowFiles
internal import Timekeeping

/// Imports by staff: the body is the file, the answer the report of `ambit import`; or, where the
/// client asks for it (`Prefer: respond-async`, RFC 7240), the import's own address, at which its
/// progress and then its report can be had.
struct ImportRoutes: Sendable {
    let desk: ImportDesk
    let importGate: ImportGate
    let jobs: ImportJobs

    init(desk: ImportDesk, gate: StaffGate, clock: any WallClock) {
        self.desk = desk
        importGate = ImportGate(gate: gate, desk: desk)
        jobs = ImportJobs(clock: clock)
    }

    var routes: [Route] {
        [
            .post("/v1/imports") { request, _ in try await run(request) },
            .get("/v1/imports") { request, _ in try await list(request) },
            .get("/v1/imports/{id}") { request, context in try await show(request, context) },
            .delete("/v1/imports/{id}") { request, context in try await cancel(request, context) },
            .get("/v1/imports/{id}/rejects") { request, context in
                try await rejects(request, context)
            },
        ]
    }

    // MARK: Running

    private func run(_ request: Request) async throws -> Response {
        let importer = try await importGate.admit(request)
        let asked = try self.request(
            request,
            importer: importer,
            eventNames: await importGate.names(for: importer)
        )
        try importGate.requireKind(asked.kind.name, for: importer)
        try await importGate.requireOwn(
            asked.options.dataset,
            DatasetKind(rawValue: asked.kind.name),
            for: importer
        )
        let job = try await begin(
            ImportJob(
                kind: asked.kind,
                options: asked.options,
                event: asked.event,
                file: asked.fileName,
                length: asked.lengthBytes
            )
        )
        let upload = try await receive(request.body, asked, job)
        jobs.arrived(job)
        let working = Task { try await work(job, upload, asked.kind.name, asked.options) }
        jobs.onCancel(job) { working.cancel() }
        if asked.isAsynchronous {
            // The request ends before the import does; what becomes of it is told by its job.
            return Response(
                status: .accepted,
                type: .json,
                bytes: jobs.json(job) ?? [],
                headers: [.location: "/v1/imports/\(job)", .preferenceApplied: "respond-async"]
            )
        }
        let outcome = try await working.valueOrCancelled
        if outcome.outcome == .refused { throw try Self.refusal(outcome, of: job) }
        return Response(
            type: .json,
            bytes: try outcome.json(),
            headers: [.contentLocation: "/v1/imports/\(job)"]
        )
    }

    /// The body as a file of its own.
    private func receive(
        _ body: RequestBody,
        _ asked: ImportRequest,
        _ job: String
    ) async throws -> SpooledUpload {
        let bytes = UploadedBytes(body: body)
        let receiving = Task { [jobs, limit = desk.limitBytes] in
            try await SpooledUpload.receive(bytes, name: asked.fileName, limitBytes: limit) {
                jobs.received($0, of: job)
            }
        }
        jobs.onCancel(job) { receiving.cancel() }
        do {
            return try await receiving.valueOrCancelled
        } catch {
            throw notReceived(job, error, length: asked.lengthBytes)
        }
    }

    /// - Returns: The job's id.
    /// - Throws: ``Problem`` of status 503 that says who is at it.
    private func begin(_ job: ImportJob) async throws -> String {
        switch jobs.begin(job) {
        case .begun(let id):
            try await noteBeginning(of: id)
            return id
        case .taken(let id, let other):
            throw Problem(
                status: .serviceUnavailable,
                detail:
                    "Another import is under way (\(other.summary)); try again when it is done. "
                    + "GET /v1/imports/\(id) tells how far it is, DELETE cancels it",
                headers: [.retryAfter: "10"]
            )
        }
    }

    private func work(
        _ job: String,
        _ upload: SpooledUpload,
        _ kind: String,
        _ options: ImportOptions
    ) async throws -> any ImportOutcome {
        // The file goes with its owner.
        defer { withExtendedLifetime(upload) {} }
        do {
            let outcome = try await desk.run(kind, upload.input, options) { [jobs] in
                jobs.progressed($0, of: job)
            }.worded(as: .parameters)
            jobs.finish(job, with: outcome)
            return outcome
        } catch {
            throw finished(job, with: error)
        }
    }

    /// A file that was to be published and goes beyond a limit: the report stands in the document, and
    /// at the import's own address.
    private static func refusal(_ outcome: any ImportOutcome, of job: String) throws -> Problem {
        let reasons = outcome.forceNeeded.map(\.text)
        var problem = Problem(
            status: .conflict,
            detail: "The import goes beyond a limit and was refused; nothing was changed. "
                + reasons.joined(separator: "; ")
                + ". If the file is right, publish it with force=true",
            errors: reasons.map {
                ParameterError(parameter: "force", fault: .beyondLimit, message: $0)
            },
            headers: [.contentLocation: "/v1/imports/\(job)"]
        )
        problem.member = ("report", try outcome.json())
        return problem
    }

    /// Ends a job whose file did not arrive.
    ///
    /// - Returns: The error as it is to be answered, should anybody still listen.
    private func notReceived(_ job: String, _ error: any Error, length: Int64?) -> any Error {
        switch error {
        // Somebody stopped it, or the connection did.
        case ImportError.cancelled where jobs.isCancelled(job): return finished(job, with: error)
        case ImportError.cancelled: break
        case is ImportError: return finished(job, with: error)
        default: if jobs.isCancelled(job) { return finished(job, with: ImportError.cancelled) }
        }
        let received = jobs.receivedBytes(job)
        let problem = Problem(
            status: .badRequest,
            detail: "The upload ended before it was whole: \(received) "
                + (length.map { "of \($0) " } ?? "")
                + "bytes arrived; nothing was changed. Send the "
                + "file again"
        )
        jobs.fail(job, with: problem.detail)
        return problem
    }

    /// Ends a job that failed.
    ///
    /// - Returns: The error as it is to be answered.
    private func finished(_ job: String, with error: any Error) -> any Error {
        let error = error is CancellationError ? ImportError.cancelled : error
        guard let error = error as? ImportError, error.storageFault == nil else {
            jobs.fail(job, with: Problem(error).detail)
            return error
        }
        let problem = Self.problem(error)
        jobs.fail(
            job,
            with: problem.detail,
            error,
            isCancelled: error == .cancelled
        )
        return problem
    }

    // MARK: Looking

    private func list(_ request: Request) async throws -> Response {
        let holder = try await importGate.admit(request)
        try request.checkNoQuery()
        return Response(type: .json, bytes: try await list(for: holder))
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        let holder = try await importGate.admit(request)
        try request.checkNoQuery()
        if let bytes = job(context, of: holder).flatMap({ jobs.json($0) }) {
            return Response(type: .json, bytes: bytes)
        }
        return Response(type: .json, bytes: try await entry(context, of: holder).json)
    }

    private func cancel(_ request: Request, _ context: Route.Context) async throws -> Response {
        let holder = try await importGate.admit(request)
        try request.checkNoQuery()
        guard let id = job(context, of: holder), jobs.kind(of: id) != nil else {
            return try await stop(try await entry(context, of: holder), by: holder)
        }
        switch jobs.cancel(id, by: holder.label) {
        case .unknown: throw Self.unknownJob
        case .ended(let state): throw Self.ended(isDone: state == .done)
        case .stopping:
            return Response(status: .accepted, type: .json, bytes: jobs.json(id) ?? [])
        }
    }

    static func ended(isDone: Bool) -> Problem {
        Problem(
            status: .conflict,
            detail: isDone
                ? "The import is done; what it published is taken back by a rollback"
                : "The import has ended already; nothing was changed"
        )
    }

    /// The job that a path names, where its holder may know of it.
    private func job(_ context: Route.Context, of holder: StaffToken) -> String? {
        guard let id = context.pathParameter("id") else { return nil }
        if let event = holder.event { return jobs.event(of: id) == event ? id : nil }
        guard let kinds = importGate.kinds(for: holder) else { return id }
        return jobs.kind(of: id).map(kinds.contains) ?? false ? id : nil
    }

    private func rejects(_ request: Request, _ context: Route.Context) async throws -> Response {
        let holder = try await importGate.admit(request)
        try request.checkNoQuery()
        guard let reports = job(context, of: holder).flatMap({ jobs.reports($0) }) else {
            let entry = try await entry(context, of: holder)
            return Self.rejects(try entry.rejects, of: entry.dataset)
        }
        guard let report = reports.first(where: \.hasRejectedRows) ?? reports.first else {
            throw Self.noRejects
        }
        return Self.rejects(Array(report.rejects()), of: "\(report.dataset)")
    }

    private static func rejects(_ bytes: [UInt8], of dataset: String) -> Response {
        Response(
            type: .csv,
            bytes: bytes,
            headers: [.contentDisposition: "attachment; filename=\"\(dataset)-rejects.csv\""]
        )
    }

    static let noRejects = Problem(
        status: .conflict,
        detail: "The import is not done, or failed as a whole; it has no refused rows to show"
    )

    static let unknownJob = Problem(
        status: .notFound,
        detail: "No import of that id is remembered; the last "
            + "\(ImportJobs.limit) are, until the service is started anew"
    )

    /// The file is at fault, or what was said of it.
    static func problem(_ error: ImportError) -> Problem {
        var problem = statement(of: error)
        guard problem.status != .internalServerError else { return problem }
        problem.code = .importing(error.code)
        problem.values = error.values(as: .parameters)
        return problem
    }

    private static func statement(of error: ImportError) -> Problem {
        switch error {
        case .cancelled:
            Problem(status: .conflict, detail: "The import was cancelled; nothing was changed")
        case .tooLarge, .file(.unpacksTooLarge), .tooManyRows:
            Problem(status: .contentTooLarge, detail: error.text(as: .parameters))
        case .file(.unreadable), .file(.fileNotFound), .file(.isDirectory): .internalError
        default:
            Problem(status: .unprocessableContent, detail: error.text(as: .parameters))
        }
    }
}

extension Task where Failure == any Error {
    /// What the task comes to; it is cancelled when whoever waits for it is.
    fileprivate var valueOrCancelled: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}

/// The bytes of a body as they come.
private struct UploadedBytes: AsyncSequence, Sendable {
    typealias Element = ByteBufferView

    let body: RequestBody

    struct Iterator: AsyncIteratorProtocol {
        var parts: RequestBody.AsyncIterator

        mutating func next() async throws -> ByteBufferView? {
            try await parts.next()?.readableBytesView
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(parts: body.makeAsyncIterator()) }
}

extension HTTPField.Name {
    /// Source: RFC 7240, section 3.
    fileprivate static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .vary
}
