package import Datasets
package import Timekeeping

/// Which events are asked for; nil for what does not matter.
package struct EventFilter: Sendable {
    /// What sort of event.
    package var kind: Event.Kind?
    /// What became of it.
    package var status: Event.Status?
    /// How its place is known.
    package var placeKind: Venue.Kind?
    /// The dataset that it came with.
    package var dataset: DatasetName?
    /// The first moment of the period in which some of it lies.
    package var from: Timestamp?
    /// The moment behind the last of that period.
    package var to: Timestamp?
    /// The present, by which events are over; nil to go by what files say alone.
    package var present: Timestamp?
    /// Beginnings of words of its title or venue, all of which it has.
    package var words: [String] = []

    /// Every event.
    package init() {}

    func takes(_ event: Event, words own: [String]) -> Bool {
        if let kind, event.kind != kind { return false }
        let current = present.map(event.status(at:)) ?? event.status
        if let status, current != status { return false }
        if let placeKind, event.venue.kind != placeKind { return false }
        if let dataset, event.dataset != dataset { return false }
        guard event.span.overlaps(from: from, to: to) else { return false }
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}

/// Which sessions are asked for; nil for what does not matter.
package struct SessionFilter: Sendable {
    /// The event that they are a part of: its id, or its key.
    package var event: String?
    /// What became of it.
    package var status: Event.Status?
    /// The room, as the file writes it.
    package var room: String?
    /// The track, as the file writes it.
    package var track: String?
    /// The first moment of the period in which some of it lies.
    package var from: Timestamp?
    /// The moment behind the last of that period.
    package var to: Timestamp?
    /// Beginnings of words of its title, its people, its room or its track, all of which it has.
    package var words: [String] = []

    /// Every session.
    package init() {}

    func takes(_ session: Session, words own: [String], events: Set<String>?) -> Bool {
        if let events, !(session.event.map(events.contains) ?? false) { return false }
        if let status, session.status != status { return false }
        if let room, session.room != room { return false }
        if let track, session.track != track { return false }
        guard session.span.overlaps(from: from, to: to) else { return false }
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}
