internal import Accounts
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import Timekeeping

/// Trips: started, ended, told afterwards, corrected, merged, split and taken out.
struct TripRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [
            .get("/v1/trips") { request, _ in try await list(request) },
            .post("/v1/trips") { request, _ in try await add(request) },
            .post("/v1/trips/merge") { request, _ in try await merge(request) },
            .get("/v1/trips/{id}") { request, context in try await one(request, context) },
            .patch("/v1/trips/{id}") { request, context in try await patch(request, context) },
            .delete("/v1/trips/{id}") { request, context in try await remove(request, context) },
            .post("/v1/trips/{id}/end") { request, context in try await end(request, context) },
            .post("/v1/trips/{id}/split") { request, context in try await split(request, context) },
        ]
    }

    // MARK: Seeing

    private func list(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let (from, to) = query.travelPeriod()
        let form = query.travelForm("mode")
        let state: Trip.State? = query.travelWord("state")
        let limit = query.limit()
        let after = query.tripPosition()
        let (count) = try query.checked(limit)
        let traveller = try await desk.settle(account.id)
        let all = traveller.log.trips(from: from, to: to, form: form).filter { trip in
            state.map { trip.state == $0 } ?? true
        }
        let rest = all.drop { trip in
            after.map { (trip.startedAt, trip.id) <= ($0.at, $0.id) } ?? false
        }
        let unit = gate.usualUnit(traveller)
        var list = FeatureCollectionWriter(capacity: 4096)
        for trip in rest.prefix(count) {
            list.feature(writtenBy: { $0.trip(trip, unit) })
        }
        let stays = traveller.log.stays.filter { stay in
            if let from, stay.to <= from { return false }
            if let to, stay.from >= to { return false }
            return true
        }
        let next = rest.count > count ? rest.prefix(count).last : nil
        list.finish { json in
            json.member("numberMatched", all.count)
            json.member("numberReturned", min(count, rest.count))
            json.member("timeStamp", desk.clock.now.rfc3339)
            json.score("total", traveller.log.total, unit)
            json.member("stays", array: { list in for stay in stays { list.stay(stay) } })
            json.member(
                "links",
                array: { list in
                    guard let next else { return }
                    let cursor = "\(next.startedAt.millisecondsSince1970)-\(next.id)"
                    list.object { json in
                        json.member("rel", "next")
                        json.member(
                            "href",
                            "/v1/trips?" + query.replacingCursor(with: cursor)
                        )
                    }
                }
            )
        }
        return Response(type: .geoJSON, bytes: list.takeBytes())
    }

    private func one(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let traveller = try await desk.travels.traveller(account.id)
        guard let trip = traveller.log.trips[id(context)] else {
            throw Problem(TripFault.unknownTrip(id(context)))
        }
        return answer(trip, traveller)
    }

    // MARK: Changing

    private func add(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let draft = body.draft()
        try body.check()
        let ((added, isNew), changed) = try await gate.change(account) { [desk] traveller in
            let context = desk.context(traveller)
            let trip = try traveller.log.add(draft, in: context)
            return (trip, trip.id == context.freshID)
        }
        let (trip, traveller) = try await measured(added, changed, account)
        // Told before: a repetition whose first answer was lost.
        guard isNew else { return answer(trip, traveller) }
        return answer(
            trip,
            traveller,
            .created,
            headers: [.location: "/v1/trips/\(trip.id)"]
        )
    }

    private func end(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let draft = body.draft()
        try body.check()
        let id = id(context)
        guard let open = try await desk.travels.traveller(account.id).log.trips[id] else {
            throw Problem(TripFault.unknownTrip(id))
        }
        let told = try await desk.seen(of: open, account.id, to: draft.endedAt).way
        let (trip, traveller) = try await gate.change(account) { [desk] traveller in
            let context = desk.context(traveller)
            return try traveller.log.end(id, draft, seen: told, in: context)
        }
        return answer(trip, traveller)
    }

    private func patch(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        for name in ["score", "total", "avoided_g"] where body.has(name) {
            _ = body.isNull(name)
            body.note(name, .notOfKind, "follows from the legs; change their mode or length")
        }
        let isUntold = body.isNull("replaced_mode")
        var draft = body.draft(withReplaced: !isUntold)
        draft.isReplacedUntold = isUntold
        draft.leg = body.wholeNumber("leg", in: 0...Trip.legLimit - 1)
        try body.check()
        let (id, told) = (id(context), draft)
        let (trip, traveller) = try await gate.change(account) { [desk] traveller in
            let context = desk.context(traveller)
            return try traveller.log.patch(id, told, in: context)
        }
        let (made, after) = try await measured(trip, traveller, account)
        return answer(made, after)
    }

    private func remove(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = id(context)
        let (_, traveller) = try await gate.change(account) { traveller in
            try traveller.log.remove(id)
        }
        let unit = gate.usualUnit(traveller)
        return .json { $0.object { $0.score("total", traveller.log.total, unit) } }
    }

    private func merge(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let ids = body.strings("ids")
        if ids == nil, !body.has("ids") {
            body.note("ids", .missing, "is missing; name two trips or more")
        }
        try body.check()
        guard let ids, ids.count <= Trip.legLimit else { throw Problem(TripFault.nothingToMerge) }
        let (trip, traveller) = try await gate.change(account) { [desk] traveller in
            let context = desk.context(traveller)
            return try traveller.log.merge(ids, in: context)
        }
        return answer(trip, traveller)
    }

    private func split(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let moment = body.moment("at")
        if moment == nil, !body.has("at") {
            body.note("at", .missing, "is missing; give a moment within the trip")
        }
        try body.check()
        guard let moment else { return Response(status: .badRequest) }
        let id = id(context)
        let (parts, traveller) = try await gate.change(account) { [desk] traveller in
            let context = desk.context(traveller)
            return try traveller.log.split(id, at: moment, in: context)
        }
        let unit = gate.usualUnit(traveller)
        var list = FeatureCollectionWriter(capacity: 4096)
        for trip in [parts.0, parts.1] { list.feature(writtenBy: { $0.trip(trip, unit) }) }
        list.finish { $0.score("total", traveller.log.total, unit) }
        return Response(type: .geoJSON, bytes: list.takeBytes())
    }

    // MARK: Parts

    /// A trip once its length is what fixes tell, where nobody told another.
    private func measured(
        _ trip: Trip,
        _ traveller: Traveller,
        _ account: Account
    ) async throws -> (Trip, Traveller) {
        guard trip.isMeasured, trip.fixes == nil else { return (trip, traveller) }
        let after = try await desk.measureLate(account.id)
        return (after.log.trips[trip.id] ?? trip, after)
    }

    private func id(_ context: Route.Context) -> String { context.pathParameter("id") ?? "" }

    private func answer(
        _ trip: Trip,
        _ traveller: Traveller,
        _ status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var json = JSONWriter(capacity: 2048)
        json.trip(trip, gate.usualUnit(traveller), total: traveller.log.total)
        return Response(status: status, type: .geoJSON, bytes: json.takeBytes(), headers: headers)
    }
}
