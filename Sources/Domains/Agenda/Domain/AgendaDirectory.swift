internal import Synchronization

/// The published events and sessions in memory, replaced as a whole.
package final class AgendaDirectory: Sendable {
    private let current = Mutex<AgendaSnapshot?>(nil)

    /// A directory in which nothing is loaded.
    package init() {}

    /// What is published; nil until it is loaded.
    package var snapshot: AgendaSnapshot? { current.withLock { $0 } }

    /// Shows what is published now.
    package func replace(with snapshot: AgendaSnapshot) { current.withLock { $0 = snapshot } }
}
