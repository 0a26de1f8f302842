internal import Dispatch

/// Works on batches of messages, one after the other, on a thread of its own, while the next batches are
/// read from the store.
final class StagingDesk: Sendable {
    /// How many batches may lie there before the reader waits.
    private static let room = 8

    private let queue = DispatchQueue(label: "ambit.staging")
    private let vacancies = DispatchSemaphore(value: room)
    private let work: @Sendable ([Message]) -> Void

    /// - Parameter work: Called with one batch at a time, in the order in which they were taken.
    init(_ work: @escaping @Sendable ([Message]) -> Void) { self.work = work }

    /// Takes a batch; waits while too many lie there.
    func take(_ batch: [Message]) {
        vacancies.wait()
        queue.async {
            self.work(batch)
            self.vacancies.signal()
        }
    }

    /// Waits until everything that was taken is done.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
