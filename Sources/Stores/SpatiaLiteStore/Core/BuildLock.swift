internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Says that a version's builder is alive: a locked, empty file beside the database.
///
/// The operating system lets the lock go when the process dies, however it dies. So a second import
/// that runs beside is never robbed, and what a dead one has left is known for sure, which a
/// process number, used again or seen from another container, cannot tell.
final class BuildLock: Sendable {
    /// What the ledger knows the builder by.
    let token: String
    /// Where a new database lies until it is whole.
    let unfinished: String
    private let file: String
    private let descriptor: Mutex<Int32?>

    /// Creates and locks a file of its own.
    ///
    /// - Throws: ``SpatiaLiteStoreError/notPermitted(path:)``,
    ///   ``SpatiaLiteStoreError/diskFull(path:)`` or ``SpatiaLiteStoreError/noMoreFiles(path:)``.
    init(database path: String) throws {
        while true {
            let token = UUID().uuidString.lowercased()
            let file = Self.file(token, database: path)
            switch Self.lock(file, creating: true) {
            case .locked(let descriptor) where Self.isStill(descriptor, at: file):
                self.token = token
                self.file = file
                unfinished = Self.unfinished(token, database: path)
                self.descriptor = Mutex(descriptor)
                return
            case .locked(let descriptor):
                // A clean-up removed the file between its creation and its locking: take another.
                close(descriptor)
            case .heldByAnother:
                // A clean-up is looking at the new file: take another.
                continue
            case .cannotOpen(let reason):
                throw [ENOSPC, EDQUOT].contains(reason)
                    ? SpatiaLiteStoreError.full(path: path)
                    : SpatiaLiteStoreError.notPermitted(path: path)
            }
        }
    }

    deinit { release() }

    /// Removes and unlocks the file, now rather than with the last reference.
    func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // The lock goes last: while there is anything, it says whose it is.
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(unfinished + suffix) }
            unlink(file)
            close(open)
            descriptor = nil
        }
    }

    /// Whether the builder with a token is at work.
    static func isHeld(_ token: String, database path: String) -> Bool {
        isHeld(file: file(token, database: path))
    }

    /// Removes the files of builders that have died.
    static func removeAbandoned(database path: String) {
        forEachAbandoned(database: path) { files in for file in files { unlink(file) } }
    }

    /// The files of builders that have died.
    static func abandoned(database path: String) -> [String] {
        var found: [String] = []
        forEachAbandoned(database: path) { found += $0.filter(DatabaseFile.exists) }
        return found.sorted()
    }

    /// Hands over the files of each builder that has died, its lock the last of them, while nobody else
    /// can take them for abandoned.
    private static func forEachAbandoned(database path: String, _ body: ([String]) -> Void) {
        let whole = DatabaseFile.resolved(path)
        let directory = PathParts(whole).folder
        let prefix = PathParts(whole).name + suffix
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(prefix) {
            // Of others' files, `dc-build-2026.csv` beside `dc`, none is taken for a builder's.
            let token = String(name.dropFirst(prefix.count))
            guard UUID(uuidString: token) != nil else { continue }
            let file = (directory as NSString).appendingPathComponent(name)
            guard case .locked(let descriptor) = lock(file, creating: false) else { continue }
            defer { close(descriptor) }
            // Its builder may have ended by itself between two lines of this.
            guard isStill(descriptor, at: file) else { continue }
            let new = unfinished(token, database: whole)
            body(["", "-wal", "-shm", "-journal"].map { new + $0 } + [file])
        }
    }

    private static let suffix = "-build-"
    private static let unfinishedSuffix = "-new-"

    private static func file(_ token: String, database path: String) -> String {
        DatabaseFile.resolved(path) + suffix + token
    }

    private static func unfinished(_ token: String, database path: String) -> String {
        DatabaseFile.resolved(path) + unfinishedSuffix + token
    }

    private static func isHeld(file: String) -> Bool {
        switch lock(file, creating: false) {
        case .locked(let descriptor):
            close(descriptor)
            return false
        case .heldByAnother:
            return true
        case .cannotOpen:
            // Missing: dead. Of another user, say: leave it alone.
            return DatabaseFile.exists(file)
        }
    }

    private enum Outcome {
        case locked(Int32)
        case heldByAnother
        /// The system's number of the reason.
        case cannotOpen(Int32)
    }

    private static func lock(_ file: String, creating: Bool) -> Outcome {
        let descriptor = open(file, O_RDWR | O_CLOEXEC | (creating ? O_CREAT : 0), 0o600)
        guard descriptor >= 0 else { return .cannotOpen(errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return .heldByAnother
        }
        return .locked(descriptor)
    }

    private static func isStill(_ descriptor: Int32, at file: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(file, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
