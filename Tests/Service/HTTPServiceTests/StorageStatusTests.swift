import Datasets
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import HTTPService

/// A store of which a test says what keeps it from writing.
private final class FakeSensor: StorageSensor {
    let fault = Mutex<StorageFault?>(nil)
    func storageFault() async -> StorageFault? { fault.withLock { $0 } }
}

@Suite struct StorageStatusTests {
    private let sensor = FakeSensor()

    @Test("what was found is told once, and that writes are taken again")
    func logsChanges() async {
        let log = LogRecorder()
        let status = StorageStatus(of: sensor, logger: log.logger)
        await status.look()
        #expect(status.fault == nil)
        sensor.fault.withLock { $0 = .lost(StorageLoss(.database, .removed)) }
        await status.look()
        await status.look()
        #expect(status.fault == .lost(StorageLoss(.database, .removed)))
        sensor.fault.withLock { $0 = nil }
        await status.look()
        #expect(
            log.lines == [
                "error writes are refused "
                    + "reason=the database's file was removed while it was served",
                "notice writes are taken again ",
            ]
        )
    }

    @Test("a service whose files are gone is not ready, and says why without saying where")
    func readiness() async throws {
        let status = StorageStatus(of: sensor, logger: Logger(label: "test"))
        sensor.fault.withLock { $0 = .lost(StorageLoss(.log, .truncated)) }
        let fault = await status.look()
        let problem = try #require(fault.map { Problem(storage: $0) })
        #expect(problem.status == .serviceUnavailable)
        #expect(
            problem.detail
                == "Nothing can be kept: the database's log was cut short while it was served. What "
                + "is in memory can still be read; whoever runs the service has to stop it, put the "
                + "file back or restore a backup, and start it again"
        )
    }
}
