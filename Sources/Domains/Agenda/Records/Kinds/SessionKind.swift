package import Agenda
internal import Datasets
package import Importing
internal import Timekeeping

/// How sessions are imported, said once.
package enum SessionKind {
    private static let event = KindField("event", headers: ["eventid", "conference", "fair"])
    private static let day = KindField("day", headers: ["programmeday", "conferenceday"])
    private static let room = KindField(
        "room",
        headers: ["location", "venue", "stage", "raum", "sala", "microlocation"]
    )
    private static let track = KindField("track", headers: ["category", "categories", "topic"])
    private static let people = KindField(
        "people",
        headers: ["speakers", "speaker", "persons", "presenters", "presenter"]
    )
    private static let language = KindField("language", headers: ["lang", "sprache", "idioma"])
    private static let movedFrom = KindField(
        "moved_from",
        headers: ["originalscheduledat", "originalstart"]
    )

    package static let kind = Kind<Session>(
        .sessions,
        one: "a session",
        fields: [
            AgendaFields.id, AgendaFields.title, AgendaFields.summary, AgendaFields.starts,
            AgendaFields.ends, AgendaFields.duration, AgendaFields.zone, event, day, room, track,
            people, language, AgendaFields.status, movedFrom, AgendaFields.link, AgendaFields.uid,
            AgendaFields.sequence,
        ],
        place: .optional,
        formats: [
            CalendarFormat.of(.sessions), FrabFormat.xml(.sessions), FrabFormat.json(.sessions),
            EventyayFormat.of(.sessions),
        ]
    ) { row throws(RowRefusal) in
        let title = try AgendaFields.title(row)
        let span = try SpanReading.span(row)
        let summary = try AgendaFields.text(
            AgendaFields.summary,
            row,
            limit: AgendaFields.summaryLimit
        )
        return Session(
            dataset: row.dataset,
            key: try AgendaFields.key(row, title, span),
            event: try AgendaFields.text(event, row),
            title: title,
            summary: summary,
            status: try AgendaFields.status(row),
            span: span,
            day: try time(day, row)?.day ?? span.starts.day,
            room: try AgendaFields.text(room, row),
            track: try AgendaFields.text(track, row),
            people: try names(row),
            language: try AgendaFields.text(language, row),
            link: AgendaFields.link(row),
            movedFrom: try movedFrom(row, span),
            place: row.place,
            origin: try AgendaFields.origin(row)
        )
    }

    private static func time(
        _ field: KindField,
        _ row: KindRow
    ) throws(RowRefusal) -> WrittenTime? {
        guard let text = row.text(field) else { return nil }
        guard let time = WrittenTime(parsing: text) else {
            throw row.refusal(field, .timeUnreadable, ["field": .text(field.name)])
        }
        return time
    }

    /// When it was to begin, where that is another moment than it begins now.
    private static func movedFrom(
        _ row: KindRow,
        _ span: EventSpan
    ) throws(RowRefusal) -> Timestamp? {
        guard let written = try time(movedFrom, row) else { return nil }
        let clock = span.zone.flatMap { ZoneRules(named: $0) }
        guard let moment = written.moment ?? clock?.moment(of: written.wall).moment else {
            throw row.refusal(movedFrom, .zoneMissing)
        }
        return moment == span.startsAt ? nil : moment
    }

    /// Names between semicolons, or each in a line.
    private static func names(_ row: KindRow) throws(RowRefusal) -> [String] {
        guard let text = try AgendaFields.text(people, row, limit: 5_000) else { return [] }
        return text.split { $0 == ";" || $0.isNewline }
            .map { $0.split { $0.isWhitespace }.joined(separator: " ") }.filter { !$0.isEmpty }
    }
}

extension Session: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { title }
    package var details: [(field: String, value: String)] {
        var details = [("title", title), ("time", span.words), ("status", status.rawValue)]
        details.append(("day", day.text))
        if let event { details.append(("event", event)) }
        if let room { details.append(("room", room)) }
        if let track { details.append(("track", track)) }
        if !people.isEmpty { details.append(("people", people.joined(separator: "; "))) }
        if let language { details.append(("language", language)) }
        if let link { details.append(("link", link)) }
        if let summary { details.append(("summary", String(summary.prefix(200)))) }
        return details
    }
    package static var guards: ImportGuards { .scheduled }
    package var parts: RecordParts {
        RecordParts(
            name: title,
            times: span,
            other: [
                event, summary, status.rawValue, day.text, room, track,
                people.joined(separator: "\n"), language, link, movedFrom?.rfc3339,
                origin.map { "\($0.sequence) \($0.uid)" },
            ],
            place: place
        )
    }
}
