import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: the first asks a command to end with what is whole, where it can; any other, and a signal to end, ends it
/// at once. No file that is not whole is left behind.
enum Interruption {
    private static let wasAsked = Atomic<Bool>(false)
    private static let state = Mutex(State())
    // Work that keeps all others busy does not keep it from hearing.
    private static let queue = DispatchQueue(label: "ambit.interruption")

    private struct State {
        var listeners: [any DispatchSourceSignal] = []
        var onRequest: (@Sendable () -> Void)?
    }

    /// Why a piece of work ended before it was done.
    struct Stopped: Error {}

    /// Whether somebody pressed Ctrl-C.
    static var isRequested: Bool { wasAsked.load(ordering: .relaxed) }

    /// Begins to listen, and lets the command end by itself when it is asked for the first time.
    ///
    /// - Parameter onRequest: Wakes whoever waits for input that may never come.
    static func install(onRequest: @escaping @Sendable () -> Void) {
        state.withLock { $0.onRequest = onRequest }
        listen()
    }

    /// Begins to listen.
    static func listen() {
        state.withLock { state in
            guard state.listeners.isEmpty else { return }
            state.listeners = [SIGINT, SIGTERM, SIGHUP].compactMap(listener)
        }
    }

    private static func listener(to number: Int32) -> (any DispatchSourceSignal)? {
        // The dispatch source hears what the process ignores.
        let before = signal(number, SIG_IGN)
        // Whoever began the process with `nohup` wants it to go on.
        if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { return nil }
        let listener = DispatchSource.makeSignalSource(signal: number, queue: queue)
        listener.setEventHandler { heard(number) }
        listener.resume()
        return listener
    }

    private static func heard(_ number: Int32) {
        if number == SIGINT, let onRequest = state.withLock({ $0.onRequest }),
            !wasAsked.exchange(true, ordering: .relaxed)
        {
            return onRequest()
        }
        UnfinishedFiles.unlinkAll()
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    /// The exit code of a program that was ended by Ctrl-C: 128 and the signal's number.
    static let exitCode: Int32 = 130
}
