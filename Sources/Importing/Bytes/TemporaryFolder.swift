internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A folder for what an import unpacks or receives; it goes, with all in it, when its owner lets go
/// of it.
///
/// The folder is locked for as long as it is in use, and the operating system lets the lock go when
/// the process dies, however it dies. So what a dead process has left is known for sure, and the next
/// import or start removes it; see ``removeAbandoned()``.
final class TemporaryFolder: Sendable {
    let path: String
    private let descriptor: Int32

    private static let prefix = "ambit-import-"

    /// Makes a folder that this process's user alone may look into: files may hold people's addresses.
    ///
    /// - Throws: ``ImportError/noRoom(folder:)``, ``ImportError/unreadable(path:reason:)``.
    init() throws(ImportError) {
        let parent = FileManager.default.temporaryDirectory
        while true {
            let path = parent.appending(path: Self.prefix + UUID().uuidString).path
            guard mkdir(path, 0o700) == 0 else {
                let failure = errno
                if [ENOSPC, EDQUOT].contains(failure) { throw .noRoom(folder: parent.path) }
                throw .unreadable(
                    path: parent.path,
                    reason: "no temporary folder can be made: "
                        + String(cString: strerror(failure))
                )
            }
            // A clean-up that comes between the making and the locking removes the folder: take
            // another then.
            guard let descriptor = Self.lock(path), Self.isStill(descriptor, at: path) else {
                rmdir(path)
                continue
            }
            self.path = path
            self.descriptor = descriptor
            return
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { path + "/" + name }

    /// Removes the folders of processes that have died; those in use, and other people's, stay.
    static func removeAbandoned() {
        let parent = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent.appending(path: name).path
            guard let descriptor = lock(path) else { continue }
            if isStill(descriptor, at: path) { try? FileManager.default.removeItem(atPath: path) }
            close(descriptor)
        }
    }

    /// Locks a folder of this process's user.
    ///
    /// - Returns: nil where that is no such folder, or is locked.
    private static func lock(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}

/// What imports put beside the database while they run.
public enum TemporaryFiles {
    /// Removes what processes have left that died in the middle of an import. Blocks.
    public static func removeAbandoned() { TemporaryFolder.removeAbandoned() }
}

extension ImportError {
    /// Why a temporary file could not be written.
    static func cannotWrite(_ path: String, _ error: any Error) -> ImportError {
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
            return .noRoom(folder: FileManager.default.temporaryDirectory.path)
        }
        return .unreadable(path: path, reason: "it cannot be written")
    }
}
