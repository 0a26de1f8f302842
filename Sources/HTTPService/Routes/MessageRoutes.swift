internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird
internal import Radar

/// Messages: what can be seen, one by its id, posting, removing, and the categories.
struct MessageRoutes: Sendable {
    let board: MessageBoard
    let devices: DeviceRegistry
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    var routes: [Route] {
        [
            .get("/v1/categories") { request, _ in try categories(request) },
            .get("/v1/messages") { request, _ in try list(request) },
            .post("/v1/messages") { request, _ in try await post(request) },
            .get("/v1/messages/{id}") { request, context in try one(request, context) },
            .delete("/v1/messages/{id}") { request, context in try await remove(request, context) },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.place()
        let radius = query.radius()
        let categories = categories(&query)
        let order = query.word("sort", standard: MessageQuery.Order.nearest)
        let limit = query.limit()
        let cursor = cursor(&query)
        let (center, reach, sort, count) = try query.checked(place, radius, order, limit)
        let page = try loaded().messages(
            matching: MessageQuery(
                center: center,
                radius: reach,
                categories: categories,
                order: sort,
                limit: count,
                cursor: cursor
            )
        )
        var list = FeatureCollectionWriter(capacity: 256 + page.sightings.count * 384)
        for sighting in page.sightings {
            let message = sighting.message
            list.feature(
                id: .number(message.id.rawValue),
                geometry: .point(message.coordinate)
            ) { message.writeProperties(to: &$0, distance: sighting.distance) }
        }
        return list.response(
            at: page.moment,
            next: page.next.map {
                NextPage(path: "/v1/messages", query: query, cursor: $0.text)
            }
        )
    }

    private func post(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let device = try await author(of: request)
        let body = try await request.jsonBody(limitBytes: bodyLimitBytes)
        let draft = try draft(from: body)
        let message = try await loaded().post(draft, by: device.id)
        return Response(
            status: .created,
            type: .geoJSON,
            bytes: message.featureBytes,
            headers: [.location: "/v1/messages/\(message.id)"]
        )
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let id = try messageID(context)
        guard let message = try loaded().message(id) else { throw RadarError.notFound(id) }
        return Response(type: .geoJSON, bytes: message.featureBytes)
    }

    private func remove(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let device = try await author(of: request)
        try await loaded().remove(messageID(context), by: device.id)
        return Response(status: .noContent)
    }

    private func categories(_ request: Request) throws -> Response {
        try request.checkNoQuery()
        let limits = board.limits
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member(
                "categories",
                array: { list in
                    for category in limits.categories { list.string(category.rawValue) }
                }
            )
            json.member(
                "limits",
                object: { json in
                    json.member(
                        "text_characters",
                        object: { json in
                            json.member("minimum", limits.textCharacters.lowerBound)
                            json.member("maximum", limits.textCharacters.upperBound)
                        }
                    )
                    json.member(
                        "visible_radius_m",
                        object: { json in
                            json.member("minimum", limits.visibleRadiusMeters.lowerBound)
                            json.member("maximum", limits.visibleRadiusMeters.upperBound)
                        }
                    )
                    json.member(
                        "ttl_s",
                        object: { json in
                            json.member("minimum", limits.timeToLiveSeconds.lowerBound)
                            json.member("maximum", limits.timeToLiveSeconds.upperBound)
                        }
                    )
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    // MARK: Reading what a request says

    /// The device whose token the request presents.
    ///
    /// - Throws: ``Problem`` of status 401 when there is no token or none that is known.
    private func author(of request: Request) async throws -> Device {
        let token = try request.bearerToken()
        guard let device = try await devices.device(presenting: token) else {
            throw Problem.unauthorized(isTokenWrong: true)
        }
        return device
    }

    /// The draft that a body describes.
    ///
    /// - Throws: ``Problem`` of status 400 with everything that is wrong: what JSON's types forbid
    ///   and what the limits forbid.
    private func draft(from body: [UInt8]) throws -> MessageDraft {
        var reader = try JSONObjectReader(parsing: body)
        let form = MessageForm(
            text: reader.string("text"),
            category: reader.string("category"),
            latitude: reader.number("lat"),
            longitude: reader.number("lon"),
            visibleRadiusMeters: reader.number("visible_radius_m"),
            timeToLiveSeconds: reader.wholeNumber("ttl_s"),
            precision: reader.string("precision")
        )
        let errors = reader.errors()
        guard !errors.isEmpty else { return try board.limits.draft(from: form) }
        // A member of a wrong type looks missing to the limits: it is named once, by its type.
        let named = Set(errors.map(\.parameter))
        let others = board.limits.violations(in: form).filter { !named.contains($0.parameter) }
        throw Problem.invalid(errors + others.map(ParameterError.init))
    }

    private func messageID(_ context: Route.Context) throws(Problem) -> Message.ID {
        let text = context.parameters.get("id") ?? ""
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(text)
        else {
            throw Problem(
                status: .notFound,
                detail: "No message has this id; an id is a whole number"
            )
        }
        return Message.ID(rawValue: number)
    }

    /// `category=funny,cute`; nil for all of them.
    private func categories(_ query: inout QueryReader) -> Set<Category>? {
        guard let text = query.text("category") else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let categories = Set(words.map { Category(rawValue: String($0)) })
        for violation in board.violations(inCategories: categories) {
            query.note(violation.parameter, violation.message)
        }
        return categories
    }

    private func cursor(_ query: inout QueryReader) -> MessageCursor? {
        guard let text = query.text("cursor") else { return nil }
        do throws(RadarError) {
            return try MessageCursor(parsing: text)
        } catch .refused(let violations) {
            for violation in violations { query.note(violation.parameter, violation.message) }
        } catch {
            query.note("cursor", "is none that came with a list")
        }
        return nil
    }

    private func loaded() throws(Problem) -> MessageBoard {
        guard board.isLoaded else { throw .notReady }
        return board
    }
}
