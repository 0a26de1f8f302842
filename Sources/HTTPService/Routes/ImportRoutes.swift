internal import Access
internal import Datasets
internal import GeoJSON
internal import Geodesy
internal import HTTPTypes
internal import Hummingbird
public import Importing
internal import NIOCore
internal import Synchronization

/// What runs the imports that come over HTTP, and how large they may be.
public struct ImportDesk: Sendable {
    /// Imports a file as records of a kind.
    public typealias Run =
        @Sendable (_ kind: String, ImportInput, ImportOptions) async throws -> ImportReport

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

/// Imports by staff: the body is the file, the answer the report of `ambit import`.
struct ImportRoutes: Sendable {
    /// One import at a time: each reads and compares a whole dataset.
    private final class Turn: Sendable {
        private let isTaken = Mutex(false)

        func take() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }

        func leave() { isTaken.withLock { $0 = false } }
    }

    let desk: ImportDesk
    let gate: StaffGate
    private let turn = Turn()

    init(desk: ImportDesk, gate: StaffGate) {
        self.desk = desk
        self.gate = gate
    }

    var routes: [Route] {
        [.post("/v1/imports") { request, _ in try await run(request) }]
    }

    private func run(_ request: Request) async throws -> Response {
        let staff = try await gate.admit(.staff, request)
        var query = QueryReader(request.uri.query)
        let kind = kind(&query)
        let dataset = dataset(&query)
        let mode = query.word("mode", standard: ImportOptions.Mode.publish)
        let mappings = list("map", &query) { (text) throws(ImportError) in
            try ColumnMapping(parsing: text)
        }
        let constants = list("set", &query) { (text) throws(ImportError) in
            try FieldConstant(parsing: text)
        }
        let type = type(&query, kind: kind)
        let system = referenceSystem(&query)
        let force = query.word("force", standard: Force.no)
        let name = query.text("name") ?? "upload"
        let (records, into, what, forced) = try query.checked(kind, dataset, mode, force)
        var options = ImportOptions(
            dataset: into,
            mode: what,
            mappings: mappings,
            constants: constants + (type.map { [FieldConstant(field: "type", value: $0)] } ?? []),
            isForced: forced == .yes,
            importedBy: staff.label
        )
        options.referenceSystem = system
        guard turn.take() else {
            throw Problem(
                status: .serviceUnavailable,
                detail: "Another import is under way; try again when it is done",
                headers: [.retryAfter: "10"]
            )
        }
        defer { turn.leave() }
        do {
            let report = try await ImportInput.withUpload(
                UploadedBytes(body: request.body),
                name: name,
                limitBytes: desk.limitBytes
            ) { try await desk.run(records, $0, options) }
            return Response(type: .json, bytes: try report.json())
        } catch let error as ImportError {
            throw Self.problem(error)
        }
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

    /// Whether to publish what removes or moves too much.
    private enum Force: String, CaseIterable {
        case yes = "true"
        case no = "false"
    }

    /// What districts or ground are: `type=precinct`.
    private func type(_ query: inout QueryReader, kind: String?) -> String? {
        guard let text = query.text("type") else { return nil }
        guard kind == "districts" || kind == "ground" else {
            query.note("type", "is \(quoted(text)); only districts and ground have one")
            return nil
        }
        return text
    }

    /// `crs=EPSG:27700`.
    private func referenceSystem(_ query: inout QueryReader) -> CoordinateReferenceSystem? {
        guard let text = query.text("crs") else { return nil }
        do throws(GeodesyError) {
            return try CoordinateReferenceSystem(parsing: text)
        } catch {
            query.note("crs", "\(error)")
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
        case .tooLarge: Problem(status: .contentTooLarge, detail: "\(error)")
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
