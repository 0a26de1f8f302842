package import Datasets
package import Geodesy
internal import TextSearch
internal import Timekeeping

/// The published events and sessions of one moment.
package final class AgendaSnapshot: Sendable {
    /// The events, by the bytes of their ids.
    package let events: [Event]
    /// The sessions, by the bytes of their ids.
    package let sessions: [Session]
    /// The datasets that they came with.
    package let versions: [DatasetVersion]
    private let eventWords: [[String]]
    private let sessionWords: [[String]]
    private let eventNames: [String]
    private let versionOf: [DatasetName: DatasetVersion]
    /// The first event of each key.
    private let idsByKey: [String: String]

    /// - Complexity: O(n log n).
    package init(events: [Event], sessions: [Session], versions: [DatasetVersion]) {
        self.events = events.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        self.sessions = sessions.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
        self.versions = versions
        versionOf = Dictionary(versions.map { ($0.dataset, $0) }, uniquingKeysWith: { $1 })
        idsByKey = Dictionary(
            self.events.map { ($0.key, $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        eventWords = self.events.map { event in
            SearchWords.of(
                ([event.title] + [event.venue.line].compactMap { $0 }).joined(separator: " ")
            )
        }
        eventNames = self.events.map { SearchWords.folded($0.title) }
        sessionWords = self.sessions.map { session in
            let parts = [session.title, session.room ?? "", session.track ?? ""] + session.people
            return SearchWords.of(parts.joined(separator: " "))
        }
    }

    /// The version that a dataset's records are of.
    package func version(of dataset: DatasetName) -> DatasetVersion? { versionOf[dataset] }

    /// The event with an id; nil for none.
    ///
    /// - Complexity: O(log n).
    package func event(_ id: String) -> Event? {
        number(of: id, in: events.count) { events[$0].id }.map { events[$0] }
    }

    /// The session with an id; nil for none.
    ///
    /// - Complexity: O(log n).
    package func session(_ id: String) -> Session? {
        number(of: id, in: sessions.count) { sessions[$0].id }.map { sessions[$0] }
    }

    private func number(of id: String, in count: Int, _ idOf: (Int) -> String) -> Int? {
        var range = 0..<count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if idOf(middle).utf8.lexicographicallyPrecedes(id.utf8) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound < count && idOf(range.lowerBound) == id ? range.lowerBound : nil
    }

    // MARK: Events

    /// How events are ordered.
    package enum Order: String, Sendable, CaseIterable {
        /// Those that begin first, first.
        case time
        /// By title, without case and accents.
        case name
        /// The nearest first; those without a place are left out.
        case nearest
    }

    /// An event that was asked for.
    package struct Found: Sendable {
        /// The event.
        package let event: Event
        /// How far it is from the place that was given; nil where none was, and for events without a place.
        package let distance: Distance?
        /// What it was ordered by.
        package let rank: Rank
    }

    /// Where an event stands in an order; ties go by id.
    package enum Rank: Sendable, Hashable {
        case number(Double)
        case text(String)

        fileprivate func precedes(_ other: Rank) -> Bool? {
            switch (self, other) {
            case (.number(let one), .number(let two)): one == two ? nil : one < two
            case (.text(let one), .text(let two)):
                one == two ? nil : one.utf8.lexicographicallyPrecedes(two.utf8)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// Where a page ends.
    package struct Position: Sendable, Hashable {
        /// The rank of its last event.
        package let rank: Rank
        /// The id of its last event.
        package let id: String

        /// A position with both members.
        package init(rank: Rank, id: String) { (self.rank, self.id) = (rank, id) }

        fileprivate func precedes(_ other: Position) -> Bool {
            rank.precedes(other.rank) ?? id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }
    }

    /// The events that a filter takes, in an order.
    ///
    /// - Parameters:
    ///   - center: Where distances are measured from; required for ``Order/nearest`` and with a radius.
    ///   - radius: How far they may be, inclusive; those without a place are left out then.
    ///   - position: The end of the page before; nil for the first page.
    ///   - limit: The most events.
    ///   - takesPlaceless: Whether those without a place are wanted though a radius is given.
    ///   - isWanted: Asked of those that the filter takes, before the limit is applied.
    /// - Complexity: O(n) for n published events, and O(m log m) for the m found.
    package func events(
        _ filter: EventFilter,
        around center: Coordinate? = nil,
        within radius: Distance? = nil,
        order: Order = .time,
        after position: Position? = nil,
        limit: Int,
        takesPlaceless: Bool = false,
        where isWanted: (Event) -> Bool = { _ in true }
    ) -> [Found] {
        var found: [(found: Found, position: Position)] = []
        for (number, event) in events.enumerated()
        where filter.takes(event, words: eventWords[number]) {
            var distance: Distance?
            if let center, let place = event.venue.place {
                distance = Geodesic.distance(from: center, to: place)
            }
            if let radius {
                if let distance, distance > radius { continue }
                if distance == nil, !takesPlaceless { continue }
            }
            guard isWanted(event) else { continue }
            let rank: Rank
            switch order {
            case .time: rank = .number(Double(event.span.startsAt.millisecondsSince1970))
            case .name: rank = .text(eventNames[number])
            case .nearest:
                guard let distance else { continue }
                rank = .number(distance.meters)
            }
            let own = Position(rank: rank, id: event.id)
            if let position, !position.precedes(own) { continue }
            found.append((Found(event: event, distance: distance, rank: rank), own))
        }
        found.sort { $0.position.precedes($1.position) }
        return found.prefix(limit).map(\.found)
    }

    // MARK: Sessions

    /// The sessions that a filter takes, those that begin first, first; ties by id.
    ///
    /// - Parameter position: The end of the page before; nil for the first page.
    /// - Complexity: O(n) for n published sessions, and O(m log m) for the m found.
    package func sessions(
        _ filter: SessionFilter,
        after position: Position? = nil,
        limit: Int
    ) -> [Session] {
        let events = filter.event.map(names)
        var found: [(session: Session, position: Position)] = []
        for (number, session) in sessions.enumerated()
        where filter.takes(session, words: sessionWords[number], events: events) {
            let own = Self.position(of: session)
            if let position, !position.precedes(own) { continue }
            found.append((session, own))
        }
        found.sort { $0.position.precedes($1.position) }
        return found.prefix(limit).map(\.session)
    }

    /// Whether an event is published under an id, or sessions call theirs so.
    ///
    /// - Complexity: O(n) for n published sessions.
    package func knowsEvent(_ name: String) -> Bool {
        event(name) != nil || idsByKey[name] != nil || sessions.contains { $0.event == name }
    }

    /// Where a session stands in the order of sessions.
    package static func position(of session: Session) -> Position {
        Position(
            rank: .number(Double(session.span.startsAt.millisecondsSince1970)),
            id: session.id
        )
    }

    /// The id of the event that a session names by its id, or by its key in a file; the name itself where no
    /// such event is published.
    package func eventID(named name: String, by session: Session) -> String {
        if event(name) != nil { return name }
        let own = "\(session.dataset).\(name)"
        if event(own) != nil { return own }
        return idsByKey[name] ?? name
    }

    /// Under which names sessions may call an event.
    private func names(of event: String) -> Set<String> {
        guard let known = self.event(event) else { return [event] }
        return [event, known.key]
    }
}
