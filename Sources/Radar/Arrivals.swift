internal import Synchronization

/// Messages that are on disk and that nobody sees yet: whoever comes to show one shows all of them.
final class Arrivals: Sendable {
    private let waiting = Mutex<[Message]>([])
    /// Held while messages are taken and shown.
    private let showing = Mutex(())

    /// Adds a message; never waits for those who show some.
    func add(_ message: Message) { waiting.withLock { $0.append(message) } }

    /// Hands over what waits. When this returns, everything that was added before the call has been
    /// handed over, to this caller or to another one whose `show` has returned.
    ///
    /// - Parameter show: Called with one message or more, by one caller at a time; not called when
    ///   none waits.
    func takeAll(_ show: ([Message]) -> Void) {
        showing.withLock { _ in
            let taken = waiting.withLock { waiting in
                let taken = waiting
                waiting = []
                return taken
            }
            if !taken.isEmpty { show(taken) }
        }
    }
}
