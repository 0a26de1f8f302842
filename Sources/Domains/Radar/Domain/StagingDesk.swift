internal import Dispatch

/// Works on batches of messages, one after the other, on a queue of its own, while the next batches are
/// read from the store.
final class StagingDesk: Sendable {
    /// How many batches may lie there before the reader waits.
    private static let room = 8

    private let queue: BackgroundWork.Queue
    private let vacancies = DispatchSemaphore(value: room)
    private let work: @Sendable (MessageBatch) -> Void

    /// - Parameters:
    ///   - queue: Where the work is done.
    ///   - work: Called with one batch at a time, in the order in which they were taken.
    init(
        on queue: @escaping BackgroundWork.Queue = BackgroundWork.standard.makeQueue(),
        _ work: @escaping @Sendable (MessageBatch) -> Void
    ) {
        self.queue = queue
        self.work = work
    }

    /// Takes a batch; waits while too many lie there.
    func take(_ batch: MessageBatch) {
        vacancies.wait()
        queue {
            self.work(batch)
            self.vacancies.signal()
        }
    }

    /// Waits until everything that was taken is done.
    func finish() async {
        await withCheckedContinuation { continuation in queue { continuation.resume() } }
    }
}
