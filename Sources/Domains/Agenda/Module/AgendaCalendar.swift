internal import Agenda
internal import Datasets
internal import Geodesy
internal import Timekeeping

/// Makes calendars of what is published.
struct AgendaCalendar {
    let snapshot: AgendaSnapshot

    init(_ snapshot: AgendaSnapshot) { self.snapshot = snapshot }

    /// A calendar of events.
    func bytes(of events: [Event], name: String) -> [UInt8] {
        var writer = CalendarWriter(name: name)
        for event in events {
            var entry = entry(event.id, event.dataset, event.span, event.title, event.origin)
            entry.status = event.status
            entry.summary = event.summary
            entry.place = event.venue.line
            entry.position = event.venue.place.map { ($0.latitude, $0.longitude) }
            entry.link = event.link
            writer.add(entry)
        }
        return writer.finish()
    }

    /// A calendar of sessions.
    func bytes(of sessions: [Session], name: String) -> [UInt8] {
        var writer = CalendarWriter(name: name)
        for session in sessions {
            var entry = entry(
                session.id,
                session.dataset,
                session.span,
                session.title,
                session.origin
            )
            entry.status = session.status
            entry.summary = session.summary
            entry.place = session.room
            entry.position = session.place.map { ($0.latitude, $0.longitude) }
            entry.link = session.link
            entry.category = session.track
            writer.add(entry)
        }
        return writer.finish()
    }

    /// An entry keeps the name that it had in the calendar that it came from. Its revision is counted with
    /// the dataset's versions, for any of these may have moved it.
    private func entry(
        _ id: String,
        _ dataset: DatasetName,
        _ span: EventSpan,
        _ title: String,
        _ origin: CalendarOrigin?
    ) -> CalendarWriter.Entry {
        let version = snapshot.version(of: dataset)
        let (sequence, overflow) = (origin?.sequence ?? 0).addingReportingOverflow(
            version?.number ?? 0
        )
        return CalendarWriter.Entry(
            uid: origin?.uid ?? "\(id)@ambit",
            sequence: overflow ? .max : min(sequence, Int(Int32.max)),
            changedAt: version?.importedAt ?? Timestamp(millisecondsSince1970: 0),
            span: span,
            title: title
        )
    }
}
