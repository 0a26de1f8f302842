internal import Synchronization
package import Timekeeping

/// What is published about games, in memory; replaced as a whole.
///
/// Lists of products go on from page to page in the list in which they began, so that an import meanwhile neither
/// repeats a product nor hides one: a snapshot of which somebody has a page is kept until ten minutes after the
/// last of its pages.
package final class LeagueDirectory: Sendable {
    /// A snapshot, and how long somebody may ask for its next page.
    private struct Kept {
        let snapshot: LeagueSnapshot
        var until: Timestamp?
    }

    private struct State {
        var current: Kept?
        /// Earlier ones, the newest last.
        var earlier: [Kept] = []
    }

    private let state = Mutex(State())

    /// How many earlier snapshots are kept; the one whose last page is longest ago goes first.
    private static let keptCount = 8
    private static let keptMilliseconds: Int64 = 10 * 60_000

    /// A directory in which nothing is loaded.
    package init() {}

    /// What is published; nil until it is loaded.
    package var snapshot: LeagueSnapshot? { state.withLock { $0.current?.snapshot } }

    /// The newest of the kept snapshots that fits; the current one where it does.
    ///
    /// - Complexity: O(k) for k snapshots that are kept.
    package func snapshot(where isFitting: (LeagueSnapshot) -> Bool) -> LeagueSnapshot? {
        let all = state.withLock { state in
            [state.current].compactMap { $0?.snapshot } + state.earlier.reversed().map(\.snapshot)
        }
        return all.first(where: isFitting)
    }

    /// Keeps a snapshot of which a page was given, until ten minutes after a moment.
    package func keep(_ snapshot: LeagueSnapshot, at moment: Timestamp) {
        let until = Timestamp(
            millisecondsSince1970: moment.millisecondsSince1970 + Self.keptMilliseconds
        )
        state.withLock { state in
            if state.current?.snapshot === snapshot { state.current?.until = until }
            for index in state.earlier.indices where state.earlier[index].snapshot === snapshot {
                state.earlier[index].until = until
            }
        }
    }

    /// Shows what is published now.
    package func replace(with snapshot: LeagueSnapshot, at moment: Timestamp) {
        state.withLock { state in
            if let current = state.current { state.earlier.append(current) }
            state.earlier.removeAll { kept in kept.until.map { $0 <= moment } ?? true }
            if state.earlier.count > Self.keptCount,
                let first = state.earlier.indices.min(by: { left, right in
                    let (one, two) = (state.earlier[left].until, state.earlier[right].until)
                    return (one ?? moment) < (two ?? moment)
                })
            {
                state.earlier.remove(at: first)
            }
            state.current = Kept(snapshot: snapshot, until: nil)
        }
    }
}
