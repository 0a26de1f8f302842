internal import Access
internal import AgendaRecords
internal import Esports
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Timekeeping

/// What editors say: which tournaments are featured, and which products belong to which game.
struct EditorRoutes: Sendable {
    let league: LeagueAccess
    let store: EditorStore
    let tools: ServiceTools
    /// Shows what is said.
    let reload: @Sendable () async throws -> Void

    /// How many tournaments may be featured.
    private static let featureLimit = 50

    var routes: [Route] {
        [
            .put("/v1/features") { request, _ in try await feature(request) },
            .get("/v1/products/{id}/link") { request, context in
                try await links(request, context)
            },
            .put("/v1/products/{id}/link") { request, context in try await link(request, context) },
        ]
    }

    private func feature(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let editor = try await tools.gate.admit(EsportsModule.editor, request).label
        var reader = try JSONObjectReader(
            parsing: try await request.jsonBody(limitBytes: tools.bodyLimitBytes)
        )
        let snapshot = try league.loaded()
        let given = reader.array("features")
        var errors = reader.errors()
        var features: [Feature] = []
        for (number, value) in (given ?? []).enumerated() {
            let (feature, faults) = Self.feature(value, "features[\(number)]", snapshot)
            errors += faults
            if let feature { features.append(feature) }
        }
        if errors.isEmpty { errors = Self.repeats(in: features) }
        if given == nil, errors.isEmpty {
            errors.append(
                ParameterError(
                    parameter: "features",
                    fault: .missing,
                    message: "is missing; it is an array of objects with event, from and until"
                )
            )
        }
        if features.count > Self.featureLimit {
            errors.append(
                ParameterError(
                    parameter: "features",
                    fault: .beyondLimit,
                    message: "has \(features.count) elements; it has at most \(Self.featureLimit)",
                    values: .most(Self.featureLimit)
                )
            )
        }
        guard errors.isEmpty else { throw Problem.invalid(errors) }
        try await store.setFeatures(features, by: editor)
        try await reload()
        var json = JSONWriter()
        json.object { json in
            json.member(
                "features",
                array: { list in
                    for feature in features {
                        list.object { json in
                            json.member("event", feature.event)
                            json.member("from", feature.from.rfc3339)
                            json.member("until", feature.until.rfc3339)
                        }
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Tournaments that are featured twice at one time: the page would show them twice.
    private static func repeats(in features: [Feature]) -> [ParameterError] {
        features.enumerated().compactMap { number, feature in
            let first = features[..<number].firstIndex { other in
                other.event == feature.event && other.from < feature.until
                    && feature.from < other.until
            }
            return first.map { first in
                ParameterError(
                    parameter: "features[\(number)].event",
                    fault: .notTogether,
                    message:
                        "is \(quoted(feature.event)), which features[\(first)] has at the same time; give it once",
                    values: .other("features[\(first)]")
                )
            }
        }
    }

    private static func feature(
        _ value: JSONValue,
        _ name: String,
        _ snapshot: LeagueSnapshot
    ) -> (Feature?, [ParameterError]) {
        func fault(_ member: String, _ fault: ParameterFault, _ message: String) -> ParameterError {
            ParameterError(parameter: "\(name).\(member)", fault: fault, message: message)
        }
        guard let event = value.text("event") else {
            return (nil, [fault("event", .missing, "is missing; it is the id of a tournament")])
        }
        guard let tournament = snapshot.tournament(event) else {
            return (
                nil,
                [fault("event", .notOneOf, "is \(quoted(event)), and no tournament has this id")]
            )
        }
        func moment(_ member: String) -> Timestamp? {
            value.text(member).flatMap { Timestamp(rfc3339: $0) }
        }
        guard let from = moment("from") else {
            return (nil, [fault("from", .notADay, "is no time such as 2026-06-01T09:00:00Z")])
        }
        guard let until = moment("until") else {
            return (nil, [fault("until", .notADay, "is no time such as 2026-06-01T09:00:00Z")])
        }
        guard until > from else {
            return (nil, [fault("until", .notTogether, "is not after from")])
        }
        return (Feature(event: tournament.id, from: from, until: until), [])
    }

    /// Why a product is shown with which games, and which games it was barred from.
    private func links(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        try await tools.gate.admit(EsportsModule.editor, request)
        let snapshot = try league.loaded()
        guard let id = context.pathParameter("id"), let product = snapshot.product(id) else {
            throw Self.noProduct
        }
        var json = JSONWriter()
        json.object { json in
            json.member(
                "links",
                array: { list in list.productLinks(snapshot.decidedLinks(of: product)) }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private static var noProduct: Problem {
        Problem(
            status: .notFound,
            detail: "No product has this id; GET /v1/products lists them"
        )
    }

    private func link(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let editor = try await tools.gate.admit(EsportsModule.editor, request).label
        var reader = try JSONObjectReader(
            parsing: try await request.jsonBody(limitBytes: tools.bodyLimitBytes)
        )
        let (game, word) = (reader.string("game"), reader.string("decision"))
        var errors = reader.errors()
        let snapshot = try league.loaded()
        let number = game.flatMap { snapshot.book.number(named: $0) }
        if number == nil, errors.isEmpty {
            let message =
                game.map { "is \(quoted($0)), and no game is called so" }
                ?? "is missing; it is the id of a game"
            errors.append(
                ParameterError(
                    parameter: "game",
                    fault: game == nil ? .missing : .notOneOf,
                    message: message
                )
            )
        }
        let words = LinkDecision.allCases.map(\.rawValue) + ["none"]
        if let word, !words.contains(word) {
            errors.append(
                ParameterError(
                    parameter: "decision",
                    fault: .notOneOf,
                    message: "is \(quoted(word)); it is \(words.joined(separator: " or "))",
                    values: .choices(word, words)
                )
            )
        } else if word == nil, errors.isEmpty {
            errors.append(
                ParameterError(
                    parameter: "decision",
                    fault: .missing,
                    message: "is missing; it is \(words.joined(separator: " or "))"
                )
            )
        }
        guard errors.isEmpty, let number, let word else { throw Problem.invalid(errors) }
        guard let id = context.pathParameter("id"), snapshot.product(id) != nil else {
            throw Self.noProduct
        }
        try await store.decide(
            LinkDecision(rawValue: word),
            product: id,
            game: snapshot.book.games[number].id,
            by: editor,
            at: tools.clock.now
        )
        try await reload()
        return Response(status: .noContent)
    }
}
