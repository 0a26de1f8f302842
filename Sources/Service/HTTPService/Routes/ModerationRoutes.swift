internal import Access
internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Radar
internal import Timekeeping

/// For moderators: what was reported, and what is decided on it.
struct ModerationRoutes: Sendable {
    let board: MessageBoard
    /// Lets moderators in and nobody else.
    let gate: StaffGate
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    var routes: [Route] {
        [
            .get("/v1/moderation/queue") { request, _ in try await queue(request) },
            .post("/v1/moderation/messages/{id}") { request, context in
                try await decide(request, context)
            },
        ]
    }

    private func queue(_ request: Request) async throws -> Response {
        try await gate.admit(.moderator, request)
        var query = QueryReader(request.uri.query)
        let position = query.listPosition(on: board)
        let limit = try query.checked(query.limit())
        let page = try await board.moderationQueue(after: position, limit: limit)
        var list = FeatureCollectionWriter(capacity: 256 + page.entries.count * 512)
        for reported in page.entries {
            list.feature(
                id: board.publicIDs.featureID(of: reported.message),
                geometry: .point(reported.message.coordinate)
            ) { json in
                json.member("state", reported.state.rawValue)
                json.member("reports", reported.reasons.values.reduce(0, +))
                json.member(
                    "reasons",
                    object: { json in
                        for (reason, count) in reported.reasons.sorted(by: { $0.key < $1.key }) {
                            json.member(reason, count)
                        }
                    }
                )
                json.member("first_reported_at", reported.firstReportedAt.rfc3339)
                reported.message.writeProperties(to: &json, distance: nil)
            }
        }
        return list.response(
            at: page.moment,
            next: page.next.map {
                NextPage(
                    path: "/v1/moderation/queue",
                    query: query,
                    cursor: $0.text(under: board.publicIDs)
                )
            }
        )
    }

    private func decide(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        try await gate.admit(.moderator, request)
        let id = context.messageID(on: board)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let word = reader.string("action")
        var errors = reader.errors()
        let action = word.flatMap(ModerationAction.init)
        if action == nil, !errors.contains(where: { $0.parameter == "action" }) {
            errors.append(
                ParameterError(
                    parameter: "action",
                    fault: word == nil ? .missing : .notOneOf,
                    message: word.map { "is \(quoted($0)); it is hide or restore" }
                        ?? "is missing; it is hide or restore",
                    values: word.map { .choices($0, ["hide", "restore"]) } ?? [:]
                )
            )
        }
        guard errors.isEmpty, let action else { throw Problem.invalid(errors) }
        let decided = try await board.decide(action, on: id)
        var json = JSONWriter(capacity: 512)
        json.feature(
            id: board.publicIDs.featureID(of: decided.message),
            geometry: .point(decided.message.coordinate)
        ) { json in
            json.member("state", decided.state.rawValue)
            decided.message.writeProperties(to: &json, distance: nil)
        }
        return Response(type: .geoJSON, bytes: json.takeBytes())
    }
}
