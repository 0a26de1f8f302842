import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: the first asks a command to end with what is whole; the second ends it at once.
enum Interruption {
    private static let wasAsked = Atomic<Bool>(false)
    private static let source = Mutex<(any DispatchSourceSignal)?>(nil)

    /// Whether somebody pressed Ctrl-C.
    static var isRequested: Bool { wasAsked.load(ordering: .relaxed) }

    /// Begins to listen.
    ///
    /// - Parameter onRequest: Wakes whoever waits for input that may never come.
    static func install(onRequest: @escaping @Sendable () -> Void) {
        source.withLock { source in
            guard source == nil else { return }
            // The dispatch source hears what the process ignores.
            signal(SIGINT, SIG_IGN)
            let listener = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
            listener.setEventHandler {
                wasAsked.store(true, ordering: .relaxed)
                signal(SIGINT, SIG_DFL)
                onRequest()
            }
            listener.resume()
            source = listener
        }
    }

    /// The exit code of a program that was ended by Ctrl-C: 128 and the signal's number.
    static let exitCode: Int32 = 130
}
