internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Events: those of a period, around a place, by their names; one by its id; and as a calendar.
struct EventRoutes: Sendable {
    let directory: AgendaDirectory
    let clock: any WallClock
    /// What other modules add to the list.
    let extensions: [ListExtension]

    /// The most entries of a calendar.
    static let calendarLimit = 10_000

    var routes: [Route] {
        [
            .get("/v1/events") { request, _ in try list(request) },
            .get("/v1/events.ics") { request, _ in try calendar(request) },
            .get("/v1/events/{id}") { request, context in try one(request, context) },
            .get("/v1/events/{id}/calendar.ics") { request, context in
                try oneAsCalendar(request, context)
            },
        ].quick
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        let others = try extensions.filters(&query)
        let (place, radius) = (query.optionalPlace(), query.optionalRadius())
        let order = query.word("sort", standard: AgendaSnapshot.Order.time)
        let limit = query.limit()
        let position = query.cursor(AgendaSnapshot.Position.init(cursor:))
        if place == nil, !query.has("lat"), !query.has("lon") {
            if radius != nil {
                query.note(
                    "radius_m",
                    .needsOther,
                    "needs a place; give lat and lon",
                    .other("lat")
                )
            }
            if order == .nearest {
                query.note(
                    "sort",
                    .needsOther,
                    "nearest needs a place; give lat and lon",
                    .other("lat")
                )
            }
        }
        if let position, let order, !position.fits(order) {
            query.note("cursor", .unknownCursor, "is of a list that was sorted otherwise")
        }
        let (count, sorted) = try query.checked(limit, order)
        let snapshot = try loaded()
        // One more than is shown tells whether there is another page.
        let found = snapshot.events(
            filter,
            around: place,
            within: radius,
            order: sorted,
            after: position,
            limit: count + 1,
            takesPlaceless: others.contains(where: \.takesPlaceless),
            where: { event in others.allSatisfy { $0.takes(event.id) } }
        )
        let shown = found.prefix(count)
        var list = FeatureCollectionWriter(capacity: 256 + shown.count * 640)
        for found in shown {
            list.feature(writtenBy: { write(found.event, found.distance, &$0) })
        }
        let last = found.count > count ? shown.last : nil
        return list.response(
            to: request,
            at: clock.now,
            next: last.map { last in
                NextPage(
                    path: "/v1/events",
                    query: query,
                    cursor: AgendaSnapshot.Position(rank: last.rank, id: last.event.id).cursor
                )
            }
        )
    }

    /// Writes an event with what other modules tell of it.
    private func write(_ event: Event, _ distance: Distance?, _ json: inout JSONWriter) {
        json.event(event, at: clock.now, distance: distance) { json in
            for added in extensions { added.write(event.id, &json) }
        }
    }

    private func filter(_ query: inout QueryReader) -> EventFilter {
        var filter = EventFilter()
        filter.kind = query.choice("kind")
        filter.status = query.choice("status")
        filter.present = clock.now
        filter.placeKind = query.choice("place_kind")
        filter.dataset = query.agendaDataset(directory.snapshot)
        (filter.from, filter.to) = query.period()
        filter.words = query.searchWords()
        return filter
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let event = try event(context)
        var json = JSONWriter(capacity: 1024)
        write(event, nil, &json)
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: true)
    }

    private func calendar(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        let others = try extensions.filters(&query)
        let (place, radius) = (query.optionalPlace(), query.optionalRadius())
        if radius != nil, place == nil, !query.has("lat"), !query.has("lon") {
            query.note("radius_m", .needsOther, "needs a place; give lat and lon", .other("lat"))
        }
        try query.check()
        let snapshot = try loaded()
        let found = snapshot.events(
            filter,
            around: place,
            within: radius,
            limit: Self.calendarLimit + 1,
            takesPlaceless: others.contains(where: \.takesPlaceless),
            where: { event in others.allSatisfy { $0.takes(event.id) } }
        )
        guard found.count <= Self.calendarLimit else { throw Problem.calendarTooLong }
        let titles = others.compactMap(\.title)
        return .calendar(
            AgendaCalendar(snapshot).bytes(
                of: found.map(\.event),
                name: titles.isEmpty ? "Ambit" : titles.joined(separator: ", ")
            ),
            to: request,
            mayBeKept: place == nil
        )
    }

    private func oneAsCalendar(_ request: Request, _ context: Route.Context) throws -> Response {
        try request.checkNoQuery()
        let event = try event(context)
        let bytes = AgendaCalendar(try loaded()).bytes(of: [event], name: event.title)
        return .calendar(bytes, to: request, mayBeKept: true)
    }

    private func event(_ context: Route.Context) throws -> Event {
        guard let id = context.pathParameter("id"), let event = try loaded().event(id) else {
            throw Problem(status: .notFound, detail: "No event has this id")
        }
        return event
    }

    private func loaded() throws(Problem) -> AgendaSnapshot {
        guard let snapshot = directory.snapshot else { throw .notReady }
        return snapshot
    }
}

extension QueryReader {
    /// The dataset of `dataset`, one that is published.
    fileprivate mutating func agendaDataset(_ snapshot: AgendaSnapshot?) -> DatasetName? {
        guard let text = text("dataset") else { return nil }
        if let known = snapshot?.versions.first(where: { $0.dataset.text == text }) {
            return known.dataset
        }
        if snapshot != nil {
            note(
                ParameterError(
                    parameter: "dataset",
                    fault: .notADataset,
                    message: "is \(quoted(text)), and no events are published under that name",
                    values: .value(text),
                    namesNothing: true
                )
            )
        }
        return nil
    }
}

extension Problem {
    static let calendarTooLong = Problem(
        status: .badRequest,
        detail:
            "A calendar has at most 10,000 entries, and this one would have more; give a shorter "
            + "period with from and to, or a place with a radius"
    )
}

extension Response {
    static func calendar(_ bytes: [UInt8], to request: Request, mayBeKept: Bool) -> Response {
        .tagged(request, type: .calendar, bytes: bytes, mayBeKept: mayBeKept)
    }
}
