internal import Synchronization

/// What a module offers, made of a snapshot when it is first asked for and kept as long as that is the
/// present one.
package final class CollectionMemo: Sendable {
    private struct State: Sendable {
        /// Held, so that no other snapshot comes to lie at its address.
        let snapshot: any AnyObject & Sendable
        let revision: String
        let collections: [FeatureCollection]
    }

    private let state = Mutex<State?>(nil)

    /// A memo of nothing.
    package init() {}

    /// The collections of a snapshot.
    ///
    /// - Parameter make: Called where the snapshot is another than the last time, or its revision.
    package func collections(
        of snapshot: any AnyObject & Sendable,
        revision: String,
        make: () -> [FeatureCollection]
    ) -> [FeatureCollection] {
        let known = state.withLock { $0 }
        if let known, known.snapshot === snapshot, known.revision == revision {
            return known.collections
        }
        let collections = make()
        state.withLock {
            $0 = State(snapshot: snapshot, revision: revision, collections: collections)
        }
        return collections
    }

    /// Lets go of the snapshot, which may be large.
    package func clear() { state.withLock { $0 = nil } }
}
