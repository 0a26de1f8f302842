internal import Synchronization

/// How every exhibitor was rated, in memory.
///
/// Each change has a number that the store counts up; what is older than what is known changes nothing, so that
/// answers of writes and readings of the whole may come in any order.
package final class TallyBoard: Sendable {
    /// A tally and the number of the change that made it.
    package struct Entry: Sendable, Hashable {
        /// How the exhibitor was rated.
        package let tally: RatingTally
        /// Counts up with each change of the exhibitor's.
        package let revision: Int64

        /// An entry with both members.
        package init(tally: RatingTally, revision: Int64) {
            (self.tally, self.revision) = (tally, revision)
        }
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// A board without ratings.
    package init() {}

    /// How an exhibitor was rated.
    package func tally(of exhibitor: String) -> RatingTally {
        entries.withLock { $0[exhibitor]?.tally ?? RatingTally() }
    }

    /// How all were rated that anybody has rated.
    package var all: [String: RatingTally] { entries.withLock { $0.mapValues(\.tally) } }

    /// Takes over what a write or a reading of the store tells.
    package func update(_ fresh: [String: Entry]) {
        entries.withLock { entries in
            for (exhibitor, entry) in fresh
            where entry.revision >= entries[exhibitor]?.revision ?? 0 {
                entries[exhibitor] = entry
            }
        }
    }
}
