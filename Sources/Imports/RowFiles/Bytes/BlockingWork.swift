internal import Dispatch
internal import Synchronization

/// Work that blocks, away from the threads that serve everything else.
package enum BlockingWork {
    /// Set once the task is cancelled that waits for the work on this thread.
    @TaskLocal private static var cancellation: Cancellation?

    /// Whether who waits for the work of this thread, or the task itself, was cancelled.
    package static var isCancelled: Bool {
        Task.isCancelled || cancellation?.isSet == true
    }

    /// Does the work on a thread of its own.
    ///
    /// - Throws: What `body` throws; it finds out by ``isCancelled`` that its task is cancelled.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    Self.$cancellation.withValue(cancellation) {
                        continuation.resume(with: Result(catching: body))
                    }
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    private final class Cancellation: Sendable {
        private let flag = Mutex(false)

        var isSet: Bool { flag.withLock { $0 } }
        func set() { flag.withLock { $0 = true } }
    }
}

/// Stops the reading of a file that was cancelled.
///
/// - Throws: ``RowFileError/cancelled``.
package func checkCancellation() throws(RowFileError) {
    if BlockingWork.isCancelled { throw .cancelled }
}
