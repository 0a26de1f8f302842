internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the file system says of a database's file, before SQLite is asked.
enum DatabaseFile {
    /// - Throws: ``SpatiaLiteStoreError`` when the file cannot be what `access` needs.
    static func requireUsable(_ path: String, access: SpatiaLiteStore.Access) throws {
        guard !path.isEmpty, !path.hasPrefix(":"), !path.utf8.contains(0) else {
            throw SpatiaLiteStoreError.invalidPath(path)
        }
        let directory = PathParts(path).folder
        switch kind(of: path) {
        case .directory:
            throw SpatiaLiteStoreError.isDirectory(path: path)
        case .other:
            throw SpatiaLiteStoreError.isDevice(path: path)
        case .file:
            let mode = access == .readWrite ? R_OK | W_OK : R_OK
            guard allows(path, mode), allows(directory, W_OK) else {
                throw SpatiaLiteStoreError.notPermitted(path: path)
            }
        case .missing:
            guard access == .readWrite else { throw SpatiaLiteStoreError.missingFile(path: path) }
            guard kind(of: directory) == .directory else {
                throw SpatiaLiteStoreError.missingDirectory(path: path)
            }
            guard allows(directory, W_OK) else {
                throw SpatiaLiteStoreError.notPermitted(path: path)
            }
        }
    }

    /// The directory that holds a file, by its whole path, for people.
    static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().standardizedFileURL.path
    }

    /// The one name of a file that several links may lead to.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// How many bytes a file has; nil where there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    static func exists(_ path: String) -> Bool { kind(of: path) != .missing }

    /// Whether a file is shorter than its header says; in words, nil where it is not, and while a log
    /// beside it may hold what is missing.
    ///
    /// Source: SQLite, "Database File Format", sections 1.3.2 and 1.3.7.
    static func damage(of path: String) -> String? {
        var log = stat()
        guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { return nil }
        guard let file = FileHandle(forReadingAtPath: path),
            let header = try? file.read(upToCount: 100), header.count == 100,
            let length = try? file.seekToEnd()
        else { return nil }
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            header.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        let pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
        let pages = number(28, 4)
        // The count holds where the same program wrote it that changed the file last.
        guard pageSize >= 512, number(24, 4) == number(92, 4), pages * pageSize > length else {
            return nil
        }
        return "the file breaks off in page \(length / pageSize + 1) of \(pages): it has \(length) "
            + "of \(pages * pageSize) bytes"
    }

    static func remove(_ path: String) { unlink(path) }

    /// Makes an empty file that its owner alone may read: what a database knows is nobody else's on the
    /// machine, and SQLite gives log and index the rights of the file that they belong to.
    ///
    /// A file that is there stays as it is; why none can be made, SQLite tells when it opens it.
    static func makePrivate(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Lets a new file be read and written by whom another may be, and gives it its owner where this
    /// process may.
    ///
    /// - Throws: ``SpatiaLiteStoreError/notPermitted(path:)``.
    static func takeOwner(of other: String, for path: String) throws {
        var status = stat()
        guard stat(other, &status) == 0 else { return }
        // Only the system's own user may give files away.
        _ = chown(path, status.st_uid, status.st_gid)
        guard chmod(path, status.st_mode & 0o777) == 0 else {
            throw SpatiaLiteStoreError.notPermitted(path: path)
        }
    }

    /// Waits until a file's content is on disk.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SpatiaLiteStoreError.notPermitted(path: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            // A quota or a full disk may show as late as this on a network's file system.
            throw [ENOSPC, EDQUOT].contains(errno)
                ? SpatiaLiteStoreError.full(path: path) : SpatiaLiteStoreError.diskFails(path: path)
        }
    }

    /// What comes of giving a file a name.
    enum Naming {
        case given
        /// Another file has the name, and keeps it.
        case taken
        /// The file system has no hard links, the only way in which no other file is ever replaced.
        case impossible
    }

    /// Gives a file that is whole its final name besides the one it has, durably; it never replaces
    /// another.
    ///
    /// - Throws: ``SpatiaLiteStoreError/notPermitted(path:)``, for the folder.
    static func name(_ unfinished: String, as path: String) throws -> Naming {
        guard link(unfinished, path) == 0 else { return errno == EEXIST ? .taken : .impossible }
        try sync(PathParts(path).folder)
        return .given
    }

    /// Gives a file that is whole its final name in place of the one it has, durably, and in place of any
    /// file of that name.
    ///
    /// - Throws: ``SpatiaLiteStoreError/notPermitted(path:)``.
    static func replace(_ path: String, with unfinished: String) throws {
        guard rename(unfinished, path) == 0 else {
            throw SpatiaLiteStoreError.notPermitted(path: path)
        }
        try sync(PathParts(path).folder)
    }

    /// Whether SQLite takes a name for more than a path: `file:a.sqlite?mode=ro`, `:memory:`.
    static func isSpecial(_ path: String) -> Bool {
        path.hasPrefix("file:") || path.hasPrefix(":")
    }

    /// The log or journal of a file that is gone, which SQLite would play into one that is put into its
    /// place; nil where there is none.
    static func strayLog(of path: String) -> String? {
        ["-wal", "-journal"].map { path + $0 }.first(where: exists)
    }

    /// Whether the file system of a folder can hold what a database needs of more files, however many bytes
    /// it has room for.
    ///
    /// Source: `statvfs(3)`; file systems that make their inodes as they need them tell none at all.
    static func hasRoomForFiles(_ directory: String) -> Bool {
        var status = statvfs()
        guard statvfs(directory, &status) == 0, status.f_files > 0 else { return true }
        return status.f_favail >= filesBeside
    }

    /// What lies beside a database while it is written: its log, the log's index, two locks and the file
    /// that it is until it is whole.
    private static let filesBeside = 5

    private enum Kind { case missing, directory, file, other }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: .directory
        case S_IFREG: .file
        default: .other
        }
    }

    private static func allows(_ path: String, _ mode: Int32) -> Bool { access(path, mode) == 0 }
}
