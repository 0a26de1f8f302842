internal import Datasets
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Whether the store's files are still there, as it was found last.
final class StorageStatus: Sendable {
    private let sensor: any StorageSensor
    private let logger: Logger
    private let last = Mutex<StorageFault?>(nil)

    init(of sensor: any StorageSensor, logger: Logger) {
        self.sensor = sensor
        self.logger = logger
    }

    /// What kept the store from writing when it was looked at last; nil for nothing.
    var fault: StorageFault? { last.withLock { $0 } }

    /// Looks again, and logs what has changed.
    @discardableResult
    func look() async -> StorageFault? {
        let fault = await sensor.storageFault()
        let isNew = last.withLock { last in
            defer { last = fault }
            return last != fault
        }
        guard isNew else { return fault }
        if let fault {
            logger.error("writes are refused", metadata: ["reason": "\(fault.reason)"])
        } else {
            logger.notice("writes are taken again")
        }
        return fault
    }
}

/// Looks at the store's files every second, so that what became of them is known before somebody posts.
struct StorageWatcher: Service {
    let status: StorageStatus
    var pause: Pause = { try await Task.sleep(for: .seconds(1)) }

    func run() async throws { await repeatRounds(pausing: pause) { await status.look() } }
}

extension StorageFault {
    /// What is in the way, in words that say nothing of where it is.
    var reason: String {
        switch self {
        case .full: "the disk is full"
        case .noWorkingFolder: "the folder for temporary files is missing or may not be written to"
        case .busy: "the database is in use by another program"
        case .tooManyOpenFiles: "too many files are open"
        case .failing: "the disk reports errors"
        case .unreachable: "the database's server cannot be reached or takes no changes"
        case .unknownOutcome: "the connection to the database's server broke"
        case .lost(let loss): loss.reason
        }
    }
}

extension StorageLoss {
    /// Which file was taken away, and how.
    fileprivate var reason: String {
        let file =
            switch part {
            case .database: "the database's file"
            case .log: "the database's log"
            case .index: "the index of the database's log"
            }
        return switch change {
        case .removed: "\(file) was removed while it was served"
        case .replaced: "\(file) was replaced by another while it was served"
        case .truncated: "\(file) was cut short while it was served"
        }
    }
}
