package import Agenda
internal import Datasets
package import Importing

/// How events are imported, said once.
package enum EventKind {
    private static let kindOfEvent = KindField("kind", headers: ["eventkind"])
    private static let venue = KindField(
        "venue",
        headers: ["venuename", "location", "locationname", "place", "ort", "lugar"]
    )
    private static let address = KindField("address", headers: ["street", "adresse"])
    private static let city = KindField("city", headers: ["town", "stadt", "ciudad"])
    private static let placeKind = KindField("place_kind", headers: ["venuekind"])

    package static let kind = Kind<Event>(
        .events,
        one: "an event",
        fields: [
            AgendaFields.id, AgendaFields.title, AgendaFields.summary, AgendaFields.starts,
            AgendaFields.ends, AgendaFields.duration, AgendaFields.zone, kindOfEvent,
            AgendaFields.status, venue, address, city, AgendaFields.country, placeKind,
            AgendaFields.link, AgendaFields.uid, AgendaFields.sequence,
        ],
        place: .optional,
        formats: [
            CalendarFormat.of(.events), FrabFormat.xml(.events), FrabFormat.json(.events),
            EventyayFormat.of(.events),
        ]
    ) { row throws(RowRefusal) in
        let title = try AgendaFields.title(row)
        let span = try SpanReading.span(row)
        let venue = try place(row)
        SpanReading.check(
            span,
            country: venue.country.flatMap(ZoneCountries.code),
            place: venue.place,
            row
        )
        let kinds = Event.Kind.allCases.map(\.rawValue)
        return Event(
            dataset: row.dataset,
            key: try AgendaFields.key(row, title, span),
            kind: try row.word(kindOfEvent, among: kinds).flatMap(Event.Kind.init) ?? .other,
            title: title,
            summary: try AgendaFields.text(
                AgendaFields.summary,
                row,
                limit: AgendaFields.summaryLimit
            ),
            status: try AgendaFields.status(row),
            span: span,
            venue: venue,
            link: AgendaFields.link(row),
            origin: try AgendaFields.origin(row)
        )
    }

    private static func place(_ row: KindRow) throws(RowRefusal) -> Venue {
        var place = Venue()
        place.name = try AgendaFields.text(venue, row)
        place.address = try AgendaFields.text(address, row)
        place.city = try AgendaFields.text(city, row)
        place.country = try AgendaFields.text(AgendaFields.country, row)
        let words = Venue.Kind.allCases.map(\.rawValue)
        place.kind = try row.word(placeKind, among: words).flatMap(Venue.Kind.init)
        if place.kind == nil, place.name?.lowercased() == "online" { place.kind = .online }
        // A region and a network have no point, whatever the row says.
        if place.kind != .region, place.kind != .online { place.place = row.place }
        if place.kind == nil, place.place != nil { place.kind = .point }
        return place
    }
}

extension Event: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { title }
    package var details: [(field: String, value: String)] {
        var details = [("time", span.words), ("status", status.rawValue), ("kind", kind.rawValue)]
        if let line = venue.line { details.append(("venue", line)) }
        if let kind = venue.kind { details.append(("place_kind", kind.rawValue)) }
        if let link { details.append(("link", link)) }
        if let summary { details.append(("summary", String(summary.prefix(200)))) }
        return [("title", title)] + details
    }
    package static var guards: ImportGuards { .scheduled }
    package var parts: RecordParts {
        RecordParts(
            name: title,
            times: span,
            other: [
                kind.rawValue, status.rawValue, venue.line, venue.kind?.rawValue, link, summary,
                origin.map { "\($0.sequence) \($0.uid)" },
            ],
            place: venue.place
        )
    }
}
