package import Agenda
internal import Synchronization

/// What is published of fairs, in memory, replaced as a whole.
package final class FairDirectory: Sendable {
    /// What a snapshot is made of, but for the events.
    package typealias Make = @Sendable (AgendaSnapshot?) -> FairSnapshot

    private struct State {
        var make: Make?
        var snapshot: FairSnapshot?
    }

    private let state = Mutex(State())
    private let agenda: AgendaDirectory

    /// A directory in which nothing is loaded.
    ///
    /// - Parameter agenda: The events that the fairs are, loaded by whoever keeps them.
    package init(agenda: AgendaDirectory) { self.agenda = agenda }

    /// What is published; nil until it is loaded. Made anew where other events are published since.
    package var snapshot: FairSnapshot? {
        let events = agenda.snapshot
        return state.withLock { state in
            guard let make = state.make else { return nil }
            if let snapshot = state.snapshot, snapshot.agenda === events { return snapshot }
            let fresh = make(events)
            state.snapshot = fresh
            return fresh
        }
    }

    /// Shows what is published now.
    package func replace(_ make: @escaping Make) {
        let fresh = make(agenda.snapshot)
        state.withLock { state in
            state.make = make
            state.snapshot = fresh
        }
    }
}
