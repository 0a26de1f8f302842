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
    }

    let kind: String
    let dataset: String
    let mode: String
    let importedBy: String?
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

    init(kind: String, options: ImportOptions, file: String, length: Int64?) {
        self.kind = kind
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

    /// Begins a job.
    ///
    /// - Returns: Its id; nil while another is under way.
    func begin(_ job: ImportJob) -> String? {
        var job = job
        job.startedAt = clock.now
        let id = UUID().uuidString.lowercased()
        return state.withLock { state in
            guard state.current == nil else { return nil }
            state.current = id
            state.jobs.append((id, job))
            if state.jobs.count > Self.limit { state.jobs.removeFirst() }
            return id
        }
    }

    private func change(_ id: String, _ change: (inout ImportJob) -> Void) {
        state.withLock { state in
            guard let index = state.jobs.lastIndex(where: { $0.id == id }) else { return }
            change(&state.jobs[index].job)
            if state.jobs[index].job.finishedAt != nil, state.current == id { state.current = nil }
        }
    }

    func received(_ bytes: Int64, of id: String) { change(id) { $0.received = bytes } }

    func progressed(_ progress: ImportProgress, of id: String) {
        change(id) { job in
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

    func fail(_ id: String, with reason: String) {
        let now = clock.now
        change(id) { job in
            job.state = .failed
            job.failure = reason
            job.finishedAt = now
        }
    }

    // MARK: Telling

    private func job(_ id: String) -> ImportJob? {
        state.withLock { $0.jobs.last { $0.id == id }?.job }
    }

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
    func json() -> [UInt8] {
        let jobs = state.withLock { $0.jobs }
        var json = JSONWriter(capacity: 512 * (jobs.count + 1))
        json.object { json in
            json.member(
                "imports",
                array: { list in
                    for (id, job) in jobs.reversed() {
                        list.object { job.writeMembers(to: &$0, id: id) }
                    }
                }
            )
        }
        return json.takeBytes()
    }
}

extension ImportJob {
    fileprivate func writeMembers(to json: inout JSONWriter, id: String) {
        json.member("id", id)
        json.member("kind", kind)
        json.member("dataset", dataset)
        json.member("mode", mode)
        json.member("file", file)
        json.member("imported_by", importedBy)
        json.member("state", state.rawValue)
        json.member("phase", progress?.phase.rawValue)
        json.member("bytes_read", progress?.bytesRead ?? received)
        json.member("bytes_total", progress?.bytesTotal ?? length)
        json.member("rows", progress?.rows)
        json.member("outcome", outcome?.outcome.rawValue)
        json.member("failure", failure)
        json.member("started_at", startedAt?.rfc3339)
        json.member("finished_at", finishedAt?.rfc3339)
    }
}
