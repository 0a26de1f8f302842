internal import Access
internal import Datasets
internal import HTTPTypes
internal import Hummingbird
internal import Importing

/// An import as a request asks for it; all but the file.
struct ImportRequest: Sendable {
    let kind: ImportDesk.Kind
    let options: ImportOptions
    /// What the file is called in the report.
    let fileName: String
    /// The event that its records are of; nil where they are of none.
    let event: String?
    /// How long the file is said to be; nil where the request does not say.
    let lengthBytes: Int64?
    /// Whether the answer is not to wait for the import (RFC 7240).
    let isAsynchronous: Bool
}

extension ImportRoutes {
    /// What a request asks for, before a byte of its body is read.
    ///
    /// - Parameters:
    ///   - importer: The token of whoever imports.
    ///   - eventNames: What the event of that token may be called.
    /// - Throws: ``Problem`` for a body that is not the file itself or is too long, and for each
    ///   parameter that is at fault.
    func request(
        _ request: Request,
        importer: StaffToken,
        eventNames: Set<String>
    ) throws -> ImportRequest {
        try Self.checkFormat(request)
        let asked = try query(request, importer: importer, eventNames)
        let length = request.headers[.contentLength].flatMap(Int64.init)
        if let length, length > desk.limitBytes {
            throw Self.problem(.tooLarge(limitBytes: desk.limitBytes))
        }
        let isAsynchronous = request.headers[values: .prefer].contains {
            $0.lowercased().split(separator: ",").contains { $0.trimmingSpaces == "respond-async" }
        }
        return ImportRequest(
            kind: asked.kind,
            options: asked.options,
            fileName: asked.fileName,
            event: asked.event,
            lengthBytes: length,
            isAsynchronous: isAsynchronous
        )
    }

    private static func checkFormat(_ request: Request) throws {
        guard let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/")
        else { return }
        throw Problem(
            status: .unsupportedMediaType,
            detail:
                "Content-Type is \(quoted(type.prefix(40))): the body is to be the file itself, "
                + "as curl sends it with --data-binary @FILE"
        )
    }

    private func query(
        _ request: Request,
        importer: StaffToken,
        _ eventNames: Set<String>
    ) throws -> (
        kind: ImportDesk.Kind, options: ImportOptions, fileName: String, event: String?
    ) {
        var query = QueryReader(request.uri.query)
        let kind = kind(&query)
        let dataset = dataset(&query)
        let mode = query.word("mode", standard: ImportOptions.Mode.publish)
        let mappings = mappings(&query)
        var constants = constants(&query)
        let fileName = fileName(&query)
        if let type = type(&query, kind: kind) {
            constants.append(FieldConstant(field: "type", value: type))
        }
        let askedEvent = event(&query, kind: kind)
        let system = referenceSystem(&query)
        let profile = profile(&query)
        let headerLine = headerLine(&query)
        let sheet = query.text("sheet")
        let decisions = decisions(&query, kind: kind, dataset: dataset)
        let repeatsDecisions = query.text("repairs") == Self.earlierRepairs
        let replaces = replaces(&query, kind: kind)
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
        let event = try importGate.event(
            askedEvent,
            of: records,
            constants: constants,
            for: importer,
            names: eventNames
        )
        if let event { constants.append(FieldConstant(field: ImportGate.field, value: event)) }
        var options = ImportOptions(
            dataset: into,
            mode: what,
            mappings: mappings,
            constants: constants,
            isForced: isForced == .true,
            importedBy: importer.label
        )
        options.event = event
        options.referenceSystem = system
        options.profile = profile
        options.headerLine = headerLine
        options.sheet = sheet
        options.keepsOthers = keepsOthers == .true
        options.replaces = replaces
        options.mendsEncoding = mendsEncoding == .true
        options.decisions = decisions
        options.repeatsDecisions = repeatsDecisions
        options.rowLimit = desk.rowLimit
        return (records, options, fileName, event)
    }

    /// The event that the whole file is of.
    private func event(_ query: inout QueryReader, kind: ImportDesk.Kind?) -> String? {
        guard let event = query.text("event") else { return nil }
        guard kind?.isOfEvents ?? true else {
            query.note(
                "event",
                .notOfKind,
                "is \(quoted(event)); an event goes with \(desk.names { $0.isOfEvents }) alone",
                .value(event)
            )
            return nil
        }
        return event
    }

    /// The type that the whole file is said to hold.
    private func type(_ query: inout QueryReader, kind: ImportDesk.Kind?) -> String? {
        guard let type = query.text("type") else { return nil }
        guard kind == nil || kind?.types != nil else {
            query.note(
                "type",
                .notOfKind,
                "is \(quoted(type)); a type goes with \(desk.names { $0.types != nil }) alone",
                .value(type)
            )
            return nil
        }
        return type
    }
}

extension HTTPField.Name {
    /// Source: RFC 7240, section 2.
    fileprivate static let prefer = HTTPField.Name("Prefer") ?? .expect
}
