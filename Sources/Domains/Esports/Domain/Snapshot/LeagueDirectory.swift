internal import Synchronization
package import Timekeeping

/// What is published about games, in memory; replaced as a whole.
///
/// Lists of products go on from page to page in the snapshot in which they began, so that an import
/// meanwhile neither repeats a product nor hides one.
package final class LeagueDirectory: Sendable {
    private struct State {
        var current: LeagueSnapshot?
        var generation = 0
        /// Earlier ones, the newest last, each with when it was replaced.
        var earlier: [(generation: Int, snapshot: LeagueSnapshot, until: Timestamp)] = []
    }

    private let state = Mutex(State())

    /// How many earlier snapshots are kept, and for how long.
    private static let keptCount = 2
    private static let keptMilliseconds: Int64 = 10 * 60_000

    /// A directory in which nothing is loaded.
    package init() {}

    /// What is published; nil until it is loaded.
    package var snapshot: LeagueSnapshot? { state.withLock { $0.current } }

    /// What is published, and its number.
    package var numbered: (snapshot: LeagueSnapshot, generation: Int)? {
        state.withLock { state in state.current.map { ($0, state.generation) } }
    }

    /// An earlier snapshot; the current one where that is no longer kept.
    package func snapshot(ofGeneration generation: Int) -> (LeagueSnapshot, generation: Int)? {
        state.withLock { state in
            if let kept = state.earlier.first(where: { $0.generation == generation }) {
                return (kept.snapshot, generation)
            }
            return state.current.map { ($0, state.generation) }
        }
    }

    /// Shows what is published now.
    package func replace(with snapshot: LeagueSnapshot, at moment: Timestamp) {
        state.withLock { state in
            if let current = state.current {
                state.earlier.append((state.generation, current, moment))
            }
            state.earlier.removeAll {
                moment.millisecondsSince1970 - $0.until.millisecondsSince1970
                    > Self.keptMilliseconds
            }
            if state.earlier.count > Self.keptCount {
                state.earlier.removeFirst(state.earlier.count - Self.keptCount)
            }
            state.current = snapshot
            state.generation += 1
        }
    }
}
