internal import Agenda
internal import Synchronization
internal import TextSearch

/// The words of the published events and sessions.
final class AgendaSearch: Sendable {
    private let indexes = Mutex<(events: SearchIndex, sessions: SearchIndex)?>(nil)

    /// What `GET /v1/search` asks.
    var sources: [SearchSource] {
        [
            SearchSource("events") { [self] in indexes.withLock { $0?.events } },
            SearchSource("sessions") { [self] in indexes.withLock { $0?.sessions } },
        ]
    }

    /// Lets what is published now be searched.
    ///
    /// - Complexity: O(n log n).
    func replace(with snapshot: AgendaSnapshot) {
        let events = SearchIndex(
            snapshot.events.map { event in
                SearchDocument(
                    id: event.id,
                    title: event.title,
                    detail: event.venue.line,
                    event: event.id,
                    place: event.venue.place
                )
            }
        )
        let sessions = SearchIndex(
            snapshot.sessions.map { session in
                SearchDocument(
                    id: session.id,
                    title: session.title,
                    detail: session.room,
                    texts: session.people + [session.track].compactMap { $0 },
                    event: session.event.map { snapshot.eventID(named: $0, by: session) },
                    place: session.place
                )
            }
        )
        indexes.withLock { $0 = (events, sessions) }
    }
}
