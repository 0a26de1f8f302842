internal import Access
internal import GeoJSON
internal import Geodesy
internal import HTTPTypes
internal import Hummingbird
internal import Outgoing
internal import Radar
internal import Timekeeping

/// Webhooks of devices, around a place, and of moderators, within a polygon.
struct WebhookRoutes: Sendable {
    /// Nil where there are none.
    let desk: WebhookDesk?
    let board: MessageBoard
    let devices: DeviceRegistry
    let gate: StaffGate
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    /// How many positions a moderator's polygon may have.
    static let polygonPositions = 500

    /// Those of devices.
    var routes: [Route] { routes(at: "/v1/me/webhooks", ofStaff: false) }

    /// Those of moderators.
    var moderatorRoutes: [Route] { routes(at: "/v1/moderation/webhooks", ofStaff: true) }

    private func routes(at path: String, ofStaff: Bool) -> [Route] {
        return [
            .get(path) { request, _ in try await list(request, of: owner(of: request, ofStaff)) },
            .post(path) { request, _ in
                try await add(request, for: owner(of: request, ofStaff), at: path)
            },
            .get(path + "/{id}") { request, context in
                try await show(request, context, of: owner(of: request, ofStaff))
            },
            .delete(path + "/{id}") { request, context in
                try await remove(request, context, of: owner(of: request, ofStaff))
            },
            .put(path + "/{id}/lifetime") { request, context in
                try await renew(request, context, of: owner(of: request, ofStaff))
            },
            .post(path + "/{id}/secret") { request, context in
                try await replaceSecret(request, context, of: owner(of: request, ofStaff))
            },
            .get(path + "/{id}/dead-letters") { request, context in
                try await deadLetters(request, context, of: owner(of: request, ofStaff))
            },
        ]
    }

    private func owner(
        of request: Request,
        _ isOfStaff: Bool
    ) async throws -> Webhook.Owner {
        guard isOfStaff else { return .device(try await devices.device(of: request).id) }
        return .staff(try await gate.admit(.moderator, request).id)
    }

    private func list(_ request: Request, of owner: Webhook.Owner) async throws -> Response {
        try request.checkNoQuery()
        let desk = try open()
        var list = FeatureCollectionWriter()
        for status in await desk.webhooks(of: owner) {
            list.feature(writtenBy: { $0.webhook(status, secret: nil) })
        }
        return list.response(at: await desk.now, next: nil)
    }

    private func add(
        _ request: Request,
        for owner: Webhook.Owner,
        at path: String
    ) async throws -> Response {
        try request.checkNoQuery()
        let desk = try open()
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        var errors: [ParameterError] = []
        let url = Self.url(reader.string("url"), &errors)
        let area =
            if case .staff = owner { Self.polygon(&reader, &errors) } else {
                place(&reader, &errors)
            }
        let categories = categories(reader.strings("categories"), &errors)
        let seconds = lifetime(
            reader.wholeNumber("ttl_s") ?? WebhookLimits.standardLifetimeSeconds,
            &errors
        )
        let mistyped = reader.errors()
        let named = Set(mistyped.map(\.parameter))
        errors = mistyped + errors.filter { !named.contains($0.parameter) }
        guard errors.isEmpty, let url, let area else { throw Problem.invalid(errors) }
        let (status, secret) = try await desk.add(
            Webhook.Watch(area, categories: categories),
            postingTo: url.text,
            for: owner,
            lastingSeconds: seconds
        )
        var response = Self.response(status, secret: secret, .created)
        response.headers[.location] = "\(path)/\(status.webhook.id)"
        return response
    }

    private func show(
        _ request: Request,
        _ context: Route.Context,
        of owner: Webhook.Owner
    ) async throws -> Response {
        try request.checkNoQuery()
        return Self.response(try await open().webhook(context.webhookID, of: owner))
    }

    private func remove(
        _ request: Request,
        _ context: Route.Context,
        of owner: Webhook.Owner
    ) async throws -> Response {
        try request.checkNoQuery()
        try await open().remove(context.webhookID, of: owner)
        return Response(status: .noContent)
    }

    private func renew(
        _ request: Request,
        _ context: Route.Context,
        of owner: Webhook.Owner
    ) async throws -> Response {
        try request.checkNoQuery()
        let desk = try open()
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let given = reader.wholeNumber("ttl_s")
        var errors = reader.errors()
        if let given {
            _ = lifetime(given, &errors)
        } else if !errors.contains(where: { $0.parameter == "ttl_s" }) {
            errors.append(
                ParameterError(parameter: "ttl_s", fault: .missing, message: "is missing")
            )
        }
        guard errors.isEmpty, let given else { throw Problem.invalid(errors) }
        return Self.response(
            try await desk.renew(context.webhookID, of: owner, lastingSeconds: given)
        )
    }

    private func replaceSecret(
        _ request: Request,
        _ context: Route.Context,
        of owner: Webhook.Owner
    ) async throws -> Response {
        try request.checkNoQuery()
        let (status, secret) = try await open().replaceSecret(of: context.webhookID, of: owner)
        return Self.response(status, secret: secret)
    }

    private func deadLetters(
        _ request: Request,
        _ context: Route.Context,
        of owner: Webhook.Owner
    ) async throws -> Response {
        try request.checkNoQuery()
        let id = context.webhookID
        let letters = try await open().deadLetters(of: id, of: owner)
        var json = JSONWriter(capacity: 64 + letters.count * 256)
        json.object { json in
            json.member(
                "dead_letters",
                array: { list in
                    for letter in letters {
                        list.object { json in
                            json.member("id", "\(id).\(letter.event.number)")
                            json.member("type", letter.event.kind.rawValue)
                            json.member(
                                "message",
                                letter.event.message.map {
                                    board.publicIDs.publicID(of: $0).description
                                }
                            )
                            json.member("timestamp", letter.event.notedAt.rfc3339)
                            json.member("died_at", letter.diedAt.rfc3339)
                            json.member("tries", letter.tries)
                            json.member("reason", letter.reason)
                        }
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func open() throws(Problem) -> WebhookDesk {
        guard let desk else {
            throw Problem(
                status: .serviceUnavailable,
                detail:
                    "This service sends nothing to webhooks; GET /v1/messages/stream tells the same"
            )
        }
        guard board.isLoaded else { throw .notReady }
        return desk
    }

    private static func response(
        _ status: WebhookStatus,
        secret: [UInt8]? = nil,
        _ code: HTTPResponse.Status = .ok
    ) -> Response {
        var json = JSONWriter(capacity: 512)
        json.webhook(status, secret: secret)
        return Response(status: code, type: .geoJSON, bytes: json.takeBytes())
    }

    // MARK: Reading what a request says

    private static func url(_ text: String?, _ errors: inout [ParameterError]) -> OutgoingURL? {
        let url = text.flatMap(OutgoingURL.init(parsing:))
        guard url == nil else { return url }
        let rule =
            "write https://, the name of a host and, where it is not 443, the port 8443 or one from "
            + "10000 to 59999; \(OutgoingURL.longest) characters at most"
        errors.append(
            ParameterError(
                parameter: "url",
                fault: text == nil ? .missing : .notAURL,
                message: text.map { "is \(quoted($0)); \(rule)" } ?? "is missing; \(rule)",
                values: text.map { .value($0) } ?? [:]
            )
        )
        return nil
    }

    private func place(
        _ reader: inout JSONObjectReader,
        _ errors: inout [ParameterError]
    ) -> Webhook.Watch.Area? {
        let (latitude, longitude) = (reader.number("lat"), reader.number("lon"))
        let meters = reader.number("radius_m")
        errors += board.limits.violations(inLatitude: latitude, longitude: longitude)
            .map(ParameterError.init)
        let most = board.limits.longestRadiusMeters
        guard let meters, meters > 0, meters <= most, let radius = try? Distance.meters(meters)
        else {
            errors.append(
                ParameterError(
                    parameter: "radius_m",
                    fault: meters == nil ? .missing : .outOfRange,
                    message: (meters.map { "is \($0)" } ?? "is missing")
                        + "; a radius is more than 0 and at most \(Int(most)) metres here",
                    values: meters.map { .range("\($0)", 0, Int(most)) } ?? [:]
                )
            )
            return nil
        }
        guard let latitude, let longitude,
            let center = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return .around(center, radius)
    }

    private static func polygon(
        _ reader: inout JSONObjectReader,
        _ errors: inout [ParameterError]
    ) -> Webhook.Watch.Area? {
        if let polygon = reader.polygon("polygon", positions: polygonPositions) {
            return .polygon(polygon)
        }
        errors.append(
            ParameterError(parameter: "polygon", fault: .missing, message: "is missing")
        )
        return nil
    }

    private func categories(
        _ words: [String]?,
        _ errors: inout [ParameterError]
    ) -> Set<Radar.Category>? {
        guard let words else { return nil }
        let known = board.limits.categories.map(\.rawValue)
        for word in words where !known.contains(word) {
            errors.append(
                ParameterError(
                    parameter: "categories",
                    fault: .notOneOf,
                    message: "holds \(quoted(word)); known are \(known.joined(separator: ", "))",
                    values: .choices(word, known)
                )
            )
            return nil
        }
        return words.isEmpty ? nil : Set(words.map(Radar.Category.init(rawValue:)))
    }

    private func lifetime(_ seconds: Int64, _ errors: inout [ParameterError]) -> Int64 {
        let range = WebhookLimits().lifetimeSeconds
        if !range.contains(seconds) {
            errors.append(
                ParameterError(
                    parameter: "ttl_s",
                    fault: .outOfRange,
                    message: "is \(seconds); a webhook lasts \(range.lowerBound) to "
                        + "\(range.upperBound) seconds",
                    values: .range("\(seconds)", Int(range.lowerBound), Int(range.upperBound))
                )
            )
        }
        return seconds
    }
}

extension Route.Context {
    /// The webhook that a path names; the id of none where it is missing.
    fileprivate var webhookID: String { pathParameter("id") ?? "" }
}

extension Problem {
    init(_ error: WebhookError) {
        switch error {
        case .notFound:
            self.init(
                status: .notFound,
                detail: "There is no webhook with this id; it may have expired or been removed"
            )
        case .tooMany(let limit):
            self.init(
                status: .conflict,
                detail:
                    "You have \(limit) webhooks, which is the most there may be; remove one first"
            )
        case .noRoom(let limit):
            self.init(
                status: .conflict,
                detail: "There are \(limit) webhooks, which is the most that this service takes"
            )
        case .unknownOwner: self = .unauthorized(isTokenWrong: true)
        }
    }
}
