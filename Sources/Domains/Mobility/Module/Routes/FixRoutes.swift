internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import Timekeeping
internal import Trajectories

/// Fixes: taken from devices and from the programs that track on phones, shown and taken out.
struct FixRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    /// A body of as many fixes as one call may have, with all their members, is no longer, in bytes.
    static let byteLimit = 4 << 20

    var routes: [Route] {
        [
            .post("/v1/fixes") { request, _ in try await add(request) },
            .get("/v1/fixes") { request, _ in try await show(request) },
            .delete("/v1/fixes") { request, _ in try await remove(request) },
            .post("/v1/ingest/owntracks") { request, _ in try await ownTracks(request) },
            .post("/v1/ingest/overland") { request, _ in try await overland(request) },
        ]
    }

    // MARK: Taking

    private func add(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let bytes = try await request.jsonBody(limitBytes: Self.byteLimit)
        let batch = try FixReading.native(bytes, now: desk.clock.now)
        try await keep([batch], account)
        return .json { json in json.object { $0.member("accepted", batch.fixes.count) } }
    }

    /// OwnTracks takes an empty list for an answer, and repeats what is answered otherwise.
    private func ownTracks(_ request: Request) async throws -> Response {
        let account = try await gate.account(ofProgram: request)
        let bytes = try await request.body(limitBytes: Self.byteLimit)
        let found = try FixReading.ownTracks(
            bytes,
            device: request.headers[.ownTracksDevice],
            now: desk.clock.now
        )
        try await keep(found.batches, account)
        desk.noteRefused(found.refused)
        return .json { $0.array { _ in } }
    }

    private func overland(_ request: Request) async throws -> Response {
        let account = try await gate.account(ofProgram: request)
        let bytes = try await request.body(limitBytes: Self.byteLimit)
        let found = try FixReading.overland(bytes, now: desk.clock.now)
        try await keep(found.batches, account)
        desk.noteRefused(found.refused)
        return .json { json in
            json.object { json in
                json.member("result", "ok")
                json.member("refused", found.refused)
            }
        }
    }

    private func keep(_ batches: [FixBatch], _ account: Account) async throws {
        let isKept = try await desk.fixes.add(batches, of: account.id, at: desk.clock.now)
        guard isKept else {
            throw Problem(
                status: .forbidden,
                detail:
                    "Fixes are kept with your consent to auto_track alone; PUT /v1/me/consents gives it"
            )
        }
        desk.notice(account.id)
    }

    // MARK: Showing

    private enum Format: String, CaseIterable {
        case geojson, gpx
    }

    private func show(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let (from, to) = query.travelPeriod()
        let box = query.box(isRequired: false)
        let word = query.word("format", standard: Format.geojson)
        let format = try query.checked(word)
        let fixes = try await desk.past.past(of: account.id).fixes(from: from, to: to, in: box)
        switch format {
        case .geojson:
            return Response(type: .geoJSON, bytes: FixWriting.geoJSON(fixes, desk.clock.now))
        case .gpx:
            var response = Response(type: .plainText, bytes: FixWriting.gpx(fixes))
            response.headers[.contentType] = "application/gpx+xml"
            response.headers[.contentDisposition] = "attachment; filename=\"fixes.gpx\""
            return response
        }
    }

    private func remove(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let (from, to) = query.travelPeriod()
        try query.check()
        let count = try await desk.fixes.remove(of: account.id, from: from, to: to)
        return .json { json in json.object { $0.member("removed", count) } }
    }
}

extension HTTPField.Name {
    /// Source: OwnTracks, "HTTP mode".
    static let ownTracksDevice = Self("X-Limit-D") ?? .from
}
