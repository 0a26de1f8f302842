internal import Expo
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Roads

/// The way to an exhibitor's booth from where a visitor stands. A place is used and dropped.
struct FairWayRoutes: Sendable {
    let desk: FairDesk

    var routes: [Route] {
        [
            .get("/v1/exhibitors/{id}/way") { request, context in try way(request, context) }
        ]
    }

    /// What `GET /v1/directions` may lead to.
    var booths: WayEnd {
        WayEnd("to_booth", schema: Array(Self.schema.utf8)) { [desk] id in
            guard let stand = try desk.snapshot().stand(id) else {
                throw Problem.invalid([
                    ParameterError(
                        parameter: "to_booth",
                        fault: .notOneOf,
                        message:
                            "is \(quoted(id)), which is no exhibitor's id; GET /v1/exhibitors lists them",
                        values: .choices(id, []),
                        namesNothing: true
                    )
                ])
            }
            guard let place = stand.place else { throw Self.nowhere }
            return WayEnd.Place(place, name: stand.exhibitor.name)
        }
    }

    private static let schema = """
        {
          "type": "string", "minLength": 1,
          "description": "The id of the exhibitor at whose booth it ends.",
          "examples": ["energy.curlew-public-power"]
        }
        """

    private static let nowhere = Problem(
        status: .notFound,
        detail: "Nobody knows where the booth of this exhibitor is"
    )

    // MARK: At the fair

    private func way(_ request: Request, _ context: Route.Context) throws -> Response {
        let stand = try desk.stand(context)
        guard let fair = try desk.snapshot().fair(stand.fair) else { throw Problem.notReady }
        var query = QueryReader(request.uri.query)
        let start = try query.checked(start(&query, at: fair))
        guard let booth = stand.booth else { throw Self.nowhere }
        let way = fair.way(from: start, to: fair.end(at: booth))
        var walk: Directions?
        if let here = way.from.place, let there = way.to.place, desk.ways.isLoaded {
            walk = desk.ways.directions(
                from: here,
                to: there,
                mode: .walk,
                arrivingAt: stand.exhibitor.name
            )
        }
        var json = JSONWriter(capacity: 2048 + (walk?.line.count ?? 0) * 24)
        json.object { json in
            json.member("exhibitor", stand.exhibitor.id)
            json.member("event", fair.id)
            json.members(of: way)
            json.name("directions")
            if let walk { walk.write(to: &json) } else { json.null() }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Where the visitor stands: at a place, at a booth, or at something else that visitors look for.
    private func start(
        _ query: inout QueryReader,
        at fair: FairSnapshot.Fair
    ) -> FairWay.End? {
        let place = query.optionalPlace()
        let label = query.text("from_booth")
        let id = query.text("from_place")
        let given =
            [("lat", query.has("lat") || query.has("lon"))]
            + ["from_booth", "from_place"].map { ($0, query.has($0)) }
        let names = given.filter(\.1).map(\.0)
        guard let first = names.first else {
            query.require("lat", "give lat and lon, or from_booth, or from_place")
            return nil
        }
        for name in names.dropFirst() {
            query.note(
                name,
                .notTogether,
                "is given with \(first); give one of them",
                .other(first)
            )
        }
        if let place { return FairWay.End(place) }
        if let label {
            if let booth = fair.booths[Booth.folded(label)] { return fair.end(at: booth) }
            query.note(Self.unknown("from_booth", label, "booth"))
        }
        if let id {
            if let known = fair.places.first(where: { $0.id == id }) { return FairWay.End(known) }
            query.note(Self.unknown("from_place", id, "place"))
        }
        return nil
    }

    private static func unknown(
        _ name: String,
        _ value: String,
        _ what: String
    ) -> ParameterError {
        ParameterError(
            parameter: name,
            fault: .notOneOf,
            message: "is \(quoted(value)), and the fair has no such \(what)",
            values: .choices(value, []),
            namesNothing: true
        )
    }
}

extension JSONWriter {
    /// A straight way as members of an object.
    fileprivate mutating func members(of way: FairWay) {
        member("from", object: { $0.members(of: way.from) })
        member("to", object: { $0.members(of: way.to) })
        member("other_floor", way.changesFloor)
        name("distance_m")
        if let distance = way.distance { meters(distance) } else { null() }
        let bearing = way.bearing?.normalized.degrees.rounded()
        name("bearing")
        if let bearing { number(bearing) } else { null() }
        member("direction", bearing.map(Compass.word))
        name("drawing")
        guard let drawing = way.drawing else { return null() }
        object { json in
            json.member("site_map", drawing.map.id)
            json.member("from", object: { $0.members(of: drawing.from) })
            json.member("to", object: { $0.members(of: drawing.to) })
            json.member("pixels", drawing.pixels.rounded())
            json.member("angle", drawing.degrees.rounded())
        }
    }

    private mutating func members(of end: FairWay.End) {
        member("name", end.name)
        name("lat")
        if let place = end.place { number(place.latitude) } else { null() }
        name("lon")
        if let place = end.place { number(place.longitude) } else { null() }
        member("floor", end.level)
    }

    private mutating func members(of spot: PlanSpot) {
        member("x", spot.x)
        member("y", spot.y)
    }
}
