internal import NIOCore

/// Runs tasks on the thread of an event loop, so that a request is read, answered and written without
/// a change of threads.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Does what may take long, such as an import, on the threads that are there for it: the other
/// connections of the event loop need not wait for it.
func awayFromEventLoop<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body() }
}
