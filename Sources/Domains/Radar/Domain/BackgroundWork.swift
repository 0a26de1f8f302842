internal import Dispatch

/// Where a board does what nobody waits for directly. Injected, so that a simulation decides in which
/// order everything happens.
package struct BackgroundWork: Sendable {
    /// Does a piece of work at some time; those that one queue is given, one after the other.
    package typealias Queue = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Where tasks run that outlive the call which began them; nil for the usual threads.
    package let executor: (any TaskExecutor)?
    /// Makes a queue.
    package let makeQueue: @Sendable () -> Queue

    /// Work with both members.
    package init(
        executor: (any TaskExecutor)?,
        makeQueue: @escaping @Sendable () -> Queue
    ) {
        self.executor = executor
        self.makeQueue = makeQueue
    }

    /// The system's threads.
    package static let standard = BackgroundWork(executor: nil) {
        let queue = DispatchQueue(label: "ambit.staging")
        return { work in queue.async(execute: work) }
    }
}
