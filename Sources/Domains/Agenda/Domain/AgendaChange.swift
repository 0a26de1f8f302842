/// What became of an event or of a session from one publication to the next.
package struct AgendaChange: Sendable, Hashable {
    /// What became of it.
    package enum Act: String, Sendable, Hashable, CaseIterable {
        /// It is published now.
        case added
        /// It begins or ends at another moment.
        case moved
        /// Something else of it is told otherwise.
        case changed
        /// It is published no more.
        case removed
    }

    /// Whose change it is: as it is now, or as it was before it was removed.
    package enum Subject: Sendable, Hashable {
        case event(Event)
        case session(Session)
    }

    /// What became of it.
    package let act: Act
    /// Whose change it is.
    package let subject: Subject

    /// A change with both members.
    package init(_ act: Act, _ subject: Subject) { (self.act, self.subject) = (act, subject) }
}

extension AgendaSnapshot {
    /// What is told otherwise than in an earlier snapshot: events first, each by the bytes of their ids.
    ///
    /// - Complexity: O(n + m) for n records here and m there.
    package func changes(since earlier: AgendaSnapshot) -> [AgendaChange] {
        Self.changes(from: earlier.events, to: events, id: \.id, span: \.span) { .event($0) }
            + Self.changes(from: earlier.sessions, to: sessions, id: \.id, span: \.span) {
                .session($0)
            }
    }

    /// - Parameters:
    ///   - before: By the bytes of their ids.
    ///   - after: Likewise.
    private static func changes<Record: Hashable>(
        from before: [Record],
        to after: [Record],
        id: (Record) -> String,
        span: (Record) -> EventSpan,
        subject: (Record) -> AgendaChange.Subject
    ) -> [AgendaChange] {
        var changes: [AgendaChange] = []
        var (old, new) = (before[...], after[...])
        while let record = new.first ?? old.first {
            let (was, now) = (old.first.map(id), new.first.map(id))
            if let was, was == now, let earlier = old.popFirst(), let later = new.popFirst() {
                guard earlier != later else { continue }
                let isMoved = span(earlier) != span(later)
                changes.append(AgendaChange(isMoved ? .moved : .changed, subject(later)))
            } else if let now, was.map({ now.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true {
                changes.append(AgendaChange(.added, subject(record)))
                new.removeFirst()
            } else if let earlier = old.popFirst() {
                changes.append(AgendaChange(.removed, subject(earlier)))
            }
        }
        return changes
    }
}
