internal import Synchronization

/// Loads of one snapshot, one after the other.
///
/// A directory that reads itself anew whenever something is published may be asked to do so while it is
/// still reading. Loads that overlap run in the order in which they were begun, so the one that was begun
/// last is the one whose reading stays.
public final class LoadQueue: Sendable {
    /// The load that was begun last: the next one waits for it.
    private let last = Mutex<Task<Void, any Error>?>(nil)

    /// A queue with nothing in it.
    public init() {}

    /// Runs a load after those that were begun before it, whether they succeeded or failed.
    ///
    /// - Parameter load: Cancelled when the caller is.
    /// - Throws: What the load throws.
    public func run(_ load: @escaping @Sendable () async throws -> Void) async throws {
        let task = last.withLock { last in
            let task = Task { [last] in
                _ = await last?.result
                try await load()
            }
            last = task
            return task
        }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
