internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Radar
internal import Timekeeping

/// What is a device's own: what it keeps, what it sent, what it set, and to be forgotten.
struct PersonalRoutes: Sendable {
    let board: MessageBoard
    let devices: DeviceRegistry
    /// Nil where there are none.
    let webhooks: WebhookDesk?
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    var routes: [Route] {
        [
            .get("/v1/me/bookmarks") { request, _ in try await bookmarks(request) },
            .get("/v1/me/sent") { request, _ in try await sent(request) },
            .get("/v1/me/settings") { request, _ in try await settings(request) },
            .put("/v1/me/settings") { request, _ in try await set(request) },
            .delete("/v1/me") { request, _ in try await forget(request) },
        ]
    }

    private func bookmarks(_ request: Request) async throws -> Response {
        let device = try await devices.device(of: request)
        var query = QueryReader(request.uri.query)
        let position = query.listPosition(on: board)
        let limit = try query.checked(query.limit())
        let page = try await board.bookmarks(of: device.id, after: position, limit: limit)
        var list = FeatureCollectionWriter(capacity: 256 + page.entries.count * 384)
        for bookmark in page.entries {
            list.feature(
                id: .text(board.publicIDs.publicID(of: bookmark.id).description),
                geometry: bookmark.message.map { .point($0.coordinate) }
            ) { json in
                json.member("state", bookmark.state.rawValue)
                json.member("bookmarked_at", bookmark.bookmarkedAt.rfc3339)
                bookmark.message?.writeProperties(to: &json, distance: nil)
            }
        }
        return list.response(
            at: page.moment,
            next: page.next.map {
                NextPage(
                    path: "/v1/me/bookmarks",
                    query: query,
                    cursor: $0.text(under: board.publicIDs)
                )
            }
        )
    }

    private func sent(_ request: Request) async throws -> Response {
        let device = try await devices.device(of: request)
        var query = QueryReader(request.uri.query)
        let position = query.listPosition(on: board)
        let limit = try query.checked(query.limit())
        let page = try await board.sent(by: device.id, after: position, limit: limit)
        var list = FeatureCollectionWriter(capacity: 256 + page.entries.count * 384)
        for sent in page.entries {
            list.feature(
                id: board.publicIDs.featureID(of: sent.message),
                geometry: .point(sent.message.coordinate)
            ) { json in
                json.member("state", sent.state.rawValue)
                sent.message.writeProperties(to: &json, distance: nil)
            }
        }
        return list.response(
            at: page.moment,
            next: page.next.map {
                NextPage(path: "/v1/me/sent", query: query, cursor: $0.text(under: board.publicIDs))
            }
        )
    }

    private func settings(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        return try await response(board.settings(of: device.id))
    }

    /// Replaces all settings; what the body leaves out is as before anything was set.
    private func set(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let standard = DeviceSettings.standard
        let settings = DeviceSettings(
            quickdropEnabled: reader.boolean("quickdrop_enabled") ?? standard.quickdropEnabled,
            quickdropVisibleRadiusMeters: reader.number("quickdrop_visible_radius_m")
                ?? standard.quickdropVisibleRadiusMeters,
            quickdropTimeToLiveSeconds: reader.wholeNumber("quickdrop_ttl_s")
                ?? standard.quickdropTimeToLiveSeconds,
            scanRadiusMeters: reader.number("scan_radius_m") ?? standard.scanRadiusMeters
        )
        let errors = reader.errors()
        guard errors.isEmpty else {
            let named = Set(errors.map(\.parameter))
            let others = board.limits.violations(in: settings)
                .filter { !named.contains($0.parameter) }
            throw Problem.invalid(errors + others.map(ParameterError.init))
        }
        try await board.set(settings, of: device.id)
        return response(settings)
    }

    private func forget(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        try await board.forget(device.id)
        devices.forget(device)
        await webhooks?.forget(.device(device.id))
        return Response(status: .noContent)
    }

    private func response(_ settings: DeviceSettings) -> Response {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("quickdrop_enabled", settings.quickdropEnabled)
            json.member("quickdrop_visible_radius_m", settings.quickdropVisibleRadiusMeters)
            json.member("quickdrop_ttl_s", settings.quickdropTimeToLiveSeconds)
            json.member("scan_radius_m", settings.scanRadiusMeters)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension QueryReader {
    /// Where the page before ended; nil for the first page, or noted as wrong.
    mutating func listPosition(on board: MessageBoard) -> ListPosition? {
        guard let text = text("cursor") else { return nil }
        do throws(RadarError) {
            return try ListPosition(parsing: text, under: board.publicIDs)
        } catch {
            note("cursor", .unknownCursor, "is not a cursor that this list was answered with")
            return nil
        }
    }
}
