internal import Access
internal import Hummingbird

// What other nodes do, and what they are told, where several share a database.
extension ImportRoutes {
    /// So often it is looked whether a job is over, and after so many looks other nodes are told how far it is.
    private static let look = Duration.milliseconds(200)
    private static let looksBetweenNotes = 5

    /// Tells other nodes that a job begins.
    ///
    /// - Throws: ``Problem`` of status 503 where one of them imports into the same dataset; then the job is
    ///   forgotten, and where nobody can be told, too.
    func noteBeginning(of id: String) async throws {
        guard let common = desk.common, let entry = jobs.common(id) else { return }
        do {
            if let other = try await common.begin(entry) {
                throw Problem(
                    status: .serviceUnavailable,
                    detail: "Another import into \(other.dataset) is under way at another node "
                        + "(\(other.summary)); try again when it is done. GET /v1/imports/\(other.id) tells "
                        + "how far it is, DELETE cancels it",
                    headers: [.retryAfter: "10"]
                )
            }
        } catch {
            jobs.forget(id)
            throw error
        }
        keepNoted(id, by: common)
    }

    /// Tells other nodes how far a job is until it is over, and stops it when one of them was asked to.
    private func keepNoted(_ id: String, by common: any CommonImports) {
        Task { [jobs] in
            var looks = 0
            while let entry = jobs.common(id) {
                looks += 1
                if entry.isOver || looks % Self.looksBetweenNotes == 0 {
                    // What could not be noted is noted a moment later.
                    let noted: String?? = try? await common.note(entry)
                    if entry.isOver, noted != nil { return }
                    if let who = noted ?? nil { _ = jobs.cancel(id, by: who) }
                }
                try? await Task.sleep(for: Self.look)
            }
        }
    }

    /// The imports that somebody may know of, at all nodes.
    func list(for holder: StaffToken) async throws -> [UInt8] {
        let kinds = importGate.kinds(for: holder)
        guard let common = desk.common else { return jobs.json(of: holder.event, kinds) }
        let entries = try await common.entries(limit: ImportJobs.limit)
        return jobs.json(of: entries.filter { isKnown($0, to: holder) })
    }

    private func isKnown(_ entry: CommonImport, to holder: StaffToken) -> Bool {
        if let event = holder.event { return entry.event == event }
        return importGate.kinds(for: holder)?.contains(entry.kind) ?? true
    }

    /// The import of another node that a path names.
    ///
    /// - Throws: ``Problem`` of status 404 where there is none that its holder may know of.
    func entry(_ context: Route.Context, of holder: StaffToken) async throws -> CommonImport {
        guard let common = desk.common, let id = context.pathParameter("id"),
            let entry = try await common.entry(id), isKnown(entry, to: holder)
        else { throw Self.unknownJob }
        return entry
    }

    /// Asks the node that runs an import to stop it.
    func stop(_ entry: CommonImport, by holder: StaffToken) async throws -> Response {
        guard !entry.isOver else { throw Self.ended(isDone: entry.result != nil) }
        try await desk.common?.stop(entry.id, by: holder.label)
        return Response(status: .accepted, type: .json, bytes: entry.json)
    }
}

extension CommonImport {
    /// The import with its report, as the node that ran it writes it.
    var json: [UInt8] {
        document.dropLast() + Array(",\"report\":".utf8) + (result?.report ?? Array("null".utf8))
            + Array("}".utf8)
    }

    /// The rows that were refused.
    var rejects: [UInt8] {
        get throws(Problem) {
            guard let result else { throw ImportRoutes.noRejects }
            guard let rejects = result.rejects else {
                throw Problem(
                    status: .conflict,
                    detail:
                        "The refused rows are too many to be had at every node; ask the one that ran "
                        + "the import"
                )
            }
            return rejects
        }
    }
}
