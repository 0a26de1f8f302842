package import Agenda
package import Datasets
package import GRDB
package import Geodesy
package import SpatiaLiteStore
internal import Timekeeping

/// How an event lies in the columns of its version's table.
package enum EventCoding: FeatureCoding {
    package static let kind = DatasetKind.events
    package static let columns =
        [
            "id TEXT NOT NULL", "title TEXT NOT NULL", "summary TEXT", "status TEXT NOT NULL",
            "link TEXT",
        ] + SpanColumns.columns + [
            "kind TEXT NOT NULL", "venue TEXT", "address TEXT", "city TEXT", "country TEXT",
            "place_kind TEXT",
        ]

    package static func id(of event: Event) -> String { event.key }
    package static func place(of event: Event) -> Coordinate? { event.venue.place }
    package static func byteCount(of event: Event) -> Int { 200 + (event.summary?.utf8.count ?? 0) }

    package static func values(of event: Event) -> [(any DatabaseValueConvertible)?] {
        let first: [(any DatabaseValueConvertible)?] = [
            event.key, event.title, event.summary, event.status.rawValue, event.link,
        ]
        return first + SpanColumns.values(event.span, event.origin) + [
            event.kind.rawValue, event.venue.name, event.venue.address, event.venue.city,
            event.venue.country, event.venue.kind?.rawValue,
        ]
    }

    package static func record(from stored: StoredRow, dataset: DatasetName) throws -> Event {
        var venue = Venue()
        let next = 7 + SpanColumns.columns.count
        venue.name = try stored.optional(next + 1)
        venue.address = try stored.optional(next + 2)
        venue.city = try stored.optional(next + 3)
        venue.country = try stored.optional(next + 4)
        let placeKind: String? = try stored.optional(next + 5)
        venue.kind = placeKind.flatMap(Venue.Kind.init)
        venue.place = try stored.coordinate(1)
        let (status, kind): (String, String) = (try stored.value(5), try stored.value(next))
        return Event(
            dataset: dataset,
            key: try stored.value(2),
            kind: try stored.require(next) { Event.Kind(rawValue: kind) },
            title: try stored.value(3),
            summary: try stored.optional(4),
            status: try stored.require(5) { Event.Status(rawValue: status) },
            span: try SpanColumns.span(stored, at: 7),
            venue: venue,
            link: try stored.optional(6),
            origin: try SpanColumns.origin(stored, at: 7)
        )
    }
}

/// What tournaments have in common with other events: the first columns of their tables, which go on with
/// what another module keeps of them.
package enum TournamentEventCoding: FeatureCoding {
    package static let kind = DatasetKind.tournaments
    package static var columns: [String] { EventCoding.columns }

    package static func id(of event: Event) -> String { EventCoding.id(of: event) }
    package static func place(of event: Event) -> Coordinate? { EventCoding.place(of: event) }
    package static func byteCount(of event: Event) -> Int { EventCoding.byteCount(of: event) }

    package static func values(of event: Event) -> [(any DatabaseValueConvertible)?] {
        EventCoding.values(of: event)
    }

    package static func record(from stored: StoredRow, dataset: DatasetName) throws -> Event {
        try EventCoding.record(from: stored, dataset: dataset)
    }
}

/// How a session lies in the columns of its version's table.
package enum SessionCoding: FeatureCoding {
    package static let kind = DatasetKind.sessions
    package static let columns =
        [
            "id TEXT NOT NULL", "title TEXT NOT NULL", "summary TEXT", "status TEXT NOT NULL",
            "link TEXT",
        ] + SpanColumns.columns + [
            "event TEXT", "day TEXT NOT NULL", "room TEXT", "track TEXT", "people TEXT",
            "language TEXT", "moved_from INTEGER",
        ]

    package static func id(of session: Session) -> String { session.key }
    package static func place(of session: Session) -> Coordinate? { session.place }
    package static func byteCount(of session: Session) -> Int {
        200 + (session.summary?.utf8.count ?? 0)
    }

    package static func values(of session: Session) -> [(any DatabaseValueConvertible)?] {
        let first: [(any DatabaseValueConvertible)?] = [
            session.key, session.title, session.summary, session.status.rawValue, session.link,
        ]
        return first + SpanColumns.values(session.span, session.origin) + [
            session.event, session.day.text, session.room, session.track,
            session.people.isEmpty ? nil : session.people.joined(separator: "\n"),
            session.language, session.movedFrom?.millisecondsSince1970,
        ]
    }

    package static func record(from stored: StoredRow, dataset: DatasetName) throws -> Session {
        let next = 7 + SpanColumns.columns.count
        let (status, day): (String, String) = (try stored.value(5), try stored.value(next + 1))
        let people: String? = try stored.optional(next + 4)
        let movedFrom: Int64? = try stored.optional(next + 6)
        return Session(
            dataset: dataset,
            key: try stored.value(2),
            event: try stored.optional(next),
            title: try stored.value(3),
            summary: try stored.optional(4),
            status: try stored.require(5) { Event.Status(rawValue: status) },
            span: try SpanColumns.span(stored, at: 7),
            day: try stored.require(next + 1) { WrittenTime(parsing: day)?.day },
            room: try stored.optional(next + 2),
            track: try stored.optional(next + 3),
            people: people.map { $0.split(separator: "\n").map(String.init) } ?? [],
            language: try stored.optional(next + 5),
            link: try stored.optional(6),
            movedFrom: movedFrom.map { Timestamp(millisecondsSince1970: $0) },
            place: try stored.coordinate(1),
            origin: try SpanColumns.origin(stored, at: 7)
        )
    }
}

/// How a span lies in columns, with what a calendar called the record.
package enum SpanColumns {
    package static let columns = [
        "starts_local TEXT NOT NULL", "ends_local TEXT NOT NULL", "all_day INTEGER NOT NULL",
        "time_zone TEXT", "starts_at INTEGER NOT NULL", "ends_at INTEGER NOT NULL", "uid TEXT",
        "sequence INTEGER",
    ]

    package static func values(
        _ span: EventSpan,
        _ origin: CalendarOrigin?
    ) -> [(any DatabaseValueConvertible)?] {
        [
            span.starts.description, span.ends.description, span.isAllDay, span.zone,
            span.startsAt.millisecondsSince1970, span.endsAt.millisecondsSince1970, origin?.uid,
            origin?.sequence,
        ]
    }

    package static func span(_ stored: StoredRow, at index: Int) throws -> EventSpan {
        let (starts, ends): (String, String) = (
            try stored.value(index), try stored.value(index + 1)
        )
        return EventSpan(
            starts: try stored.require(index) { WrittenTime(parsing: starts)?.wall },
            ends: try stored.require(index + 1) { WrittenTime(parsing: ends)?.wall },
            isAllDay: try stored.value(index + 2),
            zone: try stored.optional(index + 3),
            startsAt: Timestamp(millisecondsSince1970: try stored.value(index + 4)),
            endsAt: Timestamp(millisecondsSince1970: try stored.value(index + 5))
        )
    }

    package static func origin(_ stored: StoredRow, at index: Int) throws -> CalendarOrigin? {
        guard let uid: String = try stored.optional(index + 6) else { return nil }
        return CalendarOrigin(uid: uid, sequence: try stored.optional(index + 7) ?? 0)
    }
}
