internal import Polling
internal import Synchronization

/// What the published elections say of whether a party's candidates stand against each other alone: a file
/// of contests that names one by its key says nothing of it.
final class PublishedStages: Sendable {
    private let state = Mutex(State())

    private struct State {
        var elections: [Election] = []
        /// Of what rows have called them; a file names few.
        var known: [ElectionReference: ElectionStage] = [:]
    }

    /// Reads the published elections.
    ///
    /// - Parameter store: nil to leave that out.
    /// - Throws: What the store throws.
    func learn(_ store: (any ElectionStore)?) async throws {
        state.withLock { $0 = State() }
        try await store?.forEachElection { batch in
            self.state.withLock { $0.elections += batch }
        }
    }

    /// What is known of the election that a file names; of several of one key only what all of them say.
    ///
    /// - Complexity: O(n) for n published elections, and O(1) for one that was asked for before.
    func stage(of election: ElectionReference) -> ElectionStage {
        state.withLock { state in
            if let known = state.known[election] { return known }
            let stages = Set(
                election.meant(among: state.elections).map {
                    ElectionStage.of([$0.type?.text(), $0.name.text()])
                }
            )
            let stage = stages.count == 1 ? stages.first ?? .unknown : .unknown
            state.known[election] = stage
            return stage
        }
    }
}
