import CFaultyDisk
import Foundation
import Synchronization

/// A disk that records what SQLite does to one database, and fails when it is told to.
///
/// There is one for the process and it watches one database at a time, so the tests that use it stand
/// in the suite ``DurabilityTests``, which runs them one after the other.
enum FaultyDisk {
    /// Kinds of calls, to be combined.
    struct Calls: OptionSet, Sendable {
        let rawValue: UInt32

        static let open = Calls(rawValue: UInt32(FAULTY_DISK_OPEN))
        static let read = Calls(rawValue: UInt32(FAULTY_DISK_READ))
        static let write = Calls(rawValue: UInt32(FAULTY_DISK_WRITE))
        static let truncate = Calls(rawValue: UInt32(FAULTY_DISK_TRUNCATE))
        static let sync = Calls(rawValue: UInt32(FAULTY_DISK_SYNC))
        static let lock = Calls(rawValue: UInt32(FAULTY_DISK_LOCK))
        static let delete = Calls(rawValue: UInt32(FAULTY_DISK_DELETE))
        static let map = Calls(rawValue: UInt32(FAULTY_DISK_MAP))
        static let size = Calls(rawValue: UInt32(FAULTY_DISK_SIZE))
        static let all: Calls = [
            .open, .read, .write, .truncate, .sync, .lock, .delete, .map, .size,
        ]
    }

    /// How a call fails.
    enum Failure: Sendable {
        case nothing, ioError, full, busy

        fileprivate var code: Int32 {
            switch self {
            case .nothing: Int32(FAULTY_DISK_NOTHING)
            case .ioError: Int32(FAULTY_DISK_IO_ERROR)
            case .full: Int32(FAULTY_DISK_FULL)
            case .busy: Int32(FAULTY_DISK_BUSY)
            }
        }
    }

    /// Watches the files of a database that exists, from before it is opened.
    static func watch(_ path: String, records: Bool = false) {
        precondition(faulty_disk_install(), "SQLite takes no other file system")
        guard let real = realpath(path, nil) else { preconditionFailure("there is no \(path)") }
        defer { free(real) }
        faulty_disk_watch(real, records)
    }

    /// Enters that something was acknowledged.
    static func mark() { faulty_disk_mark() }

    /// Ends watching.
    static func unwatch() { faulty_disk_free(faulty_disk_unwatch()) }

    /// Ends watching, and returns what was recorded.
    static func takeTrace() -> DiskTrace? { faulty_disk_unwatch().map(DiskTrace.init) }

    /// Has the n-th call of some kinds fail, and those after it when it is lasting.
    static func arm(_ calls: Calls, at n: Int, _ failure: Failure, isLasting: Bool = false) {
        faulty_disk_arm(calls.rawValue, Int64(n), failure.code, isLasting, nil, nil)
    }

    /// Calls `body` at the n-th call of some kinds, which succeeds.
    static func arm(_ calls: Calls, at n: Int, calling body: @escaping @Sendable () -> Void) {
        callback.withLock { $0 = body }
        faulty_disk_arm(
            calls.rawValue,
            Int64(n),
            Failure.nothing.code,
            false,
            { _ in FaultyDisk.callback.withLock { $0 }() },
            nil
        )
    }

    private static let callback = Mutex<@Sendable () -> Void>({})

    /// Ends faults.
    ///
    /// - Returns: How many calls there were.
    @discardableResult static func disarm() -> Int { Int(faulty_disk_disarm()) }
}

/// Everything that was done to a database's files.
final class DiskTrace: @unchecked Sendable {
    // Never changed after it was made.
    fileprivate let trace: OpaquePointer

    fileprivate init(_ trace: OpaquePointer) { self.trace = trace }

    deinit { faulty_disk_free(trace) }

    var eventCount: Int { faulty_disk_event_count(trace) }
    var syncCount: Int { faulty_disk_sync_count(trace) }
    var byteCount: Int { faulty_disk_byte_count(trace) }
}

/// A disk as it is after some of a trace's events, and what a loss of power may leave of it.
final class CrashDisk {
    private let trace: DiskTrace
    private let disk: OpaquePointer

    /// - Parameter isSyncing: Whether the disk keeps its word when it says that something is safe.
    init(_ trace: DiskTrace, isSyncing: Bool) {
        self.trace = trace
        disk = crash_disk_make(trace.trace, isSyncing)
    }

    deinit { crash_disk_free(disk) }

    /// Goes on to the state after so many events.
    ///
    /// - Returns: How many acknowledgements there were until then.
    func advance(to eventCount: Int) -> Int { crash_disk_advance(disk, eventCount) }

    /// Writes what a loss of power may leave: what was synced, and of the rest what the seed chooses.
    func write(to path: String, seed: UInt64) throws {
        guard crash_disk_write(disk, seed, path) else { throw CannotWrite(path: path) }
    }

    struct CannotWrite: Error { let path: String }

    /// Has SQLite recover a database, and returns a hash of what comes of it.
    static func recover(_ path: String) -> UInt64 { crash_disk_recover(path) }
}
