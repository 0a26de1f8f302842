package import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A folder for what is unpacked or received while a file is read; it goes, with all in it, when its
/// owner lets go of it.
///
/// The folder is locked for as long as it is in use, and the operating system lets the lock go when
/// the process dies, however it dies. So what a dead process has left is known for sure, and the next
/// import or start removes it; see ``removeAbandoned()``.
package final class TemporaryFolder: Sendable {
    /// Where it lies.
    package let path: String
    private let descriptor: Int32

    private static let prefix = "ambit-import-"

    /// Makes a folder where the system has its temporary files; see ``init(in:)``.
    package convenience init() throws(RowFileError) {
        try self.init(in: FileManager.default.temporaryDirectory)
    }

    /// Makes a folder that this process's user alone may look into: files may hold people's addresses.
    ///
    /// - Throws: ``RowFileError/noRoom(folder:)``,
    ///   ``RowFileError/noTemporaryFolder(folder:reason:)``.
    ///
    /// - Parameter parent: In which the folder is made.
    package init(in parent: URL) throws(RowFileError) {
        while true {
            let path = parent.appending(path: Self.prefix + UUID().uuidString).path
            guard mkdir(path, 0o700) == 0 else {
                let failure = errno
                throw .cannotUse(parent.path, failure)
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
    package func path(_ name: String) -> String { path + "/" + name }

    /// Makes a file in the folder and opens it, for this process's user alone: it may hold people's
    /// addresses.
    ///
    /// - Throws: ``RowFileError/noRoom(folder:)``,
    ///   ``RowFileError/noTemporaryFolder(folder:reason:)``.
    package func makeFile(_ name: String) throws(RowFileError) -> FileHandle {
        let file = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .cannotUse(URL(filePath: path).deletingLastPathComponent().path, errno)
        }
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    /// Removes the folders of processes that have died; those in use, and other people's, stay.
    package static func removeAbandoned() {
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

extension RowFileError {
    /// Why nothing can be made in the folder for temporary files.
    ///
    /// - Parameter failure: The system's `errno`.
    fileprivate static func cannotUse(_ folder: String, _ failure: Int32) -> RowFileError {
        [ENOSPC, EDQUOT].contains(failure)
            ? .noRoom(folder: folder)
            : .noTemporaryFolder(folder: folder, reason: String(cString: strerror(failure)))
    }

    /// Why a temporary file could not be written.
    package static func cannotWrite(_ path: String, _ error: any Error) -> RowFileError {
        let folder = FileManager.default.temporaryDirectory.path
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return .noRoom(folder: folder) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return .noTemporaryFolder(folder: folder, reason: "\"\(name)\" cannot be written")
    }
}
