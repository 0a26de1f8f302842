package import Agenda
internal import Datasets
package import GeoJSON
package import Geodesy
package import Timekeeping

extension JSONWriter {
    /// An event as a feature.
    ///
    /// - Parameters:
    ///   - moment: The present, by which it may be over.
    ///   - more: Adds members to its properties.
    package mutating func event(
        _ event: Event,
        at moment: Timestamp,
        distance: Distance?,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        feature(id: .text(event.id), geometry: event.venue.place.map(Geometry.point)) { json in
            json.member("dataset", event.dataset.text)
            json.member("kind", event.kind.rawValue)
            json.member("title", event.title)
            json.member("summary", event.summary)
            json.member("status", event.status(at: moment).rawValue)
            json.span(event.span)
            json.member("venue", event.venue.name)
            json.member("address", event.venue.address)
            json.member("city", event.venue.city)
            json.member("country", event.venue.country)
            json.member("place_kind", event.venue.kind?.rawValue)
            json.member("link", event.link)
            if let distance { json.member("distance_m", distance) }
            more(&json)
        }
    }

    /// A session as a feature.
    package mutating func session(_ session: Session) {
        feature(id: .text(session.id), geometry: session.place.map(Geometry.point)) { json in
            json.member("dataset", session.dataset.text)
            json.member("event", session.event)
            json.member("title", session.title)
            json.member("summary", session.summary)
            json.member("status", session.status.rawValue)
            json.span(session.span)
            json.member("day", session.day.text)
            json.member("room", session.room)
            json.member("track", session.track)
            json.member(
                "people",
                array: { names in for name in session.people { names.string(name) } }
            )
            json.member("language", session.language)
            json.member("link", session.link)
            json.member("moved_from", session.movedFrom?.rfc3339)
        }
    }

    /// When something is: moments in UTC, and what the clocks there show.
    package mutating func span(_ span: EventSpan) {
        member("starts_at", span.startsAt.rfc3339)
        member("ends_at", span.endsAt.rfc3339)
        member("starts_local", span.firstText)
        member("ends_local", span.lastText)
        member("all_day", span.isAllDay)
        member("time_zone", span.zone)
    }
}

extension EventSpan {
    /// The first day, or when it begins by the clocks there.
    package var firstText: String { isAllDay ? starts.day.text : "\(starts)" }
    /// The last day, or when it ends by the clocks there.
    package var lastText: String { isAllDay ? lastDay.text : "\(ends)" }
}
