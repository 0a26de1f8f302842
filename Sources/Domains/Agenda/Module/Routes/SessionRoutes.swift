internal import Agenda
internal import AgendaRecords
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// Sessions of events' programmes: those of a period, of an event, by their words; one; and as a calendar.
struct SessionRoutes: Sendable {
    let directory: AgendaDirectory
    let clock: any WallClock

    var routes: [Route] {
        [
            .get("/v1/sessions") { request, _ in try list(request) },
            .get("/v1/sessions.ics") { request, _ in try calendar(request) },
            .get("/v1/sessions/{id}") { request, context in try one(request, context) },
        ].quick
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        let limit = query.limit()
        let position = query.cursor(AgendaSnapshot.Position.init(cursor:))
        if let position, !position.fits(.time) {
            query.note("cursor", .unknownCursor, "is of a list that was sorted otherwise")
        }
        let count = try query.checked(limit)
        let found = try loaded().sessions(filter, after: position, limit: count + 1)
        let shown = found.prefix(count)
        var list = FeatureCollectionWriter(capacity: 256 + shown.count * 640)
        for session in shown { list.feature(writtenBy: { $0.session(session) }) }
        let last = found.count > count ? shown.last : nil
        return list.response(
            to: request,
            at: clock.now,
            next: last.map {
                NextPage(
                    path: "/v1/sessions",
                    query: query,
                    cursor: AgendaSnapshot.position(of: $0).cursor
                )
            }
        )
    }

    private func filter(_ query: inout QueryReader) -> SessionFilter {
        var filter = SessionFilter()
        filter.event = query.text("event")
        if let event = filter.event, let snapshot = directory.snapshot,
            !snapshot.knowsEvent(event)
        {
            query.noteUnknownEvent(event)
        }
        filter.status = query.choice("status")
        filter.room = query.text("room")
        filter.track = query.text("track")
        (filter.from, filter.to) = query.period()
        filter.words = query.searchWords()
        return filter
    }

    private func calendar(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        try query.check()
        let snapshot = try loaded()
        let found = snapshot.sessions(filter, limit: EventRoutes.calendarLimit + 1)
        guard found.count <= EventRoutes.calendarLimit else { throw Problem.calendarTooLong }
        let name = filter.event.flatMap { snapshot.event($0)?.title ?? $0 } ?? "Ambit"
        let bytes = AgendaCalendar(snapshot).bytes(of: found, name: name)
        return .calendar(bytes, to: request, mayBeKept: true)
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        guard let id = context.pathParameter("id"), let session = try loaded().session(id) else {
            throw Problem(status: .notFound, detail: "No session has this id")
        }
        var json = JSONWriter(capacity: 1024)
        json.session(session)
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func loaded() throws(Problem) -> AgendaSnapshot {
        guard let snapshot = directory.snapshot else { throw .notReady }
        return snapshot
    }
}
