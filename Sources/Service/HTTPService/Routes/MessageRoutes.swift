internal import Access
internal import Compressing
internal import GeoJSON
internal import Geodesy
internal import HTTPTypes
internal import Hummingbird
internal import Radar

/// Messages: what can be seen, one by its id; posting, removing, keeping and reporting them.
struct MessageRoutes: Sendable {
    let board: MessageBoard
    let devices: DeviceRegistry
    /// Knows moderators.
    let gate: StaffGate
    /// Nil when everybody may post as often as they like.
    let limits: RateLimitMiddleware?
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    var routes: [Route] {
        [
            .get("/v1/messages", promptly: promptList) { request, context in
                try await awayFromEventLoop {
                    let takesGzip = Gzip.isAccepted(by: request.headers[.acceptEncoding])
                    let query = try MessageListQuery(request.uri.query, on: board)
                    return Response(
                        try context.cost.measuring { try list(query, takesGzip: takesGzip) }
                    )
                }
            },
            .post("/v1/messages", bodyLimitBytes: bodyLimitBytes, promptly: promptPost) {
                request,
                _ in
                try request.checkNoQuery()
                return Response(
                    try await post(request) { try await request.body(limitBytes: bodyLimitBytes) }
                )
            },
            .get("/v1/messages/{id}") { request, context in try await one(request, context) },
            .delete("/v1/messages/{id}") { request, context in try await remove(request, context) },
            .put("/v1/messages/{id}/bookmark") { request, context in
                try await bookmark(request, context)
            },
            .delete("/v1/messages/{id}/bookmark") { request, context in
                try await removeBookmark(request, context)
            },
            .post("/v1/messages/{id}/reports") { request, context in
                try await report(request, context)
            },
        ]
    }

    /// A list that takes no longer than a few milliseconds wherever it is asked for.
    private func promptList(
        _ query: String?,
        takesGzip: Bool
    ) -> (() throws -> WholeAnswer)? {
        let reading = Result { try MessageListQuery(query, on: board) }
        if case .success(let query) = reading, !query.isShort { return nil }
        return { try list(try reading.get(), takesGzip: takesGzip) }
    }

    private func list(_ query: MessageListQuery, takesGzip: Bool) throws -> WholeAnswer {
        var list = FeatureCollectionWriter(capacity: 4096, isMarking: takesGzip)
        let (next, moment) = try loaded().readMessages(matching: query.query) { message, distance in
            list.feature(writtenBy: { message.writeFeature(to: &$0, distance: distance) })
        }
        return list.answer(
            at: moment,
            next: next.map {
                NextPage(
                    path: "/v1/messages",
                    query: query.reader,
                    cursor: $0.text(under: board.publicIDs)
                )
            },
            marksPerFeature: Message.marksPerFeature
        )
    }

    /// - Parameter body: Waits for the whole body.
    private func post(
        _ head: any HeadFields,
        _ body: () async throws -> [UInt8]
    ) async throws -> WholeAnswer {
        let device = try await devices.device(of: head)
        try checkPost(head, by: device)
        let (draft, key) = try posted(head, try await body())
        return created(try await board.post(draft, by: device.id, once: key))
    }

    /// As ``post(_:_:)``, without a task where the device is known.
    private func promptPost(
        _ head: any HeadFields,
        _ body: [UInt8],
        _ resume: @escaping Route.PromptPost.Resume,
        _ answer: @escaping @Sendable (Result<WholeAnswer, any Error>) -> Void
    ) {
        do {
            guard let device = devices.knownDevice(presenting: try head.bearerToken()) else {
                Task {
                    let outcome: Result<WholeAnswer, any Error>
                    do {
                        outcome = .success(try await post(head) { body })
                    } catch {
                        outcome = .failure(error)
                    }
                    resume { answer(outcome) }
                }
                return
            }
            try checkPost(head, by: device)
            let (draft, key) = try posted(head, body)
            board.post(draft, by: device.id, once: key, goingOn: resume) {
                answer($0.map(created))
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// What can be said before the body is there.
    private func checkPost(_ head: any HeadFields, by device: Device) throws {
        try limits?.limiter.checkPost(by: device.id)
        try head.requireJSON()
    }

    /// What is to be posted, and what the client calls it.
    private func posted(
        _ head: any HeadFields,
        _ body: [UInt8]
    ) throws -> (draft: MessageDraft, key: String?) {
        let draft = try draft(from: body)
        guard board.isLoaded else { throw Problem.notReady }
        return (draft, try head.idempotencyKey())
    }

    private func created(_ message: Message) -> WholeAnswer {
        let publicID = board.publicIDs.publicID(of: message.id)
        return WholeAnswer(
            status: .created,
            type: .geoJSON,
            bytes: message.featureBytes(called: publicID),
            headers: [.location: "/v1/messages/\(publicID)"]
        )
    }

    /// A message for whoever is within its reach, and wherever they are for its author, for those who
    /// keep it and for moderators. Everybody else is answered as if there were none.
    private func one(_ request: Request, _ context: Route.Context) async throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.optionalPlace()
        try query.check()
        let board = try loaded()
        let id = context.messageID(on: board)
        if let place {
            try board.checkGround(at: place)
            if let message = board.message(id, seenFrom: place) { return response(message) }
        }
        guard request.headers[.authorization] != nil else { throw RadarError.notFound }
        let token = try request.bearerToken()
        if let device = try await devices.device(presenting: token) {
            return response(try await board.message(id, readBy: device.id))
        }
        guard try await gate.registry?.entry(presenting: token)?.role == .moderator else {
            throw Problem.unauthorized(isTokenWrong: true)
        }
        return response(try await board.messageForModerator(id))
    }

    private func response(_ message: Message) -> Response {
        let publicID = board.publicIDs.publicID(of: message.id)
        return Response(type: .geoJSON, bytes: message.featureBytes(called: publicID))
    }

    private func bookmark(_ request: Request, _ context: Route.Context) async throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = try query.checked(query.place())
        let device = try await devices.device(of: request)
        let board = try loaded()
        try await board.bookmark(context.messageID(on: board), by: device.id, from: place)
        return Response(status: .noContent)
    }

    private func removeBookmark(
        _ request: Request,
        _ context: Route.Context
    ) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        let board = try loaded()
        try await board.removeBookmark(of: context.messageID(on: board), by: device.id)
        return Response(status: .noContent)
    }

    private func report(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        try limits?.limiter.checkReport(by: device.id)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let reason = reader.string("reason")
        let (latitude, longitude) = (reader.number("lat"), reader.number("lon"))
        var errors = reader.errors()
        let named = Set(errors.map(\.parameter))
        if !named.contains("reason"), reason.map(board.limits.reportReasons.contains) != true {
            errors.append(ParameterError(board.limits.violation(inReason: reason)))
        }
        errors += board.limits.violations(inLatitude: latitude, longitude: longitude)
            .filter { !named.contains($0.parameter) }.map(ParameterError.init)
        guard errors.isEmpty, let reason, let latitude, let longitude,
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
        else { throw Problem.invalid(errors) }
        let board = try loaded()
        let id = context.messageID(on: board)
        try await board.report(
            id,
            by: device.id,
            from: place,
            behind: limits?.mark(of: request, context),
            reason: reason
        )
        return Response(status: .noContent)
    }

    private func remove(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let device = try await devices.device(of: request)
        let board = try loaded()
        try await board.remove(context.messageID(on: board), by: device.id)
        return Response(status: .noContent)
    }

    // MARK: Reading what a request says

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

    private func loaded() throws(Problem) -> MessageBoard {
        guard board.isLoaded else { throw .notReady }
        return board
    }
}

extension Route.Context {
    /// The message that a path names; one that nobody has where the text is no id.
    func messageID(on board: MessageBoard) -> Message.ID {
        board.messageID(parsing: pathParameter("id") ?? "")
    }
}
