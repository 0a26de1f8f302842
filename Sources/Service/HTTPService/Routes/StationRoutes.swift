internal import GeoJSON
internal import Hummingbird
internal import Polling
internal import Timekeeping

/// Polling stations: the nearest ones, and one by its id.
struct StationRoutes: Sendable {
    let directory: StationDirectory
    let voting: VotingDirectory
    let clock: any WallClock
    let cache: AnswerCache

    var routes: [Route] {
        [
            .get("/v1/stations") { request, _ in try list(request) },
            .get("/v1/stations/{id}") { request, context in try one(request, context) },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let place = query.place()
        let radius = query.optionalRadius()
        let limit = query.limit()
        let cursor = cursor(&query)
        let (center, count) = try query.checked(place, limit)
        // One more than is shown tells whether there is another page.
        let found = try loaded().nearest(
            to: center,
            count: count + 1,
            within: radius,
            after: cursor
        )
        let shown = found.prefix(count)
        let opening = OpeningContext(at: clock.now, voting.guide, cache: cache)
        var list = FeatureCollectionWriter(capacity: 256 + shown.count * 640)
        for found in shown {
            let station = found.station
            list.feature(
                id: .text(station.id.rawValue),
                geometry: station.coordinate.map(Geometry.point)
            ) { station.writeProperties(to: &$0, distance: found.distance, opening: opening) }
        }
        let last = found.count > count ? shown.last : nil
        return list.response(
            to: request,
            at: clock.now,
            next: last.map {
                NextPage(
                    path: "/v1/stations",
                    query: query,
                    cursor: StationCursor(after: $0).text
                )
            }
        )
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let id = context.pathParameter("id")
        guard let id, let station = try loaded().station(Station.ID(rawValue: id)) else {
            throw Problem(status: .notFound, detail: "No station has this id")
        }
        return .tagged(
            request,
            type: .geoJSON,
            bytes: station.featureBytes(
                opening: OpeningContext(at: clock.now, voting.guide, cache: cache)
            ),
            mayBeKept: true
        )
    }

    private func cursor(_ query: inout QueryReader) -> StationCursor? {
        guard let text = query.text("cursor") else { return nil }
        let cursor = StationCursor(parsing: text)
        if cursor == nil {
            query.note(
                "cursor",
                .unknownCursor,
                "is none that came with a list; take it from the link \"next\""
            )
        }
        return cursor
    }

    private func loaded() throws(Problem) -> StationDirectory {
        guard directory.isLoaded else { throw .notReady }
        return directory
    }
}
