internal import Datasets
internal import Foundation
internal import GeoJSON
internal import Importing
internal import Synchronization
internal import Timekeeping

/// One import over HTTP, from the first byte to the report.
struct ImportJob: Sendable {
    /// How far it has come.
    enum State: String, Sendable {
        /// The file is still coming.
        case uploading
        /// It is read, checked and compared, and published where that was asked for.
        case running
        /// There is a report.
        case done
        /// The file could not be used, or something broke; nothing was changed.
        case failed
        /// Somebody stopped it; nothing was changed.
        case cancelled
    }

    let kind: String
    /// What its columns may be taken for.
    let fields: [String]
    let dataset: String
    let mode: String
    let importedBy: String?
    /// The event that its records are of; nil where they are of none.
    let event: String?
    let file: String
    /// How long the file is, as far as the client says.
    let length: Int64?
    var state = State.uploading
    var received: Int64 = 0
    var progress: ImportProgress?
    var startedAt: Timestamp?
    var finishedAt: Timestamp?
    var outcome: (any ImportOutcome)?
    var failure: String?
    /// The error that it failed with, where it is the file's.
    var error: ImportError?
    /// Who stopped it, or is about to.
    var cancelledBy: String?
    /// Stops what it is doing.
    fileprivate var stop: (@Sendable () -> Void)?

    init(
        kind: ImportDesk.Kind,
        options: ImportOptions,
        event: String?,
        file: String,
        length: Int64?
    ) {
        self.event = event
        self.kind = kind.name
        fields = kind.fields
        dataset = options.dataset.text
        mode = options.mode.rawValue
        importedBy = options.importedBy
        self.file = file
        self.length = length
    }
}

/// The imports of this process: the one that is under way, and the last that have ended.
///
/// One at a time: each reads and compares a whole dataset.
final class ImportJobs: Sendable {
    /// How many are remembered.
    static let limit = 20

    private struct State {
        var jobs: [(id: String, job: ImportJob)] = []
        var current: String?
    }

    private let state = Mutex(State())
    private let clock: any WallClock

    init(clock: any WallClock) { self.clock = clock }

    /// What became of the wish to begin.
    enum Beginning {
        /// The job's id.
        case begun(String)
        /// Another is under way.
        case taken(id: String, ImportJob)
    }

    /// Begins a job, unless another is under way.
    func begin(_ job: ImportJob) -> Beginning {
        var job = job
        job.startedAt = clock.now
        let id = UUID().uuidString.lowercased()
        return state.withLock { state in
            if let current = state.jobs.last(where: { $0.id == state.current }) {
                return .taken(id: current.id, current.job)
            }
            state.current = id
            state.jobs.append((id, job))
            if state.jobs.count > Self.limit { state.jobs.removeFirst() }
            return .begun(id)
        }
    }

    /// Forgets a job that was not to begin.
    func forget(_ id: String) {
        state.withLock { state in
            state.jobs.removeAll { $0.id == id }
            if state.current == id { state.current = nil }
        }
    }

    /// Says how to stop what a job does from now on; at once where it was cancelled before.
    func onCancel(_ id: String, _ stop: @escaping @Sendable () -> Void) {
        var isCancelled = false
        change(id) { job in
            job.stop = stop
            isCancelled = job.cancelledBy != nil
        }
        if isCancelled { stop() }
    }

    /// What became of the wish to cancel.
    enum Cancellation {
        /// It stops as soon as it can.
        case stopping
        /// It has ended before.
        case ended(ImportJob.State)
        /// No such job is remembered.
        case unknown
    }

    /// Cancels a job.
    func cancel(_ id: String, by who: String) -> Cancellation {
        var stop: (@Sendable () -> Void)?
        let outcome = state.withLock { state -> Cancellation in
            guard let index = state.jobs.lastIndex(where: { $0.id == id }) else { return .unknown }
            guard state.jobs[index].job.finishedAt == nil else {
                return .ended(state.jobs[index].job.state)
            }
            if state.jobs[index].job.cancelledBy == nil { state.jobs[index].job.cancelledBy = who }
            stop = state.jobs[index].job.stop
            return .stopping
        }
        stop?()
        return outcome
    }

    private func change(_ id: String, _ change: (inout ImportJob) -> Void) {
        state.withLock { state in
            guard let index = state.jobs.lastIndex(where: { $0.id == id }) else { return }
            change(&state.jobs[index].job)
            guard state.jobs[index].job.finishedAt != nil else { return }
            state.jobs[index].job.stop = nil
            if state.current == id { state.current = nil }
        }
    }

    func received(_ bytes: Int64, of id: String) { change(id) { $0.received = bytes } }

    /// The file is there as a whole, and will be looked at.
    func arrived(_ id: String) {
        change(id) { job in
            guard job.finishedAt == nil else { return }
            job.state = .running
            job.progress = ImportProgress(
                phase: .inspecting,
                bytesRead: 0,
                bytesTotal: job.received,
                rows: 0
            )
        }
    }

    func progressed(_ progress: ImportProgress, of id: String) {
        change(id) { job in
            guard job.finishedAt == nil else { return }
            job.state = .running
            job.progress = progress
        }
    }

    func finish(_ id: String, with outcome: any ImportOutcome) {
        let now = clock.now
        change(id) { job in
            job.state = .done
            job.outcome = outcome
            job.finishedAt = now
        }
    }

    /// - Parameters:
    ///   - error: What is wrong with the file, where it is the file that is at fault.
    ///   - isCancelled: Whether it failed because somebody stopped it.
    func fail(
        _ id: String,
        with reason: String,
        _ error: ImportError? = nil,
        isCancelled: Bool = false
    ) {
        let now = clock.now
        change(id) { job in
            job.state = isCancelled ? .cancelled : .failed
            job.failure = reason
            job.error = error
            job.finishedAt = now
        }
    }

    // MARK: Telling

    private func job(_ id: String) -> ImportJob? {
        state.withLock { $0.jobs.last { $0.id == id }?.job }
    }

    /// The event that a job's records are of; nil for none.
    func event(of id: String) -> String? { job(id)?.event }

    /// What a job imports; nil for a job that is not remembered.
    func kind(of id: String) -> String? { job(id)?.kind }

    /// Whether somebody has stopped a job, or is about to.
    func isCancelled(_ id: String) -> Bool { job(id)?.cancelledBy != nil }

    /// How many bytes of a job's file have arrived.
    func receivedBytes(_ id: String) -> Int64 { job(id)?.received ?? 0 }

    /// The reports of a job: none before it is done; nil for a job that is not remembered.
    func reports(_ id: String) -> [ImportReport]? { job(id).map { $0.outcome?.reports ?? [] } }

    /// A job with its report; nil for one that is not remembered.
    func json(_ id: String) -> [UInt8]? {
        guard let job = job(id) else { return nil }
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            job.writeMembers(to: &json, id: id)
            json.name("report")
            if let report = try? job.outcome?.json() { json.raw(report) } else { json.null() }
        }
        return json.takeBytes()
    }

    /// All that are remembered, the last first, without their reports.
    ///
    /// - Parameters:
    ///   - event: Only those of this event; nil for all.
    ///   - kinds: Only those of these kinds; nil for all.
    func json(of event: String?, _ kinds: Set<String>?) -> [UInt8] {
        let jobs = state.withLock { $0.jobs }.filter { _, job in
            (event == nil || job.event == event) && (kinds?.contains(job.kind) ?? true)
        }
        return Self.list(jobs.reversed().map { $0.job.document(id: $0.id) })
    }

    /// The same of all nodes, each as this one knows it where it runs it.
    func json(of entries: [CommonImport]) -> [UInt8] {
        Self.list(entries.map { job($0.id)?.document(id: $0.id) ?? $0.document })
    }

    private static func list(_ documents: [[UInt8]]) -> [UInt8] {
        var json = JSONWriter(capacity: 512 * (documents.count + 1))
        json.object { json in
            json.member(
                "imports",
                array: { list in for document in documents { list.raw(document) } }
            )
        }
        return json.takeBytes()
    }

    /// More refused rows than that are had at the node alone that ran the import; bytes.
    private static let longestRejects = 16 << 20

    /// A job as other nodes tell of it; nil for one that is not remembered.
    func common(_ id: String) -> CommonImport? {
        guard let job = job(id) else { return nil }
        var abandoned = job
        abandoned.state = .failed
        abandoned.finishedAt = clock.now
        abandoned.failure =
            "the node that ran the import has ended; the versions of the dataset tell whether it published "
            + "anything"
        var result: CommonImport.Result?
        if let outcome = job.outcome, let report = try? outcome.json() {
            let reports = outcome.reports
            let refused =
                (reports.first(where: \.hasRejectedRows) ?? reports.first)?.rejects() ?? []
            let isShort = refused.count <= Self.longestRejects
            result = CommonImport.Result(
                report: Array(report),
                rejects: isShort ? Array(refused) : nil
            )
        }
        return CommonImport(
            id: id,
            kind: job.kind,
            dataset: job.dataset,
            event: job.event,
            summary: job.summary,
            document: job.document(id: id),
            abandoned: abandoned.document(id: id),
            result: result,
            isOver: job.finishedAt != nil
        )
    }
}

extension ImportJob {
    /// What is being done, for those who have to wait: "stations into dc by Ann, surveying, 40 %".
    var summary: String {
        var text = "\(kind) into \(dataset)"
        if let importedBy, !importedBy.isEmpty { text += " by \(importedBy)" }
        text += ", " + (progress?.phase.rawValue ?? state.rawValue)
        let (read, total) = (progress?.bytesRead ?? received, progress?.bytesTotal ?? length ?? 0)
        if total > 0, read <= total { text += ", \(read * 100 / total) %" }
        return text
    }

    /// Its JSON object, without its report.
    fileprivate func document(id: String) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { writeMembers(to: &$0, id: id) }
        return json.takeBytes()
    }

    fileprivate func writeMembers(to json: inout JSONWriter, id: String) {
        json.member("id", id)
        json.member("kind", kind)
        json.member("dataset", dataset)
        json.member("mode", mode)
        json.member("file", file)
        json.member("imported_by", importedBy)
        json.member("state", state.rawValue)
        json.member("phase", progress?.phase.rawValue)
        json.member("pass", progress?.pass)
        json.member("bytes_read", progress?.bytesRead ?? received)
        json.member("bytes_total", progress?.bytesTotal ?? length)
        json.member("rows", progress?.rows)
        json.member("outcome", outcome?.outcome.rawValue)
        json.member("failure", failure)
        json.member("failure_code", error.map { ProblemCode.importing($0.code).text })
        json.member(
            "failure_values",
            object: { error?.values(as: .parameters).writeMembers(to: &$0) }
        )
        let columns = error?.columns ?? outcome?.reports.first?.columns.map(\.column) ?? []
        json.member("columns", array: { list in for column in columns { list.string(column) } })
        json.member(
            "fields",
            array: { list in for field in fields { list.string(field) } }
        )
        json.member("cancelled_by", cancelledBy)
        json.member("started_at", startedAt?.rfc3339)
        json.member("finished_at", finishedAt?.rfc3339)
    }
}
