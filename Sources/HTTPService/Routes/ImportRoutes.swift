internal import Access
internal import Datasets
internal import GeoJSON
internal import Geodesy
internal import HTTPTypes
internal import Hummingbird
public import Importing
internal import NIOCore
internal import Timekeeping

/// What runs the imports that come over HTTP, and how large they may be.
public struct ImportDesk: Sendable {
    /// Imports a file as records of a kind.
    public typealias Run =
        @Sendable (
            _ kind: String, ImportInput, ImportOptions,
            _ progress: @escaping @Sendable (ImportProgress) -> Void
        ) async throws -> any ImportOutcome

    let kinds: [String]
    let limitBytes: Int64
    let run: Run

    /// - Parameters:
    ///   - kinds: What a file may hold, such as `stations`.
    ///   - limitBytes: How long a file may be.
    ///   - run: Imports a file whose kind is one of these.
    public init(kinds: [String], limitBytes: Int64 = 1 << 30, run: @escaping Run) {
        self.kinds = kinds
        self.limitBytes = limitBytes
        self.run = run
    }
}

/// Imports by staff: the body is the file, the answer the report of `ambit import`; or, where the
/// client asks for it (`Prefer: respond-async`, RFC 7240), the import's own address, at which its
/// progress and then its report can be had.
struct ImportRoutes: Sendable {
    let desk: ImportDesk
    let gate: StaffGate
    private let jobs: ImportJobs

    init(desk: ImportDesk, gate: StaffGate, clock: any WallClock) {
        self.desk = desk
        self.gate = gate
        jobs = ImportJobs(clock: clock)
    }

    var routes: [Route] {
        [
            .post("/v1/imports") { request, _ in try await run(request) },
            .get("/v1/imports") { request, _ in try await list(request) },
            .get("/v1/imports/{id}") { request, context in try await show(request, context) },
            .get("/v1/imports/{id}/rejects") { request, context in
                try await rejects(request, context)
            },
        ]
    }

    // MARK: Running

    private func run(_ request: Request) async throws -> Response {
        let importer = try await gate.admit(.staff, request).label
        if let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/") {
            throw Problem(
                status: .unsupportedMediaType,
                detail:
                    "Content-Type is \(quoted(type.prefix(40))): the body is to be the file itself, "
                    + "as curl sends it with --data-binary @FILE"
            )
        }
        var query = QueryReader(request.uri.query)
        let kind = kind(&query)
        let dataset = dataset(&query)
        let mode = query.word("mode", standard: ImportOptions.Mode.publish)
        let mappings = list("map", &query) { (text) throws(ImportError) in
            try ColumnMapping(parsing: text)
        }
        var constants = list("set", &query) { (text) throws(ImportError) in
            try FieldConstant(parsing: text)
        }
        let name = query.text("name") ?? "upload"
        if let type = query.text("type") {
            if kind == nil || kind == "districts" || kind == "ground" {
                constants.append(FieldConstant(field: "type", value: type))
            } else {
                query.note("type", "is \(quoted(type)); only districts have one")
            }
        }
        let system = referenceSystem(&query)
        let profile = profile(&query)
        let decisions = decisions(&query)
        let force = query.word("force", standard: Flag.false)
        let add = query.word("add", standard: Flag.false)
        let mend = query.word("mend_encoding", standard: Flag.false)
        let (records, into, what, isForced, keepsOthers, mendsEncoding) = try query.checked(
            kind,
            dataset,
            mode,
            force,
            add,
            mend
        )
        var options = ImportOptions(
            dataset: into,
            mode: what,
            mappings: mappings,
            constants: constants,
            isForced: isForced == .true,
            importedBy: importer
        )
        options.referenceSystem = system
        options.profile = profile
        options.keepsOthers = keepsOthers == .true
        options.mendsEncoding = mendsEncoding == .true
        options.decisions = decisions
        let isAsynchronous = request.headers[values: .prefer].contains {
            $0.lowercased().split(separator: ",").contains { $0.trimmingSpaces == "respond-async" }
        }
        let length = request.headers[.contentLength].flatMap(Int64.init)
        guard
            let job = jobs.begin(
                ImportJob(kind: records, options: options, file: name, length: length)
            )
        else {
            throw Problem(
                status: .serviceUnavailable,
                detail: "Another import is under way; try again when it is done",
                headers: [.retryAfter: "10"]
            )
        }
        let upload: SpooledUpload
        do {
            upload = try await SpooledUpload.receive(
                UploadedBytes(body: request.body),
                name: name,
                limitBytes: desk.limitBytes
            ) { [jobs] in jobs.received($0, of: job) }
        } catch {
            throw finished(job, with: error)
        }
        if isAsynchronous {
            // The request ends before the import does; what becomes of it is told by its job.
            Task { _ = try? await work(job, upload, records, options) }
            return Response(
                status: .accepted,
                type: .json,
                bytes: jobs.json(job) ?? [],
                headers: [.location: "/v1/imports/\(job)", .preferenceApplied: "respond-async"]
            )
        }
        let outcome = try await work(job, upload, records, options)
        return Response(
            type: .json,
            bytes: try outcome.json(),
            headers: [.contentLocation: "/v1/imports/\(job)"]
        )
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
            }
            jobs.finish(job, with: outcome)
            return outcome
        } catch {
            throw finished(job, with: error)
        }
    }

    /// Ends a job that failed.
    ///
    /// - Returns: The error as it is to be answered.
    private func finished(_ job: String, with error: any Error) -> any Error {
        guard let error = error as? ImportError else {
            jobs.fail(job, with: Problem(error).detail)
            return error
        }
        let problem = Self.problem(error)
        jobs.fail(job, with: problem.detail)
        return problem
    }

    // MARK: Looking

    private func list(_ request: Request) async throws -> Response {
        try await gate.admit(.staff, request)
        try request.checkNoQuery()
        return Response(type: .json, bytes: jobs.json())
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        try await gate.admit(.staff, request)
        try request.checkNoQuery()
        guard let bytes = context.pathParameter("id").flatMap({ jobs.json($0) }) else {
            throw Self.unknownJob
        }
        return Response(type: .json, bytes: bytes)
    }

    private func rejects(_ request: Request, _ context: Route.Context) async throws -> Response {
        try await gate.admit(.staff, request)
        try request.checkNoQuery()
        guard let reports = context.pathParameter("id").flatMap({ jobs.reports($0) }) else {
            throw Self.unknownJob
        }
        guard let report = reports.first(where: \.hasRejectedRows) ?? reports.first else {
            throw Problem(
                status: .conflict,
                detail:
                    "The import is not done, or failed as a whole; it has no refused rows to show"
            )
        }
        return Response(
            type: .csv,
            bytes: report.rejects(),
            headers: [
                .contentDisposition:
                    "attachment; filename=\"\(report.dataset)-rejects.csv\""
            ]
        )
    }

    private static let unknownJob = Problem(
        status: .notFound,
        detail: "No import of that id is remembered; the last "
            + "\(ImportJobs.limit) are, until the service is started anew"
    )

    // MARK: Parameters

    /// A yes or no in a query.
    private enum Flag: String, CaseIterable {
        case `true`, `false`
    }

    private func referenceSystem(_ query: inout QueryReader) -> CoordinateReferenceSystem? {
        guard let text = query.text("crs") else { return nil }
        do {
            return try CoordinateReferenceSystem(parsing: text)
        } catch {
            query.note("crs", "\(error)")
            return nil
        }
    }

    /// One of the profiles that ship with Ambit: files of the server's are nobody's business.
    private func profile(_ query: inout QueryReader) -> ImportProfile? {
        guard let name = query.text("profile") else { return nil }
        guard ImportProfile.shippedNames.contains(name) else {
            let names = ImportProfile.shippedNames.joined(separator: ", ")
            query.note("profile", "is \(quoted(name)); it is one of \(names)")
            return nil
        }
        do {
            return try ImportProfile.named(name)
        } catch {
            query.note("profile", "\(error)")
            return nil
        }
    }

    /// `repairs` names an earlier import, and `accept` those of its repairs that are to be made, by
    /// the digest under which each names its station; without it those that it was sure of are made.
    private func decisions(_ query: inout QueryReader) -> RepairDecisions? {
        let accepted = query.text("accept")?.split(separator: ",").map(String.init)
        guard let id = query.text("repairs") else {
            if accepted != nil {
                query.note("accept", "needs repairs, the id of the import that proposed them")
            }
            return nil
        }
        guard let reports = jobs.reports(id) else {
            query.note("repairs", "is \(quoted(id)); no import of that id is remembered")
            return nil
        }
        var repairs = reports.flatMap(\.repairs.decisions.repairs)
        if let accepted = accepted.map(Set.init) {
            let unknown = accepted.subtracting(repairs.map(\.station))
            guard unknown.isEmpty else {
                let names = unknown.sorted().map { quoted($0) }.joined(separator: ", ")
                query.note("accept", "names \(names); that import proposed no such repair")
                return nil
            }
            for index in repairs.indices {
                repairs[index].accept = accepted.contains(repairs[index].station)
            }
        }
        return RepairDecisions(repairs)
    }

    private func kind(_ query: inout QueryReader) -> String? {
        let rule = "a file holds " + desk.kinds.joined(separator: ", ")
        guard let text = query.text("kind") else {
            query.require("kind", rule)
            return nil
        }
        guard desk.kinds.contains(text) else {
            query.note("kind", "is \(quoted(text)); \(rule)")
            return nil
        }
        return text
    }

    private func dataset(_ query: inout QueryReader) -> DatasetName? {
        guard let text = query.text("dataset") else {
            query.require("dataset", "name the dataset to build a version of, such as dc")
            return nil
        }
        do {
            return try DatasetName(text)
        } catch {
            query.note("dataset", "\(error)")
            return nil
        }
    }

    /// `map=Site Name:name,...`.
    private func list<Value>(
        _ name: String,
        _ query: inout QueryReader,
        _ parse: (String) throws(ImportError) -> Value
    ) -> [Value] {
        guard let text = query.text(name) else { return [] }
        var values: [Value] = []
        for part in text.split(separator: ",") {
            do throws(ImportError) {
                values.append(try parse(String(part)))
            } catch {
                query.note(name, "\(error)")
            }
        }
        return values
    }

    /// The file is at fault, or what was said of it.
    private static func problem(_ error: ImportError) -> Problem {
        switch error {
        case .tooLarge, .unpacksTooLarge: Problem(status: .contentTooLarge, detail: "\(error)")
        case .unreadable, .fileNotFound, .isDirectory: .internalError
        default: Problem(status: .unprocessableContent, detail: "\(error)")
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

/// Source: RFC 7240, sections 2 and 3.
extension HTTPField.Name {
    fileprivate static let prefer = HTTPField.Name("Prefer") ?? .expect
    fileprivate static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .vary
}
