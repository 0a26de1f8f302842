internal import Accounts
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import Timekeeping

/// Places that tell when their owner comes and goes.
struct FenceRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [
            .get("/v1/geofences") { request, _ in try await list(request) },
            .get("/v1/geofences/{id}") { request, context in try await one(request, context) },
            .put("/v1/geofences/{id}") { request, context in try await put(request, context) },
            .delete("/v1/geofences/{id}") { request, context in
                try await remove(request, context)
            },
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let traveller = try await desk.travels.traveller(account.id)
        var list = FeatureCollectionWriter(capacity: 1024)
        for watched in traveller.fences.values.sorted(by: { $0.fence.id < $1.fence.id }) {
            list.feature(writtenBy: { $0.fence(watched) })
        }
        list.finish { json in
            json.member("numberReturned", traveller.fences.count)
            json.member("timeStamp", desk.clock.now.rfc3339)
        }
        return Response(type: .geoJSON, bytes: list.takeBytes())
    }

    private func one(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let traveller = try await desk.travels.traveller(account.id)
        guard let watched = traveller.fences[context.pathParameter("id") ?? ""] else {
            throw Problem.noSuch("geofence", list: "/v1/geofences")
        }
        return answer(watched)
    }

    private func put(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        var body = try await gate.reading(request)
        if id.isEmpty || id.utf8.count > 64 {
            body.note("id", .wrongLength, "in the address has 1 to 64 bytes")
        }
        let name = body.name("name") ?? id
        let shape = body.fenceShape()
        try body.check()
        guard let shape else { return Response(status: .badRequest) }
        let fence = Geofence(id: id, name: name, shape: shape)
        let now = desk.clock.now
        let (watched, _) = try await gate.change(account) { traveller in
            guard traveller.fences[id] != nil || traveller.fences.count < Geofence.limit else {
                throw Problem(
                    status: .conflict,
                    detail:
                        "There are \(Geofence.limit) geofences, which is as many as one may have"
                )
            }
            // What happened before it was drawn is no news.
            let watched = WatchedFence(fence: fence, state: FenceState(seenAt: now))
            traveller.fences[id] = watched
            traveller.log.touchProfile()
            return watched
        }
        return answer(watched)
    }

    private func remove(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        _ = try await gate.change(account) { traveller in
            guard traveller.fences.removeValue(forKey: id) != nil else {
                throw Problem.noSuch("geofence", list: "/v1/geofences")
            }
            traveller.log.touchProfile()
        }
        return Response(status: .noContent)
    }

    private func answer(_ watched: WatchedFence) -> Response {
        var json = JSONWriter(capacity: 256)
        json.fence(watched)
        return Response(type: .geoJSON, bytes: json.takeBytes())
    }
}

extension TravelReading {
    /// A circle by `lat`, `lon` and `radius_m`, or an area by `area`.
    fileprivate mutating func fenceShape() -> Geofence.Shape? {
        guard has("area") else { return circle() }
        for name in ["lat", "lon", "radius_m"] where has(name) {
            _ = number(name, in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
            note(name, .notTogether, "is given with area; give a circle or an area")
        }
        guard let area = polygon("area", positions: Geofence.positionLimit) else { return nil }
        guard Geofence.isSound(area) else {
            note(
                "area",
                .outOfRange,
                "has edges that touch or cross, or is larger than \(Int(Geofence.extentMeters / 1000)) km from corner to corner"
            )
            return nil
        }
        return .area(area)
    }

    private mutating func circle() -> Geofence.Shape? {
        let latitude = number("lat", in: -90...90, isPlace: true)
        let longitude = number("lon", in: -180...180, isPlace: true)
        let meters = number("radius_m", in: Geofence.reaches)
        for (name, value) in [("lat", latitude), ("lon", longitude), ("radius_m", meters)]
        where value == nil && !has(name) {
            note(
                name,
                .missing,
                "is missing; a fence is a circle by lat, lon and radius_m, or an area"
            )
        }
        guard let latitude, let longitude, let meters,
            let place = try? Coordinate(latitude: latitude, longitude: longitude),
            let reach = try? Distance.meters(meters)
        else { return nil }
        return .circle(center: place, reach: reach)
    }
}

extension Geofence {
    /// Where it is: the middle of a circle, or the area.
    var geometry: Geometry {
        switch shape {
        case .circle(let center, _): .point(center)
        case .area(let polygon): .area(MultiPolygon([polygon]))
        }
    }

    /// How far a circle reaches; nil for an area.
    var reach: Distance? {
        if case .circle(_, let reach) = shape { reach } else { nil }
    }
}

extension JSONWriter {
    fileprivate mutating func fence(_ watched: WatchedFence) {
        feature(id: .text(watched.fence.id), geometry: watched.fence.geometry) { json in
            json.member("name", watched.fence.name)
            if let reach = watched.fence.reach { json.member("radius_m", reach) }
            json.member("inside", watched.state.isInside)
        }
    }
}
