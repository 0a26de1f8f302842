internal import Datasets
internal import Logging

extension Logger {
    /// Notes that a round of background work failed, and is tried again in the next.
    ///
    /// That another process is writing to the database is no failure: the round is put off.
    func note(_ error: any Error, of work: String) {
        if (error as? any StorageFailure)?.storageFault == .busy {
            info("\(work) put off", metadata: ["reason": "the database is in use"])
        } else {
            self.error("\(work) failed", metadata: ["error": "\(type(of: error))"])
        }
    }
}
